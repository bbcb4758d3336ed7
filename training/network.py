"""The network in PyTorch, and its policy head, which computes the legal actions' logits and no others.

A decision of Louis XIV has about a dozen legal actions of 528: a dense head would spend half of all arithmetic on logits that the mask
throws away.
"""

import re
from collections import defaultdict
from itertools import pairwise
from typing import Any

import numba
import numpy as np
import torch
from torch import nn

from louis14_env.core.actions import ActionTable
from louis14_env.core.game import Game
from louis14_env.core.threads import Threads

compiled = numba.njit(nogil=True, fastmath=True, error_model="numpy", cache=True)


@compiled
def log_softmax_rows(hidden, weight, bias, legal, biases, starts, index, places, at, logs, chances, entropies, first, last):
    """For each row of the minibatch, logs[at[row]:at[row + 1]] = log-probabilities of its legal actions, chances[row] the chosen one's."""
    for row in range(first, last):
        begin, n = starts[index[row]], at[row + 1] - at[row]
        out = logs[at[row] : at[row + 1]]
        best = np.float32(-np.inf)
        for j in range(n):
            action = legal[begin + j]
            total = bias[action] + biases[begin + j]
            for k in range(hidden.shape[1]):
                total += hidden[row, k] * weight[action, k]
            out[j] = total
            best = max(best, total)
        sum_exp = np.float32(0)
        for j in range(n):
            out[j] -= best
            sum_exp += np.exp(out[j])
        log_sum, entropy = np.log(sum_exp), np.float32(0)
        for j in range(n):
            out[j] -= log_sum
            entropy -= np.exp(out[j]) * out[j]
        chances[row] = out[places[index[row]]]
        entropies[row] = entropy


@compiled
def back_rows(
    hidden, weight, legal, biases, starts, index, places, at, logs, entropies, from_chances, from_entropies, slices,
    to_hidden, to_weights, to_biases, first, last,
):  # fmt: skip
    """The gradients of log_softmax_rows; each slice of rows, the one that begins at slices[k], adds up its own to_weights[k]."""
    part = np.searchsorted(slices, first)
    to_weight, to_bias = to_weights[part], to_biases[part]
    to_weight[:] = 0
    to_bias[:] = 0
    for row in range(first, last):
        begin, place = starts[index[row]], places[index[row]]
        to_hidden[row] = 0
        for j in range(at[row + 1] - at[row]):
            action, log = legal[begin + j], logs[at[row] + j]
            chance = np.exp(log)
            slope = -from_chances[row] * chance - from_entropies[row] * chance * (log + entropies[row])
            if j == place:
                slope += from_chances[row]
            to_bias[action] += slope
            for k in range(hidden.shape[1]):
                to_hidden[row, k] += slope * weight[action, k]
                to_weight[action, k] += slope * hidden[row, k]


class Choices:
    """The legal actions of many decisions, one after another, what is added to their logits, and which of them was chosen."""

    def __init__(self, legal: np.ndarray, biases: np.ndarray, counts: np.ndarray, places: np.ndarray):
        self.legal, self.biases, self.counts, self.places = legal, biases, counts, places
        self.starts = np.concatenate(([0], np.cumsum(counts)))


def new_array(*shape: int) -> np.ndarray:
    """Memory as PyTorch aligns it: the last bits of its products depend on that."""
    return torch.empty(shape, dtype=torch.float32).numpy()


class LegalHead(torch.autograd.Function):
    """Log-probabilities of the chosen actions, and entropies of the policy, of the decisions `index`."""

    @staticmethod
    def forward(ctx, hidden, weight, bias, choices: Choices, index: np.ndarray, threads: Threads):
        at = np.concatenate(([0], np.cumsum(choices.counts[index])))
        logs, chances, entropies = (new_array(int(n)) for n in (at[-1], len(index), len(index)))
        ctx.rows = (choices.legal, choices.biases, choices.starts, index, choices.places, at, logs)
        ctx.threads = threads
        ctx.save_for_backward(hidden, weight)
        ctx.entropies = entropies
        arrays = (hidden.detach().numpy(), weight.detach().numpy(), bias.detach().numpy())
        ctx.threads.run((log_softmax_rows, *arrays, *ctx.rows, chances, entropies))
        return torch.from_numpy(chances), torch.from_numpy(entropies)

    @staticmethod
    def backward(ctx, from_chances, from_entropies):
        hidden, weight = (tensor.detach().numpy() for tensor in ctx.saved_tensors)
        parts = len(ctx.threads.slices)
        to_weights, to_biases, to_hidden = (
            new_array(parts, *weight.shape),
            new_array(parts, len(weight)),
            new_array(*hidden.shape),
        )
        slopes = (from_chances.contiguous().numpy(), from_entropies.contiguous().numpy())
        slices = np.array([first for first, _ in ctx.threads.slices])
        ctx.threads.run((back_rows, hidden, weight, *ctx.rows, ctx.entropies, *slopes, slices, to_hidden, to_weights, to_biases))
        sums = (torch.from_numpy(array).sum(dim=0) for array in (to_weights, to_biases))
        return torch.from_numpy(to_hidden), *sums, None, None, None


