"""Tunes the weights of Louis XIV's heuristic player by self-play: python benchmarks/tune.py --players 4 --generations 200

A separable evolution strategy. Each generation's candidates play the same deals, each in all seats, against the present mean; what
counts is the share of wins and, a little, the margin in points. Writes louis14_env/games/louis14/bots/tuned.py after every generation.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from louis14_env.core.game import SCORE, WIN
from louis14_env.core.jit import jit
from louis14_env.core.kernels import new_states
from louis14_env.core.rng import RNG_WORDS, derive_seed
from louis14_env.games.louis14 import rules
from louis14_env.games.louis14.bots import weights
from louis14_env.games.louis14.bots.heuristic import best_action
from louis14_env.games.louis14.game import GAME
from louis14_env.games.louis14.state import size_of

MARGIN = 0.01  # of a win, for each point above the others' mean
LAID = 2  # beside WIN and SCORE: missions fulfilled
CANDIDATE, MEAN = 0, 1  # rows of weights in a match
LEAST_SCALE = 0.1
CHECK_DEALS = 2000


@jit
def settle(states, i, mask):
    while not rules.is_over(states, i) and rules.legal_mask(states, i, mask) == 1:
        action = 0
        while not mask[action]:
            action += 1
        rules.step(states, i, action)


@jit
def play_games(states, mask, out, rows, lineup, seed, first, last, results):
    """Plays deals first .. last-1 in all seats; results[deal, rotation, entrant] are win share, score and missions fulfilled."""
    rng, ends, n = np.empty(RNG_WORDS, np.int64), np.zeros((4, 3)), len(lineup)
    for deal in range(first, last):
        for rotation in range(n):
            rules.reset(states, 0, n, 0, derive_seed(rng, seed, deal, 0))
            while rules.advance(states, 0):
                pass
            settle(states, 0, mask)
            while not rules.is_over(states, 0):
                row = lineup[(rules.current_player(states, 0) + rotation) % n]
                rules.step(states, 0, best_action(states[0], mask, rows[row], out))
                settle(states, 0, mask)
            rules.returns(states, 0, ends)
            for p in range(n):
                entrant = results[deal, rotation, (p + rotation) % n]
                entrant[WIN], entrant[SCORE], entrant[LAID] = ends[p, WIN], ends[p, SCORE], size_of(states[0].laid[p])


def match(rows: np.ndarray, lineup: list[int], deals: int, seed: int, threads: int) -> np.ndarray:
    """Results [deal, rotation, entrant, (win, score, missions)] of a match between rows of weights."""
    results = np.zeros((deals, len(lineup), len(lineup), 3))
    cuts = np.linspace(0, deals, threads + 1).astype(int)

    def work(first: int, last: int) -> None:
        states, _ = new_states(GAME, 1)
        size = GAME.actions.size
        play_games(states, np.zeros(size, np.int8), np.zeros(size), rows, np.array(lineup), seed, first, last, results)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, cuts[:-1], cuts[1:]))
    return results


def fitness(candidate: np.ndarray, mean: np.ndarray, players: int, deals: int, seed: int, threads: int) -> float:
    """How well a candidate does alone against copies of the mean."""
    rows = np.stack([weights.prepare(candidate), weights.prepare(mean)])
    results = match(rows, [CANDIDATE] + [MEAN] * (players - 1), deals, seed, threads)
    margin = results[:, :, 0, SCORE] - results[:, :, 1:, SCORE].mean(axis=2)
    return float(results[:, :, 0, WIN].mean() + MARGIN * margin.mean())


def tune(players: int, generations: int, population: int, deals: int, step: float, seed: int, threads: int, fresh: bool) -> None:
    rng = np.random.default_rng(seed)
    began = weights.guesses() if fresh else weights.values(players)
    mean = began.copy()
    scale = np.maximum(np.abs(weights.guesses()) / 4, LEAST_SCALE)
    sigma = np.full(len(mean), step)
    parents = population // 4
    share = np.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
    share /= share.sum()
    effective = 1 / (share**2).sum()
    learning = min(1.0, (effective + 2) / (len(mean) / 3 + effective))  # of the step sizes
    start = time.time()
    for generation in range(1, generations + 1):
        half = rng.standard_normal((population // 2, len(mean)))
        draws = np.concatenate([half, -half])
        marks = [
            fitness(mean + scale * sigma * draw, mean, players, deals, seed * 100_000 + generation, threads) for draw in draws
        ]
        best = draws[np.argsort(marks)[::-1][:parents]]
        mean = mean + scale * sigma * (share @ best)
        sigma = np.clip(sigma * np.exp(0.3 * learning * (share @ (best**2 - 1))), step / 8, step)
        weights.write_tuned(players, mean)
        print(
            f"{players} players, generation {generation}: best {max(marks):.3f}, median {np.median(marks):.3f}, "
            f"step {sigma.mean():.3f}, {time.time() - start:.0f} s",
            flush=True,
        )
        if generation % 20 == 0 or generation == generations:
            gain = fitness(mean, began, players, CHECK_DEALS, 7, threads)
            score = match(np.stack([weights.prepare(mean)]), [0] * players, CHECK_DEALS, 8, threads)[..., SCORE].mean()
            print(f"  against where it began: {gain:.3f} (parity {1 / players:.3f}); self-play score {score:.1f}", flush=True)


def check(threads: int) -> None:
    """What denying leaders their tiles does: heuristic, and peaceful, which does without, in self-play and against each other."""
    for players in range(GAME.min_players, GAME.max_players + 1):
        rows = np.stack([weights.ROWS[players], weights.PEACEFUL_ROWS[players]])
        for row, name in enumerate(("heuristic", "peaceful")):
            results = match(rows, [row] * players, CHECK_DEALS, 8, threads)
            score, laid = (interval(results[..., column].mean(axis=(1, 2)), 2) for column in (SCORE, LAID))
            print(f"{players} players, {name} in self-play: {score} points, {laid} missions each")
        wins = interval(match(rows, [1] + [0] * (players - 1), CHECK_DEALS, 9, threads)[:, :, 0, WIN].mean(axis=1), 3)
        print(f"{players} players, one peaceful against {players - 1} heuristic: win share {wins} (parity {1 / players:.3f})")


def interval(means: np.ndarray, digits: int) -> str:
    """Mean and 95 % interval over deals."""
    return f"{means.mean():.{digits}f} +- {1.96 * means.std(ddof=1) / len(means) ** 0.5:.{digits}f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--population", type=int, default=32)
    parser.add_argument("--deals", type=int, default=300, help="deals a candidate plays, each in all seats")
    parser.add_argument("--step", type=float, default=0.6, help="first step size, in quarters of a weight")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--fresh", action="store_true", help="begin from the guesses, not from the tuned weights")
    parser.add_argument("--check", action="store_true", help="only show what denying opponents a tile does")
    options = vars(parser.parse_args())
    if options.pop("check"):
        check(options["threads"])
    else:
        tune(**options)
