"""D1-D3: the neutral third colour of the game for two."""

from collections import Counter

import pytest
from scenario import at, new


def neutral(t):
    """The tiles with neutral stones and how many."""
    return {tile: t.stones(tile)[2] for tile in range(1, 13) if t.stones(tile)[2]}


def opening(stack, king=3, *lines):
    """The start of an influence phase with these cards on top of the stack."""
    hands = ["seat 0: hand Turenne Maintenon", "seat 1: hand Turenne Maintenon"]
    facts = ["players 2", f"king {king}", *(lines or hands), f"stack influence: {stack}", "next: influence"]
    return at("\n".join(facts))


def settle(tile, stones, king=False, back=False, buy=False):
    """Evaluate one tile up to a tie on tile 12; the seats asked to bribe on the way decline or buy."""
    t = at(
        "\n".join(
            [
                "players 2",
                *[f"king {tile}"] * king,
                *[f"back {tile}"] * back,
                f"stones {tile}: {stones}",
                "stones 12: 1 1 0",
                "seat 0: coins 20",
                "seat 1: coins 20",
                f"next: evaluate {tile}",
            ]
        )
    )
    asked = []
    while t.tile == tile:
        assert t.ask == "bribe"
        asked.append(t.player)
        t.play("bribe Dauphin" if buy else "decline")
    assert (t.ask, t.tile) == ("bribe", 12)
    return t, asked


def check_stones(t, tile, general):
    """All stones have left: these to general, the rest to own (one is on tile 12), neutral to its box."""
    assert list(t.stones(tile)) == [0, 0, 0]
    assert [t.general(0), t.general(1)] == general
    assert [t.own(0), t.own(1)] == [15 - stones for stones in general]
    assert t.neutral_box == 8


@pytest.mark.parametrize("start, general", [(0, [5, 6]), (1, [6, 5])])
def test_d1_five_stones_and_six(start, general):
    """D1: 'Der Startspieler legt wie gehabt 5 ..., der 2. Spieler aber 6 Steine'."""
    t = new(2, start=start)
    assert [t.general(p) for p in (0, 1)] == general
    assert [t.own(p) for p in (0, 1)] == [16 - stones for stones in general]


@pytest.mark.parametrize("seed", range(6))
def test_d2_a_new_game_begins_with_eight_neutral_stones(seed):
    """D2: '4x 2 Einflusssteine platziert': the king's tile and three persons, all revealed cards in the middle."""
    t = new(2, seed=seed)
    persons = [card for card in t.middle() if card != "Joker"]
    assert len(persons) == 3
    assert neutral(t)[t.king] >= 2 and sum(neutral(t).values()) == 8
    assert all(count % 2 == 0 for count in neutral(t).values())
    assert t.neutral_box == 0
    assert len(t.stack("influence")) == 30 - 2 * 5 - len(t.middle())


def test_d2_two_on_the_king_and_two_on_each_of_three_cards():
    """D2: '2 ... auf die Tafel mit der Louis XIV-Figur'; 'die 3 obersten Karten': 2 on each person."""
    t = opening("Colbert Anne Louvois Conde")
    assert neutral(t) == {3: 2, 7: 2, 1: 2, 12: 2}
    assert Counter(t.middle()) == Counter(["Colbert", "Anne", "Louvois"])
    assert t.stack("influence")[0] == "Conde"
    assert (t.ask, t.player) == ("card", 0)
    assert [t.own(0), t.own(1)] == [16, 16]


def test_d2_a_joker_is_replaced_by_another_card():
    """D2: 'Fuer einen Joker wird eine neue Karte aufgedeckt'; 'Alle aufgedeckten Karten' go to the middle."""
    t = opening("Joker Colbert Joker Joker Anne Louvois Conde")
    assert neutral(t) == {3: 2, 7: 2, 1: 2, 12: 2}
    assert Counter(t.middle()) == Counter(["Joker", "Joker", "Joker", "Colbert", "Anne", "Louvois"])
    assert t.stack("influence")[0] == "Conde"


@pytest.mark.parametrize(
    "stack, expected",
    [
        ("Colbert Colbert Anne", {3: 2, 7: 4, 1: 2}),
        ("Marie-Therese Conde Anne", {3: 4, 6: 2, 1: 2}),
        ("Marie-Therese Joker Anne Marie-Therese", {3: 6, 1: 2}),
    ],
)
def test_d2_repeated_persons_get_two_more_each(stack, expected):
    """D2: 'pro Karte ... 2 Einflusssteine': a repeated card or the king's own adds two."""
    t = opening(stack)
    assert neutral(t) == expected and t.neutral_box == 0