def common_words(actions: ActionTable) -> np.ndarray:
    """What actions have in common [action, word], by their texts: their range, and each word that another one has too.

    A word counts within its range and, if others have it, beyond. "11:2" is a word, and so are its parts.
    """
    users: dict[Any, set[int]] = defaultdict(set)
    for kind, (start, r) in enumerate(zip(actions.starts, actions.ranges, strict=True)):
        for action, text in enumerate(r.texts, start):
            for word in {"", *text.split(), *re.findall(r"\w+", text)}:
                users[kind, word].add(action)
                users[word].add(action)
    shared = {frozenset(those) for those in users.values() if 1 < len(those) < actions.size}
    words = np.zeros((actions.size, len(shared)), np.float32)
    for column, those in enumerate(sorted(map(sorted, shared))):
        words[those, column] = 1
    return words


class PolicyNetwork(nn.Module):
    """Rectified hidden layers, a policy head over the legal actions, and a value head: the share of the win, one output a player count.

    An action's weights are its own plus those of the words that it shares with others: what is learned of one path holds for its likes.
    A checkpoint stores their sum.
    """

    words: torch.Tensor  # [action, word]

    def __init__(self, game: Game, hidden: tuple[int, ...]):
        super().__init__()
        sizes = [game.observation.size, *hidden]
        self.hidden = nn.ModuleList(nn.Linear(n, m) for n, m in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], game.actions.size)
        self.value = nn.Linear(sizes[-1], game.max_players - game.min_players + 1)
        self.register_buffer("words", torch.from_numpy(common_words(game.actions)), persistent=False)
        self.shared_weight = nn.Parameter(torch.zeros(self.words.shape[1], sizes[-1]))
        self.shared_bias = nn.Parameter(torch.zeros(self.words.shape[1]))
        for layer in (module for module in self.hidden if isinstance(module, nn.Linear)):
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        for head, gain in ((self.policy, 0.01), (self.value, 0.1)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)
        nn.init.constant_(self.value.bias, 2 / (game.min_players + game.max_players))

    def trunk(self, seen: torch.Tensor) -> torch.Tensor:
        """The last hidden layer's outputs."""
        for layer in self.hidden:
            seen = torch.relu(layer(seen))
        return seen

    def forward(self, seen, choices: Choices, index: np.ndarray, threads: Threads, bfloat16: bool = False):
        """Log-probabilities of the chosen actions, entropies and values [decision, player count] of the decisions `index`.

        `threads` must be for as many rows.
        """
        with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
            hidden = self.trunk(seen).float()
        chances, entropies = LegalHead.apply(hidden, *self.whole_policy(), choices, index, threads)
        return chances, entropies, self.value(hidden)

    def whole_policy(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The policy head's weights and biases, those of common words included."""
        return torch.addmm(self.policy.weight, self.words, self.shared_weight), self.policy.bias + self.words @ self.shared_bias

    def tensors(self) -> dict[str, np.ndarray]:
        """The parameters as a checkpoint stores them: weights [input, output]."""
        with torch.no_grad():
            named: dict[str, torch.Tensor] = {name: p for name, p in self.named_parameters() if not name.startswith("shared")}
            named["policy.weight"], named["policy.bias"] = self.whole_policy()
            return {name: (p.T if p.ndim == 2 else p).numpy().copy() for name, p in named.items()}

    def load_tensors(self, tensors: dict[str, np.ndarray]) -> None:
        """Takes the parameters of a checkpoint with the same layers."""
        state = {name: torch.from_numpy(array.T.copy() if array.ndim == 2 else array.copy()) for name, array in tensors.items()}
        shared = {name: torch.zeros_like(p) for name, p in self.named_parameters() if name.startswith("shared")}
        self.load_state_dict(state | shared)
