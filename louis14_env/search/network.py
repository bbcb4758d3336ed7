"""Tree search with a network: its policy is the prior, its value the estimate where rollouts end, or of every new node without any.

Many trees grow in step: each iteration plays down all of them, then the network looks at all their new nodes at once. A tree does not
depend on those beside it. As in `kernels`, the contract's names are free here and bound to a game's functions.
"""
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"

from types import SimpleNamespace
from typing import Any

import numpy as np

from louis14_env.core.game import NUM_RETURNS, WIN, Game
from louis14_env.core.jit import announced, bind, cache_directory, compile_lock, is_compiled
from louis14_env.core.kernels import compile_kernels, list_legal, new_states
from louis14_env.core.rng import RNG_WORDS
from louis14_env.networks.compiled import (
    LANES,
    Network,
    add_eight,
    add_eight_lanes,
    apply_head,
    apply_rows,
    legal_logits,
    no_scores,
    think_rows,
    value_rows,
    weighted,
    zero_tensors,
)
from louis14_env.search.kernels import (
    LENGTHS,
    MOST_DEPTH,
    MOST_WORSE,
    NUM_REPORTS,
    PUCT,
    ROOT,
    UNKNOWN,
    add_node,
    back_up,
    begin,
    deal_anew,
    descend,
    no_chapter,
    only_tried,
    roll_out,
    select,
)


def fill_as_the_mean(scratch, at, mask, legal, weight, out, temperature):
    """Gives actions that were not legal when the network looked at the node the mean weight of those that were."""
    known, total = 0, 0.0
    for action in legal:
        if weight[action] != UNKNOWN:
            known += 1
            total += float(weight[action])
    if known < len(legal):
        for action in legal:
            if weight[action] == UNKNOWN:
                weight[action] = total / known if known > 0 else 1.0


def weigh(scratch, at, mask, hidden, params, first, sizes, prior, temperature, legal, logits, points, weight, sums):
    """Fills in a new node's prior weights from the network's logits: exp(logit / temperature), the best legal one 1."""
    count = legal_logits(hidden, sizes[-3], params, first, sizes[-2], mask, legal, logits, sums)
    if prior > 0:
        scores(scratch, at, mask, points)
    best = -np.inf
    for j in range(count):
        logits[j] += prior * points[legal[j]]
        best = max(best, float(logits[j]))
    for j in range(count):
        weight[legal[j]] = np.exp(max((float(logits[j]) - best) / temperature, -MOST_WORSE)) if temperature > 0 else 1.0


def share(values, first_row, num_players, head, out):
    """Fills out[player] with what the network expects for each, as shares that are at least 0 and add up to 1."""
    total = 0.0
    for p in range(num_players):
        out[p] = max(float(values[first_row + p, head]), 0.0)
        total += out[p]
    for p in range(num_players):
        out[p] = out[p] / total if total > 0 else 1.0 / num_players


def grow_trees(
    states, rows, scratch, masks, child, weight, visits, offered, total, reports, rngs, seen, one, two, values,
    params, sizes, prior, iterations, selection, exploration, temperature, first_play, horizon,
):  # fmt: skip
    """Grows the tree of each position states[rows[t]] by so many iterations; a horizon of 0 does without rollouts.

    Arrays of trees, masks and scratch states have a row a tree; seen, one, two and values one a player of each.
    """
    trees, size = len(rows), masks.shape[1]
    paths, depths, stops = np.empty((trees, MOST_DEPTH), np.int64), np.zeros(trees, np.int64), np.empty(trees)
    legal, places = np.empty(size, np.int64), np.empty(size, np.int32)
    logits, points = np.empty(size, np.float32), np.zeros(size)
    shares, results, sums = np.zeros(max_players), np.zeros((max_players, NUM_RETURNS)), np.empty(LANES, np.float32)
    for t in range(trees):
        stops[t] = np.ceil(chapter(states, rows[t]) + horizon)
    for _ in range(iterations):
        end = 0
        for t in range(trees):
            if visits[t, ROOT] == 0:  # the network looks at the root first
                deal_anew(states, rows[t], scratch, t, masks[t], rngs[t])
                paths[t, 0], depths[t] = ROOT, 0
            else:
                depths[t] = descend(
                    states, rows[t], scratch, t, masks[t], legal, paths[t], child[t], weight[t], visits[t], offered[t], total[t],
                    reports[t], rngs[t], points, selection, exploration, temperature, first_play,
                )  # fmt: skip
            if visits[t, paths[t, depths[t]]] == 0 and not is_over(scratch, t):
                observe(scratch, t, current_player(scratch, t), seen[end])
                end += 1
        hidden, first = think_rows(seen, end, params, sizes, one, two)
        at = 0
        for t in range(trees):
            leaf = paths[t, depths[t]]
            if visits[t, leaf] == 0 and not is_over(scratch, t):
                weigh(
                    scratch, t, masks[t], hidden[at], params, first, sizes, prior, temperature, places, logits, points, weight[t, leaf], sums
                )  # fmt: skip
                at += 1
        end = 0
        for t in range(trees):
            if horizon > 0:
                reports[t, LENGTHS] += roll_out(scratch[t : t + 1], masks[t], rngs[t], stops[t])
            if not is_over(scratch, t):
                for p in range(scratch[t].num_players):
                    observe(scratch, t, p, seen[end])
                    end += 1
        hidden, first = think_rows(seen, end, params, sizes, one, two)
        value_rows(hidden, end, params, first, sizes, values, sums)
        at = 0
        for t in range(trees):
            n = scratch[t].num_players
            if is_over(scratch, t):
                returns(scratch, t, results)
                shares[:n] = results[:n, WIN]
            else:
                share(values, at, n, n - min_players, shares)
                at += n
            back_up(paths[t], depths[t], visits[t], total[t], reports[t], shares, n)


