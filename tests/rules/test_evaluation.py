"""Evaluation phase, written from the rule texts alone: E1-E5, E7-E10, Q3, Q4; the king's tile and missions have files of their own."""

import pytest
from scenario import IllegalAction, askers, at, fetch_round

# E1 intrigue


@pytest.mark.parametrize(
    ("items", "offers"),
    [
        ("general 3", {"intrigue 1 general", "intrigue 1 own", "intrigue 2 own", "decline"}),
        ("general 0", {"intrigue 1 own", "intrigue 2 own", "decline"}),
        ("own 1", {"intrigue 1 general", "intrigue 1 own", "decline"}),
        ("own 0", {"intrigue 1 general", "decline"}),
    ],
)
def test_e1_e9_offers_never_mixed(items, offers):
    """E1 E9: '1 Stein vom allgemeinen + 1 Stein vom eigenen Vorrat ist nicht erlaubt!'"""
    t = at(f"""
        players 3
        stones 4: 1 0 0
        seat 1: intrigue 4, {items}
        next: evaluate 4
    """)
    assert (t.ask, t.player, t.tile) == ("intrigue", 1, 4)
    assert set(t.legal()) == offers


def test_e1_one_general_stone_is_all():
    """E1: 'entweder einen seiner Einflusssteine aus dem allgemeinen oder bis zu zwei aus seinem eigenen'."""
    t = at("""
        players 3
        stones 4: 2 0 0
        seat 1: intrigue 4, general 2
        next: evaluate 4
    """)
    t.play("intrigue 1 general")
    assert (t.ask, t.player) == ("bribe", 1)
    assert t.stones(4) == [2, 1, 0]
    assert (t.general(1), t.own(1)) == (1, 14)


def test_e1_e10_intrigue_stones_count_and_leave_like_the_others():
    """E1 E10: 'Dann wird die Personentafel wie gehabt ausgewertet': two own stones turn the majority."""
    t = at("""
        players 3
        stones 4: 2 1 0
        seat 1: intrigue 4
        next: evaluate 4
    """)
    t.play("intrigue 2 own")
    assert (t.ask, t.player) == ("bribe", 0)
    t.play("decline")
    assert (t.chips(0), t.chips(1)) == ("", "H")
    assert (t.general(1), t.own(1), t.general(0), t.own(0)) == (3, 13, 0, 16)


def test_e1_playable_on_a_tile_without_any_stone():
    """E1: the holder needs no stone there before: a single one from general makes a sole leader."""
    t = at("""
        players 3
        seat 2: intrigue 9, general 1
        next: evaluate 9
    """)
    t.play("intrigue 1 general")
    assert t.chips(2) == "C"
    assert (t.general(2), t.own(2)) == (1, 15)
    assert t.side(9) == "back"


def test_e1_played_card_goes_under_its_stack():
    """E1: 'legt er anschliessend wieder verdeckt unter den entsprechenden Stapel'."""
    t = at("""
        players 3
        stones 4: 1 1 0
        stack intrigue: 7 9
        seat 1: intrigue 4 11
        next: evaluate 4
    """)
    t.play("intrigue 1 own")
    stack = list(t.stack("intrigue"))
    assert stack[:2] == [7, 9] and stack[-1] == 4 and len(stack) == 11
    assert list(t.intrigue(1)) == [11]


def test_e1_declined_card_stays_in_hand():
    """E1: 'Ein Spieler ist nicht verpflichtet, seine Intrigekarten einzusetzen'."""
    t = at("""
        players 3
        stones 4: 1 1 0
        seat 1: intrigue 4
        next: evaluate 4
    """)
    t.play("decline")
    assert t.ask == "bribe" and t.stones(4) == [1, 1, 0]
    assert list(t.intrigue(1)) == [4] and 4 not in t.stack("intrigue")


def test_e1_q3_each_card_only_just_before_its_own_tile():
    """E1 Q3: 'direkt vor der Auswertung dieser Person'; the card of a tile gone by is not asked."""
    t = at("""
        players 3
        start 2
        seat 0: intrigue 9 2
        seat 1: intrigue 5
        next: evaluate 4
    """)
    assert (t.ask, t.player, t.tile) == ("intrigue", 1, 5)
    t.play("decline")
    assert (t.ask, t.player, t.tile) == ("intrigue", 0, 9)
    t.play("decline")
    assert t.ask == "card"


