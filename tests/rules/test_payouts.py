"""Payouts of the twelve persons, written from the rule texts alone: T1-T12, Q12, Q13, E8-E10 at tiles 6 and 8, S3."""

import pytest
from scenario import PERSONS, IllegalAction, at, fetch_round

STOP = "start 2\nseat 2: chips SS, missions stone:S?"  # the mission phase then opens with a question to seat 2


def position(*lines, players=3):
    return at("\n".join([f"players {players}", *lines]))


def sole_leader(tile, side, *lines):
    back = [f"back {tile}"] if side == "back" else []
    t = position(STOP, *back, f"stones {tile}: 3 0 0", *lines, f"next: evaluate {tile}")
    assert (t.ask, t.player) == ("mission", 2)
    return t


SIDES = pytest.mark.parametrize("side", ["front", "back"])


@SIDES
@pytest.mark.parametrize(("tile", "chip"), [(1, "S"), (2, "L"), (3, "R"), (4, "H"), (5, "C"), (9, "C")])
def test_t1_t2_t3_t4_t5_t9_chips(tile, chip, side):
    """T1 T2 T3 T4 T5 T9: 'auf beiden Seiten gleich': sceptre, letter, ring, helmet, crown, crown; one chip."""
    t = sole_leader(tile, side)
    assert [t.chips(0), t.chips(1)] == [chip, ""]
    assert (t.coins(0), t.coats(0)) == (5, 0)


@SIDES
def test_t7_five_louisdor(side):
    """T7: '5 Louisdor aus der Bank'."""
    t = sole_leader(7, side)
    assert (t.coins(0), t.coins(1)) == (10, 5)
    assert (t.general(0), t.own(0)) == ((3, 13) if side == "front" else (0, 16))


@SIDES
def test_t10_two_coats(side):
    """T10: '2 verdeckte Wappen vom Vorrat'."""
    t = sole_leader(10, side, "bag 0 0 0 0 5 0")
    assert t.coats(0) == 2 and list(t.coat_kinds(0)) == [0, 0, 0, 0, 2, 0]
    assert t.general(0) == (0 if side == "front" else 3)


@SIDES
def test_t11_top_influence_card(side):
    """T11: 'die oberste Karte vom Stapel der Einflusskarten'."""
    t = sole_leader(11, side, "stack influence: Colbert Joker")
    assert list(t.hand(0)) == ["Colbert"] and list(t.hand(1)) == []
    assert t.stack("influence")[0] == "Joker"


@SIDES
def test_t12_coat_and_top_intrigue_card(side):
    """T12: 'ein verdecktes Wappen vom Vorrat und ... die jeweils oberste Karte vom Stapel der Intrigekarten'."""
    t = sole_leader(12, side, "stack intrigue: 4 9")
    assert t.coats(0) == 1 and list(t.intrigue(0)) == [4]
    assert t.stack("intrigue")[0] == 9


def test_t7_money_is_there_for_the_bribe_at_8():
    """T7: tile 7 comes before tile 8: a penniless winner of 7 can bribe at 8."""
    t = position("stones 7: 1 0 0", "stones 8: 1 2 0", "seat 0: coins 0", "seat 1: general 1", "next: evaluate 7")
    t.play("decline")
    assert (t.ask, t.player, t.coins(0)) == ("bribe", 0, 5)


def test_t11_in_turn_from_the_start_player():
    """T11 E4: 'erhalten reihum': Stones 2 side: start player first, not the one with most stones."""
    t = position(
        "start 1", "back 11", "stones 11: 4 2 1", "stones 12: 1 1 0", "stack influence: Colbert Joker Anne", "next: evaluate 11"
    )
    assert t.ask == "bribe"
    assert [list(t.hand(p)) for p in range(3)] == [["Joker"], ["Colbert"], []]
    assert t.stack("influence")[0] == "Anne"


