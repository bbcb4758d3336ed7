"""S1-S7: the table before the first card is played."""

from collections import Counter

import pytest
from scenario import PERSONS, at, new

EDGES = "1-2 1-4 1-6 1-7 2-3 2-8 2-9 3-4 3-10 3-11 4-5 4-12 5-6 7-8 9-10 11-12"
LIGHT = [
    "mission:S?",
    "mission:H?",
    "stone:S?",
    "stone:L?",
    "stone:R?",
    "stone:H?",
    "louisdor:S?",
    "louisdor:L?",
    "louisdor:R?",
    "louisdor:H?",
    "tile1:R?",
    "tile2:H?",
    "tile3:S?",
    "tile4:L?",
    "sitout:L?",
    "sitout:R?",
    "crown:S?",
    "crown:L?",
    "swap:R?",
    "swap:H?",
]
MEDIUM = [
    "choice:SL",
    "choice:RH",
    "choice:SH",
    "choice:LR",
    "coat:SR",
    "coat:LH",
    "king:SL",
    "king:RH",
    "tile5:SH",
    "tile9:LR",
    "exchange:SR",
    "exchange:LH",
]
DARK = ["3stones:HH", "3louisdor:RR", "intrigue:LL", "card:SS", "four:SS", "last:HH", "first:RR", "discount:LL"]


def test_s1_sixteen_pairs_of_tiles_touch_at_a_corner():
    """S1: 'spiralfoermig an die erste Tafel angelegt': 16 neighbours, read from a joker's two-tile placements."""
    t = at("""
        players 3
        seat 0: hand Joker Joker Joker
        seat 1: hand Anne Anne
        next: turn 0
    """)
    t.play("play Joker to place")
    tiles = [sorted(int(part.split(":")[0]) for part in text.split()[1:]) for text in t.legal()]
    pairs = {tuple(pair) for pair in tiles if len(pair) == 2}
    assert pairs == {tuple(int(n) for n in edge.split("-")) for edge in EDGES.split()}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s2_all_tiles_start_on_the_red_side(players):
    """S2: 'Zu Beginn werden alle Personentafeln mit der roten Nummer nach oben ... ausgelegt'."""
    t = new(players)
    assert {t.side(tile) for tile in range(1, 13)} == {"front"}


@pytest.mark.parametrize(
    "tile, back, price", [(1, 0, 3), (2, 0, 3), (3, 0, 3), (4, 0, 3), (8, 0, 3), (12, 0, 4), (5, 1, 4), (9, 1, 4)]
)
def test_s2_money_tiles_and_their_prices(tile, back, price):
    """S2: 'Geld (in der 1. Runde die Tafeln 1, 2, 3, 4, 8 und 12)'; 5 and 9 on their reverse."""
    lines = ["players 4", f"stones {tile}: 1 1 0 0", "next: evaluate 1"]
    t = at("\n".join(lines[:1] + [f"back {tile}"] * back + lines[1:]))
    assert (t.ask, t.player, t.tile) == ("bribe", 0, tile)
    t.play(f"bribe {PERSONS[tile - 1]}")
    assert t.coins(0) == 5 - price


@pytest.mark.parametrize("tile, back", [(5, 0), (7, 0), (9, 0), (11, 0), (1, 1), (2, 1), (3, 1), (4, 1), (10, 1)])
def test_s2_first_place_tiles(tile, back):
    """S2: '1. Platz (in der 1. Runde die Tafeln 5, 7, 9 und 11)': 2 against 1, nobody is asked, leader to general."""
    lines = ["players 4", f"stones {tile}: 2 1 0 0", "stones 12: 1 1 0 0", f"next: evaluate {tile}"]
    t = at("\n".join(lines[:1] + [f"back {tile}"] * back + lines[1:]))
    assert (t.ask, t.tile) == ("bribe", 12)
    assert (t.general(0), t.general(1)) == (2, 0)
    assert t.side(tile) == ("front" if back else "back")