def test_d2_cards_are_revealed_after_the_deal():
    """D2: 'Zu Beginn jeder Einflussphase', so the ten cards of P3 are dealt before."""
    dealt = "Anne Anne Philippe Philippe Dauphin Dauphin Montespan Montespan Joker Joker"
    t = at(f"""
        players 2
        round 2
        stack money: 2:6
        stack influence: {dealt} Conde Colbert Valliere
        next: round
    """)
    assert Counter(list(t.hand(0)) + list(t.hand(1))) == Counter(dealt.split())
    assert neutral(t) == {2: 2, 6: 2, 7: 2, 9: 2}
    assert Counter(t.middle()) == Counter(["Conde", "Colbert", "Valliere"])


def test_d2_again_in_the_next_round():
    """D2: 'Zu Beginn jeder Einflussphase': round 2 has its own eight."""
    t = at("""
        players 2
        stack money: 4:4
        next: missions
    """)
    assert (t.round, t.king, t.neutral_box) == (2, 4, 0)
    assert neutral(t)[4] >= 2 and sum(neutral(t).values()) == 8


@pytest.mark.parametrize("players", [3, 4])
def test_d2_no_neutral_stones_with_three_or_four(players):
    """D2: only in the game for two: nothing is revealed, 5 cards a player have left the stack."""
    t = new(players)
    assert list(t.middle()) == [] and len(t.stack("influence")) == 30 - 5 * players
    assert all(list(t.stones(tile)) == [0] * players for tile in range(1, 13))


def test_d2_q2_missions_come_after_the_neutral_stones():
    """D2: Q2: C10 is asked when the neutral stones already lie there."""
    t = opening("Colbert Anne Louvois", 3, "seat 0: hand Turenne Maintenon", "seat 1: general 2, laid king:SL")
    assert (t.ask, t.player) == ("opening", 1)
    assert neutral(t) == {3: 2, 7: 2, 1: 2, 12: 2} and len(t.middle()) == 3
    t.play("stone Marie-Therese")
    assert list(t.stones(3)) == [0, 1, 2]


def test_d2_i7_revealed_cards_are_shuffled_back():
    """D2: I7: 'alle 30 Einflusskarten', those revealed for the neutral colour too."""
    t = at("""
        players 2
        middle Colbert Anne Louvois Joker
        seat 1: hand Turenne Maintenon
        stones 1: 1 1 0
        next: turn 1
    """)
    t.play("play Turenne to fetch")
    assert (t.ask, t.tile) == ("bribe", 1)
    assert len(t.stack("influence")) == 30 and list(t.middle()) == []


KING = [
    # stones, chips of both seats, general, seats asked when the tile wants money
    ("1 0 3", ["H", ""], [0, 0], []),
    ("0 2 3", ["", "H"], [0, 0], []),
    ("2 1 3", ["H", ""], [0, 0], [1]),
    ("1 2 3", ["", "H"], [0, 0], [0]),
    ("1 1 2", ["", ""], [0, 0], [0, 1]),
    ("3 1 2", ["HC", ""], [3, 0], [1]),
    ("1 3 2", ["", "HC"], [0, 3], [0]),
    ("3 2 2", ["HC", ""], [3, 0], [1]),
    ("3 2 1", ["HC", "H"], [3, 0], []),
    ("3 0 2", ["HC", ""], [3, 0], []),
    ("2 1 2", ["H", ""], [2, 0], [1]),
    ("1 2 2", ["", "H"], [0, 2], [0]),
    ("2 0 2", ["H", ""], [2, 0], []),
    ("2 2 2", ["H", "H"], [2, 2], []),
    ("3 3 2", ["H", "H"], [3, 3], []),
    ("0 0 2", ["", ""], [0, 0], []),
    ("1 0 0", ["HC", ""], [1, 0], []),
    ("4 5 6", ["", "H"], [0, 0], [0]),
]


@pytest.mark.parametrize("stones, chips, general, asked", KING)
def test_d3_king_on_a_money_tile(stones, chips, general, asked):
    """D3: 'nach den normalen Regeln': neutral keeps its rank, 'keinerlei Ausschuettung erhaelt'; others may bribe."""
    t, seats = settle(4, stones, king=True)
    assert seats == asked
    assert [t.chips(0), t.chips(1)] == chips
    check_stones(t, 4, general)
    assert t.side(4) == "back" and t.king is None


@pytest.mark.parametrize("stones, chips, general, asked", KING)
def test_d3_king_on_a_first_place_tile(stones, chips, general, asked):
    """D3: the same ranks on a First place tile, where nobody may bribe."""
    t, seats = settle(4, stones, king=True, back=True)
    assert seats == []
    assert [t.chips(0), t.chips(1)] == chips
    check_stones(t, 4, general)
    assert t.side(4) == "front" and t.king is None