def test_t12_e7_leader_first_then_buyers_from_the_start_player():
    """T12 E7: 'zuerst der Mehrheitsbesitzer, danach die anderen in Sitzreihenfolge, beginnend mit dem Startspieler'."""
    t = position(
        "start 2",
        "stones 12: 3 1 1 1",
        "stack intrigue: 4 7 9 2",
        "seat 2: chips SS, missions stone:S?",
        "next: evaluate 12",
        players=4,
    )
    assert list(t.intrigue(0)) == [4] and (t.ask, t.player) == ("bribe", 2)
    t.play("bribe Louvois")
    assert list(t.intrigue(2)) == [7] and t.coats(2) == 1 and t.coins(2) == 1 and t.player == 3
    t.play("decline", "bribe Louvois")
    assert t.ask == "mission"
    assert (list(t.intrigue(3)), t.coats(3), t.coins(3)) == ([], 0, 5)
    assert (list(t.intrigue(1)), t.coats(1)) == ([9], 1)


# Q12, Q13


def test_q12_t12_empty_intrigue_stack_still_sells_the_coat():
    """Q12 T12: the last card goes by E7; after that tile 12 still pays and sells its coat."""
    t = position(STOP, "stones 12: 1 3 1", "stack intrigue: only 6", "next: evaluate 12")
    assert list(t.intrigue(1)) == [6] and t.coats(1) == 1
    assert (t.ask, t.player) == ("bribe", 2)
    t.play("bribe Louvois", "bribe Louvois")
    assert t.ask == "mission"
    assert [t.coats(p) for p in range(3)] == [1, 1, 1]
    assert [list(t.intrigue(p)) for p in range(3)] == [[], [6], []]
    assert (t.coins(0), t.coins(2)) == (1, 1)


def test_q12_e1_card_played_earlier_this_phase_can_be_drawn():
    """Q12 E1: played at 9 it is under the (empty) stack again, and tile 12 gives it out."""
    t = position(STOP, "stones 9: 0 1 0", "stones 12: 1 0 0", "stack intrigue: only", "seat 1: intrigue 9", "next: evaluate 9")
    t.play("intrigue 1 own")
    assert t.ask == "mission"
    assert list(t.intrigue(0)) == [9] and list(t.intrigue(1)) == []


def test_q12_e1_even_the_card_of_12_itself():
    """Q12 E1: Louvois' own card, played just before 12, can be the card drawn at 12; it is not asked again."""
    t = position(STOP, "stones 12: 1 0 0", "stack intrigue: only", "seat 0: intrigue 12", "next: evaluate 12")
    t.play("intrigue 2 own")
    assert t.ask == "mission"
    assert list(t.intrigue(0)) == [12] and t.general(0) == 3


def test_q13_t11_card_adds_one_to_the_next_hand_and_one_turn():
    """Q13 T11: 'In der folgenden Einflussphase kann er somit eine Karte mehr ausspielen'."""
    t = position("stones 11: 0 1 0", "next: evaluate 11")
    assert t.ask == "card"
    assert [len(t.hand(p)) for p in range(3)] == [5, 6, 5]
    turns = [0, 0, 0]
    while t.ask == "card" and t.round == 2:
        turns[t.player] += 1
        t.play(next(a for a in t.legal() if a.endswith("to fetch")))
    assert turns == [4, 5, 4]


def test_q13_card_of_11_comes_from_the_reshuffled_thirty():
    """Q13: tile 11's cards come after I7: the middle is back in the stack before one is drawn."""
    t = position("middle Colbert Anne Joker", "stones 11: 1 0 0", "stones 12: 1 1 0", "next: closing")
    assert (t.ask, t.tile) == ("bribe", 12)
    assert list(t.middle()) == []
    assert len(t.hand(0)) == 1 and len(t.stack("influence")) == 29


# T6 le Grand Conde


def test_t6_e7_coats_for_all_first_then_stones_from_the_start_player():
    """T6 E4 E7: 'erhalten ein verdecktes Wappen ... Anschliessend platzieren sie reihum einen eigenen Stein'."""
    t = position("start 1", "stones 6: 3 2 1", "seat 0: general 2", "seat 1: general 1", "seat 2: general 1", "next: evaluate 6")
    assert (t.ask, t.player) == ("conde", 1)
    assert [t.coats(p) for p in range(3)] == [1, 1, 0]
    t.play("stone Valliere")
    assert (t.ask, t.player) == ("conde", 0)
    assert t.stones(9) == [0, 1, 0]
    t.play("stone Valliere")
    assert t.ask == "card", "one stone each, and none for seat 2 with a single stone on 6"
    assert t.general(2) == 1


