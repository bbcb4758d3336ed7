"""A checkpoint's network in compiled code, without PyTorch.

Sums run over the inputs one after another, so that many games side by side give exactly what each gives alone; inputs that are zero, as
most of an observation is, cost nothing, and so do actions that are not legal.
"""
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from louis14_env.core.game import Game
from louis14_env.core.jit import announced, bind, cache_directory, compile_lock, is_compiled
from louis14_env.core.kernels import compile_kernels, first_position, list_legal
from louis14_env.core.rng import RNG_WORDS, WORD, next_word, seed_rng
from louis14_env.networks.checkpoint import num_hidden

POLICY_STREAM = 8  # tells a policy's chance from all others


AT_ONCE = 8  # inputs added in one pass over the outputs, as add_eight is written
BLOCK = 64  # rows between two layers
LANES = 16  # sums side by side in a processor's register


def apply_rows(x, rows, n, params, first, wide, out, rectify):
    """Fills out[:rows, :wide] with a layer's outputs, each row as if it were alone; returns where the next layer's weights begin."""
    end = first + n * wide
    inputs, starts = np.empty(n, np.float32), np.empty(n, np.int64)
    for row in range(rows):
        count = 0
        for k in range(n):  # those that are not zero
            inputs[count] = x[row, k]
            starts[count] = first + k * wide
            count += x[row, k] != 0
        y = out[row, :wide]
        y[:] = params[end : end + wide]
        k = 0
        while k + AT_ONCE <= count:
            add_eight(y, inputs[k:], params, starts[k:])
            k += AT_ONCE
        while k < count:
            weights = params[starts[k] : starts[k] + wide]
            for j in range(wide):
                y[j] += inputs[k] * weights[j]
            k += 1
        if rectify:
            for j in range(wide):
                y[j] = max(y[j], np.float32(0))
    return end + wide


def add_eight(y, inputs, params, starts):
    """Adds inputs[0] * its weights to y, then inputs[1] * its own, and so on for AT_ONCE of them, without putting y down in between."""
    n = len(y)
    a, b, c, d = inputs[0], inputs[1], inputs[2], inputs[3]
    e, f, g, h = inputs[4], inputs[5], inputs[6], inputs[7]
    at, bt, ct, dt = params[starts[0] :][:n], params[starts[1] :][:n], params[starts[2] :][:n], params[starts[3] :][:n]
    et, ft, gt, ht = params[starts[4] :][:n], params[starts[5] :][:n], params[starts[6] :][:n], params[starts[7] :][:n]
    for j in range(n):
        half = (((y[j] + a * at[j]) + b * bt[j]) + c * ct[j]) + d * dt[j]
        y[j] = (((half + e * et[j]) + f * ft[j]) + g * gt[j]) + h * ht[j]


def think_rows(seen, rows, params, sizes, one, two):
    """Returns the last hidden layer's outputs of seen[:rows], in `one` or `two`, and where the policy's weights begin."""
    first = apply_rows(seen, rows, sizes[0], params, 0, sizes[1], one, True)
    for layer in range(1, len(sizes) - 3):
        first = apply_rows(one, rows, sizes[layer], params, first, sizes[layer + 1], two, True)
        one, two = two, one
    return one, first


def forward(observations, params, sizes, logits, values):
    """Fills logits[row] and values[row]; sizes are those of the input, the hidden layers, the policy and the value head."""
    one, two = np.empty((len(observations), max(sizes)), np.float32), np.empty((len(observations), max(sizes)), np.float32)
    hidden, first = think_rows(observations, len(observations), params, sizes, one, two)
    sums = np.empty(LANES, np.float32)
    for row in range(len(observations)):
        apply_head(hidden[row], sizes[-3], params, first, sizes[-2], logits[row], sums)
    value_rows(hidden, len(observations), params, first, sizes, values, sums)


def value_rows(hidden, rows, params, first, sizes, values, sums):
    """Fills values[:rows] from the last hidden layer's outputs; the policy's weights begin at `first`."""
    n, wide = sizes[-3], sizes[-1]
    for row in range(rows):
        apply_head(hidden[row], n, params, first + (n + 1) * sizes[-2], wide, values[row], sums)


def apply_head(hidden, n, params, first, wide, out, sums):
    """Fills out[:wide] with the outputs of a head, whose weights stand at `first`, output by output."""
    for k in range(wide):
        out[k] = params[first + n * wide + k] + weighted(hidden, params[first + k * n :], n, sums)