def test_s2_stones_tiles_6_and_10():
    """S2: 'Einflusssteine (in der 1. Runde die Tafeln 6 und 10)': two do on 6, three on 10, one fewer does not."""
    t = at("""
        players 4
        stones 6: 1 1 2 0
        stones 10: 3 2 0 0
        stones 12: 1 1 0 0
        next: evaluate 6
    """)
    assert (t.ask, t.player) == ("conde", 2)
    assert [t.coats(p) for p in range(4)] == [0, 0, 1, 0]
    t.play("decline")
    assert t.tile == 12
    assert [t.coats(p) for p in range(4)] == [2, 0, 1, 0]
    assert [t.general(p) for p in range(4)] == [0, 0, 0, 0]
    assert t.side(6) == t.side(10) == "back"


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize("tile, chip", [(1, "S"), (2, "L"), (3, "R"), (4, "H"), (5, "C"), (9, "C")])
def test_s2_payout_is_the_same_on_both_sides(tile, chip, side):
    """S2: 'Die Ausschuettung ... ist bei allen Tafeln auf beiden Seiten gleich'."""
    lines = ["players 4", f"back {tile}", f"stones {tile}: 2 0 0 0", "stones 12: 0 1 1 0", f"next: evaluate {tile}"]
    t = at("\n".join(line for line in lines if side == "back" or not line.startswith("back")))
    assert t.tile == 12 and t.chips(0) == chip


@pytest.mark.parametrize("tile, held, chip", [(1, "SSSSSS", "S"), (4, "HHHHHH", "H"), (5, "CCCCCCCCCC", "C")])
def test_s3_chips_never_run_out(tile, held, chip):
    """S3: 'sollte das fehlende Material kurzzeitig durch etwas Geeignetes ersetzt werden': the 7th, the 11th crown."""
    t = at(f"""
        players 3
        seat 1: chips {held}
        stones {tile}: 2 0 0
        stones 12: 0 1 1
        next: evaluate {tile}
    """)
    assert t.tile == 12 and t.chips(0) == chip


def test_s3_coins_never_run_out():
    """S3: 'Es ist nicht vorgesehen, dass das Geld ... nicht ausreichen': Colbert pays though all 72 are held."""
    t = at("""
        players 3
        seat 0: coins 0
        seat 1: coins 60
        seat 2: coins 12
        stones 7: 1 0 0
        stones 12: 0 1 1
        next: evaluate 7
    """)
    assert t.tile == 12 and t.coins(0) == 5


def test_s3_coats_past_the_sixtieth_are_blank():
    """S3: coats past the 60th are blank: they count as coats, but as no kind."""
    t = at("""
        players 3
        seat 1: coats 10 10 10 10 10 9
        stones 10: 3 0 0
        stones 12: 0 1 1
        next: evaluate 10
    """)
    assert t.tile == 12
    assert t.coats(0) == 2 and list(t.coat_kinds(0)) == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s4_thirty_influence_cards(players):
    """S4: 'jeweils eine der 12 Personen (je 2x) sowie 6x ... (= Joker)'; 5 each are dealt."""
    t = new(players)
    cards = Counter(t.stack("influence")) + Counter(t.middle())
    for p in range(players):
        assert len(t.hand(p)) == 5
        cards += Counter(t.hand(p))
    assert cards == Counter(dict.fromkeys(PERSONS, 2) | {"Joker": 6})


def test_s4_twelve_intrigue_cards_all_in_the_stack():
    """S4: 'Die 12 Intrigekarten ... zeigen jeweils eine der 12 Personen'; nobody starts with one."""
    t = new(4)
    assert sorted(int(card) for card in t.stack("intrigue")) == list(range(1, 13))
    assert all(not t.intrigue(p) for p in range(4))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s4_mission_stacks_hold_20_12_and_8(players):
    """S4: '20 + 12 + 8 Missionskarten', three stacks by their backs."""
    t = new(players, seed=5)
    held = [card for p in range(players) for card in t.missions(p)]
    for name, cards in (("light", LIGHT), ("medium", MEDIUM), ("dark", DARK)):
        assert sorted(list(t.stack(name)) + [card for card in held if card in cards]) == sorted(cards)
        assert len(t.stack(name)) == len(cards) - (0 if name == "dark" else players)


