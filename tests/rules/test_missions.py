"""Mission phase, written from the rule texts alone: M1-M5, C1, C6, C7, Q6, Q7, Q8, Q14."""

import pytest
from scenario import IllegalAction, at

EMPTY = "stack light: only\nstack medium: only\nstack dark: only"


def position(*lines, players=3, next_="missions"):
    return at("\n".join([f"players {players}", *lines, f"next: {next_}"]))


# M1


def test_m1_m2_m3_example_michael():
    """M1 M2 M3 (Michael): S+R for the medium; HH drawn, not payable with crown + S; both for the light; go ends."""
    t = position("stack dark: 3stones:HH", "seat 0: chips SSRC, missions coat:SR stone:H?", "seat 1: chips LL, missions stone:L?")
    assert (t.ask, t.player) == ("mission", 0)
    t.play("lay coat:SR")
    assert set(t.legal()) == {"pay S+R", "pay S+C", "pay R+C"}
    t.play("pay S+R")
    assert t.ask == "draw" and t.chips(0) == "SC"
    t.play("draw dark")
    assert set(t.missions(0)) == {"stone:H?", "3stones:HH"}
    assert set(t.legal()) == {"lay stone:H?", "done"}
    t.play("lay stone:H?")
    assert t.legal() == ["pay S+C"]
    t.play("pay S+C", "draw light")
    assert (t.ask, t.player) == ("mission", 1)
    assert t.chips(0) == "" and t.coats(0) == 0
    assert set(t.laid(0)) == {"stone:H?", "coat:SR"} and len(t.missions(0)) == 2


def test_m1_from_the_start_player_each_in_one_go():
    """M1: 'reihum, beginnend mit dem Startspieler'; the marker then moves on."""
    t = position(
        "start 1",
        "seat 0: chips SS, missions stone:S?",
        "seat 1: chips LLLL, missions stone:L? louisdor:L?",
        "seat 2: chips RR, missions stone:R?",
    )
    t.play("lay stone:L?", "pay L+L", "draw dark")
    assert (t.ask, t.player) == ("mission", 1), "still the same go"
    t.play("lay louisdor:L?", "pay L+L", "draw dark")
    assert (t.ask, t.player) == ("mission", 2)
    t.play("done", "keep R")
    assert (t.ask, t.player) == ("mission", 0)
    t.play("done", "keep S")
    assert (t.ask, t.round, t.start) == ("card", 2, 2)


def test_m1_drawn_mission_can_be_laid_at_once():
    """M1: 'auch die gerade gezogene!' and from any stack, whatever shade was laid."""
    t = position("stack dark: four:SS", "stack medium: king:RH", "seat 0: chips SSSS, missions stone:S?")
    t.play("lay stone:S?", "pay S+S")
    assert set(t.legal()) == {"draw light", "draw medium", "draw dark"}
    t.play("draw dark", "lay four:SS", "pay S+S", "draw medium")
    assert list(t.laid(0)) == ["stone:S?", "four:SS"] and list(t.missions(0)) == ["king:RH"]
    assert t.chips(0) == "" and t.ask == "card"


def test_m1_a_player_may_stop():
    """M1: 'darf': a payable mission need not be laid; it stays in hand."""
    t = position("seat 0: chips SS, missions stone:S?")
    t.play("done")
    assert t.ask == "keep"
    t.play("keep S")
    assert list(t.missions(0)) == ["stone:S?"] and list(t.laid(0)) == []
    assert (t.chips(0), t.coats(0)) == ("S", 1)


def test_m1_no_question_when_nothing_can_be_paid():
    """M1: no payable mission: straight on to the next who has one."""
    t = position("seat 0: chips S, missions stone:S?", "seat 2: chips LL, missions stone:L?")
    assert (t.ask, t.player) == ("mission", 2)
    assert t.chips(0) == "S" and t.coats(0) == 0


# M2, M3


