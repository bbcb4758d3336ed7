"""Search with a network: its policy as prior, its value as estimate; in step or alone, and blind to what is hidden."""

import numpy as np
import pytest
from ladder import LADDER, TABLES, clear_answer
from networks import make_tensors

from louis14_env.bots import SpecError, View, make_bot
from louis14_env.core import Table
from louis14_env.core.conformance import random_positions
from louis14_env.core.kernels import compile_kernels
from louis14_env.networks.checkpoint import save_checkpoint
from louis14_env.networks.compiled import Network, apply_rows
from louis14_env.search import Search
from louis14_env.search.network import Trees, share


@pytest.fixture
def policy(game, tmp_path):
    save_checkpoint(tmp_path / "some", make_tensors(game), game, [2, 3, 4])
    return str(tmp_path / "some")


def found(search, table, seed=0):
    return search.run(table.states, 0, table.current_player, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_max_n_finds_what_backward_induction_finds(players, tmp_path):
    """Without any knowledge in the network, the ends of the game decide."""
    save_checkpoint(tmp_path / "none", make_tensors(LADDER, scale=0.0), LADDER, [players])
    search = Search(LADDER, iterations=20_000, selection="ucb", exploration=0.5, policy=str(tmp_path / "none"), horizon=0)
    answers = {seed: clear_answer(seed, players, close=0.04) for seed in range(TABLES)}
    clear = [seed for seed, answer in answers.items() if answer is not None][:4]
    for seed in clear:
        assert found(search, Table(LADDER, players, seed)).action == answers[seed]
    assert len(clear) >= 3


def test_the_prior_is_the_policy_and_the_root_s_first_value_the_network_s(game, policy):
    for table in random_positions(game, 4, seed=3, every=29):
        if table.is_over:
            continue
        search = Search(game, iterations=1, policy=policy, temperature=1.0, horizon=0)
        result = found(search, table)
        views = np.zeros((4, game.observation.size), np.float32)
        for player in range(4):  # as they would be in the cards that the search dealt
            compile_kernels(game).call_observe(search.trees.scratch, 0, player, views[player])
        logits, values = Network(make_tensors(game), game)(views)
        legal = table.legal_actions()
        chances = np.exp(logits[table.current_player, legal] - logits[table.current_player, legal].max())
        np.testing.assert_allclose(result.priors, chances / chances.sum(), rtol=1e-4)
        expected = np.maximum(values[:, 2], 0)
        assert result.value == pytest.approx(expected[table.current_player] / expected.sum(), abs=1e-5)
        assert result.visits.sum() == 0 and result.iterations == 1


def test_rollouts_end_where_the_next_chapter_begins_and_the_network_judges_there(game, policy):
    """In the last round they end with the game, so that the network's value no longer counts."""
    early = Table(game, 4, 1)
    result = found(Search(game, iterations=50, policy=policy), early)
    assert result.rollout_length > 20
    assert found(Search(game, iterations=50, policy=policy, horizon=2), early).rollout_length > result.rollout_length + 20
    assert found(Search(game, iterations=50, policy=policy, horizon=0), early).rollout_length == 0
    search = Search(game, iterations=50, policy=policy)
    late = next(t for t in random_positions(game, 4, seed=1, every=1) if not t.is_over and t.states[0]["round_no"] == 4)
    before = found(search, late).value
    search.trees.network.params[:] = 0  # a network that expects nothing
    search.trees.network.params[-3:] = 9, 9, 9
    assert 0 < before < 1 and found(search, early).value == pytest.approx(0.25)
    assert found(search, late).value != pytest.approx(0.25)


def test_a_prior_on_the_card_counts(game, tmp_path):
    save_checkpoint(tmp_path / "corrects", make_tensors(game, scale=0.0), game, [4], prior=2.0)
    table = Table(game, 4, 5)
    result = found(Search(game, iterations=1, policy=str(tmp_path / "corrects"), temperature=1.0), table)
    points = np.zeros(game.actions.size)
    game.scores(table.states, 0, table.mask, points)
    weights = np.exp(np.maximum(2 * (points[result.actions] - points[result.actions].max()), -30))
    np.testing.assert_allclose(result.priors, weights / weights.sum(), rtol=1e-4, atol=1e-12)


@pytest.mark.parametrize("horizon", [0.0, 1.0])
def test_trees_in_step_are_what_each_is_alone(game, policy, horizon):
    search = Search(game, iterations=40, policy=policy, horizon=horizon)
    tables = [table for table in random_positions(game, 3, seed=2, every=4) if not table.is_over]
    assert len(tables) > len(search.trees.visits) > 2
    states = np.concatenate([table.states for table in tables])
    players, seeds = np.array([table.current_player for table in tables]), np.arange(len(tables)) + 5
    together = search.run_many(states, np.arange(len(tables)), players, seeds)
    for table, seed, result in zip(tables, seeds, together, strict=True):
        alone = found(Search(game, iterations=40, policy=policy, horizon=horizon), table, int(seed))
        np.testing.assert_array_equal(alone.visits, result.visits)
        np.testing.assert_array_equal(alone.values, result.values)
        assert alone.line == result.line and result.visits.sum() == 39  # the first one looks at the root


@pytest.mark.parametrize("horizon", [0.0, 1.0])
def test_same_information_same_search(game, policy, horizon):
    search = Search(game, iterations=60, policy=policy, horizon=horizon)
    for players in (2, 3, 4):
        for table in random_positions(game, players, seed=players, every=23):
            if table.is_over:
                continue
            one = found(search, table, 5)
            twin = found(search, table.redeterminize(table.current_player, 7), 5)
            assert (one.visits == twin.visits).all() and one.action == twin.action and one.line == twin.line
            np.testing.assert_array_equal(one.values, twin.values)


def test_as_a_bot(game, policy):
    bot = make_bot(f"ismcts:iterations=20,policy={policy}", game)
    assert make_bot(bot.spec, game).spec == bot.spec and bot.repeatable
    view = View(Table(game, 3, 2), 9)
    assert bot.act(view) == bot.look(view).action in view.legal_actions()
    with pytest.raises(SpecError, match="no checkpoint 'nothing'"):
        make_bot("ismcts:policy=nothing", game)
    assert found(Search(game, ms=20, policy=policy), Table(game, 4, 1)).iterations >= 16


def test_many_rows_of_a_layer_are_what_each_is(game):
    rng = np.random.default_rng(1)
    x = (rng.random((21, 30)) * (rng.random((21, 30)) < 0.4)).astype(np.float32)
    params = rng.standard_normal(5 + 30 * 7 + 7).astype(np.float32)
    out = np.zeros((25, 9), np.float32)
    assert apply_rows(x, 21, 30, params, 5, 7, out, True) == len(params)
    expected = np.maximum(x @ params[5:-7].reshape(30, 7) + params[-7:], 0)
    np.testing.assert_allclose(out[:21, :7], expected, rtol=1e-4, atol=1e-5)
    assert not out[21:].any() and not out[:, 7:].any()


def test_shares_are_not_negative_and_add_up():
    out = np.zeros(4)
    share(np.array([[0.0, 9], [-0.5, 9], [0.3, 9], [0.1, 9]]), 1, 3, 0, out)
    np.testing.assert_allclose(out, [0, 0.75, 0.25, 0])
    share(np.full((3, 1), -1.0), 0, 3, 0, out)
    np.testing.assert_allclose(out[:3], 1 / 3)


def test_memory_is_bounded(game, policy):
    few = Search(game, iterations=10, policy=policy)
    many = Search(game, iterations=10_000, policy=policy)
    assert isinstance(few.trees, Trees) and len(few.trees.visits) > len(many.trees.visits) >= 1
