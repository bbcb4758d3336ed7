"""A search from Python: its settings, its budget, and what it found."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from louis14_env.core.game import Game
from louis14_env.core.kernels import RANDOM, bot_names
from louis14_env.core.specs import Argument
from louis14_env.networks.checkpoint import load_checkpoint
from louis14_env.networks.compiled import Network
from louis14_env.search import kernels
from louis14_env.search.kernels import DEEPEST, DEPTHS, LENGTHS, NODES, NONE, ROOT, Tree
from louis14_env.search.network import Trees, compile_network_search

SELECTIONS = ("puct", "ucb")
MOST_ITERATIONS = 10_000_000
MOST_NODES = 16_384  # a larger search goes on in the tree it has
MOST_AT_ONCE = 1000  # iterations in one call, so that Ctrl-C is heard
TREES_AT_ONCE = 16  # with a network
MOST_CELLS = 2**25  # nodes x actions of all trees that grow in step
CHUNK = 16  # iterations between two looks at the clock


def arguments(game: Game) -> dict[str, Argument]:
    """The settings of a search, as a bot's spec gives them."""
    clever = game.scores is not None
    rollouts = bot_names(game)
    return {
        "iterations": Argument(400, "playouts a decision", 1, MOST_ITERATIONS),
        "ms": Argument(0, "milliseconds a decision, instead of iterations; not repeatable", 0, 10_000_000),
        "policy": Argument("", "checkpoint whose policy is the prior and whose value the estimate"),
        "rollout": Argument(rollouts[-1] if clever else RANDOM, "player of the rollouts", allowed=rollouts),
        "horizon": Argument(1.0 if game.value is not None else 0.0, "chapters until rollouts are cut off and estimated; 0: never, with a policy no rollouts", 0, 100),
        "selection": Argument("puct" if clever else "ucb", "how actions are selected in the tree", allowed=SELECTIONS),
        "exploration": Argument(0.7, "weight of the bound's second term", 0, 100),
        "temperature": Argument(0.7 if clever else 0.0, "of the prior, in points; 0: all actions alike", 0, 1000),
        "first_play": Argument(0.0, "what an action never tried counts less than its node's mean", -1, 1),
    }  # fmt: skip


@dataclass(frozen=True)
class Found:
    """What a search found: arrays with a row for each legal action of the root."""

    actions: np.ndarray
    visits: np.ndarray
    values: np.ndarray  # mean share of the win of the player to decide; nan without a visit
    priors: np.ndarray
    action: int  # the most visited one; of several, the one with the best value
    value: float  # mean share of the win over all iterations
    iterations: int
    nodes: int
    mean_depth: float
    deepest: int
    rollout_length: float  # mean decisions a rollout
    line: tuple[int, ...]  # the most visited actions from the root on

    def lines(self, game: Game, most: int = 8) -> list[str]:
        """The best actions and the search's measures, as text to look at."""
        order = np.lexsort((-np.nan_to_num(self.values), -self.visits))[:most]
        rows = [f"{'visits':>7} {'value':>6} {'prior':>6}  action"]
        for k in order:
            rows.append(
                f"{self.visits[k]:7d} {self.values[k]:6.3f} {self.priors[k]:6.3f}  {game.action_text(int(self.actions[k]))}"
            )
        rows.append(
            f"{self.iterations} iterations, {self.nodes} nodes, depth {self.mean_depth:.1f} (most {self.deepest}), "
            f"rollouts of {self.rollout_length:.0f} decisions, value {self.value:.3f}"
        )
        return [*rows, "line: " + ", ".join(game.action_text(action) for action in self.line)]