def test_s4_stacks_are_shuffled_by_the_seed():
    """S4: 'gut gemischter verdeckter Stapel': another seed, another order; the same seed, the same order."""
    names = ("influence", "intrigue", "light", "medium", "dark")
    one, again, other = ([list(new(4, seed=seed).stack(name)) for name in names] for seed in (1, 1, 2))
    assert one == again
    assert all(a != b for a, b in zip(one, other, strict=True))


def test_s4_money_cards_name_tiles_1_to_4_and_every_pairing_occurs():
    """S4: 8 money cards: 'wie viel Geld' and 'auf welche der Personentafeln 1 bis 4': each tile with 4 and with 6."""
    firsts = {(t.king, t.coins(0) - 5) for t in (new(3, seed=seed) for seed in range(120))}
    assert firsts == {(tile, amount) for tile in (1, 2, 3, 4) for amount in (4, 6)}


def test_s4_one_money_card_a_round_for_four_rounds():
    """S4: 4 of the 8 money cards are used, one a round: a tile names the king at most twice; then the game is over."""
    t = new(3, seed=3)
    kings = {1: t.king}
    for _ in range(5000):
        if t.over:
            break
        if t.ask == "card" and t.round not in kings:
            kings[t.round] = t.king
        t.play(t.legal()[0])
    assert t.over
    assert sorted(kings) == [1, 2, 3, 4]
    assert set(kings.values()) <= {1, 2, 3, 4} and max(Counter(kings.values()).values()) <= 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s5_stones_coins_and_two_missions(players):
    """S5: '16 Einflusssteine', '5 Louisdor', 'eine hell- und eine mittelblaue Missionskarte'."""
    t = new(players, seed=2)
    assert {t.coins(p) for p in range(players)} in ({5 + 4}, {5 + 6})
    for p in range(players):
        assert t.own(p) + t.general(p) == 16
        assert (t.chips(p), t.coats(p), list(t.laid(p))) == ("", 0, [])
        shades = ["light" if card in LIGHT else "medium" if card in MEDIUM else "dark" for card in t.missions(p)]
        assert sorted(shades) == ["light", "medium"]


@pytest.mark.parametrize(
    "players, start, general",
    [
        (4, 0, [5, 5, 6, 7]),
        (4, 2, [6, 7, 5, 5]),
        (4, 3, [5, 6, 7, 5]),
        (3, 0, [5, 5, 6]),
        (3, 1, [6, 5, 5]),
    ],
)
def test_s6_general_stock_by_seat_from_the_start_player(players, start, general):
    """S6: 'Startspieler: 5 ... 2. Spieler: 5 ... 3. Spieler: 6 ... 4. Spieler: 7'; own 11, 11, 10, 9."""
    t = new(players, start=start)
    assert [t.general(p) for p in range(players)] == general
    assert [t.own(p) for p in range(players)] == [16 - stones for stones in general]


@pytest.mark.parametrize("players, start", [(2, 0), (2, 1), (3, 2), (4, 0), (4, 3)])
def test_s7_start_player_plays_the_first_card_of_round_1(players, start):
    """S7: 'er ist Startspieler der 1. Runde'; seat 0 unless told otherwise."""
    t = new(players, start=start) if start else new(players)
    assert (t.round, t.start, t.player, t.ask) == (1, start, start, "card")


@pytest.mark.parametrize("players, start, after", [(4, 3, 0), (4, 1, 2), (3, 2, 0), (2, 1, 0)])
def test_s7_marker_moves_clockwise_each_round(players, start, after):
    """S7: 'wird das Startspieler-Kaertchen an den reihum naechsten Spieler weitergegeben'."""
    t = at(f"""
        players {players}
        start {start}
        next: missions
    """)
    assert (t.round, t.start, t.player, t.ask) == (2, after, after, "card")