@pytest.mark.parametrize(
    ("chips", "mission", "pays"),
    [
        ("SS", "stone:S?", "S+S"),
        ("SL", "stone:S?", "S+L"),
        ("LC", "stone:S?", "L+C"),
        ("CC", "stone:S?", "C+C"),
        ("SLC", "stone:S?", "S+L S+C L+C"),
        ("SLRHC", "stone:R?", "S+R L+R R+H R+C S+C L+C H+C"),
        ("SL", "choice:SL", "S+L"),
        ("SSC", "choice:SL", "S+C"),
        ("SLCC", "choice:SL", "S+L S+C L+C C+C"),
        ("SS", "card:SS", "S+S"),
        ("SLC", "card:SS", "S+C"),
        ("SCC", "card:SS", "S+C C+C"),
        ("LCC", "card:SS", "C+C"),
    ],
)
def test_m2_m3_ways_to_pay(chips, mission, pays):
    """M2 M3: named + any / two different / two equal; 'Ein Kronen-Chip ersetzt jeden dieser Chips'."""
    t = position(f"seat 0: chips {chips}, missions {mission}")
    assert (t.ask, t.player) == ("mission", 0)
    assert set(t.legal()) == {f"lay {mission}", "done"}
    t.play(f"lay {mission}")
    assert t.ask == "pay"
    assert sorted(t.legal()) == sorted(f"pay {p}" for p in pays.split())


@pytest.mark.parametrize(
    ("chips", "mission"),
    [
        ("LL", "stone:S?"),
        ("LRH", "stone:S?"),
        ("SS", "choice:SL"),
        ("HC", "choice:SL"),
        ("SL", "card:SS"),
        ("LC", "card:SS"),
        ("SLRH", "card:SS"),
    ],
)
def test_m3_not_payable(chips, mission):
    """M3: 'nur noch nicht passende Chips': the go ends with M4."""
    t = position(f"seat 0: chips {chips}, missions {mission}")
    assert t.ask == "keep"


def test_m2_one_chip_is_never_enough():
    """M2 M3: 'die beiden oben auf der Karte abgebildeten Missions-Chips': a single crown pays nothing."""
    t = position("seat 0: chips C, missions stone:S? card:SS choice:SL")
    assert t.ask == "card" and t.chips(0) == "C"


def test_m2_payment_is_the_players_choice():
    """M2: exactly the chips named leave."""
    t = position("seat 0: chips SSLC, missions stone:S?")
    t.play("lay stone:S?")
    with pytest.raises(IllegalAction):
        t.play("pay L+L")
    t.play("pay L+C")
    assert t.chips(0) == "SS"


# M4


@pytest.mark.parametrize("kept", ["S", "R", "C"])
def test_m4_keep_exactly_one_of_choice(kept):
    """M4: 'alle bis auf 1 Chip zurueck ... Fuer jeden Chip ... ein verdecktes Wappen'."""
    t = position("bag 0 0 0 9 0 0", "seat 0: chips SSRC, coats 1 0 0 0 0 0")
    assert (t.ask, t.player) == ("keep", 0)
    assert set(t.legal()) == {"keep S", "keep R", "keep C"}
    t.play(f"keep {kept}")
    assert t.chips(0) == kept
    assert t.coats(0) == 4 and list(t.coat_kinds(0)) == [1, 0, 0, 3, 0, 0]


def test_m4_last_chip_is_kept_without_a_coat():
    """M4: one chip is within 'maximal einen': no question, no coat, and none given up."""
    t = position("seat 0: chips H", "seat 1: chips SL")
    assert (t.ask, t.player) == ("keep", 1)
    assert set(t.legal()) == {"keep S", "keep L"}
    t.play("keep L")
    assert (t.chips(0), t.coats(0), t.chips(1), t.coats(1)) == ("H", 0, "L", 1)


def test_m4_at_the_end_of_the_own_go():
    """M4: chips are settled after one's missions and before the next player's go."""
    t = position("seat 0: chips SSLL, missions stone:S?", "seat 1: chips LL, missions stone:L?", "stack medium: king:RH")
    t.play("lay stone:S?", "pay S+S", "draw medium")
    assert (t.ask, t.player) == ("keep", 0)
    t.play("keep L")
    assert (t.ask, t.player) == ("mission", 1)
    assert t.coats(0) == 1