class Search:
    """Information-set tree search: each iteration deals anew what the player to decide cannot know.

    The outcome depends on what that player knows, the seed and the settings alone (but for a budget in milliseconds).
    """

    def __init__(self, game: Game, **settings: Any):
        known = arguments(game)
        for name in settings:
            if name not in known:
                raise ValueError(f"a search has the settings {', '.join(known)}, not {name!r}")
        self.game = game
        self.settings = {name: argument.check(settings.get(name, argument.default), name) for name, argument in known.items()}
        if self.settings["horizon"] > 0 and game.value is None and not self.settings["policy"]:
            raise ValueError(
                f"{game.id} has no estimate to cut rollouts off with: horizon must be 0, not {self.settings['horizon']}"
            )
        budget = MOST_NODES if self.settings["ms"] else self.settings["iterations"] + 1
        nodes = min(budget, MOST_NODES)
        self._how = (
            SELECTIONS.index(self.settings["selection"]),
            *(float(self.settings[name]) for name in ("exploration", "temperature", "first_play", "horizon")),
        )
        self.trees: Trees | None = None
        if self.settings["policy"]:
            checkpoint = load_checkpoint(self.settings["policy"], game)
            self.kernels = compile_network_search(game, self.settings["rollout"])
            at_once = max(1, min(TREES_AT_ONCE, MOST_CELLS // (nodes * game.actions.size)))
            self.trees = Trees(game, at_once, nodes, Network(checkpoint.tensors, game, checkpoint.prior))
        else:
            self.kernels = kernels.compile_search(game, self.settings["rollout"])
            self.tree = Tree(game, nodes)

    def run(self, states: np.ndarray, i: int, player: int, seed: int) -> Found:
        """Searches the position states[i], in which `player` is to decide."""
        return self.run_many(states, np.array([i]), np.array([player]), np.array([seed]))[0]

    def run_many(self, states: np.ndarray, rows: np.ndarray, players: np.ndarray, seeds: np.ndarray) -> list[Found]:
        """Searches the positions states[rows], each as if it were alone; with a network, some of them in step."""
        if self.trees is None:
            return [self._run_alone(states, *one) for one in zip(rows.tolist(), players.tolist(), seeds.tolist(), strict=True)]
        found = []
        at_once = 1 if self.settings["ms"] else len(self.trees.visits)
        for k in range(0, len(rows), at_once):
            part = slice(k, k + at_once)
            self.trees.begin(self.kernels, seeds[part])
            self._spend(self.trees.visits[0], partial(self.trees.grow, self.kernels, states, rows[part], self._how))
            found += [self._found(self.trees.tree(t), int(player)) for t, player in enumerate(players[part])]
        return found

    def _run_alone(self, states: np.ndarray, i: int, player: int, seed: int) -> Found:
        tree = self.tree
        self.kernels.begin(*tree.nodes(), seed)
        self._spend(tree.visits, lambda n: self._iterate(states, i, n))
        return self._found(tree, player)

    def _spend(self, visits: np.ndarray, iterate: Callable[[int], None]) -> None:
        """Iterates as long as the budget lasts."""
        if self.settings["ms"]:
            until = time.perf_counter() + self.settings["ms"] / 1000
            iterate(CHUNK)
            while time.perf_counter() < until and visits[ROOT] < MOST_ITERATIONS:
                iterate(CHUNK)
        else:
            for done in range(0, self.settings["iterations"], MOST_AT_ONCE):
                iterate(min(MOST_AT_ONCE, self.settings["iterations"] - done))

    def _iterate(self, states: np.ndarray, i: int, iterations: int) -> None:
        tree = self.tree
        self.kernels.iterate(states, tree.scratch, i, tree.mask, *tree.nodes(), tree.out, tree.values, iterations, *self._how)

    def _found(self, tree: Any, player: int) -> Found:
        report = tree.report
        actions = np.flatnonzero(tree.weight[ROOT] != kernels.UNKNOWN)
        children = tree.child[ROOT, actions]
        visits = np.where(children == NONE, 0, tree.visits[children])
        with np.errstate(invalid="ignore", divide="ignore"):
            values = np.where(visits > 0, tree.total[children, player] / np.maximum(visits, 1), np.nan)
        weights = tree.weight[ROOT, actions].astype(float)
        best = np.lexsort((-np.nan_to_num(values), -visits))[0]
        iterations = int(tree.visits[ROOT])
        return Found(
            actions=actions, visits=visits, values=values, priors=weights / weights.sum(), action=int(actions[best]),
            value=float(tree.total[ROOT, player] / iterations), iterations=iterations, nodes=int(report[NODES]),
            mean_depth=report[DEPTHS] / iterations, deepest=int(report[DEEPEST]), rollout_length=report[LENGTHS] / iterations,
            line=self._line(tree),
        )  # fmt: skip

    def _line(self, tree: Any) -> tuple[int, ...]:
        """The most visited actions from the root on, as far as they were visited more than once."""
        node = ROOT
        line: list[int] = []
        while True:
            children = tree.child[node]
            visits = np.where(children == NONE, 0, tree.visits[children])
            action = int(visits.argmax())
            if visits[action] < 2:
                return tuple(line)
            line.append(action)
            node = children[action]
