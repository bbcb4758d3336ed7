"""End of the game, written from the rule texts alone: F1-F3, S3."""

import pytest
from scenario import at, new

BLANK = "bag 0 0 0 0 0 0"  # every coat drawn is blank: a point, of no kind, so F2 stays out of the way


def end(*seats, lines=(BLANK,), next_="end"):
    text = [f"players {len(seats)}", "round 4", *lines]
    text += [f"seat {n}: {items}" for n, items in enumerate(seats)]
    return at("\n".join([*text, f"next: {next_}"]))


def finish(t):
    while not t.over:
        legal = t.legal()
        t.play(next((a for a in ("decline", "done") if a in legal), legal[0]))


# F1


def test_f1_example_wolfgang():
    """F1 (Wolfgang): 1 influence, 2 intrigue, 8 louisdor, 2 stones on tile 5: 1 + 2 + 2 + 2 = 7 coats."""
    t = end("hand Mazarin, intrigue 4 12, coins 8", "coins 0", "coins 0", lines=(BLANK, "stones 5: 2 0 0"))
    assert t.over and t.ask is None and t.player is None
    assert (t.coats(0), t.score(0)) == (7, 7)
    assert (t.coats(1), t.score(1)) == (0, 0)
    assert t.winners() == [0]


def test_f1_f2_wolfgangs_coats_are_real_coats():
    """F1 F2 (Wolfgang): the 7 are drawn before the kinds are compared: all of kind 6, so one more."""
    t = end(
        "hand Mazarin, intrigue 4 12, coins 8",
        "coins 0, coats 0 0 0 0 0 3",
        "coins 0",
        lines=("bag 0 0 0 0 0 7", "stones 5: 2 0 0"),
    )
    assert list(t.coat_kinds(0)) == [0, 0, 0, 0, 0, 7]
    assert (t.coats(0), t.coats(1)) == (8, 3)


@pytest.mark.parametrize(("coins", "coats"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (30, 10)])
def test_f1_one_coat_for_each_full_three_louisdor(coins, coats):
    """F1: '3 Louisdor': remainders are worth nothing."""
    t = end(f"coins {coins}", "coins 0", "coins 0")
    assert t.coats(0) == coats


@pytest.mark.parametrize(
    ("items", "lines", "coats"),
    [
        ("chips C", (), 1),
        ("intrigue 3", (), 1),
        ("hand Joker Colbert", (), 2),
        ("missions stone:S? card:SS", (), 0),
        ("general 9", (), 0),
        ("own 3", (), 0),
        ("general 1", ("stones 5: 2 0 0", "stones 6: 1 0 0"), 3),
    ],
)
def test_f1_what_is_exchanged(items, lines, coats):
    """F1: card, intrigue card, chip, stone on a person; not missions in hand nor stones in the stocks."""
    t = end(f"coins 0, {items}", "coins 0", "coins 0", lines=(BLANK, *lines))
    assert (t.coats(0), t.score(0)) == (coats, coats)


def test_f1_coins_and_chips_are_each_counted_on_their_own():
    """F1: two louisdor short of a third are not helped by anything else."""
    t = end("coins 2, chips S, intrigue 1", "coins 2", "coins 2")
    assert [t.coats(p) for p in range(3)] == [2, 0, 0]


def test_f1_m4_all_chips_become_coats_in_round_4():
    """F1 M4: three chips left: two coats by M4, the kept one by F1."""
    t = end("coins 0, chips SLR", "coins 0", "coins 0", next_="missions")
    finish(t)
    assert (t.coats(0), t.score(0)) == (3, 3)


def test_f1_e8_stones_placed_by_8_in_round_4_are_coats():
    """F1 E8: '1 Einflussstein auf einer Personentafel (durch Tafel 6 und 8)'."""
    t = end("coins 0, general 2", "coins 0", "coins 0", lines=(BLANK, "back 8", "stones 8: 2 0 0"), next_="evaluate 8")
    t.play("stone Montespan", "stone Montespan")
    assert t.over and t.stones(8) == [0, 0, 0]
    assert t.score(0) == 2


def test_f1_t11_t12_cards_of_the_last_round_are_coats():
    """F1 T11 T12: the card of 11, the coat and the card of 12: three coats."""
    t = end("coins 0", "coins 0", "coins 0", lines=(BLANK, "stones 11: 1 0 0", "stones 12: 1 0 0"), next_="evaluate 11")
    assert t.over and t.score(0) == 3
    assert t.general(0) == 2


# F2


def test_f2_each_kind_and_ties():
    """F2: 'Haben zwei oder mehr Spieler die meisten Wappen einer Sorte, erhalten sie alle ein weiteres Wappen'."""
    t = end("coins 0, coats 2 1 0 0 0 0", "coins 0, coats 2 0 0 0 0 1", "coins 0, coats 1 0 0 0 0 0")
    assert [t.coats(p) for p in range(3)] == [5, 5, 1]
    assert [t.score(p) for p in range(3)] == [5, 5, 1]


def test_f2_a_kind_nobody_has_gives_nothing():
    """F2: 'at least one': with a single kind about there is a single extra coat."""
    t = end("coins 0, coats 0 0 1 0 0 0", "coins 0", "coins 0", "coins 0")
    assert [t.coats(p) for p in range(4)] == [2, 0, 0, 0]


def test_f2_six_majorities():
    """F2: one more coat for every kind led."""
    t = end("coins 0, coats 2 2 2 2 2 2", "coins 0, coats 1 1 1 1 1 1", "coins 0")
    assert [t.coats(p) for p in range(3)] == [18, 6, 0]


