"""Q9: what is public, private and hidden; redeterminisation moves exactly what a player cannot know."""

from collections import Counter

import pytest
from scenario import COLOURS, Scenario, at, new

from louis14_env.core.conformance import check_hidden, random_positions
from louis14_env.games.louis14.observe import LAYOUT

TIMES = 50


def redealt(t, viewer, times=TIMES):
    return [Scenario(t.table.redeterminize(viewer, seed)) for seed in range(times)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("auto_play", [True, False])
def test_q9_nothing_hidden_is_seen_in_random_positions(game, players, auto_play):
    """Q9: for random positions and 50 redeterminisations, observation, mask and text are the same and the position is sound."""
    for seed in range(4):
        for table in random_positions(game, players, seed, every=9, auto_play=auto_play):
            check_hidden(table, TIMES, seed=seed)


@pytest.mark.parametrize("viewer", range(4))
def test_q9_own_cards_stay_others_change(viewer):
    """Q9: private are influence cards, intrigue cards, missions in hand and the kinds of own coats."""
    t = at("""
        players 4
        round 2
        seat 0: coats 2 0 1 0 0 0, hand Anne Joker Colbert, intrigue 3, missions stone:S? four:SS
        seat 1: coats 0 3 0 0 0 0, hand Anne Mazarin Louvois, intrigue 7 8, missions swap:R? coat:SR
        seat 2: coats 1 1 1 1 0 0, hand Joker Joker Turenne, missions tile1:R? king:SL
        seat 3: coats 0 0 0 0 5 0, hand Conde Dauphin Dauphin, intrigue 12, missions sitout:L? discount:LL
        next: turn 0
    """)
    private = [t.hand, t.intrigue, t.missions, t.coat_kinds]
    deals = redealt(t, viewer)
    for twin in deals:
        assert [read(viewer) for read in private] == [getattr(twin, read.__name__)(viewer) for read in private]
        for p in range(4):
            assert len(twin.hand(p)) == 3 and len(twin.intrigue(p)) == len(t.intrigue(p)) and twin.coats(p) == t.coats(p)
            assert [m in twin.stack("light") for m in twin.missions(p)] == [False, False]
    for p in set(range(4)) - {viewer}:
        for read in ("hand", "missions", "coat_kinds"):
            assert len({str(getattr(twin, read)(p)) for twin in deals}) > 5


def test_q9_shade_of_missions_is_public():
    """Q9: the shade (light/medium/dark) of missions in hand is public."""
    t = at("""
        players 2
        seat 1: missions stone:S? coat:SR four:SS
        seat 0: hand Anne Joker
        next: turn 0
    """)
    for twin in redealt(t, 0):
        shades = [
            any(twin.missions(1)[k] in deck for deck in (twin.stack(shade),))
            for k, shade in enumerate(("light", "medium", "dark"))
        ]
        assert shades == [False, False, False]
        powers = [text.split(":")[1] for text in twin.missions(1)]
        assert powers[0].endswith("?") and powers[1][0] != powers[1][1] != "?" and powers[2][0] == powers[2][1]


def test_q9_i6_only_the_owner_knows_the_last_card():
    """Q9 I6: the last card lies face down on the stack: its owner knows it, the others do not."""
    t = at("""
        players 3
        seat 0: hand Anne Louvois
        seat 1: hand Joker Joker Conde
        next: turn 0
    """)
    t.play("play Anne to fetch")
    assert t.stack("influence")[0] == "Louvois"
    assert {twin.stack("influence")[0] for twin in redealt(t, 0)} == {"Louvois"}
    assert len({twin.stack("influence")[0] for twin in redealt(t, 1)}) > 3


def test_q9_c12_the_discarder_knows_who_took_the_card():
    """Q9 C12: a last card taken by an exchange is known to both who discarded and who took it."""
    t = at("""
        players 3
        seat 0: hand Anne Louvois
        seat 1: hand Joker Joker Conde, laid exchange:SR
        next: turn 0
    """)
    t.play("play Anne to fetch", "exchange Conde")
    assert "Louvois" in t.hand(1)
    assert all("Louvois" in twin.hand(1) for twin in redealt(t, 0))
    assert len({"Louvois" in twin.hand(1) for twin in redealt(t, 2)}) == 2


def test_q9_i7_shuffling_makes_all_unknown():
    """Q9 I7: after the reshuffle nobody knows the stack."""
    t = at("""
        players 2
        stones 12: 1 1 0
        seat 0: hand Anne Louvois
        next: turn 0
    """)
    t.play("play Anne to fetch")
    assert t.ask == "bribe"
    assert len({tuple(twin.stack("influence")) for twin in redealt(t, 0)}) == TIMES


def test_q9_e1_played_intrigue_is_known_to_all_under_the_stack():
    """Q9 E1: everybody saw the intrigue card that went under the stack; unknown cards lie above it."""
    t = at("""
        players 3
        stones 12: 1 1 0
        seat 0: intrigue 5
        seat 1: intrigue 6
        next: evaluate 5
    """)
    t.play("intrigue 1 own")
    for viewer in range(3):
        deals = redealt(t, viewer)
        assert {twin.stack("intrigue")[-1] for twin in deals} == {5}
        assert len({tuple(twin.stack("intrigue")) for twin in deals}) > 40
    assert len({tuple(twin.intrigue(1)) for twin in redealt(t, 1)}) == 1


def test_q9_e1_a_known_intrigue_card_drawn_stays_known():
    """Q9 Q12: with only a card on the stack that all saw played, who draws it is known to hold it."""
    t = at("""
        players 3
        stones 12: 3 0 0
        stack intrigue: only
        seat 0: intrigue 12, chips SS, missions stone:S?
        seat 1: intrigue 1 2 3 4 5 6
        seat 2: intrigue 7 8 9 10 11
        next: evaluate 12
    """)
    t.play("intrigue 1 own")
    assert t.ask == "mission" and t.intrigue(0) == [12]
    assert all(twin.intrigue(0) == [12] for twin in redealt(t, 1))


def test_q9_c7_only_the_owner_knows_the_mission_put_back():
    """Q9 C7: missions go face down under their stacks."""
    t = at("""
        players 2
        seat 0: laid swap:R?, missions four:SS stone:S?
        next: missions
    """)
    t.play("return four:SS", "done", "draw light")
    assert t.stack("dark")[-1] == "four:SS"
    assert {twin.stack("dark")[-1] for twin in redealt(t, 0)} == {"four:SS"}
    assert len({twin.stack("dark")[-1] for twin in redealt(t, 1)}) > 3


def test_q9_money_cards_to_come_are_hidden_from_all():
    """Q9: hidden from all are stack orders and the unused money cards; the round's card is public."""
    t = new(4)
    decks = {tuple(map(int, twin.s.money_stack)) for twin in redealt(t, 0)}
    assert len(decks) > 40 and {deck[0] for deck in decks} == {int(t.s.money_stack[0])}


def test_q9_coats_are_dealt_uniformly():
    """Q9: another player's coats come from all coats the viewer does not hold."""
    t = at("""
        players 2
        seat 0: coats 10 0 0 0 0 0, hand Anne Joker
        seat 1: coats 0 2 0 0 0 0
        next: turn 0
    """)
    kinds = Counter()
    for twin in redealt(t, 0, 3000):
        kinds.update(dict(enumerate(twin.coat_kinds(1))))
    assert kinds[0] == 0
    assert all(abs(kinds[kind] - 1200) < 5 * (6000 * 0.2 * 0.8) ** 0.5 for kind in range(1, 6))


def test_q9_cards_are_dealt_uniformly():
    """Q9: each card the viewer does not know is equally likely at each unknown place."""
    t = at("""
        players 2
        seat 0: hand Anne Joker
        seat 1: hand Conde Louvois Turenne
        middle Colbert Colbert
        next: turn 0
    """)
    times = 4000
    held, tops = Counter(), Counter()
    for twin in redealt(t, 0, times):
        held.update(twin.hand(1))
        tops[twin.stack("influence")[0]] += 1
    assert held["Colbert"] == tops["Colbert"] == 0
    for counts, places in ((held, 3), (tops, 1)):
        for card, copies in (("Anne", 1), ("Joker", 5), ("Conde", 2), ("Mazarin", 2)):
            expected = times * places * copies / 26
            assert abs(counts[card] - expected) < 5 * expected**0.5, (card, counts[card], expected)


def test_q9_only_the_asked_player_sees_the_question():
    """Q9: being asked about an intrigue card must not show others that it is in that hand."""
    t = at("""
        players 3
        seat 1: intrigue 5
        next: evaluate 5
    """)
    assert t.ask == "intrigue" and t.player == 1
    questions = [LAYOUT.split(t.table.observe(viewer))["question"].sum() for viewer in range(3)]
    assert questions == [0, 1, 0]
    assert "asked" in t.table.describe(1) and "asked" not in t.table.describe(0)


def test_q9_public_facts_are_seen_by_everyone():
    """Q9: stones, coins, chips, fulfilled missions, tile sides, king, discards and counts of cards in hand are public."""
    t = at("""
        players 2
        king 3
        back 5
        stones 7: 2 1 2
        seat 0: general 4, coins 8, chips SC, laid coat:SR, coats 1 0 0 0 0 1, hand Anne Joker
        seat 1: coins 3, intrigue 4 5, missions stone:S?, hand Anne Joker Joker
        middle Louvois
        next: turn 0
    """)
    seen = LAYOUT.split(t.table.observe(1))
    other = 1  # seat 0 as seat 1 sees it
    assert seen["king"].tolist() == [0, 0, 1, 0]
    assert seen["stones"][6].tolist() == [0.25, 0.5, 0, 0, 0.5]
    assert seen["conditions"][4].tolist() == [1, 0, 0] and seen["conditions"][0].tolist() == [0.75, 0, 0]
    assert seen["general"][other] == 0.25 and abs(seen["coins"][other] - 0.8) < 1e-6
    assert seen["chips"][other].tolist() == [0.5, 0, 0, 0, 0.5]
    assert seen["laid"][other].sum() == 1 and abs(seen["coats"][other] - 0.2) < 1e-6
    assert seen["cards"].tolist() == pytest.approx([0.6, 0.4, 0, 0]) and seen["intrigues"].tolist() == [1, 0, 0, 0]
    assert seen["mission_backs"][0].tolist() == [0.5, 0, 0]
    assert seen["middle"].tolist() == [0] * 11 + [0.5, 0]
    text = t.table.describe(1)
    assert f"{COLOURS[0]}: own 10, general 4, louisdor 8, chips SC, coats 2, cards 2, intrigues 0" in text
    assert "Montespan     money 4" in text and "Marie-Therese money 3   [king]" in text.replace("    [king]", "   [king]")


def test_q9_a_redeterminised_copy_has_a_mask_of_its_own():
    """Q9: for a viewer who is not asked, the mask is that of the hand dealt anew, not of the real one."""
    t = new(3)
    for twin in redealt(t, 1):
        played = {text.split()[1] for text in twin.legal()}
        assert played == set(twin.hand(0))


@pytest.mark.parametrize("returned", ["choice:SL", "coat:LH"])
def test_q9_c7_a_mission_put_back_may_be_the_one_another_knew(returned):
    """Q9 C7: who knew a mission in a hand cannot tell whether it is the one that goes face down under the stack."""
    t = at("""
        players 2
        start 1
        seat 0: missions stone:S? coat:SR
        seat 1: missions choice:SL coat:LH tile5:SH, laid swap:R?
        knows missions 0: choice:SL
        next: missions
    """)
    assert all("choice:SL" in twin.missions(1) for twin in redealt(t, 0))
    t.play(f"return {returned}")
    places = {("choice:SL" in twin.missions(1), "choice:SL" in twin.stack("medium")) for twin in redealt(t, 0)}
    assert places == {(True, False), (False, True)}


def test_q9_i1_of_two_equal_cards_the_known_one_is_played():
    """Q9 I1: equal cards cannot be told apart, so that one of them was known says nothing about the other after it is played."""
    t = at("""
        players 4
        seat 0: hand Colbert Colbert#2 Anne Joker
        seat 1: hand Joker Joker
        knows influence 1: Colbert
        knows influence 2: Colbert#2
        next: turn 0
    """)
    t.play("play Colbert to fetch")
    for viewer in (1, 2, 3):
        assert {twin.hand(0).count("Colbert") for twin in redealt(t, viewer, 300)} == {0, 1}