INNER: tuple[Any, ...] = (
    list_legal, only_tried, add_node, select, deal_anew, descend, back_up, add_eight, apply_rows, think_rows, add_eight_lanes, weighted,
    apply_head, value_rows, legal_logits, weigh, share, roll_out,
)  # fmt: skip
ENTRIES: tuple[Any, ...] = (begin, grow_trees)


def compile_network_search(game: Game, rollout: str) -> Any:
    """The kernels of a search with a network and a compiled player for the rollouts: begin and grow_trees."""
    with compile_lock:
        kernels, key = compile_kernels(game), (rollout, "network search")
        if key not in kernels.bots:
            directory = cache_directory(f"{game.id}-{game.digest}", f"{rollout}-network-search")
            names = {**kernels.names, "min_players": game.min_players, "fill_weights": bind(fill_as_the_mean, {}, directory)}
            names["bot"] = game.bots.get(rollout, kernels.names["random_action"])
            for name, missing in (("scores", no_scores), ("chapter", no_chapter)):
                names[name] = getattr(game, name) or bind(missing, names, directory)
            for template in INNER:
                names[template.__name__] = bind(template, names, directory)
            bound = SimpleNamespace(**{t.__name__: bind(t, names, directory) for t in ENTRIES})
            if not is_compiled(directory):
                with announced(directory, f"{game.title}: search with a network and {rollout} rollouts"):
                    _warm_up(game, bound)
            kernels.bots[key] = bound
    return kernels.bots[key]


class Trees(SimpleNamespace):
    """The arrays of several searches in step."""

    def __init__(self, game: Game, trees: int, nodes: int, network: Network):
        size, players = game.actions.size, trees * game.max_players
        self.network = network
        self.scratch, _ = new_states(game, trees)
        self.masks = np.zeros((trees, size), np.int8)
        self.child = np.zeros((trees, nodes, size), np.int32)
        self.weight = np.zeros((trees, nodes, size), np.float32)
        self.visits = np.zeros((trees, nodes), np.int32)
        self.offered = np.zeros((trees, nodes), np.int32)
        self.total = np.zeros((trees, nodes, game.max_players))
        self.report = np.zeros((trees, NUM_REPORTS), np.int64)
        self.rng = np.zeros((trees, RNG_WORDS), np.int64)
        widest = int(network.sizes[1:].max())
        self.seen = np.zeros((players, game.observation.size), np.float32)
        self.one, self.two = (np.zeros((players, widest), np.float32) for _ in range(2))
        self.values = np.zeros((players, int(network.sizes[-1])), np.float32)

    def tree(self, t: int) -> SimpleNamespace:
        """The arrays of one of them, as a Tree has them."""
        names = ("child", "weight", "visits", "offered", "total", "report", "rng")
        return SimpleNamespace(**{name: getattr(self, name)[t] for name in names})

    def begin(self, kernels: Any, seeds: np.ndarray) -> None:
        """Empty trees."""
        for t, seed in enumerate(seeds):
            kernels.begin(*vars(self.tree(t)).values(), int(seed))

    def grow(self, kernels: Any, states: np.ndarray, rows: np.ndarray, how: tuple, iterations: int) -> None:
        n = len(rows)
        trees = (getattr(self, name)[:n] for name in ("child", "weight", "visits", "offered", "total", "report", "rng"))
        network = (self.network.params, self.network.sizes, self.network.prior)
        kernels.grow_trees(
            states, rows, self.scratch, self.masks[:n], *trees, self.seen, self.one, self.two, self.values, *network, iterations, *how
        )  # fmt: skip


def _warm_up(game: Game, bound: Any) -> None:
    """Compiles the kernels by searching a little with a network of zeros."""
    trees = Trees(game, 1, 4, Network(zero_tensors(game), game))
    states, _ = new_states(game, 1)
    compile_kernels(game).start(states, 0, game.min_players, 0, 0, trees.masks[0], True)
    trees.begin(bound, np.zeros(1, np.int64))
    trees.grow(bound, states, np.zeros(1, np.int64), (PUCT, 1.0, 1.0, 0.0, 1.0), 3)