def test_e1_q3_not_asked_without_a_stone_to_place():
    """E1 Q3: all 16 stones on a tile: nothing can be placed, so nothing is asked and the card stays."""
    t = at("""
        players 3
        stones 7: 0 16 0
        seat 1: intrigue 4
        next: evaluate 4
    """)
    assert t.ask == "card" and list(t.intrigue(1)) == [4]


def test_e1_only_the_holder_can_play():
    """E1: a card nobody holds asks nobody, and there is no intrigue action at a bribe."""
    t = at("""
        players 3
        stones 4: 2 1 0
        seat 1: intrigue 5
        next: evaluate 4
    """)
    assert (t.ask, t.tile) == ("bribe", 4)
    with pytest.raises(IllegalAction):
        t.play("intrigue 1 own")
    assert t.ask == "bribe" and t.stones(4) == [2, 1, 0]


def test_e1_card_drawn_now_is_playable_from_the_next_evaluation_phase():
    """E1: 'Ab der folgenden Auswertungsphase kann er sie ausspielen'."""
    t = at("""
        players 3
        stones 12: 2 0 0
        stack intrigue: 12
        next: evaluate 12
    """)
    assert t.ask == "card" and list(t.intrigue(0)) == [12]
    fetch_round(t)
    assert (t.ask, t.player, t.tile, t.round) == ("intrigue", 0, 12, 2)


# E2 Money


def test_e2_e5_example_p7_1():
    """E2 E5 (p7-1): 'Gelb erhaelt 1 Helm-Chip kostenlos, Rot und Gruen koennen ihn fuer 3 kaufen; Blau nichts'."""
    t = at("""
        players 4
        stones 4: 3 2 1 0
        next: evaluate 4
    """)
    assert (t.ask, t.player) == ("bribe", 1)
    assert sorted(t.legal()) == ["bribe Dauphin", "decline"]
    assert t.chips(0) == "H"
    t.play("bribe Dauphin")
    assert (t.ask, t.player) == ("bribe", 2)
    assert t.coins(1) == 2 and t.chips(1) == "H"
    t.play("bribe Dauphin")
    assert t.ask == "card"
    assert [t.chips(p) for p in range(4)] == ["H", "H", "H", ""]
    assert [t.general(p) for p in range(4)] == [3, 0, 0, 0]
    assert [t.own(p) for p in range(4)] == [13, 16, 16, 16]
    assert t.stones(4) == [0, 0, 0, 0]
    assert t.side(4) == "back"


@pytest.mark.parametrize("answer", ["bribe Dauphin", "decline"])
def test_e2_e5_example_p7_2(answer):
    """E2 E5 (p7-2): 'Niemand erhaelt 1 kostenlosen Helm-Chip ... Die Tafel wird nicht umgedreht', bought or not."""
    t = at("""
        players 4
        stones 4: 2 2 1 0
        next: evaluate 4
    """)
    assert all(t.chips(p) == "" for p in range(4))
    assert askers(t, "bribe", answer) == [0, 1, 2]
    bought = "H" if answer.startswith("bribe") else ""
    assert [t.chips(p) for p in range(4)] == [bought, bought, bought, ""]
    assert [t.own(p) for p in range(4)] == [16, 16, 16, 16]
    assert t.side(4) == "front"


@pytest.mark.parametrize("answer", ["bribe Dauphin", "decline"])
def test_e2_briber_takes_stones_home_whether_bought_or_not(answer):
    """E2: 'zurueck in ihren eigenen Vorrat (gleichgueltig, ob sie gekauft haben oder nicht)'."""
    t = at("""
        players 3
        stones 4: 3 2 0
        seat 1: general 4
        next: evaluate 4
    """)
    t.play(answer)
    assert (t.own(1), t.general(1)) == (12, 4)


