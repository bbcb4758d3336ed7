"""A rule's test is a position and a move: hand-made positions, played on by texts, read in a board gamer's words."""

from textwrap import dedent

import numpy as np
import pytest

from louis14_env.core import IllegalAction, Table
from louis14_env.games import get_game
from louis14_env.games.louis14.state import ASKS
from louis14_env.games.louis14.tables import CARD_NAMES, KIND, MISSION_TEXTS, NEUTRAL
from louis14_env.games.louis14.text import COLOURS, chips_text, members

__all__ = [
    "COLOURS", "PERSONS", "IllegalAction", "Scenario", "askers", "at", "fetch_round", "new", "placements", "refuses", "turn",
]  # fmt: skip

PERSONS = [
    "Anne",
    "Philippe",
    "Marie-Therese",
    "Dauphin",
    "Montespan",
    "Conde",
    "Colbert",
    "Maintenon",
    "Valliere",
    "Turenne",
    "Mazarin",
    "Louvois",
]

SHADES = ("light", "medium", "dark")


class Scenario:
    """A table on which forced decisions are asked too."""

    def __init__(self, table: Table):
        self.table = table

    @property
    def s(self):
        return self.table.states.view(np.recarray)[0]

    # What is asked
    @property
    def player(self):
        return self.table.current_player

    @property
    def ask(self):
        return None if self.over else ASKS[self.s.ask]

    @property
    def over(self):
        return self.table.is_over

    def legal(self):
        return [self.table.game.action_text(action) for action in self.table.legal_actions()]

    def play(self, *texts):
        for text in texts:
            self.table.step(text)
        return self

    def skip(self, until=None):
        """Declines, ends goes or plays the first legal action until that is asked or the game is over."""
        while not self.over and self.ask != until:
            legal = self.legal()
            self.play(next((text for text in ("decline", "done") if text in legal), legal[0]))
        return self

    # The table
    @property
    def round(self):
        return int(self.s.round_no)

    @property
    def start(self):
        return int(self.s.start)

    @property
    def king(self):
        return int(self.s.king) + 1 or None

    @property
    def tile(self):
        return int(self.s.tile) + 1 or None

    @property
    def neutral_box(self):
        return int(self.s.box)

    def stones(self, tile):
        n = int(self.s.num_players)
        return [int(c) for c in (*self.s.stones[tile - 1][:n], *([self.s.stones[tile - 1][NEUTRAL]] if n == 2 else []))]

    def side(self, tile):
        return ("front", "back")[self.s.side[tile - 1]]

    def stack(self, name):
        if name in SHADES:
            shade = SHADES.index(name)
            cards = self.s.mission_stack[shade][: self.s.missions_left[shade]]
            return [MISSION_TEXTS[card] for card in cards[::-1]]
        if name == "intrigue":
            return [int(card) + 1 for card in self.s.intrigue_stack[: self.s.intrigue_left][::-1]]
        return [CARD_NAMES[KIND[card]] for card in self.s.influence_stack[: self.s.influence_left][::-1]]

    def middle(self):
        return [CARD_NAMES[KIND[card]] for card in members(self.s.middle)]

    # A player
    def own(self, p):
        return int(self.s.own[p])

    def general(self, p):
        return int(self.s.general[p])

    def coins(self, p):
        return int(self.s.coins[p])

    def chips(self, p):
        return chips_text(self.s.chips[p])

    def coats(self, p):
        return int(self.s.coats[p].sum() + self.s.blanks[p] + self.s.bonus[p])

    def coat_kinds(self, p):
        return [int(n) for n in self.s.coats[p]]

    def hand(self, p):
        return [CARD_NAMES[KIND[card]] for card in members(self.s.hand[p])]

    def intrigue(self, p):
        return [card + 1 for card in members(self.s.intrigue[p])]

    def missions(self, p):
        return [MISSION_TEXTS[card] for card in members(self.s.missions[p])]

    def laid(self, p):
        return [MISSION_TEXTS[card] for card in members(self.s.laid[p])]

    def score(self, p):
        return int(self.s.score[p])

    def winners(self):
        return [int(p) for p in np.flatnonzero(self.table.returns()[:, 0])]


def new(players, seed=0, start=0):
    """A fresh game before its first decision."""
    return Scenario(Table(get_game("louis14"), players, seed, start, auto_play=False))


def at(text):
    """A hand-made position, run on to its first decision. Positions that leave cards or coats out on purpose are welcome."""
    table = Table(get_game("louis14"), auto_play=False)
    table.from_text(dedent(text), check=False)
    return Scenario(table)


# --- What several phases' tests do


def turn(seat0, *lines):
    """Seat 0 of three is to play; seat 1 has two cards left, seat 2 is done."""
    return at("\n".join(["players 3", f"seat 0: {seat0}", "seat 1: hand Joker Joker", *lines, "next: turn 0"]))


def placements(t):
    """What may be placed, each as a set of (tile, stones)."""
    paths = [frozenset(tuple(map(int, part.split(":"))) for part in text.split()[1:]) for text in t.legal()]
    assert len(paths) == len(set(paths))
    return set(paths)


def refuses(t, *texts):
    """True if each of these is illegal now and changes nothing."""
    before = (t.ask, t.player, t.legal())
    for text in texts:
        with pytest.raises(IllegalAction):
            t.play(text)
    return (t.ask, t.player, t.legal()) == before


def askers(t, ask, answer):
    """Answer every question of one kind in a row; the seats asked, in order."""
    seats = []
    while t.ask == ask:
        seats.append(t.player)
        t.play(answer)
    return seats


def fetch_round(t):
    """Everybody only fetches for the rest of this round's influence phase."""
    now = t.round
    while t.ask == "card" and t.round == now:
        t.play(next(a for a in t.legal() if a.endswith("to fetch")))
