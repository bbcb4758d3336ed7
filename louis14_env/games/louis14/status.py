"""The invariants of a position, checked in compiled code; `status` returns the number of the first that is broken."""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.core.rng import WORD
from louis14_env.games.louis14 import state as st
from louis14_env.games.louis14.components import KING_TILES
from louis14_env.games.louis14.state import NOBODY, NOTHING, OVER, bit, copies, has_stone, size_of
from louis14_env.games.louis14.tables import (
    COATS_EACH,
    FOUR,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NEUTRAL,
    NUM_COATS,
    NUM_COLOURS,
    NUM_INFLUENCE,
    NUM_INTRIGUE,
    NUM_MISSIONS,
    NUM_MONEY,
    NUM_NEUTRAL,
    NUM_ROUNDS,
    NUM_SHADES,
    NUM_STONES,
    NUM_TILES,
    P_CROWN,
    P_EXCHANGE,
    P_FIRST,
    P_FOUR,
    P_SITOUT,
    SHADE,
    SHADE_SIZE,
)

MOST_HELD = 9999  # coins, chips or coats of a player
MOST_COUNT = 63  # of `count`: all steps of a supply with four C8

INVARIANTS = (
    "every number is in its range: 2 to 4 players, 4 rounds, seats, tiles, cards and the point in the round that there are",
    "nothing is negative or beyond measure, and tiles lie on one of two sides",
    "each player has 16 stones in own stock, general stock and on tiles",
    "the neutral colour has 8 stones with two players, else none",
    "each of the 30 influence cards is in one hand, in the middle or on the stack",
    "each of the 12 intrigue cards is in one hand or on the stack",
    "each of the 40 missions is in one hand, laid or on the stack of its shade",
    "there are 10 coats of each of the 6 kinds, in the bag or with players",
    "each of the 8 money cards lies once in the stack",
    "players know their own and all open cards",
    "seats without a player are empty",
    "no power was used more often than its owner has copies",
    "the stones counted on the tile under evaluation lie there",
    "somebody is asked, unless the game is over, and the question fits the position",
)
(
    B_RANGES, B_NEGATIVE, B_STONES, B_NEUTRAL, B_INFLUENCE, B_INTRIGUE, B_MISSIONS, B_COATS, B_MONEY, B_KNOWS, B_SEATS, B_USED,
    B_COUNTED, B_QUESTION,
) = range(1, len(INVARIANTS) + 1)  # fmt: skip
# The stage in which the game waits for the answer to a question.
STAGE_OF = np.full(len(st.ASKS), NOTHING)
for _stage, _asks in (
    (st.SUPPLY, (st.ASK_SUPPLY_CARD, st.ASK_SUPPLY_CHOICE)),
    (st.OPENING, (st.ASK_OPENING,)),
    (st.TURNS, (st.ASK_CARD, st.ASK_PATH)),
    (st.CLOSING, (st.ASK_CLOSING,)),
    (st.TIE, (st.ASK_INTRIGUE,)),
    (st.RANK, (st.ASK_TIE,)),
    (st.PAY, (st.ASK_BRIBE,)),
    (st.MAINTENON_STONES, (st.ASK_MAINTENON,)),
    (st.CONDE_STONES, (st.ASK_CONDE,)),
    (st.GO, (st.ASK_MISSION, st.ASK_PAY)),
    (st.DRAW, (st.ASK_DRAW,)),
    (st.SWAP, (st.ASK_KEEP, st.ASK_SWAP)),
):
    STAGE_OF[list(_asks)] = _stage


