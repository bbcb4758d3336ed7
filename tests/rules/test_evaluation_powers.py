"""Missions in the evaluation, written from the rule texts alone: cheaper bribes (C20, Q5) and once first (C19)."""

import pytest
from scenario import askers, at, fetch_round

# Q5, C20 bribe prices


@pytest.mark.parametrize(
    ("coins", "laid", "left"),
    [
        (3, "", 0),
        (2, "", None),
        (0, "", None),
        (2, ", laid discount:LL", 0),
        (3, ", laid discount:LL", 1),
        (1, ", laid discount:LL", None),
    ],
)
def test_q5_c20_price_and_who_is_asked(coins, laid, left):
    """Q5 C20: who cannot pay is not asked; the discount makes a bribe of 3 cost 2."""
    t = at(f"""
        players 3
        stones 4: 2 1 0
        stones 5: 0 0 1
        stones 12: 1 0 1
        seat 1: coins {coins}{laid}
        next: evaluate 4
    """)
    if left is None:
        assert (t.ask, t.tile) == ("bribe", 12)
        assert (t.chips(1), t.coins(1)) == ("", coins)
    else:
        assert (t.ask, t.player, t.tile) == ("bribe", 1, 4)
        t.play("bribe Dauphin")
        assert (t.chips(1), t.coins(1)) == ("H", left)
    assert t.own(1) == 16


def test_q5_money_spent_is_gone_for_the_next_tile():
    """Q5: three louisdor buy at tile 1 and not again at tile 2; the one who declined is asked again."""
    t = at("""
        players 3
        stones 1: 1 1 0
        stones 2: 1 1 0
        seat 0: coins 3
        seat 1: coins 3
        next: evaluate 1
    """)
    t.play("bribe Anne", "decline")
    assert (t.ask, t.player, t.tile) == ("bribe", 1, 2)
    assert t.chips(0) == "S"


def test_c20_counts_at_every_person():
    """C20: 'nicht nur bei einer, sondern bei beliebig vielen': 2 at tile 4 and 3 at tile 12."""
    t = at("""
        players 3
        stones 4: 2 1 0
        stones 12: 0 1 2
        seat 0: chips SS, missions stone:S?
        seat 1: coins 5, laid discount:LL
        next: evaluate 4
    """)
    t.play("bribe Dauphin", "bribe Louvois")
    assert t.ask == "mission"
    assert (t.coins(1), t.coats(1), t.chips(1)) == (0, 1, "H")


def test_c20_helps_its_owner_only():
    """C20: the others pay the full price at the same tile."""
    t = at("""
        players 3
        stones 4: 2 2 0
        stones 12: 1 1 0
        seat 0: coins 8, laid discount:LL
        seat 1: coins 8
        next: evaluate 4
    """)
    t.play("bribe Dauphin", "bribe Dauphin")
    assert (t.coins(0), t.coins(1)) == (6, 5)


# C19 once first


def test_c19_e6_example_sybille():
    """C19 E6 (Sybille): 1 helmet and 1 crown, her 3 stones to general; the two others nothing, stones to own."""
    t = at("""
        players 3
        king 4
        back 4
        stones 4: 3 3 3
        stones 7: 1 1 0
        seat 0: laid first:RR
        next: evaluate 4
    """)
    assert (t.ask, t.player) == ("tie", 0)
    assert sorted(t.legal()) == ["decline", "win tie"]
    t.play("win tie")
    assert (t.ask, t.player) == ("keep", 0), "spent: the tie on tile 7 is not asked"
    assert [t.chips(p) for p in range(3)] == ["HC", "", ""]
    assert [t.general(p) for p in range(3)] == [3, 0, 0]
    assert [t.own(p) for p in range(3)] == [13, 16, 16]
    assert t.side(4) == "front" and t.side(7) == "front"


def test_c19_e6_example_sybille_no():
    """C19 E6 (Sybille-no): declined: three helmets, no crown, all to general, flip; the card is unspent."""
    t = at("""
        players 3
        king 4
        back 4
        stones 4: 3 3 3
        stones 7: 1 1 0
        seat 0: laid first:RR
        next: evaluate 4
    """)
    t.play("decline")
    assert (t.ask, t.player, t.tile) == ("tie", 0, 7)
    assert [t.chips(p) for p in range(3)] == ["H", "H", "H"]
    assert [t.general(p) for p in range(3)] == [3, 3, 3]
    assert t.side(4) == "front"


def test_c19_e6_example_sybille_2():
    """C19 E6 (Sybille-2): one other tied player is then sole second: chip, stones to own; the third nothing."""
    t = at("""
        players 3
        king 4
        back 4
        stones 4: 3 3 1
        seat 0: laid first:RR
        next: evaluate 4
    """)
    t.play("win tie")
    assert (t.ask, t.player) == ("keep", 0)
    assert [t.chips(p) for p in range(3)] == ["HC", "H", ""]
    assert [t.own(p) for p in range(3)] == [13, 16, 16]


@pytest.mark.parametrize(
    ("stones", "chips", "bribers"),
    [("3 3 1 0", ["HC", "H", "", ""], [2]), ("3 3 3 1", ["HC", "", "", ""], [1, 2, 3])],
)
def test_c19_e6_kings_tile_with_money(stones, chips, bribers):
    """C19 E6: Money under the king: a sole second has the chip free, tied seconds may bribe."""
    t = at(f"""
        players 4
        king 4
        stones 4: {stones}
        seat 0: laid first:RR
        next: evaluate 4
    """)
    t.play("win tie")
    assert askers(t, "bribe", "decline") == bribers
    assert [t.chips(p) for p in range(4)] == chips
    assert [t.general(p) for p in range(4)] == [3, 0, 0, 0]
    assert t.side(4) == "back"


