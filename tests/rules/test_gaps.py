"""Rules that small changes of the engine could break unseen: found by mutating it, one test for each gap."""

import random

import numpy as np
import pytest
from scenario import at, new, refuses

from louis14_env.games.louis14.state import ASKS, NOBODY, NOTHING
from louis14_env.games.louis14.tables import MISSION_TEXTS, SHADE

SHADES = ("light", "medium", "dark")
NO_MISSIONS_LEFT = ("stack light: only", "stack medium: only", "stack dark: only")


def position(*lines, players=3):
    return at("\n".join([f"players {players}", *lines]))


def missions(*lines, players=3):
    """The mission phase; with the stacks full, whoever has nothing to do is not asked."""
    return position(*lines, "next: missions", players=players)


def is_tidy(t):
    """True if the state holds nothing of a tile, card, mission or swap that is not under way now."""
    s = t.s
    paying = t.ask in ("bribe", "maintenon", "conde")
    blank = np.all(s.role == 0) and np.all(s.paid == 0) and np.all(s.counted == 0) and np.all(s.queue == NOBODY)
    return (
        (t.tile is not None) == (paying or t.ask in ("intrigue", "tie"))
        and (s.target != NOTHING) == (t.ask == "opening")
        and (s.card != NOTHING) == (t.ask == "path")
        and (s.mission != NOTHING) == (t.ask == "pay")
        and (s.draws == 0 or t.ask in ("maintenon", "draw"))
        and (s.returned == 0 or t.ask == "swap")
        and (paying or (blank and (s.winner, s.crown_to, s.queued, s.flips) == (NOBODY, NOBODY, 0, 0)))
    )


# --- Setup


def test_s4_the_first_card_of_a_stack_is_shuffled_too():
    """S4: 'gut gemischt': over 30 deals the top and the bottom card of a stack are many, and so is the first hand."""
    deals = [new(4, seed) for seed in range(30)]
    for stack in ("intrigue", "light", "medium", "dark"):
        for end in (0, -1):
            assert len({t.stack(stack)[end] for t in deals}) > 4
    assert {"Joker" in t.hand(0) for t in deals} == {True, False}
    assert len({card for t in deals for card in t.missions(0)}) > 15


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s5_nothing_of_an_earlier_game_is_left(players):
    """S5: whatever lay on the table before, a new game begins with the same things as any other."""
    t = new(4)
    for field in t.table.states.dtype.names:
        t.table.states[field] = 3
    t.table.reset(players, 7, start_player=1)
    assert t.table.to_bytes() == new(players, 7, start=1).table.to_bytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s5_q9_a_new_game_knows_nothing_yet(players):
    """S5 Q9: before the first card nobody knows more than own and open cards, and nothing is under way."""
    t = new(players)
    words = {line.split()[0] for line in t.table.to_text().splitlines()}
    assert not words & {"knows", "scores"}
    assert is_tidy(t) and t.table.status() is None


def test_i1_e1_m1_every_question_is_sound():
    """I1 E1 M1: in games with many powers laid, at each kind of question, masks are 0 or 1 and nothing old is left."""
    lines = (
        "seat 0: chips SSC, missions stone:S? choice:RH",
        "seat 0: laid sitout:L? crown:S? swap:R? choice:SL exchange:SR card:SS four:SS tile1:R? mission:S?",
        "seat 1: chips LLC, missions stone:L? coat:LH, intrigue 4",
        "seat 1: laid last:HH first:RR king:SL tile5:SH intrigue:LL discount:LL coat:SR swap:H?",
        "next: round",
    )
    asked = set()
    for seed in range(8):
        chance = random.Random(seed)
        t = position(f"seed {seed}", f"start {seed % 2}", *lines, players=2 + seed % 3)
        while not t.over:
            asked.add(t.ask)
            assert t.table.mask.min() == 0 and t.table.mask.max() == 1
            assert is_tidy(t) and t.table.status() is None
            t.table.step(chance.choice(t.table.legal_actions()))
    assert asked == set(ASKS) - {"nothing"}


