"""The missions of the influence phase: C4, C5, C10-C12, C17, C18 and Q2."""

from collections import Counter

import pytest
from scenario import PERSONS, at, placements, refuses, turn


def opening(*lines, king=3, start=0):
    """The start of an influence phase of three, everybody with two cards."""
    return at("\n".join(["players 3", f"king {king}", f"start {start}", *lines, "next: influence"]))


def closing(seat0, *lines, stones="1 1 0"):
    """The end of an influence phase; a tie on tile 1 stops the evaluation that follows."""
    return at("\n".join(["players 3", f"seat 0: {seat0}", f"stones 1: {stones}", *lines, "next: closing"]))


# --- C4, C10, C11, Q2: the start of the phase


HANDS = ("seat 1: hand Joker Joker", "seat 2: hand Joker Joker")


@pytest.mark.parametrize(
    "mission, tile",
    [
        ("tile1:R?", 1),
        ("tile2:H?", 2),
        ("tile3:S?", 3),
        ("tile4:L?", 4),
    ],
)
def test_c4_a_stone_from_general_on_the_named_tile(mission, tile):
    """C4: 'platziert, wenn er moechte, zu Beginn der Einflussphase' one of the general stock's stones there."""
    t = opening(f"seat 0: hand Conde Conde, general 3, laid {mission}", *HANDS)
    assert (t.ask, t.player) == ("opening", 0)
    assert set(t.legal()) == {f"stone {PERSONS[tile - 1]}", "decline"}
    t.play(f"stone {PERSONS[tile - 1]}")
    assert (t.ask, t.general(0), t.own(0), t.stones(tile)[0]) == ("card", 2, 13, 1)


def test_c4_decline():
    """C4: 'wenn er moechte': nothing moves."""
    t = opening("seat 0: hand Conde Conde, general 3, laid tile1:R?", *HANDS)
    t.play("decline")
    assert (t.ask, t.general(0), t.own(0), t.stones(1)[0]) == ("card", 3, 13, 0)


def test_c4_every_mission_is_used_for_itself():
    """C4: three missions, three stones; E9: general first, own for the shortfall only."""
    t = opening("seat 0: hand Conde Conde, general 2, laid tile1:R? tile4:L? tile5:SH", *HANDS)
    placed = set()
    for _ in range(3):
        assert (t.ask, t.player) == ("opening", 0)
        text = next(text for text in t.legal() if text != "decline" and text not in placed)
        placed.add(text)
        t.play(text)
    assert placed == {"stone Anne", "stone Dauphin", "stone Montespan"}
    assert (t.ask, t.general(0), t.own(0)) == ("card", 0, 13)
    assert [t.stones(tile)[0] for tile in (1, 4, 5)] == [1, 1, 1]


def test_c4_e9_from_own_when_general_is_empty():
    """C4: 'auch aus seinem eigenen Vorrat ..., sollte er im allgemeinen Vorrat nicht mehr ausreichend viele haben'."""
    t = opening("seat 0: hand Conde Conde, laid tile2:H?", *HANDS)
    assert set(t.legal()) == {"stone Philippe", "decline"}
    t.play("stone Philippe")
    assert (t.own(0), t.general(0), t.stones(2)[0]) == (15, 0, 1)


def test_c4_not_asked_without_any_stone():
    """C4: with all 16 stones on tiles there is nothing to ask."""
    t = opening("seat 0: hand Conde Conde, laid tile2:H? king:SL tile9:LR", "stones 6: 16 0 0", *HANDS)
    assert (t.ask, t.player) == ("card", 0)


def test_c10_a_stone_on_the_kings_tile_for_each_copy():
    """C10: 'aus dem allgemeinen Vorrat auf der Tafel, auf der die Louis XIV-Figur steht'; two copies, two stones."""
    t = opening("seat 0: hand Conde Conde, general 1, laid king:SL king:RH", *HANDS, king=2)
    assert set(t.legal()) == {"stone Philippe", "decline"}
    t.play("stone Philippe")
    assert (t.general(0), t.own(0), t.ask) == (0, 15, "opening")
    t.play("stone Philippe")
    assert (t.general(0), t.own(0), t.ask) == (0, 14, "card")
    assert list(t.stones(2)) == [2, 0, 0]


def test_c10_follows_this_rounds_king():
    """C10: 'zu Beginn jeder Einflussphase': the tile of the money card just revealed."""
    t = at("""
        players 3
        round 2
        seat 0: general 3, laid king:RH
        stack money: 4:4
        next: round
    """)
    assert (t.ask, t.player, len(t.hand(0))) == ("opening", 0, 5)
    assert set(t.legal()) == {"stone Dauphin", "decline"}


