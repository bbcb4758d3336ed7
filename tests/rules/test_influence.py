"""I1-I7, the missions of the influence phase (C4, C5, C10-C12, C17, C18), Q1, Q2, Q10, Q11 and Karin's examples."""

from collections import Counter

import pytest
from scenario import PERSONS, IllegalAction, at


def turn(seat0, *lines):
    """Seat 0 of three is to play; seat 1 has two cards left, seat 2 is done."""
    return at("\n".join(["players 3", f"seat 0: {seat0}", "seat 1: hand Joker Joker", *lines, "next: turn 0"]))


def opening(*lines, king=3, start=0):
    """The start of an influence phase of three, everybody with two cards."""
    return at("\n".join(["players 3", f"king {king}", f"start {start}", *lines, "next: influence"]))


def closing(seat0, *lines, stones="1 1 0"):
    """The end of an influence phase; a tie on tile 1 stops the evaluation that follows."""
    return at("\n".join(["players 3", f"seat 0: {seat0}", f"stones 1: {stones}", *lines, "next: closing"]))


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


def fetch_all(t):
    """The seats in the order in which they play their cards, all of them fetching."""
    seats = []
    while t.ask == "card":
        seats.append(t.player)
        t.play(next(text for text in t.legal() if text.endswith("to fetch")))
    return seats


# --- I1: one card a turn, place or fetch


def test_i1_clockwise_from_the_start_player():
    """I1: 'Es beginnt der Startspieler der Runde, danach geht es im Uhrzeigersinn weiter'."""
    t = at("""
        players 4
        king 4
        start 2
        seat 0: hand Joker Joker Anne
        seat 1: hand Joker Joker Philippe
        seat 2: hand Conde Conde Anne
        seat 3: hand Colbert Colbert Philippe
        stones 1: 0 1 1 0
        next: influence
    """)
    assert fetch_all(t) == [2, 3, 0, 1, 2, 3, 0, 1]
    assert (t.ask, t.tile) == ("bribe", 1)


def test_i1_place_or_fetch_with_a_card_of_the_own_hand():
    """I1: 'entweder platziert man ... oder man holt sich': two uses for each card, no others."""
    t = turn("hand Conde Conde Joker, general 4")
    assert set(t.legal()) == {
        "play Conde to place",
        "play Conde to fetch",
        "play Joker to place",
        "play Joker to fetch",
    }
    assert refuses(t, "play Anne to place", "play Anne to fetch", "play Conde as four to place")
    assert refuses(t, "sit out", "exchange Conde", "path 6:1")


def test_i1_never_both_with_one_card():
    """I1: 'nicht gleichzeitig Steine platzieren und aus dem allgemeinen Vorrat holen'."""
    t = turn("hand Conde Anne Joker, general 4")
    t.play("play Conde to place")
    assert t.ask == "path" and refuses(t, "play Conde to fetch", "decline")
    t.play("path 6:1")
    assert (t.player, t.own(0), t.general(0), t.stones(6)[0]) == (1, 11, 4, 1)
    t = turn("hand Conde Anne Joker, general 4")
    t.play("play Conde to fetch")
    assert (t.ask, t.player, t.own(0), t.general(0)) == ("card", 1, 15, 1)
    assert list(t.middle()) == ["Conde"] and sorted(t.hand(0)) == ["Anne", "Joker"]


# --- I2, Q1, Q11, Karin: person cards placed


@pytest.mark.parametrize("tile", range(1, 13))
def test_i2_q11_number_of_placements(tile):
    """I2: Q11: with stones enough 23 placements for persons 1-4, 13 for the others, all with the card's own tile."""
    t = turn(f"hand {PERSONS[tile - 1]} Joker Joker")
    t.play(f"play {PERSONS[tile - 1]} to place")
    paths = placements(t)
    assert len(paths) == (23 if tile <= 4 else 13)
    assert all(tile in dict(path) and 1 <= sum(dict(path).values()) <= 3 for path in paths)


