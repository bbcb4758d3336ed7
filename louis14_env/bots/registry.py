"""Bots by name: `random`, a game's own such as `heuristic:noise=0.1`, `ismcts:iterations=400`, `human`, `policy:NAME`, `sb3:ZIP`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from louis14_env.bots import policy
from louis14_env.bots.base import Bot
from louis14_env.bots.compiled import CompiledBot
from louis14_env.bots.human import HumanBot
from louis14_env.bots.ismcts import SearchBot
from louis14_env.core.game import Game
from louis14_env.core.kernels import bot_names
from louis14_env.core.specs import NOISE, Argument, SpecError, read_arguments, split_spec
from louis14_env.networks.checkpoint import CheckpointError
from louis14_env.search.ismcts import arguments


class UnreadableCheckpoint(SpecError):
    """A bot whose checkpoint cannot be loaded; says which file and why."""


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its arguments, and what makes one."""

    meaning: str
    arguments: Mapping[str, Argument]
    make: Callable[..., Bot]  # (game, **arguments)


def bot_kinds(game: Game) -> dict[str, Kind]:
    """The kinds of bots for a game, by name."""
    kinds = {}
    for name in bot_names(game):
        kinds[name] = Kind(f"compiled player {name!r}", NOISE, _compiled(name))
    kinds["ismcts"] = Kind("information-set tree search", arguments(game), SearchBot)
    kinds["policy"] = Kind("a checkpoint", policy.ARGUMENTS, policy.PolicyBot)
    kinds["sb3"] = Kind("a zip of Stable-Baselines3", policy.ARGUMENTS, _sb3)
    kinds["human"] = Kind("a person at the terminal", {}, _human)
    return kinds


def _compiled(name: str) -> Callable[..., Bot]:
    return lambda game, noise: CompiledBot(game, name, noise)


def _sb3(game: Game, **values: Any) -> Bot:
    from louis14_env.adapters.sb3_policy import Sb3Bot

    return Sb3Bot(game, **values)


def _human(game: Game) -> Bot:
    adviser = bot_names(game)[-1]
    return HumanBot(game, hint=CompiledBot(game, adviser))


def make_bot(spec: Any, game: Game) -> Bot:
    """The bot that a spec names; raises SpecError, saying what is allowed, if there is none."""
    name, given = split_spec(spec)
    kinds = bot_kinds(game)
    if name not in kinds:
        raise SpecError(f"no bot {name!r}; there are: {', '.join(kinds)}")
    kind = kinds[name]
    values = read_arguments(name, given, kind.arguments)
    try:
        return kind.make(game, **values)
    except CheckpointError as error:
        raise UnreadableCheckpoint(f"{spec}: {error}") from None