# --- Supply


def test_p1_p2_the_start_player_has_all_missions_after_the_money_card():
    """P1 P2: the first in turn is not passed over: C2, C3 and C9 in a round played from its money card on."""
    t = position(
        "start 1",
        "stack money: 3:6",
        "seat 1: coins 0, general 5, laid louisdor:S? stone:S? coat:SR",
        "next: round",
    )
    assert (t.ask, t.player, t.king) == ("card", 1, 3)
    assert (t.coins(1), t.general(1), t.coats(1)) == (7, 4, 1)
    assert (t.coins(0), t.coins(2)) == (11, 11)


@pytest.mark.parametrize("card", ["", "card:SS"])
def test_p2_every_mission_once_beside_c8(card):
    """P2: 'genau einmal': C3, C9, C14, C15, C2 and C13 are not applied again after a C8 was chosen."""
    laid = "stone:S? louisdor:S? choice:SL choice:RH choice:SH coat:SR 3stones:HH 3louisdor:RR intrigue:LL"
    t = position(f"seat 0: coins 0, general 9, laid {laid} {card}", "next: supply")
    if card:
        t.play("decline")
    for _ in range(3):
        assert t.ask == "supply choice"
        t.play("take 2 louisdor")
    assert t.ask == "card"
    assert (t.coins(0), t.general(0), t.coats(0), len(t.intrigue(0))) == (1 + 3 + 3 * 2, 9 - 1 - 3, 1, 1)


# --- Influence


def test_c5_not_a_third_time_with_both_copies():
    """C5: 'einmal pro Runde' for each copy: after two turns sat out the next one must be played."""
    t = position("seat 0: coins 9, hand Anne Joker Joker, laid sitout:L? sitout:R?", "next: turn 0")
    t.play("sit out", "sit out")
    assert (t.player, t.coins(0)) == (0, 5)
    assert refuses(t, "sit out")


@pytest.mark.parametrize("card", ["Anne", "Louvois", "Joker"])
def test_c17_any_card_fetches_four(card):
    """C17: the first and the last person and a joker, each to fetch as a four-stone joker."""
    t = position(f"seat 0: general 9, hand {card} Conde Conde, laid four:SS", "next: turn 0")
    t.play(f"play {card} as four to fetch")
    assert (t.ask, t.general(0), t.middle()) == ("card", 5, [card])


def test_c17_once_a_phase_when_placing_too():
    """C17: one card a phase: after four stones were placed the others are worth what is printed on them."""
    t = position("seat 0: hand Anne Conde Joker, laid four:SS", "next: turn 0")
    t.play("play Conde as four to place", "path 8:4")
    assert set(t.legal()) == {f"play {card} to {use}" for card in ("Anne", "Joker") for use in ("place", "fetch")}


def test_i1_six_jokers_are_six_cards():
    """I1: each card played lies in the middle, the sixth joker like the others; the seventh card is the last (I6)."""
    t = position("seat 0: general 16, hand Anne Joker Joker Joker Joker Joker Joker", "next: turn 0")
    t.play(*["play Joker to fetch"] * 5)
    assert (t.hand(0), t.middle()) == (["Anne", "Joker"], ["Joker"] * 5)
    t = position("seat 0: general 16, hand Anne Conde Joker#6", "next: turn 0")
    t.play("play Joker to fetch")
    assert (t.hand(0), t.middle()) == (["Anne", "Conde"], ["Joker"])


@pytest.mark.parametrize("card", ["Anne", "Louvois"])
def test_i1_q9_the_card_named_is_played_whatever_others_know(card):
    """I1 Q9: that others know another card of the hand does not make it the card played."""
    t = position(
        "seat 0: general 6, hand Anne Louvois Joker",
        "knows influence 1: Louvois Joker",
        "knows influence 2: Louvois Joker",
        "next: turn 0",
    )
    t.play(f"play {card} to fetch")
    assert t.middle() == [card]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", [0, 1])
