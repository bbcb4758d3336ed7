"""The arithmetic of the arena, held against made-up players whose true strength is known.

Each column is a match of its own: a thousand matches a case, so that a rate of 95 % is known to about 0.7 %.
"""

import math

import numpy as np
import pytest

from louis14_env.arena import intervals, stats
from louis14_env.arena.intervals import (
    FEW_DIFFERENT,
    Estimate,
    beta_cdf,
    bootstrap_means,
    clopper_pearson,
    count_different,
    korn_graubard,
    mean_intervals,
    smallest_seen,
    standard_error,
    student_quantile,
)
from louis14_env.arena.luck import Variances, variance_components
from louis14_env.arena.ratings import rate, rating_intervals
from louis14_env.arena.stats import sign_flip_p, summarise, summarise_tournament
from louis14_env.core.game import RANK, SCORE, WIN

MATCHES = 1000


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(intervals, "RESAMPLES", 2000)
    monkeypatch.setattr(stats, "RESAMPLES", 2000)


def win_shares(chance, deals, n, share, same=0.0):
    """[deal, match] The win share by deal of a player with that true share; in some deals all rotations end alike."""
    wins = chance.random((deals, MATCHES, n)) < share
    alike = chance.random((deals, MATCHES, 1)) < same
    return np.where(alike, wins[..., :1], wins).mean(axis=2)


def coverage(estimates, truth):
    return np.mean([low <= truth <= high for _, low, high in estimates])


# --- Intervals -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("same", [0.0, 0.5])
@pytest.mark.parametrize(("n", "share"), [(2, 0.5), (2, 0.7), (3, 1 / 3), (4, 0.25), (4, 0.6)])
@pytest.mark.parametrize("deals", [50, 150])
def test_win_shares_are_covered_as_often_as_stated(n, share, deals, same):
    values = win_shares(np.random.default_rng(1), deals, n, share, same)
    assert 0.93 <= coverage(mean_intervals(values, [(0, 1)] * MATCHES, n), share) <= 0.975


@pytest.mark.parametrize("same", [0.0, 0.5])
@pytest.mark.parametrize(
    ("deals", "n", "share"),
    [(5, 2, 0.5), (5, 2, 0.97), (20, 4, 0.9), (20, 4, 0.995), (100, 4, 0.97), (100, 4, 1.0), (400, 4, 0.995)],
)
def test_shares_near_1_and_few_deals_are_covered_at_least_so_often(deals, n, share, same):
    values = win_shares(np.random.default_rng(2), deals, n, share, same)
    assert coverage(mean_intervals(values, [(0, 1)] * MATCHES, n), share) >= 0.93


def test_the_plain_bootstrap_would_not_do_near_1():
    values = win_shares(np.random.default_rng(2), 20, 4, 0.99)
    lows, highs = np.quantile(bootstrap_means(values, 0), [0.025, 0.975], axis=0)
    assert np.mean((lows <= 0.99) & (highs >= 0.99)) < 0.7


@pytest.mark.parametrize("deals", [4, 10, 25, 100])
@pytest.mark.parametrize("draw", ["normal", "uniform", "gumbel"])
def test_scores_are_covered_as_often_as_stated(deals, draw):
    chance = np.random.default_rng(3)
    truth = {"normal": 0.0, "uniform": 0.5, "gumbel": float(np.euler_gamma)}[draw]
    values = getattr(chance, draw)(size=(deals, MATCHES))
    assert 0.925 <= coverage(mean_intervals(values, [None] * MATCHES, 4), truth) <= 0.975


def test_intervals_get_narrower_with_the_root_of_the_deals():
    chance = np.random.default_rng(4)
    widths = [
        np.mean([high - low for _, low, high in mean_intervals(win_shares(chance, deals, 4, 0.4), [(0, 1)] * MATCHES, 4)])
        for deals in (100, 400)
    ]
    assert widths[0] / widths[1] == pytest.approx(2, rel=0.05)


def test_all_won_is_not_certain():
    (estimate,) = mean_intervals(np.ones((20, 1)), [(0, 1)], 4)
    assert estimate == Estimate(1.0, pytest.approx(0.025 ** (1 / 20)), 1.0)
    (estimate,) = mean_intervals(np.zeros((20, 1)), [(0, 0.5)], 4)  # a bot with two seats cannot have more than half a win a seat
    assert estimate == Estimate(0.0, 0.0, pytest.approx((1 - 0.025 ** (1 / 20)) / 2))


