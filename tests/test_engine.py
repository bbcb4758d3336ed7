"""Random play: the contract and the invariants at every decision, and every action tried in many positions."""

from collections import Counter

import numpy as np
import pytest

from louis14_env.core import IllegalAction, Table
from louis14_env.core.conformance import check_action_texts, check_position, check_random_play, random_positions
from louis14_env.games.louis14.state import ASKS
from louis14_env.games.louis14.text import members

GAMES = 8_000  # for each player count


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_every_invariant(game, players):
    decisions = check_random_play(game, players, GAMES, seed=players)
    assert decisions > 50 * GAMES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_with_forced_decisions_asked(game, players):
    forced = check_random_play(game, players, 1_000, seed=9, auto_play=False)
    assert forced > check_random_play(game, players, 1_000, seed=9)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("auto_play", [True, False])
def test_every_action_in_many_positions(game, players, auto_play):
    asked = Counter()
    for seed in range(12):
        for table in random_positions(game, players, seed, every=11, auto_play=auto_play):
            check_position(table)
            asked[ASKS[table.states[0]["ask"]]] += 1
    assert asked["card"] and asked["path"] and asked["bribe"] and asked["mission"]


def test_every_action_text_parses_back(game):
    check_action_texts(game)


def test_action_texts_are_forgiving_about_case_and_order(game):
    assert game.parse_action("path 12:1 11:2") == game.parse_action("PATH 11:2  12:1")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_and_question_occurs(game, players):
    """Nothing in the action table is dead: each range is used in random play."""
    used, asked = set(), set()
    for seed in range(150):
        table = Table(game, players, seed, auto_play=False)
        rng = np.random.default_rng(seed)
        while not table.is_over:
            asked.add(ASKS[table.states[0]["ask"]])
            texts = {game.action_text(action).split()[0] for action in table.legal_actions()}
            used |= texts
            # lay missions where possible, so that their powers come into play
            legal = table.legal_actions()
            lays = [action for action in legal if game.action_text(action).startswith(("lay", "win"))]
            table.step(int(rng.choice(lays or legal)))
    assert asked == set(ASKS[1:])
    assert used == {text.split()[0] for text in game.actions.texts}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_score_recomputed_from_parts(game, players):
    """F1-F3: points from what lay on the table before the end, by other means than the engine's."""
    for seed in range(400):
        table = Table(game, players, seed)
        rng = np.random.default_rng(seed)
        while not table.is_over:
            before = table.states[0].copy()
            table.step(int(rng.choice(table.legal_actions())))
        s = table.states[0]
        held = s["coats"][:players]
        for p in range(players):
            left = len(members(s["hand"][p])) + len(members(s["intrigue"][p])) + s["chips"][p].sum() + s["coins"][p] // 3
            left += s["stones"][:, p].sum()
            most = sum(held[p, kind] == held[:, kind].max() > 0 for kind in range(6))
            coats_before_end = held[p].sum() + s["blanks"][p] - left
            assert before["coats"][p].sum() <= coats_before_end
            assert s["score"][p] == 5 * bin(s["laid"][p]).count("1") + coats_before_end + left + most
        keys = [(int(s["score"][p]), int(s["own"][p])) for p in range(players)]
        winners = [p for p in range(players) if keys[p] == max(keys)]
        returns = table.returns()
        assert returns[:, 0].tolist() == [(p in winners) / len(winners) for p in range(players)]
        assert returns[:, 1].tolist() == [float(score) for score, _ in keys]
        assert returns[:, 2].sum() == players * (players + 1) / 2


@pytest.mark.parametrize(
    "action, reason",
    [
        (-1, "not in 0"),
        (528, "not in 0"),
        (True, "whole number"),
        (1.5, "whole number"),
        (None, "whole number"),
        ("play Nobody to place", "not an action text"),
        ("draw light", "is not legal: player 0 may"),
    ],
)
def test_bad_actions_are_named_and_change_nothing(game, action, reason):
    table = Table(game, 4, seed=3)
    before = table.hash()
    with pytest.raises(IllegalAction, match=reason):
        table.step(action)
    assert table.hash() == before and table.current_player == 0


def test_actions_after_the_end_are_refused(game):
    table = Table(game, 2, seed=0)
    while not table.is_over:
        table.step(table.legal_actions()[0])
    with pytest.raises(IllegalAction, match="the game is over"):
        table.step("done")


@pytest.mark.parametrize(
    "options, error",
    [
        ({"num_players": 1}, "num_players must be 2..4, not 1"),
        ({"num_players": 5}, "num_players must be 2..4, not 5"),
        ({"num_players": "4"}, "num_players must be a whole number"),
        ({"num_players": 3, "start_player": 3}, "start_player must be 0..2, not 3"),
        ({"seed": -1}, "seed must be 0.."),
        ({"seed": 2**62}, "seed must be 0.."),
        ({"seed": 1.0}, "seed must be a whole number"),
        ({"seed": None}, "seed must be a whole number"),
    ],
)
def test_bad_options_of_a_table(game, options, error):
    with pytest.raises((ValueError, TypeError), match=error):
        Table(game, **options)


def test_bad_options_of_a_reset_change_nothing(game):
    table = Table(game, 4, seed=1)
    before = table.hash()
    with pytest.raises(ValueError, match="start_player"):
        table.reset(2, 5, start_player=2)
    assert table.hash() == before and table.num_players == 4


def test_returns_before_the_end_are_refused(game):
    with pytest.raises(ValueError, match="not over"):
        Table(game).returns()


def test_broken_bytes_are_refused(game):
    table = Table(game, 4, seed=1)
    before = table.hash()
    for data, reason in (
        (b"", "bytes, not 0"),
        (bytes(len(table.to_bytes())), "not sound"),
        (b"\xff" * len(table.to_bytes()), "not sound"),
    ):
        with pytest.raises(ValueError, match=reason):
            table.from_bytes(data)
    assert table.hash() == before
