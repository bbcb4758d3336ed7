"""P1-P4 and the missions of the supply phase: C2, C3, C8, C9, C13-C16."""

from collections import Counter

import pytest
from scenario import IllegalAction, at

CHOICES = ["take 2 louisdor", "take 1 louisdor 1 stone", "take 2 stones"]


def supply(seat0, *lines, players=4):
    """The supply phase of round 2 from step 2 on, seat 0 holding these items."""
    return at("\n".join([f"players {players}", "round 2", f"seat 0: {seat0}", *lines, "next: supply"]))


@pytest.mark.parametrize("card, king, amount", [("3:6", 3, 6), ("1:4", 1, 4)])
def test_p1_everybody_gets_the_amount_and_the_king_moves(card, king, amount):
    """P1: 'jeder Spieler nimmt sich den aufgefuehrten Geldbetrag'; 'die Louis XIV-Figur auf die angegebene' tile."""
    t = at(f"""
        players 4
        round 2
        start 1
        seat 2: coins 0
        stack money: {card} 2:4
        next: round
    """)
    assert [t.coins(p) for p in range(4)] == [5 + amount, 5 + amount, amount, 5 + amount]
    assert t.king == king
    assert (t.ask, t.player) == ("card", 1)


def test_p2_from_the_start_player_on():
    """P2: 'Beginnend mit dem Startspieler der Runde fuehrt reihum jeder Spieler die Texte ... aus'."""
    t = at("""
        players 4
        round 3
        start 2
        seat 0: general 4, laid choice:SL
        seat 2: general 4, laid choice:RH choice:SH
        seat 3: general 4, laid choice:LR
        next: supply
    """)
    asked = []
    while t.ask == "supply choice":
        asked.append(t.player)
        t.play("take 2 stones")
    assert asked == [2, 2, 3, 0]
    assert (t.ask, t.player) == ("card", 2)


def test_p2_c9_the_start_player_takes_the_last_coat():
    """P2: the last coat of the bag goes to the start player's mission, the next player's is blank (S3)."""
    t = at("""
        players 3
        round 2
        start 2
        seat 0: laid coat:SR
        seat 2: laid coat:LH
        bag 0 0 1 0 0 0
        next: supply
    """)
    assert list(t.coat_kinds(2)) == [0, 0, 1, 0, 0, 0]
    assert t.coats(0) == 1 and sum(t.coat_kinds(0)) == 0


def test_p2_one_player_finishes_before_the_next_begins():
    """P2: 'reihum jeder Spieler': seat 0's card and choice both come before seat 1's choice."""
    t = supply("general 4, laid card:SS choice:SL", "seat 1: general 4, laid choice:RH")
    assert (t.ask, t.player) == ("supply card", 0)
    t.play("decline")
    assert (t.ask, t.player) == ("supply choice", 0)
    t.play("take 2 louisdor")
    assert (t.ask, t.player) == ("supply choice", 1)


def test_p2_missions_in_hand_do_nothing():
    """P2: 'Die Missionskarten, die die Spieler auf der Hand haben, werden hierbei nicht beachtet'."""
    t = supply("general 6, missions louisdor:S? stone:L? 3stones:HH 3louisdor:RR intrigue:LL card:SS choice:SL coat:SR")
    assert (t.ask, t.coins(0), t.general(0), t.coats(0)) == ("card", 5, 6, 0)
    assert not t.intrigue(0) and len(t.hand(0)) == 5


def test_p2_missions_of_other_phases_do_nothing():
    """P2: 'sofern sich diese auf die Nachschubphase beziehen'."""
    t = supply("general 6, laid sitout:L? crown:S? swap:R? mission:S? exchange:SR four:SS last:HH first:RR discount:LL")
    assert (t.ask, t.coins(0), t.general(0), t.own(0)) == ("card", 5, 6, 10)
    assert len(t.hand(0)) == 5 and len(t.missions(0)) == 0


def test_p2_powers_come_again_every_round():
    """P2: 'gilt sie in jeder entsprechenden Phase genau einmal': 4 + 1 + 3 in the next round too."""
    t = at("""
        players 3
        seat 0: coins 0, laid louisdor:S? 3louisdor:RR
        stack money: 1:4
        next: missions
    """)
    assert (t.round, t.coins(0), t.coins(1)) == (2, 8, 9)


def test_p3_five_cards_from_the_top_for_each():
    """P3: 'Jeder Spieler erhaelt vom Stapel der Einflusskarten ... 5 Einflusskarten'."""
    top = "Anne Anne Philippe Philippe Joker Joker Joker Conde Conde Louvois Dauphin Dauphin Colbert Mazarin Mazarin"
    t = at(f"""
        players 3
        round 2
        stack influence: {top} Turenne
        next: supply
    """)
    assert [len(t.hand(p)) for p in range(3)] == [5, 5, 5]
    assert Counter(card for p in range(3) for card in t.hand(p)) == Counter(top.split())
    assert t.stack("influence")[0] == "Turenne" and len(t.stack("influence")) == 15