@pytest.mark.parametrize("mission, tile", [("tile5:SH", 5), ("tile9:LR", 9)])
def test_c11_a_stone_on_tile_5_or_9(mission, tile):
    """C11: 'einen seiner Einflusssteine aus dem allgemeinen Vorrat auf Tafel 5 bzw. Tafel 9'."""
    t = opening(f"seat 0: hand Conde Conde, general 1, laid {mission}", *HANDS)
    assert set(t.legal()) == {f"stone {PERSONS[tile - 1]}", "decline"}
    t.play(f"stone {PERSONS[tile - 1]}")
    assert (t.stones(tile)[0], t.general(0), t.own(0), t.ask) == (1, 0, 15, "card")


def test_q2_from_the_start_player_on_before_the_first_card():
    """Q2: the missions of the start of the phase resolve from the start player on, each use or decline."""
    t = opening(
        "seat 0: hand Conde Conde, general 1, laid tile1:R?",
        "seat 1: hand Joker Joker, general 1, laid king:SL tile2:H?",
        "seat 2: hand Anne Anne, general 1, laid tile5:SH",
        start=1,
    )
    asked = []
    while t.ask == "opening":
        asked.append(t.player)
        t.play("decline")
    assert asked == [1, 1, 2, 0]
    assert (t.ask, t.player) == ("card", 1)


# --- C5: sitting out


def test_c5_pay_two_and_keep_all_cards():
    """C5: 'anstatt eine Einflusskarte auszuspielen, 2 Louisdor in die Bank einzahlen'; C20 does not help."""
    t = turn("hand Conde Anne, coins 5, laid sitout:L? discount:LL")
    t.play("sit out")
    assert (t.player, t.coins(0), sorted(t.hand(0)), list(t.middle())) == (1, 3, ["Anne", "Conde"], [])
    t.play("play Joker to fetch")
    assert t.player == 0 and refuses(t, "sit out")


@pytest.mark.parametrize(
    "items, legal",
    [
        ("coins 2, laid sitout:L?", True),
        ("coins 1, laid sitout:L?", False),
        ("coins 1, laid sitout:L? discount:LL", False),
        ("coins 9, laid sitout:L?, used sitout", False),
        ("coins 9, laid sitout:L? sitout:R?, used sitout", True),
        ("coins 9, laid sitout:L? sitout:R?, used sitout sitout", False),
        ("coins 9, missions sitout:L?", False),
    ],
)
def test_c5_when_sitting_out_is_legal(items, legal):
    """C5: once a phase for each copy laid, for 2 louisdor; C20 'gilt nicht fuer Missionskarten, die Geld erfordern'."""
    assert ("sit out" in turn(f"hand Conde Anne, {items}").legal()) is legal


def test_c5_alone_in_the_phase_the_turn_comes_straight_back():
    """C5: with all others done the player sits out and is asked again; two copies, twice."""
    t = at("""
        players 3
        seat 0: hand Conde Anne, coins 5, laid sitout:L? sitout:R?
        next: turn 0
    """)
    t.play("sit out", "sit out")
    assert (t.ask, t.player, t.coins(0), len(t.hand(0))) == ("card", 0, 1, 2)
    assert refuses(t, "sit out")


def test_c5_again_in_the_next_round():
    """C5: 'einmal in jeder Einflussphase': used now, free again next round."""
    t = turn("hand Conde Anne, laid sitout:L?, used sitout")
    for _ in range(1000):
        if t.round == 2 and (t.ask, t.player) == ("card", 0):
            break
        t.play(t.legal()[0])
    assert t.coins(0) >= 2 and "sit out" in t.legal()


# --- C12: exchanging a card


def test_c12_discard_one_take_the_top_one():
    """C12: 'vollkommen wirkungslos! - in die Auslagenmitte abwerfen'; 'die oberste Karte vom Stapel'; turn passes."""
    t = turn("hand Conde Anne Joker, general 4, laid exchange:SR", "stack influence: Turenne Mazarin")
    assert {"exchange Conde", "exchange Anne", "exchange Joker"} <= set(t.legal())
    assert refuses(t, "exchange Turenne")
    t.play("exchange Conde")
    assert (t.player, sorted(t.hand(0)), list(t.middle())) == (1, ["Anne", "Joker", "Turenne"], ["Conde"])
    assert t.stack("influence")[0] == "Mazarin"
    assert (t.own(0), t.general(0), sum(t.stones(6))) == (12, 4, 0)


