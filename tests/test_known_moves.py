"""Positions of Louis XIV in which the right move follows from the rules and plain reasoning: good bots find it.

A case is a sound position (all cards, coats and stones accounted for, discards in the middle included), the reason in rule ids and
the right moves. A move is written as the questions that the player answers before anybody else is asked: `card > path`. Each part is
a pattern (`*` for anything), and whoever keeps to one of the moves to its end has found it.
"""

from fnmatch import fnmatchcase
from functools import cache

import pytest
from known.evaluation import EVALUATION
from known.influence import INFLUENCE
from known.missions import MISSIONS
from known.supply import SUPPLY

from louis14_env.bots import View, make_bot
from louis14_env.core import Table
from louis14_env.games import get_game

BOTS = ["heuristic", "ismcts:iterations=400"]
SEEDS = (0, 1, 2)
CASES = INFLUENCE + SUPPLY + EVALUATION + MISSIONS


def legal(table: Table) -> list[str]:
    return [table.game.action_text(action) for action in table.legal_actions()]


@cache
def bot(spec: str):
    return make_bot(spec, get_game("louis14"))


def test_the_cases_are_many_and_of_all_kinds():
    assert len({case.name for case in CASES}) == len(CASES) >= 24
    assert {case.table().num_players for case in CASES} == {2, 3, 4}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_position_is_sound_and_the_right_moves_are_legal(case):
    """Each part of a right move is legal when its turn comes, is not all that is legal, and is asked of the same player."""
    assert case.table().status() is None
    for move in case.moves:
        table = case.table()
        player = table.current_player
        for part in move:
            assert table.current_player == player
            fitting = [text for text in legal(table) if fnmatchcase(text, part)]
            assert 0 < len(fitting) < len(legal(table))
            table.step(fitting[0])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("spec", BOTS)
def test_bots_know_the_move(spec, case):
    """The bot is asked until one of the right moves is complete; nothing it cannot know tells it (View)."""
    for seed in SEEDS:
        table, moves, played = case.table(), case.moves, []
        while moves and len(played) not in map(len, moves):
            action = bot(spec).act(View(table, seed))
            text = table.game.action_text(action)
            moves = [move for move in moves if fnmatchcase(text, move[len(played)])]
            played.append(text)
            table.step(action)
        assert moves, f"{spec}, seed {seed}, played {' > '.join(played)}, right: {' or '.join(case.right)}. {case.why}"