def test_p3_five_more_than_those_already_in_hand():
    """P3: cards of tile 11 and of C16 add to the five: 'eine Karte mehr ausspielen'."""
    t = supply("hand Mazarin Joker, laid card:SS", "seat 1: hand Mazarin", "stack influence: Conde")
    t.play("stone for card")
    assert [len(t.hand(p)) for p in range(4)] == [8, 6, 5, 5]
    assert not Counter(["Mazarin", "Joker", "Conde"]) - Counter(t.hand(0))


def test_p4_start_player_of_round_4_draws_an_intrigue_card():
    """P4: 'Spielen nur 3 Spieler, erhaelt der Startspieler der 4. Runde ... die oberste Intrigekarte'."""
    t = at("""
        players 3
        round 4
        start 1
        stack intrigue: 7 3
        next: round
    """)
    assert [list(t.intrigue(p)) for p in range(3)] == [[], [7], []]
    assert int(t.stack("intrigue")[0]) == 3


@pytest.mark.parametrize("players, round_", [(4, 4), (2, 4), (3, 3), (3, 1)])
def test_p4_only_three_players_and_only_round_4(players, round_):
    """P4: 'nur 3 Spieler', 'der 4. Runde': nobody else."""
    t = at(f"""
        players {players}
        round {round_}
        stack intrigue: 7 3
        next: round
    """)
    assert all(not t.intrigue(p) for p in range(players))


def test_p4_comes_after_the_missions_of_step_2():
    """P4: after step 2: seat 2's C15 takes the top card, the start player the second."""
    t = at("""
        players 3
        round 4
        seat 2: laid intrigue:LL
        stack intrigue: 4 12
        next: supply
    """)
    assert (list(t.intrigue(2)), list(t.intrigue(0))) == ([4], [12])


def test_p4_the_card_is_playable_in_the_same_round():
    """P4: drawn in the supply phase, so 'ab der folgenden Auswertungsphase' is this round's."""
    t = at("""
        players 3
        round 4
        stack intrigue: 1
        next: supply
    """)
    t.skip(until="intrigue")
    assert (t.ask, t.player, t.tile, t.round) == ("intrigue", 0, 1, 4)


@pytest.mark.parametrize(
    "laid, general, moved",
    [
        ("stone:S?", 5, 1),
        ("stone:S? stone:L?", 5, 2),
        ("stone:S? stone:L? stone:R? stone:H?", 3, 3),
        ("stone:R?", 0, 0),
    ],
)
def test_c2_one_stone_a_copy_from_general_to_own(laid, general, moved):
    """C2: 'Ist keiner seiner Steine mehr im allgemeinen Vorrat, geht er leer aus'."""
    t = supply(f"general {general}, laid {laid}")
    assert (t.general(0), t.own(0)) == (general - moved, 16 - general + moved)


@pytest.mark.parametrize("laid, gain", [("louisdor:S?", 1), ("louisdor:S? louisdor:L? louisdor:R? louisdor:H?", 4)])
def test_c3_one_louisdor_a_copy(laid, gain):
    """C3: 'nimmt sich in Schritt 2 jeder Nachschubphase 1 Louisdor aus der Bank'."""
    t = supply(f"coins 2, laid {laid}")
    assert (t.coins(0), t.coins(1)) == (2 + gain, 5)


@pytest.mark.parametrize("choice, coins, general", [(CHOICES[0], 7, 5), (CHOICES[1], 6, 4), (CHOICES[2], 5, 3)])
def test_c8_two_louisdor_or_one_and_one_or_two_stones(choice, coins, general):
    """C8: 'entweder 2 Louisdor ... oder 1 Louisdor und 1 Einflussstein oder 2 seiner Einflusssteine'."""
    t = supply("general 5, laid choice:SH")
    assert (t.ask, t.player, sorted(t.legal())) == ("supply choice", 0, sorted(CHOICES))
    t.play(choice)
    assert (t.coins(0), t.general(0), t.own(0)) == (coins, general, 16 - general)
    assert t.ask == "card"


@pytest.mark.parametrize("general, offered", [(0, 1), (1, 2), (2, 3), (9, 3)])
def test_c8_q8_only_what_can_be_given_in_full(general, offered):
    """C8: Q8: stones come 'aus dem allgemeinen Vorrat', so few stones there leave fewer choices."""
    t = supply(f"general {general}, laid choice:SH")
    assert sorted(t.legal()) == sorted(CHOICES[:offered])


def test_c8_every_copy_chooses_for_itself():
    """C8: 'auch jede dieser Karten fuer sich nutzen': the second copy sees what the first left."""
    t = supply("general 3, laid choice:SL choice:RH choice:LR")
    t.play("take 2 stones")
    assert sorted(t.legal()) == sorted(CHOICES[:2])
    with pytest.raises(IllegalAction):
        t.play("take 2 stones")
    t.play("take 1 louisdor 1 stone")
    assert list(t.legal()) == ["take 2 louisdor"]
    t.play("take 2 louisdor")
    assert (t.ask, t.coins(0), t.general(0), t.own(0)) == ("card", 8, 0, 16)


