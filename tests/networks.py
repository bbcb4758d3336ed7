"""Networks made up for tests."""

import numpy as np

WIDE = 12


def make_tensors(game, scale=0.3, seed=0, hidden=(WIDE, WIDE)):
    """A network of random numbers, which thinks that about half of the win is to be had."""
    rng = np.random.default_rng(seed)
    sizes = {f"hidden.{k}": wide for k, wide in enumerate(hidden)}
    sizes |= {"policy": game.actions.size, "value": game.max_players - game.min_players + 1}
    made, size = {}, game.observation.size
    for layer, wide in sizes.items():
        made[f"{layer}.weight"] = scale * rng.standard_normal((size, wide)).astype(np.float32)
        made[f"{layer}.bias"] = scale * rng.standard_normal(wide).astype(np.float32)
        size = wide if layer.startswith("hidden") else size
    made["value.weight"] *= 0.05
    made["value.weight"] *= 0.05
    made["value.bias"][:] = 0.5
    return made