def test_c19_e2_plain_money_tile():
    """C19 E2: the tie is won: payout free, stones to general, the others may bribe, the tile is flipped."""
    t = at("""
        players 3
        stones 4: 1 2 2
        seat 1: laid first:RR
        next: evaluate 4
    """)
    assert (t.ask, t.player) == ("tie", 1)
    t.play("win tie")
    assert t.chips(1) == "H"
    assert askers(t, "bribe", "decline") == [0, 2]
    assert (t.general(1), t.own(1), t.own(2)) == (2, 14, 16)
    assert t.side(4) == "back"


def test_c19_e2_declined_leaves_the_ordinary_tie():
    """C19 E2: declined: its owner too must bribe, takes the stones home, no flip."""
    t = at("""
        players 3
        stones 4: 1 2 2
        seat 1: laid first:RR
        next: evaluate 4
    """)
    t.play("decline")
    assert askers(t, "bribe", "bribe Dauphin") == [0, 1, 2]
    assert t.own(1) == 16 and t.side(4) == "front"


def test_c19_e3_first_place_tile():
    """C19 E3: wins a tie for first place: sole payout, stones to general, flip."""
    t = at("""
        players 3
        stones 9: 2 2 2
        seat 2: laid first:RR
        next: evaluate 9
    """)
    t.play("win tie")
    assert [t.chips(p) for p in range(3)] == ["", "", "C"]
    assert [t.general(p) for p in range(3)] == [0, 0, 2]
    assert t.side(9) == "back"


@pytest.mark.parametrize(
    ("lines", "tile"),
    [
        ("stones 10: 3 3 0", 10),
        ("back 7\nstones 7: 3 3 0", 7),
        ("stones 9: 1 2 2", 9),
        ("stones 9: 2 3 2", 9),
        ("stones 9: 3 2 2", 9),
        ("stones 9: 0 0 0", 9),
    ],
)
def test_c19_q3_not_asked(lines, tile):
    """C19 Q3: only at Money or First place, only for first place, only if its owner is among the tied leaders."""
    t = at(f"players 3\n{lines}\nseat 0: laid first:RR\nnext: evaluate {tile}")
    assert t.ask == "card"


def test_c19_q3_used_is_not_asked():
    """C19: 'Sybille kann ihre Missionskarte erst in der naechsten Auswertungsphase wieder einsetzen'."""
    t = at("""
        players 3
        stones 9: 2 2 0
        seat 0: laid first:RR, used first
        next: evaluate 9
    """)
    assert t.ask == "card" and t.chips(0) == ""


def test_c19_works_again_in_the_next_evaluation_phase():
    """C19: once an evaluation phase: used at 11 in round 1, asked again at 7 in round 2."""
    t = at("""
        players 3
        stones 7: 1 1 0
        stones 11: 2 2 0
        seat 0: laid first:RR
        next: evaluate 11
    """)
    t.play("win tie")
    assert t.ask == "card" and t.stones(7) == [1, 1, 0]
    fetch_round(t)
    assert (t.ask, t.player, t.tile, t.round) == ("tie", 0, 7, 2)


def test_c19_e1_after_intrigue_that_makes_the_tie():
    """C19 E1 Q3: 'Die Karte gilt nach dem evtl. Einsatz der entsprechenden Intrigekarte', others' included."""
    t = at("""
        players 3
        stones 5: 2 0 1
        seat 0: laid first:RR
        seat 2: intrigue 5
        next: evaluate 5
    """)
    assert (t.ask, t.player) == ("intrigue", 2)
    t.play("intrigue 1 own")
    assert (t.ask, t.player) == ("tie", 0)
    t.play("win tie")
    assert t.chips(0) == "C" and t.own(2) == 16


def test_c19_e1_after_intrigue_that_breaks_the_tie():
    """C19 E1: intrigue comes first: once it made a sole leader there is no tie left to win."""
    t = at("""
        players 3
        stones 5: 2 2 1
        seat 0: laid first:RR
        seat 2: intrigue 5
        next: evaluate 5
    """)
    t.play("intrigue 2 own")
    assert t.ask == "card"
    assert [t.chips(p) for p in range(3)] == ["", "", "C"]
    assert t.general(2) == 3


def test_c19_e2_asked_before_any_bribe():
    """C19 Q3: after intrigue, before bribes, though an earlier seat may bribe."""
    t = at("""
        players 3
        stones 4: 1 2 2
        seat 2: laid first:RR, intrigue 4
        next: evaluate 4
    """)
    assert t.ask == "intrigue"
    t.play("decline")
    assert (t.ask, t.player) == ("tie", 2)


def test_c19_q3_tie_with_neutral():
    """C19 Q3: 'a tie with neutral included': two players, the neutral colour tied for first."""
    t = at("""
        players 2
        stones 9: 2 1 2
        seat 0: laid first:RR
        next: evaluate 9
    """)
    assert (t.ask, t.player) == ("tie", 0)
    t.play("win tie")
    assert (t.chips(0), t.chips(1)) == ("C", "")
    assert (t.general(0), t.own(1)) == (2, 16)
    assert t.side(9) == "back"
