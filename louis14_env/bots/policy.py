"""A checkpoint as a bot: a small network in compiled code, without PyTorch.

Sums run over the inputs one after another, so that many games side by side give exactly what each gives alone; inputs that are zero, as
most of an observation is, cost nothing.
"""

from typing import Any

import numpy as np

from louis14_env.bots.base import Bot, Games, View
from louis14_env.bots.checkpoint import Checkpoint, load_checkpoint
from louis14_env.core.game import Game
from louis14_env.core.jit import bind, cache_directory
from louis14_env.core.kernels import compile_kernels
from louis14_env.core.rng import RNG_WORDS, WORD, next_word, seed_rng
from louis14_env.core.specs import Argument, write_spec

ARGUMENTS = {
    "name": Argument("", "name or path of the checkpoint"),
    "temperature": Argument(0.0, "of the softmax that actions are drawn from; 0: the most probable one", 0, 1000),
}
POLICY_STREAM = 8  # tells a policy's chance from all others


def apply_layer(x, n, params, first, wide, out, rectify):
    """Fills out[:wide] with a layer's outputs for x[:n]; its weights [n, wide] begin at params[first]. Returns where the next begins."""
    bias = first + n * wide
    for j in range(wide):
        out[j] = params[bias + j]
    for k in range(n):
        if x[k] != 0:
            row = first + k * wide
            for j in range(wide):
                out[j] += x[k] * params[row + j]
    if rectify:
        for j in range(wide):
            out[j] = max(out[j], np.float32(0))
    return bias + wide


def forward(observations, params, sizes, logits, values):
    """Fills logits[row] and values[row]; sizes are those of the input, the hidden layers, the policy and the value head."""
    widest = 0
    for size in sizes:
        widest = max(widest, size)
    one, two = np.empty(widest, np.float32), np.empty(widest, np.float32)
    hidden = len(sizes) - 3
    for row in range(len(observations)):
        one[: sizes[0]] = observations[row]
        first = 0
        for layer in range(hidden):
            first = apply_layer(one, sizes[layer], params, first, sizes[layer + 1], two, True)
            one, two = two, one
        first = apply_layer(one, sizes[hidden], params, first, sizes[hidden + 1], logits[row], False)
        apply_layer(one, sizes[hidden], params, first, sizes[hidden + 2], values[row], False)


def choose_actions(logits, masks, rows, seeds, temperature, actions):
    """Fills actions[k] for the game rows[k]: the best legal one or, at a temperature, one drawn from the softmax of the legal ones."""
    rng = np.empty(RNG_WORDS, np.int64)
    for k in range(len(rows)):
        mask, logit = masks[rows[k]], logits[k]
        best = -1
        for action in range(len(mask)):
            if mask[action] and (best < 0 or logit[action] > logit[best]):
                best = action
        actions[k] = best
        if temperature > 0:
            seed_rng(rng, seeds[k], POLICY_STREAM)
            total = 0.0
            for action in range(len(mask)):
                if mask[action]:
                    total += np.exp((logit[action] - logit[best]) / temperature)
            left = total * next_word(rng) / (WORD + 1)
            for action in range(len(mask)):
                if mask[action]:
                    left -= np.exp((logit[action] - logit[best]) / temperature)
                    if left < 0:
                        actions[k] = action
                        break


class Network:
    """The compiled network of a checkpoint."""

    def __init__(self, checkpoint: Checkpoint, game: Game):
        directory = cache_directory(f"{game.id}-{game.digest}", "policy")
        names: dict[str, Any] = {"apply_layer": bind(apply_layer, {}, directory)}
        self._forward = bind(forward, names, directory)
        self.choose_actions = bind(choose_actions, names, directory)
        layers = [*(f"hidden.{k}" for k in range(checkpoint.num_hidden)), "policy", "value"]
        tensors = checkpoint.tensors
        self.sizes = np.array([game.observation.size, *(tensors[f"{layer}.bias"].size for layer in layers)])
        self.params = np.concatenate([tensors[f"{layer}.{part}"].ravel() for layer in layers for part in ("weight", "bias")])

    def __call__(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits [row, action] and values [row, player count] of observations."""
        logits = np.empty((len(observations), self.sizes[-2]), np.float32)
        values = np.empty((len(observations), self.sizes[-1]), np.float32)
        self._forward(observations, self.params, self.sizes, logits, values)
        return logits, values


class PolicyBot(Bot):
    """Plays what a checkpoint's network likes best."""

    def __init__(self, game: Game, name: str, temperature: float = 0.0):
        self.checkpoint = load_checkpoint(name, game)
        self.network = Network(self.checkpoint, game)
        self.temperature = temperature
        self.spec = write_spec("policy", {"name": name, "temperature": temperature}, ARGUMENTS)
        self._observe = compile_kernels(game).call_observe

    def act(self, view: View) -> int:
        one = Games(view.game, view.num_players, view.states, view.mask[None], np.array([view.player]))
        return int(self.act_many(one, np.zeros(1, np.int64), np.array([view.seed]))[0])

    def act_many(self, games: Games, rows: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        seen = np.empty((len(rows), games.game.observation.size), np.float32)
        for k, row in enumerate(rows):
            self._observe(games.states, row, games.current[row], seen[k])
        actions = np.zeros(len(rows), np.int64)
        self.network.choose_actions(self.network(seen)[0], games.masks, rows, seeds, self.temperature, actions)
        return actions
