"""What a match says about its bots. Pure functions of arrays; the unit is the deal with all its rotations."""

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np

from louis14_env.arena.intervals import (
    CHUNK,
    LEAST_RESAMPLES,
    MOST_DRAWN,
    RESAMPLES,
    SAME,
    Bounds,
    Estimate,
    mean_intervals,
    smallest_seen,
)
from louis14_env.arena.luck import Variances, variance_components
from louis14_env.core.game import SCORE, WIN

MOST_EXACT = 14  # deals with a difference for which all signs are tried


class BotSummary(NamedTuple):
    """A bot, over all its seats."""

    bot: int
    seats: int
    win: Estimate  # share of the win a seat; parity is 1/n
    score: Estimate
    rank: Estimate
    smallest_win: float  # the difference in win share that the match could have seen, at 80 % power
    smallest_score: float


class PairSummary(NamedTuple):
    """How much better the first bot did than the second, a seat."""

    first: int
    second: int
    win: Estimate
    win_p: float
    score: Estimate
    score_p: float


class SeatSummary(NamedTuple):
    win: Estimate
    score: Estimate


class MatchSummary(NamedTuple):
    bots: list[BotSummary]
    pairs: list[PairSummary]
    seats: list[SeatSummary]
    win_luck: Variances | None  # of a single deal nothing can be said
    score_luck: Variances | None


def summarise(by_seat: np.ndarray, by_entrant: np.ndarray, owners: np.ndarray) -> MatchSummary:
    """All about one lineup: arrays are [deal, rotation, seat or entrant, (win, score, rank)], owners[entrant] the bot's number."""
    luck = [variance_components(by_seat[..., kind], owners) if len(by_seat) > 1 else None for kind in (WIN, SCORE)]
    bots, means = bot_means(by_entrant, owners)
    seats = [int((owners == bot).sum()) for bot in bots]
    return MatchSummary(_bots(bots, seats, means), _pairs(bots, seats, means), _seats(by_seat), *luck)


def bot_means(by_entrant: np.ndarray, owners: np.ndarray) -> tuple[list[int], np.ndarray]:
    """The different bots, and [deal, bot, (win, score, rank)]: their means over rotations and over entrants with the same bot."""
    bots = list(dict.fromkeys(owners.tolist()))
    by_deal = by_entrant.mean(axis=1)
    return bots, np.stack([by_deal[:, owners == bot].mean(axis=1) for bot in bots], axis=1)


def win_bounds(seats: int) -> Bounds:
    """The least and the most that the win share a seat can be for a bot with so many seats."""
    return 0.0, 1 / seats


def rank_bounds(seats: int, num_players: int) -> Bounds:
    """The least and the most that the mean rank can be for a bot with so many seats."""
    return (seats + 1) / 2, num_players - (seats - 1) / 2


def _bots(bots: list[int], seats: list[int], means: np.ndarray) -> list[BotSummary]:
    n = sum(seats)
    if len(bots) == 1:  # the bot has every seat: its share and mean rank are what they are
        scores = means[:, 0, SCORE]
        (score,) = mean_intervals(scores[:, None], [None], n)
        return [BotSummary(bots[0], n, _exactly(1 / n), score, _exactly((n + 1) / 2), math.nan, smallest_seen(scores))]
    bounds = [bound for m in seats for bound in (win_bounds(m), None, rank_bounds(m, n))]
    estimates = iter(mean_intervals(means.reshape(len(means), -1), bounds, n))
    return [
        BotSummary(
            bot, m, next(estimates), next(estimates), next(estimates),
            smallest_seen(means[:, k, WIN]), smallest_seen(means[:, k, SCORE]),
        )
        for k, (bot, m) in enumerate(zip(bots, seats, strict=True))
    ]  # fmt: skip


def _exactly(value: float) -> Estimate:
    return Estimate(value, value, value)


def _pairs(bots: list[int], seats: list[int], means: np.ndarray) -> list[PairSummary]:
    pairs = []
    for j, k in combinations(range(len(bots)), 2):
        apart = means[:, j] - means[:, k]
        bounds = [(-1 / seats[k], 1 / seats[j]), None]
        win, score = mean_intervals(apart[:, [WIN, SCORE]], bounds, sum(seats))
        p_values = sign_flip_p(apart[:, WIN]), sign_flip_p(apart[:, SCORE])
        pairs.append(PairSummary(bots[j], bots[k], win, p_values[0], score, p_values[1]))
    return pairs


