"""The tree search as a bot."""

from typing import Any

import numpy as np

from louis14_env.bots.base import Bot, Games, View
from louis14_env.core.game import Game
from louis14_env.core.specs import write_spec
from louis14_env.search import Found, Search
from louis14_env.search.ismcts import arguments


class SearchBot(Bot):
    """Plays the action that the search visited most."""

    def __init__(self, game: Game, **settings: Any):
        self.search = Search(game, **settings)
        self.spec = write_spec("ismcts", self.search.settings, arguments(game))
        self.repeatable = not self.search.settings["ms"]

    def look(self, view: View) -> Found:
        """What the search finds, to look at."""
        return self.search.run(view.states, 0, view.player, view.seed)

    def act(self, view: View) -> int:
        return self.look(view).action

    def act_many(self, games: Games, rows: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """A search deals anew what its player cannot know, so it needs no view."""
        found = self.search.run_many(games.states, rows, games.current[rows], seeds)
        return np.array([one.action for one in found], np.int64)