@jit
def status(states, i):
    """Returns 0 for a sound position, else the number of the first broken invariant."""
    s = states[i]
    if not ranges_hold(s):
        return B_RANGES
    if not nothing_negative(s):
        return B_NEGATIVE
    for p in range(s.num_players):
        if s.own[p] + s.general[p] + s.stones[:, p].sum() != NUM_STONES:
            return B_STONES
    if s.box + s.stones[:, NEUTRAL].sum() != (NUM_NEUTRAL if s.num_players == 2 else 0):
        return B_NEUTRAL
    if not influence_complete(s):
        return B_INFLUENCE
    if not intrigue_complete(s):
        return B_INTRIGUE
    if not missions_complete(s):
        return B_MISSIONS
    for kind in range(NUM_COATS):
        if s.bag[kind] + s.coats[:, kind].sum() != COATS_EACH:
            return B_COATS
    seen = 0
    for k in range(NUM_MONEY):
        seen |= 1 << s.money_stack[k]
    if seen != (1 << NUM_MONEY) - 1:
        return B_MONEY
    if not knowledge_holds(s):
        return B_KNOWS
    for p in range(s.num_players, MAX_PLAYERS):
        cards = s.hand[p] | s.intrigue[p] | s.missions[p] | s.laid[p]
        if cards or s.own[p] + s.general[p] + s.coins[p] + s.chips[p].sum() + s.coats[p].sum() + s.stones[:, p].sum():
            return B_SEATS
    if not uses_hold(s):
        return B_USED
    for colour in range(NUM_COLOURS):
        if s.counted[colour] > 0 and (s.tile == NOTHING or s.counted[colour] > s.stones[s.tile, colour]):
            return B_COUNTED
    if not question_fits(s):
        return B_QUESTION
    return 0


@jit
def ranges_hold(s):
    """Whether everything that is used as an index, or counts a loop, is in its range."""
    n = s.num_players
    if not (MIN_PLAYERS <= n <= MAX_PLAYERS and 0 <= s.start < n and 1 <= s.round_no <= NUM_ROUNDS):
        return False
    if not (NOTHING <= s.king < KING_TILES and NOTHING <= s.tile < NUM_TILES and NOTHING <= s.target < NUM_TILES):
        return False
    if not (
        0 <= s.stage <= OVER and 0 <= s.ask < len(st.ASKS) and NOTHING <= s.card <= FOUR and NOTHING <= s.mission < NUM_MISSIONS
    ):
        return False
    if not (
        NOBODY <= s.player < n and 0 <= s.turn <= n and 0 <= s.count <= MOST_COUNT and 0 <= s.draws <= 2 and 0 <= s.returned <= 2
    ):
        return False
    if not (NOBODY <= s.winner < n and NOBODY <= s.crown_to < n and 0 <= s.queued <= n and 0 <= s.flips <= 1):
        return False
    if not (within(s.queue, NOBODY, n - 1) and within(s.role, st.R_NOTHING, st.R_BUYER) and within(s.paid, 0, 1)):
        return False
    for k in range(s.queued):
        if s.queue[k] == NOBODY:
            return False
    if not (0 <= s.influence_left <= NUM_INFLUENCE and 0 <= s.intrigue_left <= NUM_INTRIGUE and within(s.counted, 0, NUM_STONES)):
        return False
    for shade in range(NUM_SHADES):
        if not (0 <= s.missions_left[shade] <= SHADE_SIZE[shade] and within(s.mission_stack[shade], NOTHING, NUM_MISSIONS - 1)):
            return False
    return (
        within(s.influence_stack, NOTHING, NUM_INFLUENCE - 1)
        and within(s.intrigue_stack, NOTHING, NUM_INTRIGUE - 1)
        and within(s.money_stack, 0, NUM_MONEY - 1)
        and within(s.rng, 0, WORD)
    )


@jit
def within(values, least, most):
    return least <= values.min() and values.max() <= most


@jit
def nothing_negative(s):
    least = min(s.own.min(), s.general.min(), s.coins.min(), s.stones.min(), s.chips.min(), s.coats.min())
    least = min(least, s.bag.min(), s.blanks.min(), s.bonus.min(), s.used.min(), s.side.min(), s.box, s.draws, s.returned)
    return least >= 0 and s.side.max() <= 1 and max(s.coins.max(), s.chips.max(), s.blanks.max(), s.bonus.max()) <= MOST_HELD


@jit
def stack_is_clean(stack, left):
    """Returns whether the stack holds cards up to its size and nothing above."""
    for k in range(len(stack)):
        if (stack[k] != NOTHING) != (k < left):
            return False
    return True


@jit
def adds_up(union, total, size):
    """Returns whether sets with this union and this number of cards in all hold each of `size` cards once."""
    return union == (bit(size) - 1) and total == size