def test_t6_must_place_from_general_on_any_tile():
    """T6: with a stone in general it must be placed, on any of the twelve."""
    t = position("stones 6: 2 0 0", "seat 0: general 1", "next: evaluate 6")
    assert set(t.legal()) == {f"stone {p}" for p in PERSONS}
    with pytest.raises(IllegalAction):
        t.play("decline")
    t.play("stone Anne")
    assert (t.stones(1), t.general(0), t.own(0)) == ([1, 0, 0], 0, 15)


def test_t6_e9_from_own_when_general_is_empty():
    """T6 E9: 'darf er diese auch aus seinem eigenen Vorrat nehmen': optional then."""
    t = position("stones 6: 2 0 0", "next: evaluate 6")
    assert set(t.legal()) == {f"stone {p}" for p in PERSONS} | {"decline"}
    t.play("stone Anne")
    assert (t.stones(1), t.general(0), t.own(0)) == ([1, 0, 0], 0, 15)


def test_t6_e9_from_own_can_be_declined():
    """T6 E9: always optional from own: coat kept, no stone placed, the two from 6 home."""
    t = position("stones 6: 2 0 0", "next: evaluate 6")
    t.play("decline")
    assert t.ask == "card"
    assert (t.coats(0), t.own(0)) == (1, 16)
    assert all(sum(t.stones(n)) == 0 for n in range(1, 13))


def test_t6_e10_stones_on_6_are_not_available_to_its_payout():
    """T6 E10: no stone outside the tiles: the two on 6 cannot be placed again, nothing is asked."""
    t = position("stones 6: 2 0 0", "stones 9: 14 0 0", "next: evaluate 6")
    assert t.ask == "card"
    assert (t.coats(0), t.own(0), t.general(0), t.chips(0)) == (1, 2, 14, "C")


def test_t6_e10_first_place_side_pays_before_the_stones_leave():
    """T6 E10: leader with empty general: the counted stones go there only afterwards, so the stone is own's."""
    t = position("back 6", "stones 6: 3 2 0", "next: evaluate 6")
    assert (t.ask, t.player) == ("conde", 0)
    assert "decline" in t.legal()
    t.play("stone Anne")
    assert t.ask == "card"
    assert (t.own(0), t.general(0)) == (12, 3)
    assert (t.coats(0), t.coats(1), t.own(1)) == (1, 0, 16)
    assert t.side(6) == "front"


@SIDES
def test_t6_e8_e10_stone_put_on_6_itself_stays(side):
    """T6 E8 E10: 'bzw. um Tafel 6 selbst (um dort fuer die naechste Runde ... geruestet zu sein)'."""
    back = ["back 6"] if side == "back" else []
    t = position(*back, "stones 6: 3 1 0", "seat 0: general 1", "next: evaluate 6")
    t.play("stone Conde")
    assert t.ask == "card"
    assert t.stones(6) == [1, 0, 0]
    assert (t.own(0), t.general(0)) == ((15, 0) if side == "front" else (12, 3))
    assert t.own(1) == 16
    assert t.side(6) == ("back" if side == "front" else "front")


def test_t6_e10_a_stone_put_on_6_raises_nobody_to_two():
    """T6 E10: counts are frozen: a qualified player's stone on 6 changes no claim, one coat each and no more."""
    t = position("stones 6: 2 2 0", "seat 0: general 3", "seat 1: general 3", "next: evaluate 6")
    t.play("stone Conde", "stone Conde")
    assert t.ask == "card"
    assert t.stones(6) == [1, 1, 0]
    assert [t.coats(p) for p in range(3)] == [1, 1, 0]


def test_t6_e8_stone_on_a_later_tile_counts_now():
    """T6 E8: 'um dort moeglicherweise noch die Mehrheitsverhaeltnisse fuer die aktuelle Auswertung zu veraendern'."""
    t = position(STOP, "stones 6: 2 0 0", "stones 7: 2 2 0", "seat 0: general 1", "next: evaluate 6")
    t.play("stone Colbert")
    assert t.ask == "mission"
    assert (t.coins(0), t.coins(1)) == (10, 5)
    assert (t.general(0), t.own(0), t.own(1)) == (3, 13, 16)
    assert t.side(7) == "back"


