"""Bots in compiled code: random, and those that a game brings along."""

import numpy as np

from louis14_env.bots.base import Bot, Games, View
from louis14_env.core.game import Game
from louis14_env.core.kernels import compile_bot
from louis14_env.core.specs import NOISE, write_spec


class CompiledBot(Bot):
    """A compiled player; in a share `noise` of its decisions it plays a random legal action instead."""

    def __init__(self, game: Game, name: str, noise: float = 0.0):
        self.spec = write_spec(name, {"noise": noise}, NOISE)
        self.noise = noise
        self._kernels = compile_bot(game, name)

    def act(self, view: View) -> int:
        one = Games(view.game, view.num_players, view.states, view.mask[None], np.array([view.player]))
        return int(self.act_many(one, np.zeros(1, np.int64), np.array([view.seed]))[0])

    def act_many(self, games: Games, rows: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        actions = np.zeros(len(rows), np.int64)
        self._kernels.choose_rows(games.states, rows, games.masks, seeds, self.noise, actions)
        return actions