def test_what_holds_near_1_holds_near_0():
    column = np.array([1.0] * 30 + [0.75, 0.25])
    near_1, near_0 = korn_graubard(column, (0, 1), 128), korn_graubard(1 - column, (0, 1), 128)
    assert near_0.low == pytest.approx(1 - near_1.high) and near_0.high == pytest.approx(1 - near_1.low)


def test_one_deal_says_next_to_nothing():
    share, score = mean_intervals(np.array([[1.0, 30.0]]), [(0, 1), None], 2)
    assert share == Estimate(1.0, pytest.approx(0.025), 1.0)
    assert score == Estimate(30.0, -math.inf, math.inf)


def test_the_unit_is_the_deal():
    """Deals in which all four games end alike say no more than one game each."""
    chance = np.random.default_rng(5)
    alike = mean_intervals(win_shares(chance, 100, 4, 0.5, same=1.0), [(0, 1)] * MATCHES, 4)
    single = mean_intervals(win_shares(chance, 100, 1, 0.5), [(0, 1)] * MATCHES, 1)
    width = [np.mean([high - low for _, low, high in estimates]) for estimates in (alike, single)]
    assert width[0] == pytest.approx(width[1], rel=0.02)


def test_resamples_are_paired_and_repeatable():
    values = np.random.default_rng(6).random((30, 1))
    means = bootstrap_means(np.hstack([values, 2 * values, 1 - values]), 7)
    assert np.allclose(means[:, 1], 2 * means[:, 0]) and np.allclose(means[:, 2], 1 - means[:, 0])
    assert np.array_equal(means, bootstrap_means(np.hstack([values, 2 * values, 1 - values]), 7))
    assert means[:, 0].std() == pytest.approx(values.std() / math.sqrt(30), rel=0.05)


def test_distributions_against_known_values():
    for freedom, quantile in ((1, 12.7062), (2, 4.30265), (10, 2.22814), (30, 2.04227), (1000, 1.96234)):
        assert student_quantile(0.975, freedom) == pytest.approx(quantile, abs=1e-4)
    for a, b, x in ((3, 5, 0.4), (20, 2, 0.9), (1, 1, 0.3), (40, 60, 0.35), (700, 300, 0.71)):
        trials = a + b - 1
        tail = math.fsum(math.comb(trials, k) * x**k * (1 - x) ** (trials - k) for k in range(a, trials + 1))
        assert beta_cdf(x, a, b) == pytest.approx(tail, abs=1e-9)
    assert clopper_pearson(0.5, 10) == (pytest.approx(0.18709, abs=1e-5), pytest.approx(0.81291, abs=1e-5))


def test_few_different_outcomes_are_counted_and_widened():
    column = np.array([1.0] * 97 + [0.75, 0.5, 0.75])
    assert count_different(column) == 3 < FEW_DIFFERENT
    exact = korn_graubard(column, (0, 1), 400)
    assert exact.low < 0.97 and exact.high < 1.0 and mean_intervals(column[:, None], [(0, 1)], 4) == [exact]


def test_smallest_difference_is_found_in_80_of_100_cases():
    chance = np.random.default_rng(8)
    values = chance.normal(0, 3, (100, MATCHES))
    size = np.mean([smallest_seen(values[:, k]) for k in range(MATCHES)])
    found = [abs(values[:, k].mean() + size) > 1.984 * standard_error(values[:, k]) for k in range(MATCHES)]
    assert 0.77 <= np.mean(found) <= 0.83
    assert math.isnan(smallest_seen(np.ones(5))) and math.isnan(smallest_seen(np.ones(1)))


# --- p-values --------------------------------------------------------------------------------------------------------
def worst_gap(p_values):
    """The largest distance of the p-values' distribution from the uniform one."""
    ordered = np.sort(p_values)
    steps = np.arange(1, len(ordered) + 1) / len(ordered)
    return np.max(np.abs(steps - ordered))


@pytest.mark.parametrize("deals", [10, 60])
def test_p_values_of_equal_bots_are_uniform(deals):
    chance = np.random.default_rng(9)
    p_values = [sign_flip_p(chance.normal(size=deals), seed=k) for k in range(300)]
    assert worst_gap(p_values) < 1.63 / math.sqrt(300)


def test_p_values_of_one_among_three_equals_are_nearly_uniform():
    chance = np.random.default_rng(10)
    p_values = []
    for k in range(300):
        share = (chance.integers(0, 4, (60, 4)) == 0).mean(axis=1)
        p_values.append(sign_flip_p(share - (1 - share) / 3, seed=k))
    assert 0.02 <= np.mean(np.array(p_values) < 0.05) <= 0.085 and worst_gap(p_values) < 0.12