def test_c18_whoever_has_it(players, start):
    """C18: asked of its owner, wherever they sit from the start player."""
    for p in range(players):
        t = position(f"start {start}", f"seat {p}: general 2, laid last:HH", "next: closing", players=players)
        assert (t.ask, t.player) == ("closing", p)


# --- Evaluation


@pytest.mark.parametrize(("own", "offers"), [(1, ["intrigue 1 own"]), (2, ["intrigue 1 own", "intrigue 2 own"])])
def test_e1_the_last_own_stones_can_all_be_placed(own, offers):
    """E1: 'bis zu 2 Steine aus dem eigenen Vorrat': the last two, too."""
    t = position(f"stones 12: {16 - own} {16 - own} 0", "seat 0: intrigue 1", "next: evaluate 1")
    assert (t.ask, t.legal()) == ("intrigue", [*offers, "decline"])
    t.play(offers[-1])
    assert (t.own(0), t.general(0), t.chips(0)) == (0, own, "S")


def test_e1_the_general_stone_joins_those_on_the_tile():
    """E1: '1 Stein aus dem allgemeinen': two already there and one more make three, which leads."""
    t = position("stones 1: 2 2 0", "seat 0: general 1, intrigue 1", "next: evaluate 1")
    t.play("intrigue 1 general")
    assert t.stones(1) == [3, 2, 0] and t.chips(0) == "S"
    assert (t.ask, t.player) == ("bribe", 1)


def test_e1_the_rest_of_the_intrigue_stack_stays_in_order():
    """E1: 'unter den entsprechenden Stapel': the card comes below all others, and none of them is lost."""
    t = position("stack intrigue: only 9 2 7", "stones 12: 1 1 0", "seat 0: intrigue 5", "next: evaluate 5")
    t.play("intrigue 1 own")
    assert t.stack("intrigue") == [9, 2, 7, 5]


@pytest.mark.parametrize(
    ("tile", "chips"), [(1, "SSLRHC"), (2, "SLLRHC"), (3, "SLRRHC"), (4, "SLRHHC"), (5, "SLRHCC"), (9, "SLRHCC")]
)
def test_t1_t2_t3_t4_t5_t9_a_chip_more_than_before(tile, chips):
    """T1 T2 T3 T4 T5 T9: the chip is added to those of its kind that the player has."""
    t = position(f"stones {tile}: 1 0 0", "seat 0: chips SLRHC", f"next: evaluate {tile}")
    assert t.chips(0) == chips


def test_e6_the_crown_is_one_more():
    """E6: 'zusätzlich noch einen Kronen-Chip', for who has two already."""
    t = position("king 4", "stones 4: 1 0 0", "seat 0: chips CC", "next: evaluate 4")
    assert t.chips(0) == "HCCC"


def test_q12_an_empty_intrigue_stack_stays_a_stack():
    """Q12 Q7: nothing is drawn from it, and a card played later lies on it alone."""
    t = position(
        "stack intrigue: only",
        "seat 0: laid intrigue:LL, intrigue 1",
        "stones 12: 1 1 0",
        "next: supply",
    )
    assert t.intrigue(0) == [1] and t.stack("intrigue") == []
    t.skip(until="intrigue").play("intrigue 1 own")
    assert t.intrigue(0) == [] and t.stack("intrigue") == [1]


@pytest.mark.parametrize("cards", [["Colbert", "Joker"], ["Colbert"], []])
def test_q7_t11_the_last_influence_card_and_none(cards):
    """Q7 T11: the last card of the stack can be drawn; an empty stack gives nothing."""
    stack = f"stack influence: only {' '.join(cards)}"
    t = position(stack, "stones 11: 1 0 0", "stones 12: 1 1 0", "next: evaluate 11")
    assert (t.ask, t.hand(0), t.stack("influence")) == ("bribe", cards[:1], cards[1:])
    assert t.side(11) == "back"


