"""Fits the estimate of Louis XIV's final scores on self-play of the heuristic player: python benchmarks/fit_estimate.py

Writes louis14_env/games/louis14/bots/fitted.py and prints, for each player count and round, how much the estimate explains.
"""

import argparse
import threading
from pathlib import Path

import numpy as np

from louis14_env.core.game import SCORE, WIN
from louis14_env.core.jit import jit
from louis14_env.core.kernels import compile_kernels, new_states
from louis14_env.core.rng import RNG_WORDS, below, derive_seed
from louis14_env.games.louis14 import rules
from louis14_env.games.louis14.bots import fitted
from louis14_env.games.louis14.bots.estimate import FEATURES, NUM_FEATURES, features
from louis14_env.games.louis14.bots.heuristic import best_action
from louis14_env.games.louis14.bots.weights import ROWS
from louis14_env.games.louis14.game import GAME
from louis14_env.games.louis14.tables import NUM_ROUNDS

TEMPERATURE_GRID = np.geomspace(1, 40, 200)
RIDGE = 1.0
DIGITS = 3

_kernels = compile_kernels(GAME)
settle, random_action = _kernels.names["settle"], _kernels.names["random_action"]


@jit
def collect(states, mask, out, num_players, noise, seed, first, last, seen, ends):
    """Plays games first .. last-1; seen[game, round-1, player] are the features at each round's first decision, ends the results."""
    rng = np.empty(RNG_WORDS, np.int64)
    for game in range(first, last):
        rules.reset(states, 0, num_players, 0, derive_seed(rng, seed, game, 0))
        while rules.advance(states, 0):
            pass
        settle(states, 0, mask, True)
        round_no = 0
        while not rules.is_over(states, 0):
            s = states[0]
            if s.round_no > round_no:
                round_no = s.round_no
                for p in range(num_players):
                    features(s, p, seen[game, round_no - 1, p])
            if below(rng, 1000) < 1000 * noise:
                action = random_action(states, 0, mask, rng)
            else:
                action = best_action(s, mask, ROWS[num_players], out)
            rules.step(states, 0, action)
            settle(states, 0, mask, True)
        rules.returns(states, 0, ends[game])


def self_play(num_players: int, games: int, noise: float, seed: int, threads: int) -> tuple[np.ndarray, np.ndarray]:
    """Features [game, round-1, player] and results [game, player] of self-play."""
    seen, ends = np.zeros((games, NUM_ROUNDS, num_players, NUM_FEATURES)), np.zeros((games, num_players, 3))
    cuts = np.linspace(0, games, threads + 1).astype(int)

    def work(first: int, last: int) -> None:
        states, _ = new_states(GAME, 1)
        size = GAME.actions.size
        collect(states, np.zeros(size, np.int8), np.zeros(size), num_players, noise, seed, first, last, seen, ends)

    workers = [threading.Thread(target=work, args=(cuts[k], cuts[k + 1])) for k in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return seen, ends


def fit(seen: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, float, float, float]:
    """Coefficients, temperature, share of the scores' variance explained, mean log-likelihood gain over 1/n."""
    x, y = seen.reshape(-1, NUM_FEATURES), ends[..., SCORE].reshape(-1)
    c = np.linalg.solve(x.T @ x + RIDGE * np.eye(NUM_FEATURES), x.T @ y)
    scores = seen @ c
    gains = []
    for temperature in TEMPERATURE_GRID:
        logits = scores / temperature
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        gains.append((ends[..., WIN] * logs).sum(axis=1).mean() + np.log(seen.shape[1]))
    best = int(np.argmax(gains))
    return c, float(TEMPERATURE_GRID[best]), 1 - ((y - x @ c) ** 2).sum() / ((y - y.mean()) ** 2).sum(), gains[best]


def main(games: int, noise: float, seed: int, threads: int) -> None:
    head = '"""The estimate\'s coefficients by (players, round), in the order of estimate.FEATURES, written by benchmarks/fit_estimate.py."""\n'
    rows, temperatures = ["COEFFICIENTS: dict[tuple[int, int], tuple[float, ...]] = {"], []
    for num_players in range(GAME.min_players, GAME.max_players + 1):
        seen, ends = self_play(num_players, games, noise, seed, threads)
        for number in range(1, NUM_ROUNDS + 1):
            c, temperature, explained, gain = fit(seen[:, number - 1], ends)
            rows.append(f"    ({num_players}, {number}): ({', '.join(f'{value:.{DIGITS}f}' for value in c)}),")
            temperatures.append(f"    ({num_players}, {number}): {temperature:.2f},")
            print(
                f"{num_players} players, round {number}: explains {explained:.2f} of the scores' variance, log-likelihood of the "
                f"winner {gain:+.3f} over 1/n, temperature {temperature:.1f}"
            )
            if number == NUM_ROUNDS:
                print("  " + ", ".join(f"{name} {value:.2f}" for name, value in zip(FEATURES, c, strict=True)))
    table = ["TEMPERATURES: dict[tuple[int, int], float] = {", *temperatures, "}"]
    text = "\n".join([head, *rows, "}  # fmt: skip", *table]) + "\n"
    Path(fitted.__file__).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--noise", type=float, default=0.05, help="share of random decisions, so that more is seen")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    main(**vars(parser.parse_args()))
