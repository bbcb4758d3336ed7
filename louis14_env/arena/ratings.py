"""Ratings of a tournament's bots: OpenSkill's Plackett-Luce model over all games, in order; every seat is a team."""

import math
from typing import Any

import numpy as np

from louis14_env.arena.intervals import UPPER_TAIL, Estimate, student_quantile
from louis14_env.core.game import RANK

RESAMPLES = 40
MOST_RATED = 2_500  # games in a resample; of a longer tournament fewer deals are drawn, which makes the intervals wider


def rate(ranks: np.ndarray, owners: np.ndarray) -> np.ndarray:
    """[bot] The mean skill after games with ranks[game, entrant]; owners[game, entrant] are the bots.

    A bot with several seats in a game gets the mean of its seats' updates.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # skill does not drift: an early game counts as much as a late one
    bots = [model.rating() for _ in range(int(owners.max()) + 1)]
    for order, players in zip(ranks.tolist(), owners.tolist(), strict=True):
        rated = model.rate([[_mean_rating(model, [bots[bot]])] for bot in players], ranks=order)
        for bot in set(players):
            mine = [team[0] for team, player in zip(rated, players, strict=True) if player == bot]
            bots[bot] = _mean_rating(model, mine)
    return np.array([bot.mu for bot in bots])


def _mean_rating(model: Any, ratings: list[Any]) -> Any:
    """A new rating: the model changes those it is given, so that two seats must not share one."""
    count = len(ratings)
    return model.rating(mu=sum(r.mu for r in ratings) / count, sigma=sum(r.sigma for r in ratings) / count)


def rating_intervals(by_entrant: np.ndarray, owners: np.ndarray, seed: int = 0) -> list[Estimate]:
    """By bot, its rating with an interval from rating anew deals drawn with replacement.

    by_entrant[deal, lineup, rotation, entrant, (win, score, rank)], owners[lineup, entrant].
    """
    deals, lineups, n = by_entrant.shape[:3]
    seated = np.repeat(owners, n, axis=0)  # [lineup and rotation, entrant]

    def rate_deals(which: np.ndarray) -> np.ndarray:
        return rate(by_entrant[which, ..., RANK].reshape(-1, n), np.tile(seated, (len(which), 1)))

    mu = rate_deals(np.arange(deals))
    if deals < 2:
        return [Estimate(float(value), -math.inf, math.inf) for value in mu]
    chance = np.random.default_rng(seed)
    drawn = max(1, min(deals, MOST_RATED // (lineups * n)))
    again = np.array([rate_deals(chance.integers(0, deals, drawn)) for _ in range(RESAMPLES)])
    few = math.sqrt(deals / (deals - 1))
    half = student_quantile(UPPER_TAIL, RESAMPLES - 1) * few * again.std(axis=0, ddof=1)
    return [Estimate(float(value), float(value - width), float(value + width)) for value, width in zip(mu, half, strict=True)]