def weighted(hidden, weights, n, sums):
    """Returns the sum of hidden[k] * weights[k] over k < n, in LANES sums side by side: in this order always. `sums` is scratch space."""
    sums[:] = 0
    k = 0
    while k + AT_ONCE * LANES <= n:
        add_eight_lanes(sums, hidden[k:], weights[k:])
        k += AT_ONCE * LANES
    while k < n:
        for lane in range(min(LANES, n - k)):
            sums[lane] += hidden[k + lane] * weights[k + lane]
        k += LANES
    total = np.float32(0)
    for lane in range(LANES):
        total += sums[lane]
    return total


def add_eight_lanes(sums, hidden, weights):
    """Adds hidden[k] * weights[k] to sums[k % LANES] for k < AT_ONCE * LANES, in ascending order, without putting them down in between."""
    for j in range(LANES):
        half = sums[j] + hidden[j] * weights[j] + hidden[j + LANES] * weights[j + LANES]
        half = half + hidden[j + 2 * LANES] * weights[j + 2 * LANES] + hidden[j + 3 * LANES] * weights[j + 3 * LANES]
        half = half + hidden[j + 4 * LANES] * weights[j + 4 * LANES] + hidden[j + 5 * LANES] * weights[j + 5 * LANES]
        sums[j] = half + hidden[j + 6 * LANES] * weights[j + 6 * LANES] + hidden[j + 7 * LANES] * weights[j + 7 * LANES]


def legal_logits(hidden, n, params, first, wide, mask, legal, logits, sums):
    """Fills legal[:count] with the legal actions and logits[:count] with theirs alone; returns the count."""
    count = list_legal(mask, legal)
    for j in range(count):
        action = legal[j]
        logits[j] = params[first + n * wide + action] + weighted(hidden, params[first + action * n :], n, sums)
    return count


def draw(logits, count, temperature, rng):
    """Returns which of logits[:count] is the largest or, at a temperature, one drawn from their softmax; and its log-probability."""
    best = 0
    for k in range(count):
        if logits[k] > logits[best]:
            best = k
    if temperature == 0:
        return best, 0.0
    total = 0.0
    for k in range(count):
        total += np.exp(float(logits[k] - logits[best]) / temperature)  # as wide when interpreted as when compiled
    left = total * next_word(rng) / (WORD + 1)
    chosen = best
    for k in range(count):
        left -= np.exp(float(logits[k] - logits[best]) / temperature)
        if left < 0:
            chosen = k
            break
    return chosen, float(logits[chosen] - logits[best]) / temperature - np.log(total)


def decide_rows(
    states, rows, current, masks, params, sizes, prior, seeds, temperature, seen, values, legal, biases, counts, places, actions, chances
):  # fmt: skip
    """The network's action in each of the games `rows`, and all that a learner keeps of the decision; returns the length of `legal`.

    seen[k] is what the player saw, values[k] what the network expects, actions[k] = legal[places[k]] of the counts[k] legal actions that
    stand in `legal` one decision after another, chances[k] its log-probability. biases are what the prior adds to the logits of the
    legal actions: the game's own scores, times `prior`.
    """
    rng = np.empty(RNG_WORDS, np.int64)
    logits, points = np.empty(sizes[-2], np.float32), np.zeros(sizes[-2])
    one, two = np.empty((BLOCK, max(sizes)), np.float32), np.empty((BLOCK, max(sizes)), np.float32)
    sums, end = np.empty(LANES, np.float32), 0
    for begin in range(0, len(rows), BLOCK):
        n = min(BLOCK, len(rows) - begin)
        for k in range(begin, begin + n):
            observe(states, rows[k], current[rows[k]], seen[k])
        hidden, first = think_rows(seen[begin:], n, params, sizes, one, two)
        value_rows(hidden, n, params, first, sizes, values[begin:], sums)
        for k in range(begin, begin + n):
            row = rows[k]
            counts[k] = legal_logits(
                hidden[k - begin], sizes[-3], params, first, sizes[-2], masks[row], legal[end:], logits, sums
            )
            if prior > 0:
                scores(states, row, masks[row], points)
            for j in range(counts[k]):
                biases[end + j] = prior * points[legal[end + j]]
                logits[j] += biases[end + j]
            if temperature > 0:
                seed_rng(rng, seeds[k], POLICY_STREAM)
            places[k], chances[k] = draw(logits, counts[k], temperature, rng)
            actions[k] = legal[end + places[k]]
            end += counts[k]
    return end


@dataclass
class Decided:
    """What a network decided in some games, and on what ground: a row a decision."""

    seen: np.ndarray  # [decision, value] float32
    values: np.ndarray  # [decision, player count] expected share of the win
    legal: np.ndarray  # the legal actions of one decision after another
    biases: np.ndarray  # what the prior adds to their logits
    counts: np.ndarray  # [decision] how many of these are its own
    places: np.ndarray  # [decision] which of its legal actions was chosen
    actions: np.ndarray  # [decision]
    chances: np.ndarray  # [decision] log-probability of the action; 0 without a temperature


