"""Networks as players, and checkpoints by name."""

import numpy as np

from louis14_env.bots.base import Bot, Games, View
from louis14_env.core.game import Game
from louis14_env.core.specs import Argument, write_spec
from louis14_env.networks.checkpoint import load_checkpoint
from louis14_env.networks.compiled import Network

ARGUMENTS = {
    "name": Argument("", "name or path of the checkpoint"),
    "temperature": Argument(0.0, "of the softmax that actions are drawn from; 0: the most probable one", 0, 1000),
}


class NetworkBot(Bot):
    """Plays what a network likes best or, at a temperature, draws from its softmax."""

    def __init__(self, network: Network, spec: str, temperature: float = 0.0):
        self.network, self.spec, self.temperature = network, spec, temperature

    def act(self, view: View) -> int:
        one = Games(view.game, view.num_players, view.states, view.mask[None], np.array([view.player], np.int32))
        return int(self.act_many(one, np.zeros(1, np.int64), np.array([view.seed]))[0])

    def act_many(self, games: Games, rows: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return self.network.decide(games, rows, seeds, self.temperature).actions


class PolicyBot(NetworkBot):
    """A checkpoint as a player."""

    def __init__(self, game: Game, name: str, temperature: float = 0.0):
        self.checkpoint = load_checkpoint(name, game)
        spec = write_spec("policy", {"name": name, "temperature": temperature}, ARGUMENTS)
        super().__init__(Network(self.checkpoint.tensors, game, self.checkpoint.prior), spec, temperature)