# M5


def test_m5_power_from_the_next_time_its_phase_comes():
    """M5: laid now, it lies open and gives its louisdor in the next supply: 5 + 4 + 1."""
    t = position("stack money: 2:4", "seat 0: chips SS, missions louisdor:S?")
    t.play("lay louisdor:S?", "pay S+S")
    assert list(t.laid(0)) == ["louisdor:S?"] and t.coins(0) == 5
    t.play("draw medium")
    assert (t.ask, t.round) == ("card", 2)
    assert (t.coins(0), t.coins(1)) == (10, 9)
    assert list(t.laid(0)) == ["louisdor:S?"]


def test_m5_powers_in_hand_do_nothing():
    """M5: 'Die Missionskarten, die die Spieler auf der Hand haben, werden hierbei nicht beachtet'."""
    t = position("round 2", "seat 0: missions louisdor:S? 3louisdor:RR choice:SL, general 2", next_="supply")
    assert t.ask == "card" and t.coins(0) == 5


def test_m5_several_powers_each_count():
    """M5: 'Hat ein Spieler gleiche Karten vor sich liegen, kann er ... jede dieser Karten fuer sich nutzen'."""
    t = position("round 2", "seat 0: laid louisdor:S? louisdor:L? 3louisdor:RR stone:H? 3stones:HH, general 6", next_="supply")
    assert t.ask == "card"
    assert (t.coins(0), t.general(0), t.own(0)) == (10, 2, 14)


# C1 +1 mission


def test_c1_two_draws_from_different_stacks():
    """C1: 'zunaechst die erste Karte anschauen, bevor er die zweite aufnimmt (auch von einem anderen Stapel)'."""
    t = position("stack medium: king:RH", "stack dark: last:HH", "seat 0: chips SS, missions mission:S? choice:SL")
    t.play("lay mission:S?", "pay S+S", "draw medium")
    assert (t.ask, t.player) == ("draw", 0)
    assert set(t.missions(0)) == {"choice:SL", "king:RH"}
    assert set(t.legal()) == {"draw light", "draw medium", "draw dark"}
    t.play("draw dark")
    assert t.ask == "card"
    assert set(t.missions(0)) == {"choice:SL", "king:RH", "last:HH"}


def test_c1_both_copies_make_four():
    """C1: 'Ein Spieler, der 2 Karten + 1 Missionskarte ausliegen hat, hat insgesamt 4 Missionskarten'."""
    t = position(
        "stack dark: 3louisdor:RR first:RR intrigue:LL discount:LL", "seat 0: chips SSHH, missions mission:S? mission:H?"
    )
    t.play("lay mission:S?", "pay S+S", "draw dark", "draw dark")
    assert len(t.missions(0)) == 3
    t.play("lay mission:H?", "pay H+H", "draw dark", "draw dark")
    assert len(t.missions(0)) == 4 and t.ask == "card"


def test_c1_once_in_the_game():
    """C1: only 'in dem Moment, in dem sie ausgelegt werden': the next mission laid draws one again."""
    t = position("stack dark: last:HH 3stones:HH first:RR", "seat 0: chips SSLL, missions mission:S? stone:L?")
    t.play("lay mission:S?", "pay S+S", "draw dark", "draw dark")
    t.play("lay stone:L?", "pay L+L", "draw dark")
    assert t.ask == "card" and len(t.missions(0)) == 3


def test_c1_first_card_drawn_may_be_laid_only_after_the_second_draw():
    """C1: both cards are drawn at once on laying; then the go continues with either."""
    t = position("stack dark: card:SS four:SS", "seat 0: chips SSSS, missions mission:S?")
    t.play("lay mission:S?", "pay S+S", "draw dark")
    with pytest.raises(IllegalAction):
        t.play("lay card:SS")
    t.play("draw dark")
    assert {"lay card:SS", "lay four:SS"} <= set(t.legal())