@pytest.mark.parametrize("own, anne, conde", [(1, 1, 1), (2, 6, 4), (3, 23, 13), (16, 23, 13)])
def test_i2_stones_come_from_the_own_stock_only(own, anne, conde):
    """I2: 'aus seinem eigenen Vorrat': a full general stock adds no placement."""
    for card, count in (("Anne", anne), ("Conde", conde)):
        t = turn(f"hand Anne Conde Joker, own {own}")
        t.play(f"play {card} to place")
        assert len(placements(t)) == count


def test_karin_i2_thirteen_placements_from_tile_6():
    """I2: Karin: {6,1,4} {6,1,2} {6,1,7} legal, exactly 13 in all, written out here."""
    t = turn("hand Conde Joker Joker")
    t.play("play Conde to place")
    texts = "6:1|6:2|6:3|6:1 1:1|6:2 1:1|6:1 1:2|6:1 5:1|6:2 5:1|6:1 5:2|6:1 1:1 4:1|6:1 1:1 2:1|6:1 1:1 7:1|6:1 5:1 4:1"
    expected = {frozenset(tuple(map(int, part.split(":"))) for part in text.split()) for text in texts.split("|")}
    assert placements(t) == expected


@pytest.mark.parametrize("path", ["path 6:3", "path 6:1 1:2", "path 6:1 1:1 4:1", "path 6:1 1:1 7:1", "path 6:2"])
def test_karin_i2_legal_paths_are_placed(path):
    """I2: Karin: 'kann sie nun 3 (oder weniger) ihrer Einflusssteine auf der Tafel 6 platzieren' or jump on."""
    t = turn("hand Conde Joker Joker, general 5")
    t.play("play Conde to place", path)
    parts = dict(tuple(map(int, part.split(":"))) for part in path.split()[1:])
    assert {tile: t.stones(tile)[0] for tile in range(1, 13) if t.stones(tile)[0]} == parts
    assert (t.own(0), t.general(0), t.player) == (11 - sum(parts.values()), 5, 1)


def test_karin_i2_never_two_directions_from_one_tile():
    """I2: Karin: 'Was sie nicht duerfte ... sowohl einen Stein auf Tafel 5 als auch einen auf Tafel 1'."""
    t = turn("hand Conde Joker Joker")
    t.play("play Conde to place")
    assert refuses(t, "path 6:1 5:1 1:1", "path 6:1 1:1 5:1")
    for card in ("Anne", "Montespan"):
        t = turn(f"hand {card} Joker Joker")
        t.play(f"play {card} to place", "path 6:1 5:1 1:1")
        assert [t.stones(tile)[0] for tile in (1, 5, 6)] == [1, 1, 1]


@pytest.mark.parametrize("old", [0, 1, 3])
def test_karin_b_i2_earlier_stones_are_not_left_behind(old):
    """I2: Karin-b: 'Einflusssteine, die aus frueheren Zuegen auf der Tafel liegen, werden hierbei nicht beachtet'."""
    t = turn("hand Conde Joker Joker", f"stones 6: {old} 2 0", f"stones 1: {old} 0 0")
    t.play("play Conde to place")
    assert refuses(t, "path 1:3", "path 1:1", "path 6:1 4:2", "path 6:1 4:1", "path 1:2 4:1", "path 5:3")
    assert len(placements(t)) == 13
    t.play("path 6:1 1:2")
    assert (list(t.stones(6)), list(t.stones(1))) == ([old + 1, 2, 0], [old + 2, 0, 0])


@pytest.mark.parametrize(
    "card, path",
    [
        ("Conde", "path 6:1 7:1"),
        ("Conde", "path 6:1 1:1 3:1"),
        ("Conde", "path 6:1 1:1 6:1 4:1"),
        ("Conde", "path 6:4"),
        ("Conde", "path 6:2 1:1 4:1"),
        ("Conde", "path 6:0 1:3"),
        ("Anne", "path 1:1 3:1"),
        ("Anne", "path 1:1 2:1 4:1"),
        ("Anne", "path 1:1 6:1 7:1"),
        ("Anne", "path 2:1 8:1"),
        ("Colbert", "path 7:1 6:1"),
        ("Louvois", "path 12:1 5:1"),
        ("Turenne", "path 10:1 11:1"),
    ],
)
def test_i2_illegal_paths(card, path):
    """I2: 'nur diagonal benachbart', 'mindestens 1 Stein' left, 'nicht in zwei Richtungen', at most three."""
    t = turn(f"hand {card} Joker Joker")
    t.play(f"play {card} to place")
    assert refuses(t, path)