def test_p_values_of_different_bots_are_small():
    chance = np.random.default_rng(11)
    assert all(sign_flip_p(chance.normal(1, 1, 60)) < 0.001 for _ in range(20))
    assert sign_flip_p(np.ones(8)) == 2 / 2**8
    assert sign_flip_p(np.zeros(30)) == 1.0 and sign_flip_p(np.array([1.0, -1.0])) == 1.0


# --- Summaries -------------------------------------------------------------------------------------------------------
def made_up(chance, deals, strengths, owners):
    """by_seat and by_entrant of games whose winner is drawn with those chances; the score is 10 for a win, plus 5 for seat 0."""
    n = len(owners)
    weights = np.array([strengths[owner] for owner in owners])
    by_entrant = np.zeros((deals, n, n, 3))
    winners = chance.choice(n, (deals, n), p=weights / weights.sum())
    np.put_along_axis(by_entrant[..., WIN], winners[..., None], 1.0, axis=2)
    by_entrant[..., SCORE] = 10 * by_entrant[..., WIN]
    by_entrant[..., RANK] = 1 + (n / 2) * (1 - by_entrant[..., WIN])
    by_seat = np.stack([np.roll(by_entrant[:, r], -r, axis=1) for r in range(n)], axis=1)
    by_seat[:, :, 0, SCORE] += 5
    by_entrant = np.stack([np.roll(by_seat[:, r], r, axis=1) for r in range(n)], axis=1)
    return by_seat, by_entrant


def test_a_summary_finds_what_was_put_in():
    owners = np.array([0, 1, 1])
    by_seat, by_entrant = made_up(np.random.default_rng(12), 2000, {0: 2.0, 1: 1.0}, owners)
    summary = summarise(by_seat, by_entrant, owners)
    one, others = summary.bots
    assert (one.seats, others.seats) == (1, 2)
    assert one.win.value == pytest.approx(0.5, abs=0.03) and others.win.value == pytest.approx(0.25, abs=0.015)
    assert one.win.low < 0.5 < one.win.high and one.win.high - one.win.low < 0.05
    assert one.score.value == pytest.approx(10 * one.win.value + 5 / 3)
    assert one.rank.low < 1.75 < one.rank.high
    (pair,) = summary.pairs
    assert pair.win.value == pytest.approx(one.win.value - others.win.value) and pair.win_p < 0.001
    assert pair.score.low < 2.5 < pair.score.high and pair.score_p < 0.001
    assert [seat.win.low < 1 / 3 < seat.win.high for seat in summary.seats] == [True] * 3
    assert summary.seats[0].score.value - summary.seats[1].score.value == pytest.approx(5, abs=0.5)
    assert summary.win_luck.shares().play > 0.9 and summary.score_luck.shares().seat > 0.15


def test_the_intervals_of_one_and_of_all_others_say_the_same():
    owners = np.array([0, 1, 1, 1])
    summary = summarise(*made_up(np.random.default_rng(13), 12, {0: 40.0, 1: 1.0}, owners), owners)
    (one, others), (pair,) = summary.bots, summary.pairs
    assert pair.win.low == pytest.approx(one.win.low - (1 - one.win.low) / 3)
    assert others.win.low == pytest.approx((1 - one.win.high) / 3) and others.win.high == pytest.approx((1 - one.win.low) / 3)


def test_a_bot_in_every_seat_has_its_share_for_certain():
    owners = np.array([4, 4])
    summary = summarise(*made_up(np.random.default_rng(14), 1, {4: 1.0}, owners), owners)
    assert summary.bots[0].win == Estimate(0.5, 0.5, 0.5) and summary.pairs == [] and summary.win_luck is None


# --- Luck ------------------------------------------------------------------------------------------------------------
def effects(chance, shape, variance):
    """Random effects whose last axis sums to 0, with that mean square."""
    drawn = chance.normal(size=shape)
    drawn -= drawn.mean(axis=-1, keepdims=True)
    return drawn * math.sqrt(variance * shape[-1] / (shape[-1] - 1))


