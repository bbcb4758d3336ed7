"""An agent learns: MaskablePPO on the SB3 environment beats random opponents after a short, fixed training."""

import numpy as np
import pytest

from louis14_env.adapters.learner import LearnerBatch

sb3_contrib = pytest.importorskip("sb3_contrib", reason="needs the extra train")

PLAYERS = 4
STEPS = 60_000
DEALS = 120


def win_shares(game, act, players, deals):
    """Win share by deal and seat: the same deals played from every seat."""
    shares = np.zeros((deals, players))
    for seat in range(players):
        batch = LearnerBatch(game, deals, players, seat=seat)
        batch.reset(list(range(10_000, 10_000 + deals)))
        waiting = np.ones(deals, bool)
        while waiting.any():
            batch.step(act(batch.observations, batch.masks.astype(bool)))
            ended = waiting & batch.done
            shares[ended, seat] = batch.results[ended, seat, 0]
            waiting &= ~batch.done
    return shares


def lower_bound(values):
    """The lower end of a 99 % interval of the mean of independent values."""
    return values.mean() - 2.58 * values.std(ddof=1) / len(values) ** 0.5


def test_ppo_learns_to_beat_random_opponents(game):
    import torch

    from louis14_env.adapters.sb3 import GameVecEnv

    torch.set_num_threads(1)
    env = GameVecEnv("louis14", 64, num_players=PLAYERS, reward="score", shaping=0.2, seed=1)
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=4, learning_rate=1e-3, gamma=1.0, seed=1, device="cpu",
        policy_kwargs={"net_arch": [64, 64]},
    )  # fmt: skip
    model.learn(STEPS)

    def act(observations, masks):
        return model.predict(observations, action_masks=masks, deterministic=False)[0]

    chance = np.random.default_rng(0)

    def at_random(observations, masks):
        return (chance.random(masks.shape) * masks).argmax(axis=1)

    learned = win_shares(game, act, PLAYERS, DEALS).mean(axis=1)
    untrained = win_shares(game, at_random, PLAYERS, DEALS).mean(axis=1)
    assert lower_bound(learned) > 1 / PLAYERS
    assert lower_bound(learned - untrained) > 0  # paired: the same deals
    assert abs(untrained.mean() - 1 / PLAYERS) < 0.1
    print(f"learned {learned.mean():.3f}, untrained {untrained.mean():.3f}")