@pytest.mark.parametrize(
    "items, legal",
    [
        ("laid exchange:SR", True),
        ("laid exchange:SR, used exchange", False),
        ("laid exchange:SR exchange:LH, used exchange", True),
        ("laid exchange:SR exchange:LH, used exchange exchange", False),
        ("missions exchange:SR", False),
    ],
)
def test_c12_once_a_phase_for_each_copy(items, legal):
    """C12: 'einmal in jeder Einflussphase', each copy for itself."""
    assert ("exchange Conde" in turn(f"hand Conde Anne Joker, {items}").legal()) is legal


def test_c12_i6_with_two_cards_left_the_player_stays_in():
    """C12: with two cards the exchange leaves two: nothing is discarded as the last card, the next turn plays one."""
    t = turn("hand Conde Anne, laid exchange:SR", "stack influence: Turenne Mazarin")
    t.play("exchange Anne")
    assert (t.player, sorted(t.hand(0)), t.stack("influence")[0]) == (1, ["Conde", "Turenne"], "Mazarin")
    t.play("play Joker to fetch")
    assert t.player == 0 and refuses(t, "exchange Conde")
    t.play("play Turenne to place")
    assert t.ask == "path" and len(placements(t)) == 13


def test_c12_i6_takes_another_players_last_card():
    """C12: I6: the top of the stack may be the card another player just discarded."""
    t = at("""
        players 3
        seat 0: hand Anne Conde
        seat 1: hand Joker Joker, laid exchange:LH
        stack influence: Turenne
        next: turn 0
    """)
    t.play("play Anne to fetch")
    assert t.stack("influence")[0] == "Conde"
    t.play("exchange Joker")
    assert sorted(t.hand(1)) == ["Conde", "Joker"]
    assert t.stack("influence")[0] == "Turenne"
    assert Counter(t.middle()) == Counter(["Anne", "Joker"])


def test_c12_both_copies_in_successive_turns_when_alone():
    """C12: two copies, two turns in a row; the card thrown away does not come back."""
    t = at("""
        players 3
        seat 0: hand Conde Anne, laid exchange:SR exchange:LH
        stack influence: Turenne Mazarin Louvois
        next: turn 0
    """)
    t.play("exchange Conde", "exchange Turenne")
    assert (t.ask, t.player, sorted(t.hand(0))) == ("card", 0, ["Anne", "Mazarin"])
    assert t.stack("influence")[0] == "Louvois" and Counter(t.middle()) == Counter(["Conde", "Turenne"])
    assert refuses(t, "exchange Anne")


# --- C17: a card as four stones


@pytest.mark.parametrize("card", ["Conde", "Joker"])
@pytest.mark.parametrize("own, count", [(16, 321), (4, 321), (3, 116), (2, 40), (1, 12)])
def test_c17_q11_placements_of_a_four_stone_joker(card, own, count):
    """C17: Q11: 'Eine beliebige seiner Einflusskarten stellt einen 4er-Joker dar': 321 placements, fewer with less."""
    t = turn(f"hand Conde Joker Joker, own {own}, laid four:SS")
    t.play(f"play {card} as four to place")
    paths = placements(t)
    assert len(paths) == count
    assert max(sum(dict(path).values()) for path in paths) == min(own, 4)


@pytest.mark.parametrize(
    "path",
    [
        "path 10:4",
        "path 5:1 6:1 1:1 7:1",
        "path 1:1 2:1 3:1 4:1",
        "path 9:2 10:2",
        "path 12:1 4:1 1:2",
        "path 8:1",
    ],
)
def test_c17_starts_on_any_tile(path):
    """C17: 'darf er auf einer beliebigen Tafel beginnen (gleichgueltig, welche Karte er ausgespielt hat)'."""
    t = turn("hand Conde Joker Joker, laid four:SS")
    t.play("play Conde as four to place", path)
    parts = dict(tuple(map(int, part.split(":"))) for part in path.split()[1:])
    assert {tile: t.stones(tile)[0] for tile in range(1, 13) if t.stones(tile)[0]} == parts
    assert t.own(0) == 16 - sum(parts.values()) and list(t.middle()) == ["Conde"]


