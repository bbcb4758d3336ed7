"""Search: finds what can be computed, repeats, and sees nothing hidden."""

import time

import numpy as np
import pytest
from ladder import LADDER, SHARES, TABLES, clear_answer
from toy import CARDS, CHANGE, KEEP, TOY

from louis14_env.bots import SpecError, View, make_bot
from louis14_env.core import Table
from louis14_env.core.conformance import random_positions
from louis14_env.search import Search


def found(search, table, seed=0):
    return search.run(table.states, 0, table.current_player, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_max_n_finds_what_backward_induction_finds(players):
    """Each player looks after itself alone; checked where the answer does not hang on close choices."""
    search = Search(LADDER, iterations=100_000, exploration=0.5)
    answers = {seed: clear_answer(seed, players, close=0.04) for seed in range(TABLES)}
    clear = [seed for seed, answer in answers.items() if answer is not None][:4]
    for seed in clear:
        assert found(search, Table(LADDER, players, seed)).action == answers[seed]
    assert len(clear) >= 3


@pytest.mark.parametrize("players", [5, 6])
def test_the_last_of_many_players_takes_what_is_best(players):
    search = Search(LADDER, iterations=200)
    for seed in range(6):
        table = Table(LADDER, players, seed)
        for _ in range(players - 1):
            table.step(found(search, table).action)
        shares = SHARES[seed, 2 * int(table.states[0]["said"]) :][:2, :players]
        shares = shares / shares.sum(axis=1, keepdims=True)
        assert found(search, table).action == shares[:, -1].argmax()


@pytest.mark.parametrize("card", range(CARDS))
def test_a_hidden_card_game_is_valued_right(card):
    """The second of two players: keeping wins against a lower card, changing is a draw for another of the eight."""
    table = Table(TOY, 2, 3)
    table.step(KEEP)
    state = table.states[0]
    old = state["card"][1]
    state["deck"][state["deck"] == card], state["deck"][1] = old, card
    state["card"][:2] = state["deck"][:2]
    result = found(Search(TOY, iterations=4000, selection="puct", exploration=1.0), table)
    lower = card / (CARDS - 1)
    values = dict(zip(result.actions.tolist(), result.values.tolist(), strict=True))
    assert values[KEEP] == pytest.approx(lower, abs=0.06) or result.action == CHANGE
    assert values[CHANGE] == pytest.approx(0.5, abs=0.06) or result.action == KEEP
    if card != (CARDS - 1) / 2:
        assert result.action == (KEEP if lower > 0.5 else CHANGE)


@pytest.mark.parametrize("settings", [{}, {"rollout": "random", "horizon": 0.0}, {"selection": "ucb", "rollout": "sane"}])
def test_same_information_same_search(game, settings):
    """Whatever the hidden cards are, the same information set and seed give the same tree; another seed gives another."""
    search = Search(game, iterations=60, **settings)
    for players in (2, 3, 4):
        for table in random_positions(game, players, seed=players, every=17):
            if table.is_over:
                continue
            one = found(search, table, 5)
            for k in range(3):
                twin = table.redeterminize(table.current_player, k)
                other = found(search, twin, 5)
                assert (one.visits == other.visits).all() and one.action == other.action and one.line == other.line
                np.testing.assert_array_equal(one.values, other.values)
    table = Table(game, 4, 1)
    assert (found(search, table, 1).visits != found(search, table, 2).visits).any()


def test_search_changes_nothing_and_counts_right(game):
    table = Table(game, 4, 1)
    before = table.to_bytes()
    result = found(Search(game, iterations=300), table)
    assert table.to_bytes() == before
    assert result.actions.tolist() == table.legal_actions()
    assert result.visits.sum() == result.iterations == 300
    assert result.priors.sum() == pytest.approx(1) and 0 <= result.value <= 1
    assert result.nodes <= 301 and result.deepest >= result.mean_depth > 0 and result.rollout_length > 0
    assert result.visits[result.actions == result.action] == result.visits.max()
    assert result.line[0] == result.action
    text = "\n".join(result.lines(game))
    assert game.action_text(result.action) in text and "300 iterations" in text


def test_a_full_tree_goes_on_without_growing(game, monkeypatch):
    monkeypatch.setattr("louis14_env.search.ismcts.MOST_NODES", 20)
    result = found(Search(game, iterations=200), Table(game, 2, 1))
    assert result.nodes == 20 and result.iterations == result.visits.sum() == 200


def test_milliseconds(game):
    search = Search(game, ms=30)
    began = time.perf_counter()
    result = found(search, Table(game, 4, 1))
    assert time.perf_counter() - began >= 0.03 and result.iterations >= 16 and result.iterations % 16 == 0


def test_a_rollout_to_the_end_is_longer_than_one_to_the_next_round(game):
    table = Table(game, 4, 1)
    near = found(Search(game, iterations=50, horizon=1.0), table).rollout_length
    end = found(Search(game, iterations=50, horizon=0.0), table).rollout_length
    assert 0 < near < end / 2


def test_bad_settings_are_refused(game):
    with pytest.raises(ValueError, match="rollout must be one of random, sane, peaceful, heuristic, not 'clever'"):
        Search(game, rollout="clever")
    with pytest.raises(ValueError, match=r"iterations must be 1..1e\+07, not 0"):
        Search(game, iterations=0)
    with pytest.raises(ValueError, match=r"iterations must be a whole number, not 2.5"):
        Search(game, iterations=2.5)
    with pytest.raises(ValueError, match="not 'depth'"):
        Search(game, depth=3)
    with pytest.raises(ValueError, match="no estimate"):
        Search(TOY, horizon=1.0)
    with pytest.raises(SpecError, match="ismcts:selection must be one of puct, ucb, not 'best'"):
        make_bot("ismcts:selection=best", game)


def test_the_estimate_is_a_share_of_the_win_and_knows_who_is_ahead(game):
    """Shares add up to one; in a later round the player with far more points may expect more."""
    table = Table(game, 4, 1)
    values = np.zeros(4)
    game.value(table.states, 0, values)
    assert values.sum() == pytest.approx(1) and (values > 0.1).all()
    table.states[0]["round_no"] = 3
    table.states[0]["bonus"][2] += 20
    game.value(table.states, 0, values)
    assert values.argmax() == 2 and values[2] > 0.5


def test_search_as_a_bot(game):
    bot = make_bot("ismcts:iterations=50,horizon=0", game)
    assert bot.spec == "ismcts:iterations=50,horizon=0.0"
    assert make_bot(bot.spec, game).spec == bot.spec
    view = View(Table(game, 3, 2), 9)
    assert bot.act(view) == bot.look(view).action in view.legal_actions()