def test_q1_at_least_one_stone_is_placed():
    """Q1: 'bis zu 3 Einflusssteine' means at least one: no empty placement."""
    for card in ("Conde", "Joker"):
        t = turn("hand Conde Joker Joker")
        t.play(f"play {card} to place")
        assert frozenset() not in placements(t)
        assert refuses(t, "path", "path 6:0", "decline")


def test_q11_the_order_of_a_path_does_not_matter():
    """Q11: two paths with the same final stones are the same action."""
    t = turn("hand Conde Joker Joker")
    t.play("play Conde to place", "path 4:1 6:1 1:1")
    assert [t.stones(tile)[0] for tile in (6, 1, 4)] == [1, 1, 1]


# --- I3, I5: fetching


@pytest.mark.parametrize("general, moved", [(7, 3), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_i3_a_person_fetches_three_or_what_is_there(general, moved):
    """I3: 'Hat er nicht mehr genuegend viele Steine im allgemeinen Vorrat, nimmt er eben entsprechend weniger'."""
    t = turn(f"hand Conde Joker Joker, general {general}")
    t.play("play Conde to fetch")
    assert (t.general(0), t.own(0), t.player) == (general - moved, 16 - general + moved, 1)


def test_i3_stones_on_tiles_are_not_fetched():
    """I3: 'aus dem allgemeinen Vorrat in der Tischmitte': neither from tiles nor another player's."""
    t = turn("hand Conde Joker Joker, general 1", "stones 6: 4 0 0", "seat 2: general 6")
    t.play("play Conde to fetch")
    assert (t.own(0), t.general(0), t.stones(6)[0], t.general(2)) == (12, 0, 4, 6)


@pytest.mark.parametrize("general, moved", [(7, 2), (2, 2), (1, 1), (0, 0)])
def test_i5_a_joker_fetches_two_or_what_is_there(general, moved):
    """I5: 'legt 2 seiner Einflusssteine aus dem allgemeinen Vorrat zurueck'; 'nimmt er eben weniger heraus'."""
    t = turn(f"hand Conde Joker Joker, general {general}")
    t.play("play Joker to fetch")
    assert (t.general(0), t.own(0), t.player) == (general - moved, 16 - general + moved, 1)


# --- I4: jokers placed


@pytest.mark.parametrize("own, count", [(16, 40), (2, 40), (1, 12)])
def test_i4_q11_joker_placements(own, count):
    """I4: Q11: 'auf einer beliebigen der 12 Personentafeln', the second 'auf derselben oder ... benachbarten': 40."""
    t = turn(f"hand Conde Joker Joker, own {own}")
    t.play("play Joker to place")
    assert len(placements(t)) == count


def test_i4_joker_paths():
    """I4: two stones at most, together or on neighbours."""
    t = turn("hand Conde Joker Joker")
    t.play("play Joker to place")
    assert refuses(t, "path 1:1 3:1", "path 5:1 12:1", "path 6:3", "path 6:1 1:1 4:1", "path 6:2 1:1", "path 13:1")
    t.play("path 12:1 11:1")
    assert (t.stones(12)[0], t.stones(11)[0], t.own(0)) == (1, 1, 14)
    t = turn("hand Conde Joker Joker")
    t.play("play Joker to place", "path 3:2")
    assert t.stones(3)[0] == 2


# --- Q10: nothing to place


def test_q10_without_own_stones_only_fetching_is_offered():
    """Q10: no stone in the own stock: only fetching is offered, for C17 too."""
    t = turn("hand Conde Joker Joker, own 0, laid four:SS")
    assert set(t.legal()) == {
        "play Conde to fetch",
        "play Joker to fetch",
        "play Conde as four to fetch",
        "play Joker as four to fetch",
    }
    assert refuses(t, "play Conde to place", "play Joker as four to place")


def test_q10_fetching_nothing_is_a_pass():
    """Q10: fetching 0 is legal and acts as a pass, even with every stone on the tiles."""
    t = turn("hand Conde Joker Joker", "stones 4: 10 0 0", "stones 5: 6 0 0")
    assert set(t.legal()) == {"play Conde to fetch", "play Joker to fetch"}
    t.play("play Conde to fetch")
    assert (t.player, t.own(0), t.general(0), len(t.hand(0))) == (1, 0, 0, 2)


# --- I6: the last card


def test_i6_the_last_card_goes_on_top_of_the_stack_at_once():
    """I6: 'direkt nach der vorletzten Karte ... verdeckt auf den Stapel der nicht verteilten Einflusskarten'."""
    t = turn("hand Conde Louvois, general 6", "middle Anne", "stack influence: Turenne")
    before = len(t.stack("influence"))
    t.play("play Conde to fetch")
    assert list(t.hand(0)) == [] and t.player == 1
    assert list(t.stack("influence"))[:2] == ["Louvois", "Turenne"] and len(t.stack("influence")) == before + 1
    assert Counter(t.middle()) == Counter(["Anne", "Conde"])
    assert (t.own(0), t.general(0)) == (13, 3)


def test_i6_after_a_placement_too():
    """I6: 'vollkommen wirkungslos': the card left over does nothing after the path either."""
    t = turn("hand Conde Louvois")
    t.play("play Conde to place", "path 6:2")
    assert list(t.hand(0)) == [] and t.stack("influence")[0] == "Louvois"
    assert (t.player, t.own(0), t.stones(12)[0]) == (1, 14, 0)


def test_i6_later_last_cards_lie_above_earlier_ones():
    """I6: each 'auf den Stapel': seat 1's last card lies on seat 0's."""
    t = at("""
        players 3
        seat 0: hand Anne Conde
        seat 1: hand Philippe Colbert
        seat 2: hand Joker Joker Joker
        stack influence: Turenne
        next: turn 0
    """)
    t.play("play Anne to fetch", "play Colbert to fetch")
    assert t.player == 2
    assert list(t.stack("influence"))[:3] == ["Philippe", "Conde", "Turenne"]


def test_i6_players_who_are_done_are_skipped():
    """I6: 'so lange ..., bis er nur noch eine Einflusskarte auf der Hand hat': seats 1 and 3 are done."""
    t = at("""
        players 4
        seat 0: hand Anne Conde Joker
        seat 2: hand Philippe Colbert Joker
        next: turn 0
    """)
    t.play("play Anne to fetch")
    assert t.player == 2
    t.play("play Colbert to fetch")
    assert t.player == 0


def test_i6_several_turns_in_a_row_when_the_others_are_done():
    """I6: 'Ein Spieler kann sogar mehrfach hintereinander an der Reihe sein'."""
    t = at("""
        players 3
        king 4
        start 1
        seat 0: hand Anne Anne Conde Conde Joker Joker
        seat 1: hand Philippe Colbert
        seat 2: hand Philippe Colbert Joker
        stones 1: 0 1 1
        next: influence
    """)
    assert fetch_all(t) == [1, 2, 0, 2, 0, 0, 0, 0]
    assert (t.ask, t.tile) == ("bribe", 1)


# --- I7: reshuffling


def test_i7_all_thirty_cards_form_a_new_stack():
    """I7: 'werden alle 30 Einflusskarten wieder gut gemischt und als neuer Aufnahmestapel' laid out."""
    t = at("""
        players 3
        seat 2: hand Conde Louvois
        middle Anne Anne Joker Joker Joker Colbert
        stones 1: 1 1 0
        next: turn 2
    """)
    t.play("play Conde to fetch")
    assert (t.ask, t.tile) == ("bribe", 1)
    assert Counter(t.stack("influence")) == Counter(dict.fromkeys(PERSONS, 2) | {"Joker": 6})
    assert list(t.middle()) == [] and not any(t.hand(p) for p in range(3))


def test_i7_last_card_does_not_stay_on_top():
    """I7: 'gut gemischt': over several seeds the last card discarded is not always the top card."""
    tops = set()
    for seed in range(12):
        t = at(f"""
            players 3
            seat 2: hand Conde Louvois
            stack influence: Turenne Turenne Mazarin
            stones 1: 1 1 0
            seed {seed}
            next: turn 2
        """)
        t.play("play Conde to fetch")
        tops.add(t.stack("influence")[0])
    assert len(tops) > 2


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
