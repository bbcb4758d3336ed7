"""Registers every game with PettingZoo and Gymnasium, and builds modules such as `louis14_v0`; no game is loaded before it is made."""

import sys
from types import ModuleType
from typing import Any

from louis14_env.games import GAMES


def aec_module(package: str, game: str) -> ModuleType:
    """The module `louis14_v0`: env(...) and raw_env(...), as PettingZoo's classic games have them."""
    module = ModuleType(f"{package}.{game}_v{GAMES[game].version}", f"{game} as a PettingZoo AEC environment.")

    def env(num_players: int | None = None, **options: Any) -> Any:
        """The environment; louis14_env.adapters.aec.GameAEC has its options. It needs no wrapper: it checks actions and order itself."""
        return make_aec(game, num_players=num_players, **options)

    module.__dict__.update(env=env, raw_env=env)
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


def register_all(package: str) -> None:
    """Puts all games into the registries of PettingZoo and Gymnasium, and their modules into the package."""
    import gymnasium
    import pettingzoo

    here = __name__
    for game, entry in GAMES.items():
        module = aec_module(package, game)
        sys.modules[module.__name__] = module
        setattr(sys.modules[package], f"{game}_v{entry.version}", module)
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
