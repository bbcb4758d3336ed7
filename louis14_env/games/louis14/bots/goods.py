"""What goods are worth to a player, in points: chips by the missions in hand, missions, and the payouts of the tiles."""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.games.louis14.bots import weights as w
from louis14_env.games.louis14.evaluation import COLBERT_COINS, TURENNE_COATS
from louis14_env.games.louis14.finish import MISSION_POINTS
from louis14_env.games.louis14.state import bit
from louis14_env.games.louis14.tables import (
    COLBERT,
    CONDE,
    CROWN,
    DAUPHIN,
    LOUVOIS,
    MAINTENON,
    MAZARIN,
    MONTESPAN,
    NUM_CHIPS,
    NUM_MISSIONS,
    NUM_PAIRS,
    NUM_ROUNDS,
    PAID_BY,
    PAIR_CHIPS,
    POWER,
    TURENNE,
    VALLIERE,
    WANTED,
)

ANY_CHIP = 4  # in WANTED
STONES_MAINTENON = 2
NEVER = -1e9


@jit
def by_round(s, W, first):
    """Returns the weight of the present round."""
    return W[first + s.round_no - 1]


@jit
def missing_chips(missions, chips, missing):
    """Fills missing[chip] with how many more of each chip the missions ask for; [ANY_CHIP] is chips of any kind for light ones."""
    missing[:] = 0
    for mission in range(NUM_MISSIONS):
        if (missions >> mission) & 1:
            missing[WANTED[mission, 0]] += 1
            missing[WANTED[mission, 1]] += 1
    spare = 0
    for chip in range(CROWN):
        missing[chip] -= chips[chip]
        if missing[chip] < 0:
            spare -= missing[chip]
            missing[chip] = 0
    missing[ANY_CHIP] = max(0, missing[ANY_CHIP] - spare)


@jit
def pairs_of(chips):
    """Returns the set of chip pairs that could be paid from these chips."""
    pairs = 0
    for pair in range(NUM_PAIRS):
        a, b = PAIR_CHIPS[pair, 0], PAIR_CHIPS[pair, 1]
        if chips[a] > 0 and chips[b] > (a == b):
            pairs |= 1 << pair
    return pairs


@jit
def num_payable(missions, chips):
    """Returns how many of the missions these chips could pay, each for itself."""
    pairs = pairs_of(chips)
    n = 0
    if pairs:
        for mission in range(NUM_MISSIONS):
            if (missions >> mission) & 1 and PAID_BY[mission] & pairs:
                n += 1
    return n


@jit
def chip_worth(s, W, chip, missing):
    """Returns what a chip is worth, given what the missions in hand still ask for."""
    if chip == CROWN:
        return by_round(s, W, w.W_CROWN)
    if missing[chip] > 0:
        return by_round(s, W, w.W_NEEDED)
    if missing[ANY_CHIP] > 0:
        return by_round(s, W, w.W_FILLING)
    return by_round(s, W, w.W_SPARE)


@jit
def kept_worth(s, W, chip, missing):
    """Returns what a chip kept for the next round is worth; after the last round it is a coat."""
    return by_round(s, W, w.W_COAT) if s.round_no == NUM_ROUNDS else chip_worth(s, W, chip, missing)


@jit
def chips_worth(s, W, missions, chips):
    """Returns what chips are worth at the end of a go: the best one is kept, the others become coats (M4)."""
    best, n = 0.0, 0
    missing = np.zeros(NUM_CHIPS, np.int64)
    missing_chips(missions, np.zeros(NUM_CHIPS, np.int64), missing)
    for chip in range(NUM_CHIPS):
        if chips[chip] > 0:
            n += chips[chip]
            best = max(best, kept_worth(s, W, chip, missing))
    return best + max(0, n - 1) * by_round(s, W, w.W_COAT)


@jit
def mission_worth(s, W, mission):
    """Returns what a fulfilled mission is worth: its points, and its power in the rounds to come."""
    return MISSION_POINTS + W[w.W_POWER + POWER[mission]] * (NUM_ROUNDS - s.round_no)