@pytest.mark.parametrize(
    "stones, asked, chips, general, flips",
    [
        ("1 0 2", [0], ["", ""], [0, 0], True),
        ("2 1 3", [0, 1], ["", ""], [0, 0], True),
        ("1 1 2", [0, 1], ["", ""], [0, 0], True),
        ("0 0 2", [], ["", ""], [0, 0], True),
        ("2 0 2", [0], ["", ""], [0, 0], False),
        ("2 1 2", [0, 1], ["", ""], [0, 0], False),
        ("2 2 2", [0, 1], ["", ""], [0, 0], False),
        ("3 1 2", [1], ["H", ""], [3, 0], True),
        ("0 3 2", [], ["", "H"], [0, 3], True),
        ("0 0 0", [], ["", ""], [0, 0], False),
    ],
)
def test_d3_money_tile_without_the_king(stones, asked, chips, general, flips):
    """D3: neutral sole leader: nobody gets it free, the others may bribe, the tile flips; neutral tied: a plain tie."""
    t, seats = settle(4, stones)
    assert seats == asked
    assert [t.chips(0), t.chips(1)] == chips
    check_stones(t, 4, general)
    assert t.side(4) == ("back" if flips else "front")


def test_d3_bribing_under_a_neutral_leader():
    """D3: 'nach den normalen Regeln': both real players may buy the helmet at 3."""
    t, seats = settle(4, "2 1 3", buy=True)
    assert seats == [0, 1]
    assert [t.chips(0), t.chips(1)] == ["H", "H"] and [t.coins(0), t.coins(1)] == [17, 17]
    check_stones(t, 4, [0, 0])


@pytest.mark.parametrize(
    "stones, chips, general, flips",
    [
        ("1 0 2", ["", ""], [0, 0], True),
        ("2 1 4", ["", ""], [0, 0], True),
        ("0 0 2", ["", ""], [0, 0], True),
        ("2 0 2", ["", ""], [0, 0], False),
        ("2 1 2", ["", ""], [0, 0], False),
        ("3 1 2", ["C", ""], [3, 0], True),
        ("1 3 2", ["", "C"], [0, 3], True),
    ],
)
def test_d3_first_place_tile_without_the_king(stones, chips, general, flips):
    """D3: under a neutral leader First place pays nobody and flips; a tie with neutral pays and flips nothing."""
    t, seats = settle(5, stones)
    assert seats == []
    assert [t.chips(0), t.chips(1)] == chips
    check_stones(t, 5, general)
    assert t.side(5) == ("back" if flips else "front")


@pytest.mark.parametrize(
    "stones, coats, flips",
    [
        ("0 0 4", [0, 0], False),
        ("2 1 4", [0, 0], False),
        ("3 2 4", [2, 0], True),
        ("3 4 6", [2, 2], True),
        ("3 0 2", [2, 0], True),
    ],
)
def test_d3_stones_tile_neutral_alone_never_flips(stones, coats, flips):
    """D3: Stones: 'wenn wenigstens ein Spieler dort eine Ausschuettung erhalten hat': neutral never does."""
    t, seats = settle(10, stones)
    assert seats == []
    assert [t.coats(0), t.coats(1)] == coats
    check_stones(t, 10, [0, 0])
    assert t.side(10) == ("back" if flips else "front")


@pytest.mark.parametrize("king, chips", [(True, "HC"), (False, "H")])
def test_d3_c19_wins_a_tie_with_neutral(king, chips):
    """D3: Q3: a tie with neutral is an ordinary tie, which C19 may win; neutral is then second, nobody moves up."""
    t = at(
        "\n".join(
            [
                "players 2",
                *["king 4"] * king,
                "back 4",
                "stones 4: 2 1 2",
                "stones 12: 1 1 0",
                "seat 0: laid first:RR",
                "next: evaluate 4",
            ]
        )
    )
    assert (t.ask, t.player, t.tile) == ("tie", 0, 4)
    t.play("win tie")
    assert [t.chips(0), t.chips(1)] == [chips, ""]
    check_stones(t, 4, [2, 0])
    assert t.side(4) == "front"


def test_d3_neutral_is_never_asked_and_bribes_follow_the_start_player():
    """D3: an ordinary tie: from the start player on, the imaginary player has no say."""
    t = at("""
        players 2
        start 1
        stones 4: 2 2 2
        stones 12: 1 1 0
        next: evaluate 4
    """)
    assert t.player == 1
    t.play("decline")
    assert t.player == 0
    t.play("decline")
    assert (t.tile, t.player) == (12, 1)