# C6 swap chip


def test_c6_two_louisdor_turn_one_chip_into_a_crown():
    """C6: 'nachdem er 2 Louisdor eingezahlt hat ... einen seiner Missions-Chips in einen Kronen-Chip'; once."""
    t = position("seat 0: chips SL, laid crown:S?")
    assert (t.ask, t.player) == ("mission", 0)
    assert set(t.legal()) == {"crown S", "crown L", "done"}
    t.play("crown L")
    assert (t.chips(0), t.coins(0)) == ("SC", 3)
    assert t.ask == "keep", "once a copy"


def test_c6_both_copies():
    """C6: '2 x 2 Louisdor in die Bank bezahlen und dafuer 2 seiner Chips in Kronen-Chips umtauschen'."""
    t = position("seat 0: chips SLR, coins 4, laid crown:S? crown:L?")
    t.play("crown S", "crown R")
    assert (t.chips(0), t.coins(0), t.ask) == ("LCC", 0, "keep")


@pytest.mark.parametrize("coins", [2, 3])
def test_c6_second_copy_needs_two_more_louisdor(coins):
    """C6: two louisdor a chip: with 2 or 3 the second copy cannot be used."""
    t = position(f"seat 0: chips SL, coins {coins}, laid crown:S? crown:L?")
    t.play("crown S")
    assert (t.ask, t.chips(0), t.coins(0)) == ("keep", "LC", coins - 2)


@pytest.mark.parametrize(
    ("chips", "coins", "laid"), [("SL", 1, "crown:S?"), ("SL", 1, "crown:S? discount:LL"), ("CC", 5, "crown:S?")]
)
def test_c6_c20_not_offered(chips, coins, laid):
    """C6 C20: needs 2 louisdor ('Diese Karte gilt nicht fuer Missionskarten, die Geld erfordern') and another chip."""
    t = position(f"seat 0: chips {chips}, coins {coins}, laid {laid}")
    assert t.ask == "keep"


def test_c6_c20_full_price_with_the_discount():
    """C6 C20: the discount is for bribes only."""
    t = position("seat 0: chips SL, coins 5, laid crown:S? discount:LL")
    t.play("crown S")
    assert t.coins(0) == 3


def test_c6_makes_a_mission_payable():
    """C6 M2: at any moment of the go: the crown made can pay at once."""
    t = position("seat 0: chips SL, missions stone:H?, laid crown:S?")
    assert "lay stone:H?" not in t.legal()
    t.play("crown S")
    assert set(t.legal()) == {"lay stone:H?", "done"}
    t.play("lay stone:H?", "pay L+C")
    assert t.ask == "draw"


def test_c6_in_the_go_in_which_it_is_laid():
    """C6: 'auch schon in der Missionsphase genutzt werden, in der sie ausgelegt wurde'."""
    t = position("stack dark: last:HH", "seat 0: chips SSL, missions crown:S?", "seat 1: chips LL, missions stone:L?")
    assert set(t.legal()) == {"lay crown:S?", "done"}
    t.play("lay crown:S?", "pay S+S", "draw dark")
    assert set(t.legal()) == {"crown L", "done"}
    t.play("crown L")
    assert (t.chips(0), t.coins(0)) == ("C", 3)
    assert (t.ask, t.player) == ("mission", 1)


def test_c6_can_be_left_unused():
    """C6: 'kann': done leaves chip and coins alone."""
    t = position("seat 0: chips S, laid crown:S?", "seat 1: chips LL, missions stone:L?")
    t.play("done")
    assert (t.ask, t.player, t.chips(0), t.coins(0)) == ("mission", 1, "S", 5)


# C7 swap missions