@pytest.mark.parametrize("owners", [[0, 1], [0, 1, 1], [0, 1, 2, 3], [0, 1, 1, 0]])
def test_variance_components_are_recovered(owners):
    chance = np.random.default_rng(15)
    n, deals = len(owners), 12
    true = Variances(player=3.0, seat=1.0, deal=2.0, cards=4.0, play=8.0)
    seats = np.resize([1.0, -1.0, 0.5, 2.0], n)
    players = np.array([[0.0, 2.0, -1.0, 1.0][owner] for owner in owners])
    seats, players = ((x - x.mean()) / x.std() for x in (seats, players))
    entrants = (np.arange(n)[:, None] + np.arange(n)) % n
    found = []
    for _ in range(MATCHES):
        outcomes = 50 + seats * math.sqrt(true.seat) + players[entrants] * math.sqrt(true.player)
        outcomes = outcomes + chance.normal(0, math.sqrt(true.deal), (deals, 1, 1))
        outcomes = outcomes + effects(chance, (deals, 1, n), true.cards)
        outcomes = outcomes + chance.normal(0, math.sqrt(1.5), (deals, n, 1)) + chance.normal(0, math.sqrt(6.5), (deals, n, n))
        found.append(variance_components(outcomes, np.array(owners)))
    error = 4 * np.std(found, axis=0) / math.sqrt(MATCHES)
    assert np.all(np.abs(np.mean(found, axis=0) - true) < error) and np.all(error < 0.6)


def test_luck_of_the_cards_alone():
    """The deal says which seat wins, whoever sits there."""
    winners = np.random.default_rng(16).integers(0, 3, 400)
    outcomes = np.zeros((400, 3, 3))
    outcomes[np.arange(400), :, winners] = 1.0
    luck = variance_components(outcomes, np.array([0, 1, 2]))
    assert luck.shares().cards > 0.98 and sum(luck.shares()) == pytest.approx(1)
    assert luck.cards == pytest.approx(2 / 9, rel=0.03)
    with pytest.raises(ValueError, match="2 deals or more, not 1"):
        variance_components(outcomes[:1], np.array([0, 1, 2]))


def test_luck_where_nothing_varies():
    assert variance_components(np.ones((5, 2, 2)), np.array([0, 1])).shares() == Variances(0, 0, 0, 0, 0)


# --- Tournaments -----------------------------------------------------------------------------------------------------
def test_matrix_and_scores_of_a_tournament():
    owners = np.array([[0, 1, 1], [1, 0, 0], [0, 2, 2], [0, 1, 2]])
    strengths = {0: 4.0, 1: 2.0, 2: 1.0}
    chance = np.random.default_rng(17)
    by_entrant = np.stack([made_up(chance, 600, strengths, lineup)[1] for lineup in owners], axis=1)
    summary = summarise_tournament(by_entrant, owners)
    assert summary.matrix[0][1].value == pytest.approx(1 / 2, abs=0.04) and summary.matrix[1][0].value == pytest.approx(
        1 / 5, abs=0.03
    )
    assert summary.matrix[0][2].low < 2 / 3 < summary.matrix[0][2].high
    assert summary.matrix[2][0] is None and summary.matrix[0][0] is None
    ((lineup, shares),) = summary.mixed
    assert lineup == 3 and [round(share.value, 1) for share in shares] == [0.6, 0.3, 0.1]
    assert summary.scores[0].value > summary.scores[1].value > summary.scores[2].value


def test_both_sides_of_a_pair_of_two_players():
    owners = np.array([[0, 1]])
    _, by_entrant = made_up(np.random.default_rng(18), 50, {0: 3.0, 1: 1.0}, owners[0])
    matrix = summarise_tournament(by_entrant[:, None], owners).matrix
    assert matrix[0][1].value + matrix[1][0].value == pytest.approx(1) and matrix[0][1].value > 0.6


def test_ratings_are_in_order_and_several_seats_share_an_update():
    ranks = np.array([[1, 2, 3, 4]] * 60)
    assert np.all(np.diff(rate(ranks, np.array([[0, 1, 2, 3]] * 60))) < 0)
    once = rate(np.array([[1.0, 2.0, 3.0]]), np.array([[0, 1, 1]]))
    apart = rate(np.array([[1.0, 2.0, 3.0]]), np.array([[0, 1, 2]]))
    assert once[0] == pytest.approx(apart[0]) and once[1] == pytest.approx((apart[1] + apart[2]) / 2)


def test_ratings_of_equals_are_equal_within_their_intervals():
    owners = np.array([[0, 1], [0, 2], [1, 2]])
    chance = np.random.default_rng(19)
    by_entrant = np.stack([made_up(chance, 40, {0: 1.0, 1: 1.0, 2: 9.0}, lineup)[1] for lineup in owners], axis=1)
    first, second, best = rating_intervals(by_entrant, owners)
    assert max(first.low, second.low) < min(first.high, second.high) and best.low > max(first.high, second.high)
    assert rating_intervals(by_entrant[:1], owners)[0].high == math.inf