def test_e8_no_tile_is_under_evaluation_in_the_mission_phase():
    """E8: after tile 12 none."""
    t = position("stones 12: 1 0 0", "seat 0: chips SS, missions stone:S?", "next: evaluate 12")
    assert (t.ask, t.tile) == ("mission", None)


def test_t8_nothing_is_due_without_a_stone_to_place():
    """T8 E10: the stones on 8 are not available; what could not be placed is not owed later."""
    t = position("stones 8: 9 0 0", "stones 2: 7 0 0", "stones 12: 0 1 1", "next: evaluate 8")
    assert (t.ask, t.tile, t.general(0)) == ("bribe", 12, 9)
    assert t.s.draws == 0


def test_q9_q12_a_known_intrigue_card_drawn_again_stays_known():
    """Q9 Q12: who played the card and draws it again still knows it."""
    t = position(
        "stones 12: 3 0 0",
        "stack intrigue: only",
        "seat 0: intrigue 12, chips SS, missions stone:S?",
        "seat 1: intrigue 1 2 3 4 5 6",
        "seat 2: intrigue 7 8 9 10 11",
        "next: evaluate 12",
    )
    t.play("intrigue 1 own")
    assert t.ask == "mission" and t.intrigue(0) == [12]
    assert t.table.status() is None


def test_s3_every_coat_of_the_bag_can_be_drawn():
    """S3: coats are drawn at random from all in the bag, not from its first kinds."""
    kinds = [
        position(f"seed {seed}", "bag 1 1 1 1 1 1", "seat 0: laid coat:SR", "next: supply").coat_kinds(0).index(1)
        for seed in range(40)
    ]
    assert set(kinds) == set(range(6))


# --- Missions


@pytest.mark.parametrize("mission", MISSION_TEXTS)
def test_m1_m2_every_mission_can_be_laid(mission):
    """M1 M2: two crowns pay for each of the forty."""
    t = missions(f"seat 0: chips CC, missions {mission}")
    assert t.legal() == [f"lay {mission}", "done"]
    t.play(f"lay {mission}", "pay C+C")
    assert (t.ask, t.laid(0), t.missions(0)) == ("draw", [mission], [])


def test_m1_the_player_whose_go_it_is_draws():
    """M1: with another start player, who lays a mission draws the new one, also twice (C1)."""
    t = missions(
        "start 2",
        "stack dark: four:SS",
        "stack light: swap:H?",
        "seat 2: chips SS, missions mission:S?",
        "seat 0: chips LL, missions stone:L?",
    )
    t.play("lay mission:S?", "pay S+S")
    assert (t.ask, t.player) == ("draw", 2)
    t.play("draw dark")
    assert (t.ask, t.player) == ("draw", 2)
    t.play("draw light")
    assert (t.missions(2), t.player) == (["swap:H?", "four:SS"], 0)
    t.play("lay stone:L?", "pay L+L")
    assert (t.ask, t.player) == ("draw", 0)


def test_m1_e8_laying_a_mission_leaves_the_tiles_alone():
    """M1 E8: after the draw the same go goes on, and stones that stayed on a tile still lie there."""
    t = missions(
        "stack light: stone:L?",
        "stones 6: 1 2 0",
        "seat 0: chips SS, missions choice:SL",
        "seat 1: chips SSLL, missions stone:S?",
    )
    t.play("keep S")
    assert (t.ask, t.player) == ("mission", 1)
    t.play("lay stone:S?", "pay S+S", "draw light")
    assert (t.ask, t.player, t.legal()) == ("mission", 1, ["lay stone:L?", "done"])
    assert t.stones(6) == [1, 2, 0] and (t.own(0), t.own(1)) == (15, 14)


def test_m1_q7_nothing_is_due_when_all_stacks_are_empty():
    """M1 C1 Q7: the two draws of C1 fall away for good."""
    t = missions(*NO_MISSIONS_LEFT, "seat 0: chips SS, missions mission:S?", "seat 1: chips SS, missions stone:S?")
    t.play("lay mission:S?", "pay S+S")
    assert (t.ask, t.player) == ("mission", 1)
    assert t.s.draws == 0


