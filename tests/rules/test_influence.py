"""The influence phase without missions: I1-I7, Q1, Q10, Q11 and Karin's examples."""

from collections import Counter

import pytest
from scenario import PERSONS, at, placements, refuses, turn


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
