"""The tree search, written once and compiled for each game and rollout player. It knows no game: the contract's names are free here.

A tree is a set of arrays, a row a node; node 0 is the root and, in `child`, stands for none.
    child[node, action]   the node after that action
    weight[node, action]  prior weight of the action, UNKNOWN until it was legal there; priors are weights over the sum of the legal ones
    visits[node]          iterations that passed
    offered[node]         iterations in which the action that leads here was legal (the root: unused)
    total[node, player]   sum of the values of these iterations, a share of the win each
The same node stands for all positions that follow from the same actions, whatever was dealt: which actions are legal may differ.
"""
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"

from types import SimpleNamespace
from typing import Any

import numpy as np

from louis14_env.core.game import NUM_RETURNS, WIN, Game
from louis14_env.core.jit import announced, bind, cache_directory, compile_lock, is_compiled
from louis14_env.core.kernels import bot_names, compile_kernels, list_legal, new_states
from louis14_env.core.rng import RNG_WORDS, WORD, WORD_BITS, next_word, seed_rng
from louis14_env.networks.compiled import no_scores

ROOT = NONE = 0
UNKNOWN = -1.0
SEARCH_STREAM = 7  # tells a search's chance from all others
MOST_DEPTH = 256
MOST_WORSE = 30.0  # temperatures; no prior is smaller than exp(-30) of the best
PUCT, UCB = range(2)
# What a search reports about itself
NODES, DEPTHS, LENGTHS, DEEPEST, NUM_REPORTS = 0, 1, 2, 3, 4


def iterate(
    states, scratch, i, mask, child, weight, visits, offered, total, report, rng, out, values, iterations,
    selection, exploration, temperature, first_play, horizon,
):  # fmt: skip
    """Grows the tree of the position states[i] by so many iterations; `scratch` is a state to play on."""
    stop = np.ceil(chapter(states, i) + horizon) if horizon > 0 else np.inf
    path, legal = np.empty(MOST_DEPTH, np.int64), np.empty(len(mask), np.int64)
    for _ in range(iterations):
        depth = descend(
            states, i, scratch, 0, mask, legal, path, child, weight, visits, offered, total, report, rng, out, selection, exploration,
            temperature, first_play,
        )  # fmt: skip
        report[LENGTHS] += roll_out(scratch, mask, rng, stop)
        judge(scratch, values)
        back_up(path, depth, visits, total, report, values[:, WIN], scratch[0].num_players)


def deal_anew(states, i, scratch, at, mask, rng):
    """Copies the position states[i] to scratch[at], with all that the player to decide cannot know dealt anew."""
    scratch[at] = states[i]
    redeterminize(scratch, at, current_player(states, i), (next_word(rng) << (WORD_BITS - 2)) ^ next_word(rng))
    legal_mask(scratch, at, mask)


def descend(
    states, i, scratch, at, mask, legal, path, child, weight, visits, offered, total, report, rng, out, selection, exploration,
    temperature, first_play,
):  # fmt: skip
    """Deals anew what the player to decide cannot know and plays down the tree in scratch[at] until a new node or the end.

    Fills path[0 .. depth] with the nodes; returns the depth.
    """
    deal_anew(states, i, scratch, at, mask, rng)
    node, depth = ROOT, 0
    path[0] = ROOT
    fresh = False
    while not fresh and depth < MOST_DEPTH - 1 and not is_over(scratch, at):
        count = list_legal(mask, legal)
        if report[NODES] == len(visits):
            count = only_tried(legal, count, child[node])
        fill_weights(scratch, at, mask, legal[:count], weight[node], out, temperature)
        action = select(
            legal[:count], child[node], weight[node], visits, offered, total, current_player(scratch, at), node, rng, selection,
            exploration, first_play,
        )  # fmt: skip
        step(scratch, at, action)
        settle(scratch, at, mask, True)
        if child[node, action] == NONE:
            if report[NODES] == len(visits):
                break
            child[node, action] = add_node(child, weight, visits, offered, total, report)
            offered[child[node, action]] = 1
            fresh = True
        node = child[node, action]
        depth += 1
        path[depth] = node
    return depth


def back_up(path, depth, visits, total, report, shares, num_players):
    """Adds what an iteration found to the nodes it passed."""
    for k in range(depth + 1):
        visits[path[k]] += 1
        for p in range(num_players):
            total[path[k], p] += shares[p]
    report[DEPTHS] += depth
    report[DEEPEST] = max(report[DEEPEST], depth)


def add_node(child, weight, visits, offered, total, report):
    """Returns a new, empty node."""
    node = report[NODES]
    report[NODES] += 1
    child[node, :] = NONE
    weight[node, :] = UNKNOWN
    visits[node] = 0
    offered[node] = 0
    total[node, :] = 0
    return node


def only_tried(legal, count, child):
    """Keeps, in a tree that cannot grow, only the actions that lead to a node, if there are any; returns how many are left."""
    tried = 0
    for k in range(count):
        if child[legal[k]] != NONE:
            legal[tried] = legal[k]
            tried += 1
    return tried if tried > 0 else count


def fill_weights(scratch, at, mask, legal, weight, out, temperature):
    """Fills in the prior weights of actions that were never legal here before: exp(score / temperature), the best legal one 1."""
    new = False
    for action in legal:
        new = new or weight[action] == UNKNOWN
    if not new:
        return
    best = 0.0
    if temperature > 0:
        scores(scratch, at, mask, out)
        best = -np.inf
        for action in legal:
            best = max(best, out[action])
    for action in legal:
        if weight[action] == UNKNOWN:
            worse = max((out[action] - best) / temperature, -MOST_WORSE) if temperature > 0 else 0.0
            weight[action] = np.exp(worse)


