"""Loops over some of many games, for those who choose the actions of each game themselves.

As in `kernels`, the contract's names are free here and bound to a game's functions.
"""
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"

from types import SimpleNamespace
from typing import Any

import numpy as np

from louis14_env.core.game import NUM_RETURNS, Game
from louis14_env.core.jit import bind, cache_directory, compile_lock
from louis14_env.core.kernels import compile_kernels
from louis14_env.core.rewards import final_reward
from louis14_env.core.rng import derive_seed


def play_rows(states, rows, actions, masks, current, auto_play):
    """A legal action in each of the games `rows`; fills their masks and the players to decide, -1 when over."""
    for k in range(len(rows)):
        row = rows[k]
        current[row] = play(states, row, actions[k], masks[row], auto_play)


def derive_rows(scratch, seeds, numbers, rows, out):
    """Of each of the games `rows`, the seed that its number derives from its seed."""
    for k in range(len(rows)):
        out[k] = derive_seed(scratch, seeds[rows[k]], numbers[rows[k]], 0)


def start_rows(states, num_players, start_player, seeds, masks, current, auto_play):
    """A new game for each seed; fills the masks and the players to decide."""
    for row in range(len(seeds)):
        current[row] = start(states, row, num_players, start_player, seeds[row], masks[row], auto_play)


def potential_rows(states, rows, current, out):
    """How well the player to decide stands in each of the games `rows`."""
    standing = np.zeros(max_players)
    for k in range(len(rows)):
        potential(states, rows[k], standing)
        out[k] = standing[current[rows[k]]]


def rewards_of_all(states, kind, out):
    """The final reward of each player in each game, all of them over."""
    results = np.zeros((max_players, NUM_RETURNS))
    for row in range(len(out)):
        returns(states, row, results)
        for player in range(states[row].num_players):
            out[row, player] = final_reward(results, player, states[row].num_players, kind)


ROW_ENTRIES: tuple[Any, ...] = (play_rows, derive_rows, start_rows, potential_rows, rewards_of_all)


def row_kernels(game: Game) -> Any:
    """The loops over rows of a game."""
    kernels = compile_kernels(game)
    with compile_lock:
        if not hasattr(kernels, "rows"):
            directory = cache_directory(f"{game.id}-{game.digest}")
            kernels.rows = SimpleNamespace(**{t.__name__: bind(t, kernels.names, directory) for t in ROW_ENTRIES})
    return kernels.rows