def test_c8_the_stones_of_c2_and_c13_are_gone_first():
    """C8: asked after C2 and C13 were applied: of 5 stones one is left to choose."""
    t = supply("general 5, laid choice:SL stone:S? 3stones:HH")
    assert (t.ask, t.general(0)) == ("supply choice", 1)
    assert sorted(t.legal()) == sorted(CHOICES[:2])


def test_c9_one_coat_a_copy():
    """C9: 'nimmt sich ... ein verdecktes Wappen vom Vorrat'."""
    t = supply("coats 1 0 0 0 0 0, laid coat:SR coat:LH", "bag 0 0 0 0 0 3")
    assert list(t.coat_kinds(0)) == [1, 0, 0, 0, 0, 2]
    assert (t.coats(0), t.coats(1)) == (3, 0)


@pytest.mark.parametrize("general, moved", [(7, 3), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_c13_three_stones_or_what_is_there(general, moved):
    """C13: '3 seiner Einflusssteine aus dem allgemeinen Vorrat ... in den eigenen'."""
    t = supply(f"general {general}, laid 3stones:HH")
    assert (t.general(0), t.own(0)) == (general - moved, 16 - general + moved)


def test_c14_three_louisdor():
    """C14: 'nimmt sich in Schritt 2 jeder Nachschubphase 3 Louisdor aus der Bank'."""
    t = supply("coins 0, laid 3louisdor:RR")
    assert [t.coins(p) for p in range(4)] == [3, 5, 5, 5]


def test_c15_top_intrigue_card():
    """C15: 'die oberste Karte vom Stapel der Intrigekarten'."""
    t = supply("intrigue 2, laid intrigue:LL", "stack intrigue: 9 5")
    assert sorted(t.intrigue(0)) == [2, 9]
    assert int(t.stack("intrigue")[0]) == 5 and len(t.stack("intrigue")) == 10


def test_c15_an_empty_stack_gives_nothing():
    """C15: Q7: an empty intrigue stack gives nothing."""
    t = supply("laid intrigue:LL", "stack intrigue: only")
    assert t.ask == "card" and not t.intrigue(0)


def test_c16_a_stone_for_the_top_card_before_the_deal():
    """C16: 'einen Einflussstein aus seinem eigenen Vorrat in den allgemeinen'; 'die oberste Karte vom Stapel'."""
    t = supply("general 4, laid card:SS", "seat 1: laid choice:SL", "stack influence: Colbert Anne")
    assert (t.ask, t.player, sorted(t.legal())) == ("supply card", 0, ["decline", "stone for card"])
    t.play("stone for card")
    assert (list(t.hand(0)), t.own(0), t.general(0)) == (["Colbert"], 11, 5)
    assert (t.ask, t.player) == ("supply choice", 1)


def test_c16_may_be_declined():
    """C16: 'Der Spieler darf': no card, no stone."""
    t = supply("general 4, laid card:SS", "stack influence: Colbert Anne")
    t.play("decline")
    assert (t.ask, t.own(0), t.general(0), len(t.hand(0))) == ("card", 12, 4, 5)


def test_c16_not_without_a_stone_in_the_own_stock():
    """C16: the stone comes from the own stock only."""
    t = supply("own 0, laid card:SS")
    assert (t.ask, t.general(0), len(t.hand(0))) == ("card", 16, 5)


@pytest.mark.parametrize("other, own", [("stone:S?", 1), ("3stones:HH", 3)])
def test_c16_p2_with_a_stone_fetched_in_the_same_step(other, own):
    """C16: P2: an empty own stock is filled by C2 or C13 first; that stone may pay."""
    t = supply(f"own 0, laid card:SS {other}")
    assert (t.ask, t.own(0)) == ("supply card", own)
    t.play("stone for card")
    assert (t.own(0), t.general(0), len(t.hand(0))) == (own - 1, 17 - own, 6)


def test_c16_p2_with_a_stone_chosen_from_c8():
    """C16: P2: the order is the player's: a stone of C8 may pay for the card, without one it is not asked."""
    t = supply("own 0, laid card:SS choice:SL")
    assert t.ask == "supply choice"
    t.play("take 1 louisdor 1 stone")
    assert (t.ask, t.own(0)) == ("supply card", 1)
    t.play("stone for card")
    assert (t.own(0), t.coins(0), len(t.hand(0))) == (0, 6, 6)
    t = supply("own 0, laid card:SS choice:SL")
    t.play("take 2 louisdor")
    assert (t.ask, t.coins(0), len(t.hand(0))) == ("card", 7, 5)


def test_c16_p2_the_stone_paid_can_be_fetched_back():
    """C16: P2: paying first and fetching with C2 afterwards loses no stone."""
    t = supply("general 0, laid card:SS stone:H?")
    t.play("stone for card")
    assert (t.own(0), t.general(0), len(t.hand(0))) == (16, 0, 6)


def test_c16_once_a_round():
    """C16: 'genau einmal': the question does not come back, and comes anew next round."""
    t = supply("general 4, laid card:SS 3stones:HH")
    t.play("stone for card")
    assert (t.ask, t.player, t.round) == ("card", 0, 2)
    t.skip(until="supply card")
    assert (t.player, t.round) == (0, 3)