def test_c7_two_missions_under_their_stacks():
    """C7: 'eine oder zwei ... verdeckt unter die entsprechenden Stapel ... neue von beliebigen Stapeln'."""
    t = position("stack medium: king:RH coat:LH", "seat 0: missions stone:L? card:SS, laid swap:R?")
    assert (t.ask, t.player) == ("swap", 0)
    assert set(t.legal()) == {"return stone:L?", "return card:SS", "done"}
    t.play("return stone:L?")
    assert set(t.legal()) == {"return card:SS", "done"}
    t.play("return card:SS")
    assert (t.ask, list(t.missions(0))) == ("draw", [])
    assert t.stack("light")[-1] == "stone:L?" and t.stack("dark")[-1] == "card:SS"
    t.play("draw medium")
    assert (t.ask, list(t.missions(0))) == ("draw", ["king:RH"])
    t.play("draw medium")
    assert set(t.missions(0)) == {"coat:LH", "king:RH"}
    assert (t.ask, t.round) == ("card", 2)


def test_c7_one_mission_only():
    """C7: one returned, one drawn."""
    t = position("stack light: tile1:R?", "seat 0: missions stone:L? card:SS, laid swap:R?")
    t.play("return card:SS", "done", "draw light")
    assert set(t.missions(0)) == {"stone:L?", "tile1:R?"}
    assert t.ask == "card"


def test_c7_not_used():
    """C7: 'darf': done at once returns and draws nothing."""
    t = position("seat 0: missions stone:L? card:SS, laid swap:R?")
    t.play("done")
    assert t.ask == "card" and set(t.missions(0)) == {"stone:L?", "card:SS"}


def test_c7_both_copies_one_after_the_other():
    """C7: 'die durch die erste Karte gerade eingetauschten Karten mit der zweiten Karte wieder austauschen'."""
    t = position("stack dark: four:SS", "stack medium: king:RH", "seat 0: missions stone:L? card:SS, laid swap:R? swap:H?")
    t.play("return stone:L?", "done", "draw dark")
    assert (t.ask, t.player) == ("swap", 0)
    assert set(t.legal()) == {"return card:SS", "return four:SS", "done"}
    t.play("return four:SS", "done", "draw medium")
    assert set(t.missions(0)) == {"card:SS", "king:RH"}
    assert t.stack("dark")[-1] == "four:SS"
    assert t.ask == "card"


def test_c7_q6_after_m4_and_before_the_next_player():
    """C7 Q6: at the end of the own go, after the chips; what comes in cannot be laid any more."""
    t = position(
        "stack light: stone:S?",
        "seat 0: chips SS, missions choice:RH last:HH, laid swap:R?",
        "seat 1: chips LL, missions stone:L?",
    )
    assert (t.ask, t.player) == ("keep", 0)
    t.play("keep S")
    assert (t.ask, t.player) == ("swap", 0)
    t.play("return last:HH", "done", "draw light")
    assert (t.ask, t.player) == ("mission", 1)


def test_c7_in_the_go_in_which_it_is_laid():
    """C7: also in the go in which it is laid; the card itself lies open and is not in hand."""
    t = position("stack dark: last:HH", "seat 0: chips RR, missions swap:R? choice:SL")
    t.play("lay swap:R?", "pay R+R", "draw dark")
    assert t.ask == "swap"
    assert set(t.legal()) == {"return choice:SL", "return last:HH", "done"}


def test_q6_c7_not_in_round_4():
    """Q6 C7: in round 4 it can change nothing and is not asked."""
    t = position("round 4", "seat 0: missions stone:L? card:SS, laid swap:R?")
    assert t.over and t.ask is None


# Q7 empty stacks


def test_q7_empty_stacks_are_not_offered():
    """Q7: an empty mission stack can't be drawn from."""
    t = position("stack light: only", "stack dark: only four:SS", "seat 0: chips SS, missions stone:S?")
    t.play("lay stone:S?", "pay S+S")
    assert set(t.legal()) == {"draw medium", "draw dark"}


def test_q7_all_empty_nothing_is_drawn():
    """Q7: all stacks empty: the mission is laid, nothing asked, the go goes on."""
    t = position(EMPTY, "seat 0: chips SSLL, missions stone:S? stone:L?")
    t.play("lay stone:S?", "pay S+S")
    assert t.ask == "mission" and set(t.legal()) == {"lay stone:L?", "done"}
    assert list(t.missions(0)) == ["stone:L?"]