# --- C6


def test_c6_any_chip_but_a_crown():
    """C6: each kind of chip can be turned, a helmet too; a crown is one already."""
    t = missions("seat 0: chips SLRHC, laid crown:S?")
    assert t.legal() == ["crown S", "crown L", "crown R", "crown H", "done"]
    t = missions("seat 0: chips H, laid crown:S?")
    t.play("crown H")
    assert t.chips(0) == "C"


def test_c6_both_copies_and_not_a_third_time():
    """C6: once for each copy: two chips turned, then no more, with money and chips enough."""
    t = missions("seat 0: coins 9, chips SLRH, missions choice:SL, laid crown:S? crown:L?")
    t.play("crown R", "crown H")
    assert (t.chips(0), t.coins(0)) == ("SLCC", 5)
    assert (t.ask, t.legal()) == ("mission", ["lay choice:SL", "done"])


# --- C7


@pytest.mark.parametrize("mission", MISSION_TEXTS)
def test_c7_every_mission_can_go_under_its_stack(mission):
    """C7: 'unter die entsprechenden Stapel': the only mission in hand goes below all others; a new one is drawn."""
    shade = SHADES[SHADE[MISSION_TEXTS.index(mission)]]
    swap = "swap:H?" if mission == "swap:R?" else "swap:R?"
    t = missions(f"seat 0: missions {mission}, laid {swap}")
    before = t.stack(shade)
    assert (t.ask, t.legal()) == ("swap", [f"return {mission}", "done"])
    t.play(f"return {mission}")
    assert t.stack(shade) == [*before, mission]
    assert (t.ask, t.player, t.missions(0)) == ("draw", 0, [])
    t.play(f"draw {shade}")
    assert t.missions(0) == before[:1] and t.ask == "card"


@pytest.mark.parametrize("kept", ["mission:S?", "discount:LL"])
def test_c7_two_of_three_and_no_more(kept):
    """C7: 'eine oder zwei': with three missions in hand the third stays, whichever it is."""
    t = missions("stack medium: king:RH coat:LH", f"seat 0: missions stone:L? card:SS {kept}, laid swap:R?")
    t.play("return stone:L?")
    assert set(t.legal()) == {"return card:SS", f"return {kept}", "done"}
    t.play("return card:SS")
    assert (t.ask, t.missions(0)) == ("draw", [kept])
    t.play("draw medium", "draw medium")
    assert set(t.missions(0)) == {kept, "king:RH", "coat:LH"} and t.ask == "card"


def test_c7_the_second_may_be_the_only_one_left():
    """C7: of two missions both can go, whichever is the first."""
    t = missions("seat 0: missions mission:S? card:SS, laid swap:R?")
    t.play("return card:SS")
    assert (t.ask, t.legal()) == ("swap", ["return mission:S?", "done"])


def test_c7_every_owner_for_themselves():
    """C7: from the start player on, each with a copy is asked; between them goes are played to their end."""
    t = missions(
        "start 1",
        "stack light: tile1:R? tile2:H? tile3:S? tile4:L?",
        "seat 1: missions card:SS, laid swap:R?",
        "seat 2: chips SSSS, missions stone:S? louisdor:S?",
        "seat 0: missions four:SS, laid swap:H?",
    )
    assert (t.ask, t.player) == ("swap", 1)
    t.play("return card:SS", "draw light")
    assert (t.ask, t.player) == ("mission", 2)
    t.play("lay stone:S?", "pay S+S", "draw light")
    assert (t.ask, t.player) == ("mission", 2)
    t.play("lay louisdor:S?", "pay S+S", "draw light")
    assert (t.ask, t.player) == ("swap", 0)
    t.play("return four:SS")
    assert (t.ask, t.player) == ("draw", 0)
    t.play("draw light")
    assert [t.missions(p) for p in (1, 2, 0)] == [["tile1:R?"], ["tile2:H?", "tile3:S?"], ["tile4:L?"]]
    assert (t.ask, t.round) == ("card", 2)