@jit
def take_pair(chips, pair, n):
    chips[PAIR_CHIPS[pair, 0]] -= n
    chips[PAIR_CHIPS[pair, 1]] -= n


@jit
def after_payment(s, W, missions, chips, pair):
    """Returns what is left for the other missions after paying a pair: the best further one, or the chips."""
    take_pair(chips, pair, 1)
    best = chips_worth(s, W, missions, chips)
    pairs = pairs_of(chips)
    for mission in range(NUM_MISSIONS):
        if (missions >> mission) & 1 and PAID_BY[mission] & pairs:
            for second in range(NUM_PAIRS):
                if ((pairs & PAID_BY[mission]) >> second) & 1:
                    take_pair(chips, second, 1)
                    best = max(best, mission_worth(s, W, mission) + chips_worth(s, W, missions & ~bit(mission), chips))
                    take_pair(chips, second, -1)
    take_pair(chips, pair, -1)
    return best


@jit
def best_payment(s, p, W, mission, chips):
    """Returns what laying a mission is worth with the best payment, or NEVER."""
    pairs = pairs_of(chips) & PAID_BY[mission]
    best = NEVER
    for pair in range(NUM_PAIRS):
        if (pairs >> pair) & 1:
            best = max(best, after_payment(s, W, s.missions[p] & ~bit(mission), chips, pair))
    return best + mission_worth(s, W, mission) + (W[w.W_DRAW] if s.round_no < NUM_ROUNDS else 0.0)


@jit
def plan_worth(s, p, W, chips):
    """Returns what chips are worth with the missions in hand: the best mission they pay, or what is left of them."""
    best = chips_worth(s, W, s.missions[p], chips)
    pairs = pairs_of(chips)
    for mission in range(NUM_MISSIONS):
        if (s.missions[p] >> mission) & 1 and PAID_BY[mission] & pairs:
            best = max(best, best_payment(s, p, W, mission, chips))
    return best


@jit
def value_chips(s, p, W, worth):
    """Fills worth[chip] with what one more of each chip is worth to player p."""
    chips = s.chips[p].copy()
    missing = np.zeros(NUM_CHIPS, np.int64)
    missing_chips(s.missions[p], chips, missing)
    for chip in range(NUM_CHIPS):
        worth[chip] = chip_worth(s, W, chip, missing)
    if s.tile >= MONTESPAN:  # the chips of this round are in, but for crowns: what one more will pay can be told
        if s.tile <= VALLIERE:
            worth[CROWN] = -plan_worth(s, p, W, chips)
            chips[CROWN] += 1
            worth[CROWN] += plan_worth(s, p, W, chips)
    elif chips.sum() > 0:
        before = num_payable(s.missions[p], chips)
        for chip in range(NUM_CHIPS):
            chips[chip] += 1
            if num_payable(s.missions[p], chips) > before:
                worth[chip] += by_round(s, W, w.W_COMPLETING)
            chips[chip] -= 1


@jit
def value_payouts(s, p, W, worth, V):
    """Fills V[tile] with what a tile's payout is worth to player p (T1 to T12)."""
    coat = by_round(s, W, w.W_COAT)
    for tile in range(DAUPHIN + 1):
        V[tile] = worth[tile]
    V[MONTESPAN] = worth[CROWN]
    V[VALLIERE] = worth[CROWN]
    V[CONDE] = coat + by_round(s, W, w.W_LYING)
    V[COLBERT] = COLBERT_COINS * by_round(s, W, w.W_COIN)
    V[MAINTENON] = STONES_MAINTENON * by_round(s, W, w.W_LYING) + by_round(s, W, w.W_STONE)
    V[TURENNE] = TURENNE_COATS * coat
    V[MAZARIN] = by_round(s, W, w.W_CARD)
    V[LOUVOIS] = coat + by_round(s, W, w.W_INTRIGUE)