def test_f2_the_extra_coat_is_of_no_kind():
    """F2: laid 'verdeckt neben seine offenen': the coat won with kind 1 does not tie kind 2."""
    t = end("coins 0, coats 3 0 0 0 0 0", "coins 0, coats 0 1 0 0 0 0", "coins 0", lines=("bag 0 9 0 0 0 0",))
    assert [t.coats(p) for p in range(3)] == [4, 2, 0]
    assert list(t.coat_kinds(0)) == [3, 0, 0, 0, 0, 0]


def test_f2_after_f1():
    """F2 F1: 'tauscht zunaechst': louisdor become coats first and these take part in the majorities."""
    t = end("coins 6", "coins 0, coats 1 0 0 0 0 0", "coins 0", lines=("bag 9 0 0 0 0 0",))
    assert [t.coats(p) for p in range(3)] == [3, 1, 0]


def test_s3_f2_blank_coats_lead_no_kind():
    """S3 F2: past the 60th: worth 1 point, of no kind."""
    t = end("coins 9", "coins 0, coats 0 0 0 0 1 0", "coins 0")
    assert list(t.coat_kinds(0)) == [0] * 6
    assert [t.score(p) for p in range(3)] == [3, 2, 0]


def test_s3_f1_last_real_coat_then_blank():
    """S3 F1: one real coat left for three: one of a kind, two blank, all three points (and the kind led)."""
    t = end("coins 9", "coins 0", "coins 0", lines=("bag 0 0 0 1 0 0",))
    assert list(t.coat_kinds(0)) == [0, 0, 0, 1, 0, 0]
    assert t.coats(0) == 4


# F3


def test_f3_five_points_a_mission_of_any_shade():
    """F3 M5: 'unabhaengig von ihrer Funktion oder ihrem Schwierigkeitsgrad 5 Siegpunkte'; in hand: nothing."""
    t = end("coins 0, laid stone:S?", "coins 0, laid coat:SR card:SS stone:L?", "coins 0, missions four:SS choice:SL")
    assert [t.score(p) for p in range(3)] == [5, 15, 0]
    assert t.winners() == [1]


def test_f3_missions_and_coats_add_up():
    """F3: 5 a mission + 1 a coat, face-down ones included."""
    t = end("coins 7, laid stone:S? card:SS, coats 0 2 0 0 0 0, chips H", "coins 0", "coins 0")
    assert t.score(0) == 10 + 2 + 2 + 1 + 1


def test_f3_tie_goes_to_more_stones_in_own_stock():
    """F3: 'Bei Gleichstand gewinnt ... der, der noch mehr Einflusssteine im eigenen Vorrat hat'."""
    t = end("coins 3, general 5", "coins 3, general 4", "coins 0")
    assert t.score(0) == t.score(1) == 1
    assert t.winners() == [1]


def test_f3_tie_break_only_among_the_tied():
    """F3: 'von diesen Spielern': a full own stock with fewer points does not win."""
    t = end("coins 3, general 8", "coins 3, general 7", "coins 0, general 0")
    assert t.winners() == [1]


def test_f3_still_tied_is_shared():
    """F3: equal points and equal own stock: shared; the third tied with fewer stones is not among them."""
    t = end("coins 3, general 2", "coins 3, general 3", "coins 4, general 2", "coins 0")
    assert sorted(t.winners()) == [0, 2]


def test_f3_all_share():
    """F3: nobody ahead in anything: all win."""
    t = end("coins 0", "coins 0", "coins 0")
    assert sorted(t.winners()) == [0, 1, 2]


def test_f3_money_is_no_tie_break():
    """F3: louisdor over are no tie-break: own stock decides alone, then it is shared."""
    t = end("coins 5", "coins 3", "coins 0")
    assert sorted(t.winners()) == [0, 1]


def test_f3_f1_stones_on_tiles_are_not_own_stock():
    """F3 F1: a stone on a tile is a coat, not a stone in own stock: 13 + 1 on a tile loses to 14."""
    t = end("coins 0, general 2", "coins 3, general 2", "coins 0", lines=(BLANK, "stones 5: 1 0 0"))
    assert t.score(0) == t.score(1) == 1
    assert t.winners() == [1]


def test_f3_e5_round_4_stones_still_return():
    """F3 E5: 'auch hier noch wie beschrieben', since own stock can decide: the leader's three are gone."""
    t = end("coins 0", "coins 6", "coins 0", lines=(BLANK, "back 10", "stones 10: 3 2 0"), next_="evaluate 10")
    assert t.over
    assert (t.score(0), t.score(1)) == (2, 2)
    assert (t.own(0), t.general(0), t.own(1), t.general(1)) == (13, 3, 16, 0)
    assert t.winners() == [1]


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_f3_game_goes_on_before_round_4(round_):
    """F3: 'Nach der Missionsphase der 4. Runde endet das Spiel', not earlier."""
    t = at(f"players 3\nround {round_}\nnext: missions")
    assert not t.over and t.ask == "card" and t.round == round_ + 1


def test_f3_game_is_over_after_the_missions_of_round_4():
    """F3: 'genau vier Runden'."""
    t = at("players 3\nround 4\nnext: missions")
    assert t.over and t.ask is None and t.player is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_f3_a_whole_game_ends_after_four_rounds(players):
    """F3: from a fresh game to its end: four rounds, a winner among the best scores, 16 stones each."""
    t = new(players)
    rounds = set()
    while not t.over:
        rounds.add(t.round)
        legal = t.legal()
        t.play(next((a for a in ("decline", "done") if a in legal), legal[0]))
    assert rounds == {1, 2, 3, 4}
    best = max(t.score(p) for p in range(players))
    assert t.winners() and all(t.score(p) == best for p in t.winners())
    for p in range(players):
        assert t.own(p) + t.general(p) + sum(t.stones(n)[p] for n in range(1, 13)) == 16
        assert t.score(p) == 5 * len(t.laid(p)) + t.coats(p)