def test_c7_done_is_for_both_copies():
    """C7: who puts nothing back with the first copy has seen nothing new and is not asked for the second."""
    t = missions("seat 0: missions stone:L? card:SS, laid swap:R? swap:H?")
    t.play("done")
    assert (t.ask, t.round) == ("card", 2)


def test_c7_not_asked_without_a_mission_in_hand():
    """C7 Q7: with all stacks empty the hand can be empty too; there is nothing to put back."""
    t = missions(*NO_MISSIONS_LEFT, "seat 0: laid swap:R? swap:H?")
    assert (t.ask, t.round) == ("card", 2)


def test_c7_q9_the_mission_put_back_can_be_drawn_again():
    """C7 Q9: from a stack that was empty the same card comes back, and its owner knows it."""
    dark = "3stones:HH 3louisdor:RR intrigue:LL card:SS last:HH first:RR discount:LL"
    t = missions("stack dark: only", "seat 0: missions four:SS, laid swap:R?", f"seat 1: laid {dark}")
    t.play("return four:SS", "draw dark")
    assert t.missions(0) == ["four:SS"]
    assert t.table.status() is None


def test_c7_q6_the_go_is_over():
    """C7 Q6: at the end of the go, after M4: no chip can be turned (C6) after the new mission is seen."""
    t = missions("stack light: tile1:R?", "seat 0: chips S, missions card:SS, laid swap:R? crown:S?")
    assert t.legal() == ["crown S", "done"]
    t.play("done", "return card:SS", "draw light")
    assert (t.ask, t.round, t.chips(0)) == ("card", 2, "S")


def test_q6_c7_in_round_3():
    """Q6: C7 falls away in round 4, not earlier."""
    t = missions("round 3", "seat 0: missions stone:L?, laid swap:R?")
    assert (t.ask, t.round) == ("swap", 3)


# --- End


@pytest.mark.parametrize("players", [2, 3, 4])
def test_f1_f2_every_player(players):
    """F1 F2: money becomes coats and the most of a kind one more, for each of the players, wherever they sit."""
    for p in range(players):
        t = position(
            "round 4",
            "bag 0 0 0 0 0 0",
            *[f"seat {q}: coins 2, coats 0 0 0 0 0 0" for q in range(players) if q != p],
            f"seat {p}: coins 6, coats 1 0 0 0 0 2",
            "next: end",
            players=players,
        )
        assert [t.score(q) for q in range(players)] == [7 if q == p else 0 for q in range(players)]
        assert t.winners() == [p]


@pytest.mark.parametrize(
    ("coins", "own", "results"),
    [
        ("9 6 3 0", "9 9 9 9", [(1, 3, 1), (0, 2, 2), (0, 1, 3), (0, 0, 4)]),
        ("3 6 3 6", "9 9 9 9", [(0, 1, 3.5), (0.5, 2, 1.5), (0, 1, 3.5), (0.5, 2, 1.5)]),
        ("6 6 6 0", "8 9 9 9", [(0, 2, 3), (0.5, 2, 1.5), (0.5, 2, 1.5), (0, 0, 4)]),
        ("6 6 6 9", "9 8 7 0", [(0, 2, 2), (0, 2, 3), (0, 2, 4), (1, 3, 1)]),
        ("0 0 0 0", "9 9 9 9", [(0.25, 0, 2.5)] * 4),
    ],
)
def test_f3_shares_scores_and_ranks(coins, own, results):
    """F3: most points, then more own stones, then shared: the win is split and equal places share the mean rank."""
    seats = zip(coins.split(), own.split(), strict=True)
    t = position(
        "round 4",
        "bag 0 0 0 0 0 0",
        *[f"seat {p}: coins {money}, own {stones}" for p, (money, stones) in enumerate(seats)],
        "next: end",
        players=4,
    )
    assert [tuple(row) for row in t.table.returns().tolist()] == results
