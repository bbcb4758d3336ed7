"""The king's tile in the evaluation, written from the rule texts alone: E6."""

import pytest
from scenario import askers, at

# E6 the king's tile


def test_e6_example_p8_1():
    """E6 (p8-1): 'Gelb 1 Helm- und 1 Kronen-Chip, Rot 1 Helm-Chip. Gruen kann ihn fuer 3 Louisdor kaufen'."""
    t = at("""
        players 4
        king 4
        stones 4: 3 2 1 0
        next: evaluate 4
    """)
    assert (t.ask, t.player) == ("bribe", 2)
    t.play("bribe Dauphin")
    assert (t.ask, t.player) == ("keep", 0)
    assert [t.chips(p) for p in range(4)] == ["HC", "H", "H", ""]
    assert [t.coins(p) for p in range(4)] == [5, 5, 2, 5]
    assert [t.general(p) for p in range(4)] == [3, 0, 0, 0]
    assert t.side(4) == "back" and t.king is None


def test_e6_example_p8_2():
    """E6 (p8-2): 'Gelb 1 Zepter- und 1 Kronen-Chip, Rot 1 Zepter-Chip. Gruen geht leer aus'."""
    t = at("""
        players 4
        king 1
        back 1
        stones 1: 3 2 1 0
        next: evaluate 1
    """)
    assert (t.ask, t.player) == ("keep", 0)
    assert [t.chips(p) for p in range(4)] == ["SC", "S", "", ""]
    assert [t.general(p) for p in range(4)] == [3, 0, 0, 0]
    assert [t.own(p) for p in range(4)] == [13, 16, 16, 16]
    assert t.side(1) == "front" and t.king is None


def test_e6_example_p8_3():
    """E6 (p8-3): 'Rot und Gelb je 1 Helm-Chip. Gruen und Blau koennen ihn kaufen', leaders' stones to general."""
    t = at("""
        players 4
        king 4
        stones 4: 2 2 1 1
        next: evaluate 4
    """)
    assert askers(t, "bribe", "bribe Dauphin") == [2, 3]
    assert [t.chips(p) for p in range(4)] == ["H", "H", "H", "H"]
    assert [t.general(p) for p in range(4)] == [2, 2, 0, 0]
    assert [t.own(p) for p in range(4)] == [14, 14, 16, 16]
    assert t.side(4) == "back"


def test_e6_example_p8_4():
    """E6 (p8-4): 'Gelb 1 Zepter- und 1 Kronen-Chip, Rot und Gruen gehen leer aus' (tied seconds)."""
    t = at("""
        players 4
        king 1
        back 1
        stones 1: 3 1 1 0
        next: evaluate 1
    """)
    assert (t.ask, t.player) == ("keep", 0)
    assert [t.chips(p) for p in range(4)] == ["SC", "", "", ""]
    assert [t.own(p) for p in range(4)] == [13, 16, 16, 16]
    assert t.side(1) == "front"


@pytest.mark.parametrize(
    ("side", "stones", "chips", "bribers"),
    [
        ("front", [4, 3, 2, 1], ["RC", "R", "", ""], [2, 3]),
        ("front", [4, 2, 2, 1], ["RC", "", "", ""], [1, 2, 3]),
        ("front", [3, 3, 2, 1], ["R", "R", "", ""], [2, 3]),
        ("front", [2, 2, 2, 2], ["R", "R", "R", "R"], []),
        ("front", [0, 0, 1, 0], ["", "", "RC", ""], []),
        ("back", [3, 3, 2, 0], ["R", "R", "", ""], []),
        ("back", [1, 2, 4, 2], ["", "", "RC", ""], []),
        ("back", [2, 3, 4, 2], ["", "R", "RC", ""], []),
        ("back", [2, 2, 2, 2], ["R", "R", "R", "R"], []),
    ],
)
def test_e6_ranks_on_both_sides(side, stones, chips, bribers):
    """E6: first, second, the rest; tied leaders leave the second nothing free; tied seconds get nothing free."""
    t = at(f"""
        players 4
        king 3
        {"back 3" if side == "back" else ""}
        stones 3: {" ".join(map(str, stones))}
        next: evaluate 3
    """)
    assert askers(t, "bribe", "decline") == bribers
    assert [t.chips(p) for p in range(4)] == chips
    top = max(stones)
    assert [t.general(p) for p in range(4)] == [n if n == top else 0 for n in stones]
    assert [t.own(p) for p in range(4)] == [16 - n if n == top else 16 for n in stones]
    assert t.side(3) == ("front" if side == "back" else "back")


def test_e6_without_the_king_the_second_gets_nothing_free():
    """E6: the second's chip and the crown belong to the king's tile only."""
    t = at("""
        players 3
        king 4
        stones 3: 3 2 1
        next: evaluate 3
    """)
    assert t.chips(0) == "R"
    assert askers(t, "bribe", "decline") == [1, 2]
    assert t.chips(1) == ""


def test_e6_the_second_need_not_have_money():
    """E6: the second's chip is free 'gleichgueltig, ob die Bedingung Geld oder 1. Platz gilt'."""
    t = at("""
        players 3
        king 2
        stones 2: 3 1 0
        seat 1: coins 0
        next: evaluate 2
    """)
    assert (t.ask, t.player) == ("keep", 0)
    assert (t.chips(0), t.chips(1)) == ("LC", "L")
    assert (t.own(1), t.coins(1)) == (16, 0)


def test_e6_e7_bribers_on_the_kings_tile_from_the_start_player():
    """E6 E7: tied seconds and the rest are asked together in seat order from the start player."""
    t = at("""
        players 4
        start 2
        king 4
        stones 4: 2 1 4 2
        next: evaluate 4
    """)
    assert askers(t, "bribe", "decline") == [3, 0, 1]


@pytest.mark.parametrize(("side", "after"), [("front", "back"), ("back", "front")])
def test_q4_e6_kings_tile_flips_with_nobody_on_it(side, after):
    """Q4 E6: 'Ausnahme: Louis XIV-Figur': the tile flips even empty, then the king leaves."""
    t = at(f"""
        players 3
        king 2
        {"back 2" if side == "back" else ""}
        seat 0: chips SS, missions stone:S?
        next: evaluate 1
    """)
    assert t.ask == "mission"
    assert t.side(2) == after and t.side(1) == "front"
    assert t.king is None