def test_e2_leader_cannot_pay_to_save_stones():
    """E2: 'er kann nicht freiwillig zahlen': a leader alone with money is asked nothing, stones to general."""
    t = at("""
        players 3
        stones 12: 0 4 0
        seat 0: chips SS, missions stone:S?
        next: evaluate 12
    """)
    assert t.ask == "mission"
    assert (t.coins(1), t.general(1), t.own(1), t.coats(1)) == (5, 4, 12, 1)


def test_e2_e7_bribers_from_the_start_player_on():
    """E2 E7: 'reihum, beginnend mit dem Startspieler', the leader left out."""
    t = at("""
        players 4
        start 2
        stones 4: 1 3 1 1
        next: evaluate 4
    """)
    assert t.chips(1) == "H"
    assert askers(t, "bribe", "bribe Dauphin") == [2, 3, 0]


def test_e2_e7_tied_leaders_have_no_precedence():
    """E2 E7: leader tied: every player present in seat order from the start player, the third too."""
    t = at("""
        players 4
        start 3
        stones 2: 2 0 2 1
        next: evaluate 2
    """)
    assert askers(t, "bribe", "decline") == [3, 0, 2]


def test_e7_each_bribe_finishes_before_the_next_is_asked():
    """E7: 'each player's bribe and payout finish before the next is asked', and it is sold once a player."""
    t = at("""
        players 3
        stones 1: 2 2 2
        next: evaluate 1
    """)
    t.play("bribe Anne")
    assert (t.player, t.chips(0), t.coins(0)) == (1, "S", 2)
    t.play("decline")
    assert (t.player, t.chips(1), t.coins(1)) == (2, "", 5)


def test_e2_back_of_5_sells_crowns_for_4():
    """E2: Money is Money on a reverse side too (tile 5: price 4); its flip leads back to the front."""
    t = at("""
        players 3
        back 5
        stones 5: 2 1 0
        stones 12: 1 1 0
        next: evaluate 5
    """)
    t.play("bribe Montespan")
    assert (t.chips(0), t.chips(1), t.coins(1)) == ("C", "C", 1)
    assert t.side(5) == "front"


# E3 First place


def test_e3_e5_example_p7_3():
    """E3 E5 (p7-3): 'Gelb erhaelt 1 Zepter-Chip, Rot und Gruen gehen leer aus'."""
    t = at("""
        players 4
        back 1
        stones 1: 3 2 1 0
        next: evaluate 1
    """)
    assert t.ask == "card"
    assert [t.chips(p) for p in range(4)] == ["S", "", "", ""]
    assert [t.general(p) for p in range(4)] == [3, 0, 0, 0]
    assert t.side(1) == "front"


def test_e3_e5_example_p7_4():
    """E3 E5 (p7-4): 'Beide Spieler gehen leer aus ... Die Tafel wird nicht umgedreht'."""
    t = at("""
        players 4
        back 1
        stones 1: 2 2 0 0
        next: evaluate 1
    """)
    assert t.ask == "card"
    assert all(t.chips(p) == "" and t.own(p) == 16 for p in range(4))
    assert t.side(1) == "back"


def test_e3_tied_leaders_do_not_hand_it_to_the_next():
    """E3: 'erhaelt niemand die Ausschuettung': nor the player behind the tied ones."""
    t = at("""
        players 3
        stones 9: 2 2 1
        next: evaluate 9
    """)
    assert [t.chips(p) for p in range(3)] == ["", "", ""]
    assert [t.own(p) for p in range(3)] == [16, 16, 16]
    assert t.side(9) == "front"


# E4 Stones


def test_e4_e5_example_p7_5():
    """E4 E5 (p7-5): 'Gelb und Rot erhalten jeweils 2 Wappen. Gruen geht leer aus. Alle ... eigenen Vorrat'."""
    t = at("""
        players 4
        stones 10: 4 3 2 0
        next: evaluate 10
    """)
    assert [t.coats(p) for p in range(4)] == [2, 2, 0, 0]
    assert [t.own(p) for p in range(4)] == [16] * 4
    assert t.side(10) == "back"


def test_e4_majority_means_nothing():
    """E4: 'es werden hier nie Einflusssteine in den allgemeinen Vorrat abgegeben', paid once however many."""
    t = at("""
        players 3
        stones 10: 6 1 0
        next: evaluate 10
    """)
    assert (t.coats(0), t.coats(1)) == (2, 0)
    assert (t.general(0), t.own(0), t.own(1)) == (0, 16, 16)


