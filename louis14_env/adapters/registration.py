"""Registers every game with PettingZoo and Gymnasium, and builds modules such as `louis14_v0`; nothing is loaded until it is made."""

import sys
from types import ModuleType
from typing import Any

from louis14_env.games import GAMES


def aec_module(package: str, name: str) -> ModuleType:
    """The module `louis14_v0`: env(...) and raw_env, as PettingZoo's classic games have them."""
    games = {f"{game}_v{entry.version}": game for game, entry in GAMES.items()}
    if name not in games:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    module = ModuleType(f"{package}.{name}", f"{games[name]} as a PettingZoo AEC environment")

    def raw_env(num_players: int | None = None, **options: Any) -> Any:
        """The environment; see louis14_env.adapters.aec.GameAEC for its options."""
        from louis14_env.adapters.aec import GameAEC

        return GameAEC(games[name], num_players, **options)

    module.__dict__.update(env=raw_env, raw_env=raw_env)
    sys.modules[module.__name__] = module
    return module


def make_aec(game: str, **options: Any) -> Any:
    from louis14_env.adapters.aec import GameAEC

    return GameAEC(game, **options)


def make_gym(game: str, **options: Any) -> Any:
    from louis14_env.adapters.gym import GameEnv

    return GameEnv(game, **options)


def make_vector(game: str, num_envs: int = 1, **options: Any) -> Any:
    from louis14_env.adapters.gym import GameVectorEnv

    return GameVectorEnv(game, num_envs, **options)


def gym_id(game: str, version: int) -> str:
    """Louis14-v0 for louis14, SunKing-v0 for sun_king."""
    return "".join(part.capitalize() for part in game.split("_")) + f"-v{version}"


def register_all() -> None:
    """Puts all games into the registries of PettingZoo and Gymnasium."""
    import gymnasium
    import pettingzoo

    here = __name__
    for game, entry in GAMES.items():
        if f"{game}-v{entry.version}" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"{game}_v{entry.version}", f"{here}:make_aec", kwargs={"game": game})
        if gym_id(game, entry.version) not in gymnasium.registry:
            gymnasium.register(
                gym_id(game, entry.version),
                entry_point=f"{here}:make_gym",
                vector_entry_point=f"{here}:make_vector",
                kwargs={"game": game},
                disable_env_checker=True,
                order_enforce=False,
            )