def test_c17_i2_conditions_hold():
    """C17: I2 holds: neighbours only, no gaps, no star of four tiles, no fifth stone."""
    t = turn("hand Conde Joker Joker, laid four:SS", "stones 1: 2 0 0")
    t.play("play Conde as four to place")
    assert refuses(
        t,
        "path 1:1 2:1 4:1 6:1",
        "path 1:1 6:1 4:1 7:1",
        "path 6:5",
        "path 6:1 1:1 3:1",
        "path 6:2 4:2",
        "path 9:1 10:1 11:1 12:1",
        "path 6:2 1:1 4:1 5:1",
    )


@pytest.mark.parametrize("card", ["Conde", "Joker"])
@pytest.mark.parametrize("general, moved", [(9, 4), (4, 4), (3, 3), (0, 0)])
def test_c17_fetches_four(card, general, moved):
    """C17: '(oder aus dem allgemeinen Vorrat nehmen ...)': four, or what is there, with a person or a joker."""
    t = turn(f"hand Conde Joker Joker, general {general}, laid four:SS")
    t.play(f"play {card} as four to fetch")
    assert (t.general(0), t.own(0), t.player) == (general - moved, 16 - general + moved, 1)


def test_c17_once_a_phase():
    """C17: 'beim Ausspielen einer seiner Einflusskarten': one card a phase, the others as printed."""
    t = turn("hand Conde Anne Joker, general 9, laid four:SS")
    t.play("play Conde as four to fetch", "play Joker to fetch")
    assert t.player == 0
    assert set(t.legal()) == {
        "play Anne to place",
        "play Anne to fetch",
        "play Joker to place",
        "play Joker to fetch",
    }
    t = turn("hand Conde Anne Joker, laid four:SS, used four")
    assert refuses(t, "play Conde as four to place", "play Conde as four to fetch")


def test_c17_i6_never_the_last_card():
    """C17: I6: with two cards one is played as four, the other is discarded unplayed."""
    t = turn("hand Conde Anne, laid four:SS")
    t.play("play Anne as four to place", "path 8:4")
    assert (t.player, list(t.hand(0)), t.stack("influence")[0]) == (1, [], "Conde")
    assert t.stones(8)[0] == 4


# --- C18: a stone at the end of the phase


def test_c18_any_tile_from_general_before_the_reshuffle():
    """C18: 'am Ende jeder Einflussphase, wenn alle Spieler alle ihre Karten ausgespielt haben', any person's tile."""
    t = closing("general 4, laid last:HH", "middle Conde Anne Joker")
    assert (t.ask, t.player) == ("closing", 0)
    assert set(t.legal()) == {f"stone {person}" for person in PERSONS} | {"decline"}
    assert len(t.middle()) == 3
    t.play("stone Louvois")
    assert (t.stones(12)[0], t.general(0), t.own(0)) == (1, 3, 11)
    assert (t.ask, t.tile, list(t.middle()), len(t.stack("influence"))) == ("bribe", 1, [], 30)


def test_c18_comes_when_the_last_player_is_done():
    """C18: not when its owner is done, but when all are."""
    t = at("""
        players 3
        seat 0: hand Conde Anne, general 4, laid last:HH
        seat 1: hand Joker Joker Joker
        next: turn 0
    """)
    t.play("play Conde to fetch")
    assert (t.ask, t.player) == ("card", 1)
    t.play("play Joker to fetch")
    assert (t.ask, t.player) == ("card", 1)
    t.play("play Joker to fetch")
    assert (t.ask, t.player, t.general(0)) == ("closing", 0, 1)
    assert len(t.middle()) == 3 and list(t.stack("influence"))[:2] == ["Joker", "Anne"]


def test_c18_counts_in_the_evaluation_that_follows():
    """C18: the stone breaks the tie on tile 1: seat 0 gets the sceptre free, seat 1 is asked."""
    t = closing("general 1, laid last:HH")
    t.play("stone Anne")
    assert (t.ask, t.player, t.chips(0)) == ("bribe", 1, "S")


def test_c18_decline():
    """C18: 'Der Spieler darf': declined, nothing moves."""
    t = closing("general 4, laid last:HH")
    t.play("decline")
    assert (t.ask, t.general(0), t.own(0)) == ("bribe", 4, 11)


def test_c18_e9_from_own_when_general_is_empty():
    """C18: E9: 'auch aus seinem eigenen Vorrat', when the general stock has none."""
    t = closing("general 0, laid last:HH")
    t.play("stone Louvois")
    assert (t.own(0), t.general(0), t.stones(12)[0]) == (14, 0, 1)


def test_c18_not_asked_without_any_stone():
    """C18: all 16 stones on tiles: nothing to ask."""
    t = closing("laid last:HH", "stones 12: 15 0 0")
    assert (t.ask, t.tile) == ("bribe", 1)
