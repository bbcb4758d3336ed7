"""The speed of search and bots on one core, as JSON lines: python benchmarks/search.py

playouts: games played to the end from the start position, hidden cards dealt anew each time; ismcts: iterations of a search from the
start position; bot: decisions of a batch in which a compiled player decides everywhere. Best of five.
"""

import argparse
import json

import numpy as np

from louis14_env.bench import REPEATS, best_of, seconds
from louis14_env.bots import Games, make_bot
from louis14_env.core import Batch, Game, Table
from louis14_env.core.kernels import bot_names
from louis14_env.games import get_game
from louis14_env.search import Search

PLAYOUTS, ITERATIONS, GAMES, STEPS = 2000, 2000, 256, 100


def report(name: str, value: float, unit: str, **more) -> None:
    print(json.dumps({"name": name, "value": round(value), "unit": unit, "best_of": REPEATS, **more}), flush=True)


def playouts(game: Game, table: Table, rollout: str) -> float:
    """Games a second played to their end from a position."""
    search = Search(game, iterations=1, rollout=rollout)
    tree, kernel = search.tree, search.kernels.play_outs
    kernel(table.states, tree.scratch, 0, tree.mask, tree.rng, 1)
    return PLAYOUTS / best_of(
        REPEATS, lambda: seconds(lambda: kernel(table.states, tree.scratch, 0, tree.mask, tree.rng, PLAYOUTS), 1)
    )


def iterations(game: Game, table: Table, **settings) -> float:
    """Iterations a second of a search."""
    search = Search(game, iterations=ITERATIONS, **settings)
    return ITERATIONS / best_of(REPEATS, lambda: seconds(lambda: search.run(table.states, 0, table.current_player, 1), 1))


def decisions(game: Game, players: int, name: str) -> float:
    """Decisions a second of a batch in which a compiled player decides everywhere."""
    bot, batch, rows = make_bot(name, game), Batch(game, GAMES, players, seed=1), np.arange(GAMES)
    games = Games(game, players, batch.states, batch.masks, batch.current)

    def step() -> None:
        batch.step(bot.act_many(games, rows, rows))

    seconds(step, STEPS)
    return GAMES * STEPS / best_of(REPEATS, lambda: seconds(step, STEPS))


def main(players: int) -> None:
    game = get_game("louis14")
    table = Table(game, players, seed=1)
    for rollout in bot_names(game):
        report(f"playouts_{rollout}", playouts(game, table, rollout), "playouts/s", players=players)
        for horizon in (0.0, 1.0):
            value = iterations(game, table, rollout=rollout, horizon=horizon)
            report(f"ismcts_{rollout}_horizon_{horizon:g}", value, "iterations/s", players=players)
    policy = f"louis14-{players}p"
    report("ismcts_network", iterations(game, table, policy=policy), "iterations/s", players=players, policy=policy)
    for name in bot_names(game):
        report(f"bot_{name}", decisions(game, players, name), "decisions/s", players=players)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    main(**vars(parser.parse_args()))