def test_t6_e8_stone_on_an_earlier_tile_stays_for_the_next_round():
    """T6 E8: on tile 5 it pays nothing now, stays, and is the majority there next round."""
    t = position("stones 6: 2 0 0", "seat 0: general 1", "stack money: 2:4", "next: evaluate 5")
    t.play("stone Montespan")
    assert t.ask == "card" and t.round == 2
    assert t.stones(5) == [1, 0, 0] and t.chips(0) == "" and t.side(5) == "front"
    fetch_round(t)
    assert t.round == 3 and t.chips(0) == "C" and t.stones(5) == [0, 0, 0]


# T8 de Maintenon

MAINTENON = [  # general, stones placed on 5, own and general afterwards (2 stones on 8, Stones side: back to own)
    (0, 0, 16, 0),
    (0, 1, 15, 0),
    (0, 2, 14, 0),
    (1, 0, 16, 0),
    (1, 1, 15, 0),
    (1, 2, 14, 0),
    (2, 0, 15, 1),
    (2, 1, 15, 0),
    (2, 2, 14, 0),
    (3, 0, 14, 2),
    (3, 1, 14, 1),
    (3, 2, 14, 0),
    (4, 2, 13, 1),
]


@pytest.mark.parametrize(("general", "placed", "own", "left"), MAINTENON)
def test_t8_e9_two_on_tile_5_and_one_home(general, placed, own, left):
    """T8 E9: up to two from general (own for the shortfall) on 5; then one general -> own, if one is left."""
    t = position("back 8", "stones 8: 2 0 0", f"seat 0: general {general}", "next: evaluate 8")
    for _ in range(placed):
        assert (t.ask, t.player) == ("maintenon", 0)
        assert sorted(t.legal()) == ["decline", "stone Montespan"]
        t.play("stone Montespan")
    if placed < 2:
        assert t.ask == "maintenon"
        t.play("decline")
    assert t.ask == "card"
    assert t.stones(5) == [placed, 0, 0]
    assert (t.own(0), t.general(0)) == (own, left)


def test_t8_e9_general_first_own_for_the_shortfall_only():
    """T8 E9: with one in general the first stone is that one, the second comes from own."""
    t = position("back 8", "stones 8: 2 0 0", "seat 0: general 1", "next: evaluate 8")
    t.play("stone Montespan")
    assert (t.ask, t.general(0), t.own(0)) == ("maintenon", 0, 13)
    t.play("stone Montespan")
    assert t.stones(5) == [2, 0, 0] and t.own(0) == 14


def test_t8_only_on_tile_5():
    """T8: 'auf der Tafel 5': nowhere else."""
    t = position("back 8", "stones 8: 2 0 0", "seat 0: general 3", "next: evaluate 8")
    with pytest.raises(IllegalAction):
        t.play("stone Valliere")


def test_t8_e10_no_stone_left_to_place_is_not_asked():
    """T8 E10: all stones on tiles: those on 8 serve neither for tile 5 nor for the stone home."""
    t = position("back 8", "stones 8: 2 0 0", "stones 9: 14 0 0", "next: evaluate 8")
    assert t.ask == "card"
    assert t.stones(5) == [0, 0, 0] and (t.own(0), t.general(0)) == (2, 14)


def test_t8_second_not_asked_when_the_last_stone_went():
    """T8 E9: one stone in all: after it is placed there is nothing to ask."""
    t = position("back 8", "stones 8: 2 0 0", "stones 9: 13 0 0", "seat 0: general 1", "next: evaluate 8")
    t.play("stone Montespan")
    assert t.ask == "card"
    assert t.stones(5) == [1, 0, 0] and (t.own(0), t.general(0)) == (2, 13)


def test_t8_e10_leader_stones_reach_general_after_the_payout():
    """T8 E2 E10: Money side, general empty: the leader's own three are no stone to fetch home now."""
    t = position("stones 8: 3 0 0", "next: evaluate 8")
    assert (t.ask, t.player) == ("maintenon", 0)
    t.play("decline")
    assert t.ask == "card"
    assert (t.own(0), t.general(0)) == (13, 3)


