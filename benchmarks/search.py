"""The speed of search and bots on one core, as JSON lines: python benchmarks/search.py

playouts: games played to the end from the start position, hidden cards dealt anew each time; ismcts: iterations of a search from the
start position; bot: decisions of a batch in which a compiled player decides everywhere. Best of five.
"""

import argparse
import json

import numpy as np

from louis14_env.bench import REPEATS, best_of, seconds
from louis14_env.bots import Games, make_bot
from louis14_env.core import Batch, Table
from louis14_env.core.kernels import bot_names
from louis14_env.games import get_game
from louis14_env.search import Search

PLAYOUTS, ITERATIONS, GAMES, STEPS = 2000, 2000, 256, 100


def report(name: str, value: float, unit: str, **more) -> None:
    print(json.dumps({"name": name, "value": round(value), "unit": unit, "best_of": REPEATS, **more}), flush=True)


def main(players: int) -> None:
    game = get_game("louis14")
    table = Table(game, players, seed=1)
    for rollout in bot_names(game):
        search = Search(game, iterations=ITERATIONS, rollout=rollout)
        tree, states = search.tree, table.states
        search.run(states, 0, table.current_player, 1)
        play = search._kernels.play_outs
        took = best_of(REPEATS, lambda: seconds(lambda: play(states, tree.scratch, 0, tree.mask, tree.rng, PLAYOUTS), 1))
        report(f"playouts_{rollout}", PLAYOUTS / took, "playouts/s", players=players)
        for horizon in (0.0, 1.0):
            search = Search(game, iterations=ITERATIONS, rollout=rollout, horizon=horizon)
            took = best_of(REPEATS, lambda: seconds(lambda: search.run(states, 0, table.current_player, 1), 1))
            report(f"ismcts_{rollout}_horizon_{horizon:g}", ITERATIONS / took, "iterations/s", players=players)
    for name in bot_names(game):
        bot, batch = make_bot(name, game), Batch(game, GAMES, players, seed=1)
        games, rows, seeds = Games(game, players, batch.states, batch.masks, batch.current), np.arange(GAMES), np.arange(GAMES)
        step = lambda: batch.step(bot.act_many(games, rows, seeds))  # noqa: E731
        seconds(step, STEPS)
        report(f"bot_{name}", GAMES * STEPS / best_of(REPEATS, lambda: seconds(step, STEPS)), "decisions/s", players=players)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    main(**vars(parser.parse_args()))
