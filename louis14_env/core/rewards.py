"""Rewards from a finished game's returns; all are zero-sum over the players."""

from louis14_env.core.game import RANK, SCORE, WIN
from louis14_env.core.jit import jit

REWARDS = ("win", "score", "rank")
SCORE_SCALE = 20.0  # points that make a `score` reward of 1


@jit
def final_reward(results, player, num_players, kind):
    """Returns a player's reward at the end.

    win: the share of the win against 1/n; score: points above the mean of all, / 20; rank: from 1 for the first to -1 for the last.
    """
    if kind == WIN:
        return results[player, WIN] - 1.0 / num_players
    if kind == SCORE:
        mean = 0.0
        for p in range(num_players):
            mean += results[p, SCORE] / num_players
        return (results[player, SCORE] - mean) / SCORE_SCALE
    return ((num_players + 1) / 2.0 - results[player, RANK]) / ((num_players - 1) / 2.0)


def reward_kind(name: str) -> int:
    """The number of a reward's name."""
    if name not in REWARDS:
        raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {name!r}")
    return REWARDS.index(name)


assert (WIN, SCORE, RANK) == (0, 1, 2)