def _seats(by_seat: np.ndarray) -> list[SeatSummary]:
    n = by_seat.shape[2]
    by_deal = by_seat.mean(axis=1)
    wins = mean_intervals(by_deal[:, :, WIN], [win_bounds(1)] * n, n)
    scores = mean_intervals(by_deal[:, :, SCORE], [None] * n, n)
    return [SeatSummary(win, score) for win, score in zip(wins, scores, strict=True)]


def sign_flip_p(differences: np.ndarray, seed: int = 0) -> float:
    """The two-sided p-value of no difference: how often the mean is as far from 0 if each deal's sign is drawn at random.

    Exact for few deals. Two players change sign with the names of two equal bots; with more players, where one bot meets
    several of another, it is an approximation that gets better with the number of deals.
    """
    moving = differences[np.abs(differences) > SAME]
    if len(moving) == 0:
        return 1.0
    least = abs(moving.sum()) * (1 - SAME)
    if len(moving) <= MOST_EXACT:
        signs = 2.0 * (np.arange(2 ** len(moving))[:, None] >> np.arange(len(moving)) & 1) - 1
        return float((np.abs(signs @ moving) >= least).mean())
    samples = max(LEAST_RESAMPLES, min(RESAMPLES, MOST_DRAWN // len(moving)))
    chance = np.random.default_rng(seed)
    rows = max(1, CHUNK // len(moving))
    as_far = 0
    for first in range(0, samples, rows):
        signs = 2.0 * chance.integers(0, 2, (min(rows, samples - first), len(moving))) - 1
        as_far += int((np.abs(signs @ moving) >= least).sum())
    return (1 + as_far) / (1 + samples)


class TournamentSummary(NamedTuple):
    """matrix[row, column] is the win share of one `row` among n-1 of `column`; None where they did not meet so."""

    matrix: list[list[Estimate | None]]
    scores: list[Estimate]  # by bot, over all its games
    mixed: list[tuple[int, list[Estimate]]]  # lineups of different bots, and the win share of each entrant


def summarise_tournament(by_entrant: np.ndarray, owners: np.ndarray) -> TournamentSummary:
    """About all lineups: by_entrant[deal, lineup, rotation, entrant, (win, score, rank)], owners[lineup, entrant] the bot's number."""
    count, n = int(owners.max()) + 1, owners.shape[1]
    wins = by_entrant[..., WIN].mean(axis=2)  # [deal, lineup, entrant]
    places, columns, bounds = _duels(wins, owners)
    estimates = mean_intervals(np.stack(columns, axis=1), bounds, n)
    matrix: list[list[Estimate | None]] = [[None] * count for _ in range(count)]
    for (row, column), estimate in zip(places, estimates, strict=True):
        matrix[row][column] = estimate
    by_deal = by_entrant[..., SCORE].mean(axis=2)
    scores = np.stack([by_deal[:, owners == bot].mean(axis=1) for bot in range(count)], axis=1)
    return TournamentSummary(matrix, mean_intervals(scores, [None] * count, n), _mixed(wins, owners))


def _duels(wins: np.ndarray, owners: np.ndarray) -> tuple[list[tuple[int, int]], list[np.ndarray], list[Bounds]]:
    """Who is alone among whom in which lineup, and the win share by deal of the one; with two players it works both ways."""
    places, columns, bounds = [], [], []
    for lineup, bots in enumerate(owners):
        for entrant, one in enumerate(bots):
            rest = set(np.delete(bots, entrant).tolist())
            if len(rest) == 1 and one not in rest:
                places.append((int(one), rest.pop()))
                columns.append(wins[:, lineup, entrant])
                bounds.append(win_bounds(1))
    return places, columns, bounds


def _mixed(wins: np.ndarray, owners: np.ndarray) -> list[tuple[int, list[Estimate]]]:
    n = owners.shape[1]
    lineups = [k for k, bots in enumerate(owners) if n > 2 and len(set(bots.tolist())) == n]
    return [(k, mean_intervals(wins[:, k], [win_bounds(1)] * n, n)) for k in lineups]