def no_scores(states, i, mask, out):
    """For a game that has no opinion: all actions look alike."""
    for action in range(len(mask)):
        out[action] = 0.0


INNER: tuple[Any, ...] = (
    add_eight,
    apply_rows,
    think_rows,
    add_eight_lanes,
    weighted,
    apply_head,
    value_rows,
    list_legal,
    legal_logits,
    draw,
)
ENTRIES: tuple[Any, ...] = (forward, decide_rows)


def compile_network(game: Game) -> Any:
    """The kernels of networks that play a game: forward and decide_rows."""
    with compile_lock:
        kernels, key = compile_kernels(game), ("network", "rows")
        if key not in kernels.bots:
            directory = cache_directory(f"{game.id}-{game.digest}", "network-rows")
            names: dict[str, Any] = dict(kernels.names)
            names["scores"] = game.scores or bind(no_scores, names, directory)
            for template in INNER:
                names[template.__name__] = bind(template, names, directory)
            kernels.bots[key] = SimpleNamespace(**{t.__name__: bind(t, names, directory) for t in ENTRIES})
            if not is_compiled(directory):
                with announced(directory, f"{game.title}: networks"):
                    _warm_up(game)
    return kernels.bots[key]


def zero_tensors(game: Game) -> dict[str, np.ndarray]:
    """A network that knows nothing."""
    sizes = {"hidden.0": 1, "policy": game.actions.size, "value": game.max_players - game.min_players + 1}
    tensors: dict[str, np.ndarray] = {}
    wide = game.observation.size
    for layer, n in sizes.items():
        tensors |= {f"{layer}.weight": np.zeros((wide, n), np.float32), f"{layer}.bias": np.zeros(n, np.float32)}
        wide = n if layer.startswith("hidden") else wide
    return tensors


def _warm_up(game: Game) -> None:
    """Compiles the kernels by deciding once."""
    network, (states, masks) = Network(zero_tensors(game), game), first_position(game)
    network(np.zeros((1, game.observation.size), np.float32))
    current = np.zeros(1, np.int32)
    network.decide(
        SimpleNamespace(states=states, masks=masks, current=current), np.zeros(1, np.int64), np.zeros(1, np.int64), 1.0
    )


class Network:
    """The compiled network of a checkpoint.

    With a prior, it corrects the game's own opinion: `prior` times game.scores is added to the logits of the legal actions.
    """

    def __init__(self, tensors: dict[str, np.ndarray], game: Game, prior: float = 0.0):
        if prior and game.scores is None:
            raise ValueError(f"{game.id} has no scores to begin with: prior must be 0, not {prior}")
        self.prior = float(prior)
        self._kernels = compile_network(game)
        layers = [*(f"hidden.{k}" for k in range(num_hidden(tensors))), "policy", "value"]
        self.sizes = np.array([game.observation.size, *(tensors[f"{layer}.bias"].size for layer in layers)])
        turned = tensors | {f"{name}.weight": tensors[f"{name}.weight"].T for name in ("policy", "value")}  # [output, input]
        self.params = np.concatenate([turned[f"{layer}.{part}"].ravel() for layer in layers for part in ("weight", "bias")])

    def __call__(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits [row, action], without the prior, and values [row, player count] of observations."""
        logits = np.empty((len(observations), self.sizes[-2]), np.float32)
        values = np.empty((len(observations), self.sizes[-1]), np.float32)
        self._kernels.forward(observations, self.params, self.sizes, logits, values)
        return logits, values

    def decide(
        self, games: Any, rows: np.ndarray, seeds: np.ndarray, temperature: float, seen: np.ndarray | None = None
    ) -> Decided:
        """Its actions in the games `rows`: the most probable ones or, at a temperature, drawn from the softmax with seeds[k].

        What the players saw is written to `seen` [row, value], if given.
        """
        n, size = len(rows), int(self.sizes[-2])
        found = Decided(
            np.empty((n, self.sizes[0]), np.float32) if seen is None else seen, np.empty((n, self.sizes[-1]), np.float32), np.empty(n * size, np.int32),
            np.empty(n * size, np.float32), np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.float32),
        )  # fmt: skip
        end = self._kernels.decide_rows(
            games.states, rows, games.current, games.masks, self.params, self.sizes, self.prior, seeds, temperature, found.seen,
            found.values, found.legal, found.biases, found.counts, found.places, found.actions, found.chances,
        )  # fmt: skip
        found.legal, found.biases = found.legal[:end].copy(), found.biases[:end].copy()
        return found
