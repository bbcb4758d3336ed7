"""The registry: one line a game."""

from importlib import import_module

from louis14_env.core.game import Game

GAMES = {
    "louis14": "louis14_env.games.louis14.game",
}


def get_game(name: str) -> Game:
    """The game of that name; loaded when it is first asked for."""
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    return import_module(GAMES[name]).GAME
