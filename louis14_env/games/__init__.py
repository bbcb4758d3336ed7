"""The registry: one line a game."""

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from louis14_env.core.game import Game


class Entry(NamedTuple):
    module: str  # where GAME is
    version: int


GAMES = {
    "louis14": Entry("louis14_env.games.louis14.game", version=0),
}


def get_game(name: str) -> "Game":
    """The game of that name; loaded when it is first asked for."""
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    return import_module(GAMES[name].module).GAME
