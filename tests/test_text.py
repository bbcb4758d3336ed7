"""Position texts: bad ones are refused with the line, and `status` names each broken invariant."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from louis14_env.core import Table
from louis14_env.core.conformance import random_positions
from louis14_env.games import get_game
from louis14_env.games.louis14.status import INVARIANTS
from louis14_env.games.louis14.text import PositionError

BAD = [
    ("", "text is empty"),
    ("round 2\nplayers 4\nnext: round", "line 1: .*must be the first line"),
    ("players 5\nnext: round", "line 1: players must be 2..4, not '5'"),
    ("players 4", "no `next:` line"),
    ("players 4\nplayers 3\nnext: round", "line 2: "),
    ("players 4\nround 5\nnext: round", "line 2: round must be 1..4, not '5'"),
    ("players 4\nround " + "9" * 5000 + "\nnext: round", "line 2: round must be 1..4"),
    ("players 4\n\nking 5\nnext: round", "line 3: king must be 1..4"),
    ("players 4\nqueen 5\nnext: round", "line 2: 'queen' is none of: back, bag"),
    ("players 4\nmoney: 1:4\nnext: round", "line 2: 'money:' is none of"),
    ("players 4\nstones 13: 1 1 1 1\nnext: round", "a tile must be 1..12"),
    ("players 4\nstones 1: 1 1\nnext: round", "needs 4 numbers, not 2"),
    ("players 4\nstones 1: 9 0 0 0\nstones 2: 9 0 0 0\nnext: round", "seat 0 has 18 stones, more than 16"),
    ("players 4\nseat 4: coins 3\nnext: round", "a seat must be 0..3"),
    ("players 4\nseat 0: gold 3\nnext: round", "'gold' is none of: "),
    ("players 4\nseat 0: coins\nnext: round", "coins needs one number"),
    ("players 4\nseat 0: chips X\nnext: round", "chip 'X' is none of: S L R H C"),
    ("players 4\nseat 0: hand Anne Anne Anne\nnext: turn 0", "all copies of 'Anne' lie elsewhere"),
    ("players 4\nseat 0: hand Nobody\nnext: turn 0", "'Nobody' is no card of influence; allowed: Anne"),
    ("players 4\nseat 0: missions stone:S?\nseat 1: laid stone:S?\nnext: round", "all copies of 'stone:S\\?'"),
    ("players 4\nseat 0: used five\nnext: round", "used 'five' is none of: sitout"),
    ("players 4\nstack pink: Anne\nnext: round", "stack 'pink' is none of: influence"),
    ("players 4\nstack light: four:SS\nnext: round", "not all of 'four:SS' are light"),
    ("players 4\nstack money: 1:4\nstack money: 1:6\nnext: round", "second line of stack money"),
    ("players 4\nmoney 1:4\nnext: round", "money needs all 8"),
    ("players 4\nround 4\nstack money: 1:4 2:4\nnext: round", "only 1 money cards"),
    ("players 4\nnext: tea", "next: 'tea' is none of: round"),
    ("players 4\nnext: turn", "should be `turn <seat>`"),
    ("players 4\nnext: turn 4", "a seat must be 0..3"),
    ("players 4\nnext: round\nnext: end", "line 3: there is a second line of next or flow"),
    ("players 4\nflow: stage=pay", "flow needs, in this order"),
    ("players 4\nknows hats 0: Anne\nnext: round", "knows is written"),
    ("players 4\nrng 1 2 3\nnext: round", "rng needs 4 numbers"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_positions_name_the_line_and_change_nothing(game, text, message):
    table = Table(game, 4, seed=1)
    before = table.hash()
    with pytest.raises(PositionError, match=message):
        table.from_text(text)
    assert table.hash() == before and table.num_players == 4


def test_a_position_must_be_a_text(game):
    with pytest.raises(TypeError, match="a position is a text, not None"):
        Table(game).from_text(None)


def broken(change, players=4, seed=5):
    """The status of a sound position after a change."""
    table = Table(get_game("louis14"), players, seed)
    assert table.status() is None
    change(table.states[0])
    return table.status()


def set_field(name, value, *at):
    def change(s):
        if at:
            s[name][at] = value
        else:
            s[name] = value

    return change


def move_card(s):
    s["hand"][0] |= s["hand"][1]


def forget(s):
    s["knows_influence"][0] = 0


CHANGES = [
    (0, set_field("round_no", 5)),
    (0, set_field("king", 4)),
    (0, set_field("influence_left", 2**31 - 1)),
    (0, set_field("stage", 99)),
    (0, set_field("queue", 7, 0)),
    (1, set_field("coins", -1, 2)),
    (1, set_field("side", 2, 3)),
    (1, set_field("chips", 2**31 - 1, 0, 0)),
    (2, set_field("own", 3, 1)),
    (3, set_field("box", 2)),
    (4, move_card),
    (5, set_field("intrigue", 1, 0)),
    (6, set_field("laid", 1, 0)),
    (7, set_field("bag", 9, 0)),
    (8, set_field("money_stack", 0, slice(None))),
    (9, forget),
    (11, set_field("used", 1, 0, 0)),
    (12, set_field("counted", 1, 0)),
    (13, set_field("player", -1)),
    (13, set_field("ask", 5)),
    (13, set_field("stage", 12)),
]


@pytest.mark.parametrize(("number", "change"), CHANGES)
def test_status_names_the_broken_invariant(number, change):
    assert broken(change) == INVARIANTS[number]


def test_status_names_a_seat_without_player():
    assert broken(set_field("coins", 3, 3), players=3) == INVARIANTS[10]


def test_every_invariant_is_broken_by_some_test():
    assert {number for number, _ in CHANGES} | {10} == set(range(len(INVARIANTS)))


@pytest.mark.parametrize(
    ("text", "invariant"),
    [
        ("players 2\nking 1\nstones 1: 0 0 16\nnext: evaluate 1", 1),
        ("players 4\nbag 1 1 1 1 1 1\nnext: missions", 7),
        ("players 4\nseat 0: used four, hand Anne Joker\nnext: turn 0", 11),
        ("players 4\nstack dark: only\nnext: missions", 6),
    ],
)
def test_unsound_positions_are_refused(game, text, invariant):
    table = Table(game, 4, seed=1)
    before = table.hash()
    with pytest.raises(ValueError, match="not sound") as error:
        table.from_text(text)
    assert INVARIANTS[invariant] in str(error.value) and table.hash() == before


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_changed_byte_is_refused_or_playable(data):
    """Stored states with a changed number never crash: they are refused, or play to their end."""
    game = get_game("louis14")
    table = Table(game, 2 + data.draw(st.integers(0, 2)), data.draw(st.integers(0, 50)))
    for _ in range(data.draw(st.integers(0, 120))):
        if table.is_over:
            break
        table.step(table.legal_actions()[-1])
    numbers = np.frombuffer(table.to_bytes(), np.int32).copy()
    numbers[data.draw(st.integers(0, len(numbers) - 1))] = data.draw(st.integers(-(2**31), 2**31 - 1) | st.integers(-2, 40))
    try:
        table.from_bytes(numbers.tobytes())
    except ValueError:
        return
    for _ in range(game.most_decisions):
        if table.is_over:
            break
        assert table.legal_actions()
        table.step(table.legal_actions()[0])
    assert table.is_over


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_changed_text_is_refused_or_sound(data):
    game = get_game("louis14")
    table = next(iter(random_positions(game, 3, 1)))
    words = table.to_text().split(" ")
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
        st.sampled_from(["", "-1", "0", "7", "99", "Anne", "only", "x", "next:", "\n"])
    )
    twin = Table(game, 3)
    try:
        twin.from_text(" ".join(words))
    except ValueError:
        return
    assert twin.status() is None