def test_t8_e9_fetching_home_never_takes_from_elsewhere():
    """T8 E9: never for fetching: both placed from general 2, none left, own does not grow."""
    t = position("stones 8: 3 0 0", "seat 0: general 2", "next: evaluate 8")
    t.play("stone Montespan", "stone Montespan")
    assert (t.own(0), t.general(0), t.stones(5)) == (11, 3, [2, 0, 0])


def test_t8_e7_leader_first_then_each_buyer_finishes_before_the_next():
    """T8 E2 E7: leader, then from the start player: bribe, stones, and only then the next one's bribe."""
    t = position(
        "start 2",
        "stones 8: 1 3 1 1",
        "seat 1: general 1",
        "seat 2: general 3",
        "seat 0: general 1",
        "next: evaluate 8",
        players=4,
    )
    assert (t.ask, t.player) == ("maintenon", 1)
    t.play("decline")
    assert (t.ask, t.player) == ("bribe", 2)
    t.play("bribe Maintenon")
    assert (t.ask, t.player, t.coins(2)) == ("maintenon", 2, 2)
    t.play("stone Montespan", "stone Montespan")
    assert (t.ask, t.player) == ("bribe", 3)
    t.play("decline")
    assert (t.ask, t.player) == ("bribe", 0)
    t.play("decline")
    assert t.ask == "card"
    assert t.stones(5) == [0, 0, 2, 0]
    assert (t.own(1), t.general(1)) == (13, 3)
    assert (t.own(2), t.general(2)) == (14, 0)
    assert (t.own(3), t.own(0), t.general(0)) == (16, 15, 1)


def test_t8_e4_stones_side_from_the_start_player():
    """T8 E4 E7: Stones 2 side: in turn from the start player, whoever has most."""
    t = position("start 1", "back 8", "stones 8: 4 2 1", "next: evaluate 8")
    assert (t.ask, t.player) == ("maintenon", 1)
    t.play("decline")
    assert (t.ask, t.player) == ("maintenon", 0)
    t.play("decline")
    assert t.ask == "card"
    assert [t.own(p) for p in range(3)] == [16, 16, 16]


def test_t8_e8_stones_on_5_stay_and_count_next_round():
    """T8 E8: tile 5 is already evaluated: the stones stay, pay nothing now, and win it next round."""
    t = position("back 8", "stones 8: 2 0 0", "stones 5: 0 1 0", "seat 0: general 2", "next: evaluate 8")
    t.play("stone Montespan", "stone Montespan")
    assert t.ask == "card" and t.round == 2
    assert t.stones(5) == [2, 1, 0] and t.chips(0) == "" and t.side(5) == "front"
    fetch_round(t)
    assert t.round == 3 and (t.chips(0), t.chips(1)) == ("C", "")
    assert t.side(5) == "back"


def test_t8_decline_of_the_bribe_gives_nothing_of_it():
    """T8 E2: not bought: no stone on 5 and none home from general."""
    t = position("stones 8: 3 1 0", "seat 0: general 1", "seat 1: general 4", "next: evaluate 8")
    t.play("decline")
    assert (t.ask, t.player) == ("bribe", 1)
    t.play("decline")
    assert (t.own(1), t.general(1)) == (12, 4)


# S3 supplies that run out


@pytest.mark.parametrize(("tile", "held", "chip"), [(4, "HHHHHH", "H"), (9, "CCCCCCCCCC", "C")])
def test_s3_t4_t9_chips_never_run_out(tile, held, chip):
    """S3: 'sollte das fehlende Material kurzzeitig durch etwas Geeignetes ersetzt werden'."""
    t = position(f"stones {tile}: 1 0 0", f"seat 1: chips {held}", f"next: evaluate {tile}")
    assert t.ask == "keep" and t.chips(0) == chip


def test_s3_t10_coats_past_the_last_are_blank():
    """S3 T10: the bag is empty: the two coats are given all the same, of no kind."""
    t = position(STOP, "bag 0 0 1 0 0 0", "stones 10: 3 0 0", "next: evaluate 10")
    assert t.ask == "mission"
    assert t.coats(0) == 2 and list(t.coat_kinds(0)) == [0, 0, 1, 0, 0, 0]
