"""95 % intervals for means over deals.

A deal with all its rotations is the unit: its games share the cards, deals do not. The usual interval is a percentile bootstrap
over deals, with tails widened for few deals as in Hesterberg (2015), "What teachers should know about the bootstrap".
The bootstrap knows only what it saw, and collapses if nearly all deals ended alike (twenty wins in twenty deals say little
about losses of one in thirty). There a bounded mean gets the interval of Korn and Graubard (1998): Clopper-Pearson's
for the number of independent games with the same standard error, or for the number of deals if there is no spread at all.
An unbounded mean of few deals gets Student's.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

LEVEL = 0.95
POWER = 0.80
RESAMPLES = 10_000
LEAST_RESAMPLES = 1_000
MOST_DRAWN = 40_000_000  # deals drawn in all resamples together; long matches get fewer resamples
CHUNK = 4_000_000  # deals drawn at a time
FEW_DEALS = 10  # with fewer the bootstrap is not trusted
FEW_DIFFERENT = 15  # nor with fewer deals that ended differently from the commonest outcome
UNSEEN = 0.2  # of a deal that ended at the far bound is added to the spread: the rare deals that end so may not have been seen
BISECTIONS = 60
TINY = 1e-300
SAME = 1e-9  # outcomes that differ by less are the same

UPPER_TAIL = (1 + LEVEL) / 2
Bounds = tuple[float, float]


class Estimate(NamedTuple):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float


def mean_intervals(values: np.ndarray, bounds: Sequence[Bounds | None], games_a_deal: int, seed: int = 0) -> list[Estimate]:
    """The mean of each column of values[deal, column]; bounds are the least and the most that a column's entries can be."""
    deals = len(values)
    drawn = bootstrap_means(values, seed) if deals >= FEW_DEALS else None
    out = []
    for k, bound in enumerate(bounds):
        column = values[:, k]
        if bound is not None and (drawn is None or count_different(column) < FEW_DIFFERENT):
            out.append(korn_graubard(column, bound, deals * games_a_deal))
        elif drawn is None:
            out.append(student(column))
        else:
            tail = widened_tail(deals)
            low, high = np.quantile(drawn[:, k], [tail, 1 - tail])
            out.append(Estimate(float(column.mean()), float(low), float(high)))
    return out


def bootstrap_means(values: np.ndarray, seed: int) -> np.ndarray:
    """[resample, column] Means of values[deal, column] over deals drawn with replacement, the same deals for all columns."""
    deals = len(values)
    chance = np.random.default_rng(seed)
    resamples = max(LEAST_RESAMPLES, min(RESAMPLES, MOST_DRAWN // deals))
    means = np.empty((resamples, values.shape[1]))
    rows = max(1, CHUNK // deals)
    for first in range(0, resamples, rows):
        count = min(rows, resamples - first)
        drawn = chance.integers(0, deals, (count, deals)) + deals * np.arange(count)[:, None]
        times = np.bincount(drawn.ravel(), minlength=count * deals).reshape(count, deals)
        means[first : first + count] = times.astype(np.float64) @ values / deals
    return means


def widened_tail(deals: int) -> float:
    """The tail to cut off a bootstrap's means so that it has the width of Student's interval."""
    return NormalDist().cdf(-student_quantile(UPPER_TAIL, deals - 1) * math.sqrt(deals / (deals - 1)))


def count_different(column: np.ndarray) -> int:
    """How many deals ended differently from the commonest outcome."""
    _, counts = np.unique(np.round(column / SAME), return_counts=True)
    return len(column) - int(counts.max())


def korn_graubard(column: np.ndarray, bounds: Bounds, games: int) -> Estimate:
    """The interval of a bounded mean: that of a binomial share with as many trials as give the same standard error."""
    least, most = bounds
    deals = len(column)
    shares = (column - least) / (most - least)
    share = min(1.0, max(0.0, float(shares.mean())))
    trials = float(deals)
    if shares.std() > SAME:
        spread = ((shares - share) ** 2).sum() + UNSEEN * max(share, 1 - share) ** 2
        same_error = share * (1 - share) * deals * (deals - 1) / spread
        few = student_quantile(UPPER_TAIL, games - 1) / student_quantile(UPPER_TAIL, deals - 1)
        trials = max(trials, min(same_error, games) * few**2)  # no spread of bounded deals is worth fewer trials than deals
    low, high = clopper_pearson(share, trials)
    return Estimate(float(column.mean()), least + (most - least) * low, least + (most - least) * high)


@cache
def clopper_pearson(share: float, trials: float) -> Bounds:
    """The exact interval of a binomial share; trials need not be whole."""
    wins, losses = share * trials, (1 - share) * trials
    low = beta_quantile(1 - UPPER_TAIL, wins, losses + 1) if wins > SAME else 0.0
    high = beta_quantile(UPPER_TAIL, wins + 1, losses) if losses > SAME else 1.0
    return low, high


def student(column: np.ndarray) -> Estimate:
    """Student's interval of a mean; of a single deal nothing is known."""
    mean = float(column.mean())
    if len(column) < 2:
        return Estimate(mean, -math.inf, math.inf)
    half = student_quantile(UPPER_TAIL, len(column) - 1) * standard_error(column)
    return Estimate(mean, mean - half, mean + half)


def standard_error(column: np.ndarray) -> float:
    """The standard error of the mean over deals."""
    return float(column.std(ddof=1)) / math.sqrt(len(column)) if len(column) > 1 else math.nan


def smallest_seen(column: np.ndarray) -> float:
    """The difference that a match with this spread finds in 80 % of all cases; nan if there is no spread to tell from."""
    error = standard_error(column)
    return (NormalDist().inv_cdf(UPPER_TAIL) + NormalDist().inv_cdf(POWER)) * error if error > SAME else math.nan


# --- Distributions ---------------------------------------------------------------------------------------------------
def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges quickly on the other side
        return 1 - beta_cdf(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    return front / a / _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """1 + d1/(1 + d2/(1 + ...)), from its end."""
    value = 1.0
    for term in range(30 + 8 * math.isqrt(int(max(a, b))), 0, -1):  # as many terms as double precision can use
        m, odd = divmod(term, 2)
        if odd:
            factor = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            factor = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        value = 1 + factor / (value or TINY)
    return value


def beta_quantile(q: float, a: float, b: float) -> float:
    """Where the beta distribution's lower tail is q."""
    return _bisect(lambda x: beta_cdf(x, a, b), q, 0.0, 1.0)


@cache
def student_quantile(q: float, freedom: float) -> float:
    """Where Student's distribution has the lower tail q, above one half."""
    tail = 2 * (1 - q)
    x = _bisect(lambda x: beta_cdf(x, freedom / 2, 0.5), tail, 0.0, 1.0)  # x = freedom / (freedom + t^2)
    return math.sqrt(freedom * (1 - x) / x)


def _bisect(rising: Callable[[float], float], target: float, low: float, high: float) -> float:
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if rising(middle) < target:
            low = middle
        else:
            high = middle
    return (low + high) / 2