def test_e4_a_tie_does_not_hurt_and_short_of_n_gets_nothing():
    """E4: 'mindestens die angegebene Anzahl': all tied with enough are paid, a leader with too few is not."""
    t = at("""
        players 3
        back 7
        stones 7: 3 3 3
        stones 10: 2 1 0
        seat 0: chips SS, missions stone:S?
        next: evaluate 7
    """)
    assert t.ask == "mission"
    assert [t.coins(p) for p in range(3)] == [10, 10, 10]
    assert [t.coats(p) for p in range(3)] == [0, 0, 0]
    assert [t.own(p) for p in range(3)] == [16, 16, 16]


# E5 flips


@pytest.mark.parametrize(
    ("tile", "before", "stones", "after"),
    [
        (4, "front", "2 1 0", "back"),
        (4, "front", "2 2 1", "front"),
        (4, "front", "0 0 0", "front"),
        (4, "back", "1 0 0", "front"),
        (4, "back", "1 1 0", "back"),
        (5, "front", "2 1 0", "back"),
        (5, "front", "0 0 0", "front"),
        (5, "back", "1 1 0", "back"),
        (10, "front", "3 0 0", "back"),
        (10, "front", "3 3 3", "back"),
        (10, "front", "2 1 0", "front"),
        (10, "back", "1 1 0", "back"),
        (7, "back", "3 3 0", "front"),
        (7, "back", "2 0 0", "back"),
        (12, "back", "3 4 0", "front"),
    ],
)
def test_e5_flip(tile, before, stones, after):
    """E5: Money / First place flips with a sole leader, Stones when somebody got the payout."""
    t = at(f"""
        players 3
        {"back" if before == "back" else "# front"} {tile}
        stones {tile}: {stones}
        seat 0: coins 0
        seat 1: coins 0
        seat 2: coins 0
        next: evaluate {tile}
    """)
    assert t.ask == "card"
    assert t.side(tile) == after


# E8, E9, E10 outside tiles 6 and 8


def test_e8_tiles_go_from_1_to_12_and_earlier_ones_are_left_alone():
    """E8: stones on a tile already evaluated stay: nobody is paid there, nothing returns."""
    t = at("""
        players 3
        stones 5: 2 1 0
        stones 9: 0 1 0
        next: evaluate 6
    """)
    assert t.ask == "card"
    assert t.stones(5) == [2, 1, 0] and t.side(5) == "front"
    assert (t.chips(0), t.chips(1)) == ("", "C")
    assert t.own(0) == 14


@pytest.mark.parametrize(("general", "own", "left"), [(2, 14, 1), (0, 15, 0)])
def test_e9_missions_place_from_general_else_from_own(general, own, left):
    """E9: 'kann er diese auch aus seinem eigenen Vorrat nehmen, sollte er ... nicht mehr ausreichend haben'."""
    t = at(f"""
        players 3
        seat 0: laid tile1:R?, general {general}, hand Anne Colbert
        next: influence
    """)
    assert (t.ask, t.player) == ("opening", 0)
    assert "decline" in t.legal()
    t.play("stone Anne")
    assert t.ask == "card"
    assert (t.stones(1), t.own(0), t.general(0)) == ([1, 0, 0], own, left)


def test_e10_all_counted_stones_leave_for_their_right_stock():
    """E10: payouts first, then exactly the stones counted leave: no stone is lost or left on any tile."""
    t = at("""
        players 4
        stones 4: 3 2 1 0
        stones 5: 0 2 2 1
        stones 9: 1 2 3 4
        stones 10: 3 2 1 0
        seat 0: general 2
        next: evaluate 4
    """)
    assert askers(t, "bribe", "decline") == [1, 2]
    assert t.ask == "card"
    assert [t.general(p) for p in range(4)] == [5, 0, 0, 4]
    assert [t.own(p) for p in range(4)] == [11, 16, 16, 12]
    assert all(sum(t.stones(n)) == 0 for n in range(1, 13))