def test_q7_c1_second_draw_falls_away():
    """Q7 C1: one card left in all: the second draw is not asked."""
    t = position("stack light: only", "stack medium: only king:RH", "stack dark: only", "seat 0: chips SS, missions mission:S?")
    t.play("lay mission:S?", "pay S+S")
    assert t.legal() == ["draw medium"]
    t.play("draw medium")
    assert t.ask == "card" and list(t.missions(0)) == ["king:RH"]


def test_q7_c7_returned_card_refills_its_empty_stack():
    """Q7 C7: the card goes under its stack before the draw: the only one there, so it comes back."""
    t = position(EMPTY, "seat 0: missions stone:L? card:SS, laid swap:R?")
    t.play("return stone:L?", "done")
    assert (t.ask, t.legal()) == ("draw", ["draw light"])
    t.play("draw light")
    assert set(t.missions(0)) == {"stone:L?", "card:SS"}


# Q8


@pytest.mark.parametrize(
    ("general", "offers"),
    [
        (0, {"take 2 louisdor"}),
        (1, {"take 2 louisdor", "take 1 louisdor 1 stone"}),
        (2, {"take 2 louisdor", "take 1 louisdor 1 stone", "take 2 stones"}),
    ],
)
def test_q8_c8_only_what_can_be_given_in_full(general, offers):
    """Q8: 'general 0: 2 louisdor; 1: also 1 + 1; 2 or more: all three'."""
    t = position("round 2", f"seat 0: laid choice:SL, general {general}", next_="supply")
    assert (t.ask, t.player) == ("supply choice", 0)
    assert set(t.legal()) == offers


@pytest.mark.parametrize(
    ("choice", "coins", "general"),
    [("take 2 louisdor", 7, 3), ("take 1 louisdor 1 stone", 6, 2), ("take 2 stones", 5, 1)],
)
def test_q8_c8_what_each_choice_gives(choice, coins, general):
    """Q8: 'entweder 2 Louisdor oder 1 Louisdor und 1 Einflussstein oder 2 seiner Einflusssteine'."""
    t = position("round 2", "seat 0: laid choice:SL, general 3", next_="supply")
    t.play(choice)
    assert t.ask == "card"
    assert (t.coins(0), t.general(0), t.own(0)) == (coins, general, 16 - general)


def test_q8_c8_second_copy_sees_what_the_first_left():
    """Q8 M5: each copy is asked; after two stones went only one is left for the second."""
    t = position("round 2", "seat 0: laid choice:SL choice:RH, general 3", next_="supply")
    t.play("take 2 stones")
    assert t.ask == "supply choice"
    assert set(t.legal()) == {"take 2 louisdor", "take 1 louisdor 1 stone"}


# Q14 round 4


def test_q14_c1_extra_draw_in_round_4():
    """Q14 C1: laid in round 4 it counts 5 and still draws two, which may be laid."""
    t = position(
        "round 4",
        "bag 0 0 0 0 0 0",
        "stack dark: card:SS",
        "stack light: stone:S?",
        "seat 0: coins 0, chips SSSS, missions mission:S?",
    )
    t.play("lay mission:S?", "pay S+S", "draw dark", "draw light")
    assert {"lay card:SS", "lay stone:S?"} <= set(t.legal())
    t.play("lay card:SS", "pay S+S")
    while not t.over:
        t.play(t.legal()[0])
    assert t.score(0) == 10


def test_q14_c6_in_round_4():
    """Q14 C6: still works in round 4, and pays a mission worth 5."""
    t = position("round 4", "bag 0 0 0 0 0 0", "seat 0: coins 2, chips SL, missions stone:H?, laid crown:S?")
    t.play("crown L", "lay stone:H?", "pay S+C")
    while not t.over:
        t.play(t.legal()[0])
    assert t.score(0) == 10 and t.coins(0) == 0