@jit
def stacked(stack, left):
    """Returns the set of a stack's cards."""
    cards = np.int64(0)
    for k in range(left):
        if stack[k] != NOTHING:
            cards |= bit(stack[k])
    return cards


@jit
def influence_complete(s):
    cards = stacked(s.influence_stack, s.influence_left)
    union, total = cards | s.middle, s.influence_left + size_of(s.middle)
    for p in range(s.num_players):
        union |= s.hand[p]
        total += size_of(s.hand[p])
    return stack_is_clean(s.influence_stack, s.influence_left) and adds_up(union, total, NUM_INFLUENCE)


@jit
def intrigue_complete(s):
    union, total = stacked(s.intrigue_stack, s.intrigue_left), s.intrigue_left
    for p in range(s.num_players):
        union |= s.intrigue[p]
        total += size_of(s.intrigue[p])
    return stack_is_clean(s.intrigue_stack, s.intrigue_left) and adds_up(union, total, NUM_INTRIGUE)


@jit
def missions_complete(s):
    union, total = np.int64(0), 0
    for shade in range(NUM_SHADES):
        left = s.missions_left[shade]
        if not stack_is_clean(s.mission_stack[shade], left):
            return False
        for k in range(left):
            if s.mission_stack[shade, k] == NOTHING or SHADE[s.mission_stack[shade, k]] != shade:
                return False
        union |= stacked(s.mission_stack[shade], left)
        total += left
    for p in range(s.num_players):
        union |= s.missions[p] | s.laid[p]
        total += size_of(s.missions[p]) + size_of(s.laid[p])
    return adds_up(union, total, NUM_MISSIONS)


@jit
def knowledge_holds(s):
    laid = np.int64(0)
    for p in range(s.num_players):
        laid |= s.laid[p]
    for p in range(s.num_players):
        unknown = (s.hand[p] | s.middle) & ~s.knows_influence[p]
        unknown |= s.intrigue[p] & ~s.knows_intrigue[p]
        unknown |= (s.missions[p] | laid) & ~s.knows_missions[p]
        if unknown:
            return False
    return True


@jit
def uses_hold(s):
    for p in range(s.num_players):
        for use, power in (
            (st.U_SITOUT, P_SITOUT),
            (st.U_CROWN, P_CROWN),
            (st.U_EXCHANGE, P_EXCHANGE),
            (st.U_FOUR, P_FOUR),
            (st.U_FIRST, P_FIRST),
        ):
            if s.used[use, p] > copies(s, p, power):
                return False
    return True


@jit
def question_fits(s):
    """Whether the player asked could be asked this."""
    asked, p = s.ask, s.player
    if s.stage == OVER:
        return asked == st.ASK_NOTHING and p == NOBODY
    evaluating = st.INTRIGUE <= s.stage <= st.LEAVE
    if not 0 <= p < s.num_players or asked == st.ASK_NOTHING or s.stage != STAGE_OF[asked] or evaluating != (s.tile >= 0):
        return False
    if (s.stage == st.PAY or s.stage == st.CONDE_STONES) and s.turn > s.queued:
        return False
    if asked == st.ASK_CARD:
        return size_of(s.hand[p]) > 1
    if asked == st.ASK_PATH:
        return s.own[p] > 0 and 0 <= s.card <= FOUR
    if asked == st.ASK_INTRIGUE:
        return s.tile >= 0 and (s.intrigue[p] >> s.tile) & 1 == 1 and has_stone(s, p)
    if asked == st.ASK_BRIBE or asked == st.ASK_TIE:
        return s.tile >= 0 and s.stones[s.tile, p] > 0
    if asked == st.ASK_OPENING:
        return s.target >= 0 and has_stone(s, p)
    if asked == st.ASK_CLOSING or asked == st.ASK_CONDE or asked == st.ASK_MAINTENON:
        return has_stone(s, p)
    if asked == st.ASK_SUPPLY_CARD:
        return s.own[p] > 0
    if asked == st.ASK_PAY:
        return s.mission >= 0 and (s.laid[p] >> s.mission) & 1 == 1
    if asked == st.ASK_DRAW:
        return s.missions_left.sum() > 0
    if asked == st.ASK_KEEP:
        return s.chips[p].sum() > 1
    if asked == st.ASK_SWAP:
        return s.missions[p] != 0
    return True