def select(legal, child, weight, visits, offered, total, player, node, rng, selection, exploration, first_play):
    """Returns the legal action with the best bound for the player to decide (max^n)."""
    passed, prior = 0, 0.0
    for action in legal:
        prior += float(weight[action])  # as wide when interpreted as when compiled
        if child[action] != NONE:
            passed += visits[child[action]]
            offered[child[action]] += 1
    mean = total[node, player] / visits[node] if visits[node] > 0 else 0.0
    best, chosen, equal = -np.inf, -1, 0
    for action in legal:
        n, value = 0, mean - first_play
        if child[action] != NONE and visits[child[action]] > 0:
            n = visits[child[action]]
            value = total[child[action], player] / n
        if selection == PUCT:
            bound = value + exploration * float(weight[action]) / prior * np.sqrt(passed + 1.0) / (1.0 + n)
        elif n == 0:
            bound = np.inf
        else:
            bound = value + exploration * np.sqrt(np.log(offered[child[action]]) / n)
        if bound > best:
            best, chosen, equal = bound, action, 1
        elif bound == best:
            equal += 1
            if next_word(rng) * equal <= WORD:
                chosen = action
    return chosen


def roll_out(scratch, mask, rng, stop):
    """Plays on with the bound player until the end or the chapter `stop`; returns the number of decisions."""
    length = 0
    while not is_over(scratch, 0) and chapter(scratch, 0) < stop:
        step(scratch, 0, bot(scratch, 0, mask, rng))
        settle(scratch, 0, mask, True)
        length += 1
    return length


def judge(scratch, values):
    """Fills values[player, WIN] with the share of the win, or with its estimate where the game is not over."""
    if is_over(scratch, 0):
        returns(scratch, 0, values)
    else:
        value(scratch, 0, values[:, WIN])


def play_outs(states, scratch, i, mask, rng, times):
    """Plays a position to the end so many times, what its player cannot know dealt anew each time; for the benchmark."""
    decisions = 0
    viewer = current_player(states, i)
    for _ in range(times):
        scratch[0] = states[i]
        redeterminize(scratch, 0, viewer, next_word(rng))
        legal_mask(scratch, 0, mask)
        decisions += roll_out(scratch, mask, rng, np.inf)
    return decisions


def begin(child, weight, visits, offered, total, report, rng, seed):
    """An empty tree and the search's generator."""
    report[:] = 0
    add_node(child, weight, visits, offered, total, report)
    seed_rng(rng, seed, SEARCH_STREAM)


def no_value(states, i, out):
    """For a game that has no estimate: everyone's share is the same."""
    for p in range(states[i].num_players):
        out[p] = 1.0 / states[i].num_players


def no_chapter(states, i):
    """For a game that has no chapters: it is one."""
    return 0.0


INNER: tuple[Any, ...] = (list_legal, only_tried, add_node, fill_weights, select, deal_anew, descend, back_up, roll_out, judge)
ENTRIES: tuple[Any, ...] = (begin, iterate, play_outs)


def compile_search(game: Game, rollout: str) -> Any:
    """The search kernels of a game with a compiled player for the rollouts: begin, iterate, play_outs."""
    if rollout not in bot_names(game):
        raise ValueError(f"rollout must be one of {', '.join(map(repr, bot_names(game)))}, not {rollout!r}")
    with compile_lock:
        return _compile_search(game, rollout)


def _compile_search(game: Game, rollout: str) -> Any:
    kernels, key = compile_kernels(game), (rollout, "search")
    if key not in kernels.bots:
        directory = cache_directory(f"{game.id}-{game.digest}", f"{rollout}-search")
        names = {**kernels.names, "bot": game.bots.get(rollout, kernels.names["random_action"])}
        for name, missing in (("scores", no_scores), ("value", no_value), ("chapter", no_chapter)):
            names[name] = getattr(game, name) or bind(missing, names, directory)
        for template in INNER:
            names[template.__name__] = bind(template, names, directory)
        bound = SimpleNamespace(**{t.__name__: bind(t, names, directory) for t in ENTRIES})
        if not is_compiled(directory):
            with announced(directory, f"{game.title}: search with {rollout} rollouts"):
                _warm_up(game, bound)
        kernels.bots[key] = bound
    return kernels.bots[key]


class Tree(SimpleNamespace):
    """The arrays of a search, for one search at a time."""

    def __init__(self, game: Game, nodes: int):
        size = game.actions.size
        self.scratch, _ = new_states(game, 1)
        self.mask = np.zeros(size, np.int8)
        self.child = np.zeros((nodes, size), np.int32)
        self.weight = np.zeros((nodes, size), np.float32)
        self.visits = np.zeros(nodes, np.int32)
        self.offered = np.zeros(nodes, np.int32)
        self.total = np.zeros((nodes, game.max_players))
        self.report = np.zeros(NUM_REPORTS, np.int64)
        self.rng = np.zeros(RNG_WORDS, np.int64)
        self.out = np.zeros(size)
        self.values = np.zeros((game.max_players, NUM_RETURNS))

    def nodes(self) -> tuple:
        """The node arrays in the kernels' order."""
        return self.child, self.weight, self.visits, self.offered, self.total, self.report, self.rng


def _warm_up(game: Game, bound: Any) -> None:
    """Compiles the kernels but the one that only the benchmark uses."""
    kernels = compile_kernels(game)
    tree = Tree(game, 4)
    states, _ = new_states(game, 1)
    kernels.start(states, 0, game.min_players, 0, 0, tree.mask, True)
    bound.begin(*tree.nodes(), 0)
    bound.iterate(states, tree.scratch, 0, tree.mask, *tree.nodes(), tree.out, tree.values, 2, PUCT, 1.0, 1.0, 0.0, 1.0)
