"""A strong hand-written player: every legal action gets a score in points, from a list of considerations with weights.

It reads only what its player may know. W is a row of weights made by `weights.prepare`; V[tile] is what a payout is worth, G[tile, k] what k
more own stones on a tile are worth.
"""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.core.kernels import WORD_BYTES
from louis14_env.games.louis14 import state as st
from louis14_env.games.louis14.actions import (
    A_BRIBE,
    A_CROWN,
    A_DECLINE,
    A_DONE,
    A_DRAW,
    A_EXCHANGE,
    A_FETCH,
    A_FOUR_FETCH,
    A_FOUR_PLACE,
    A_KEEP,
    A_LAY,
    A_ONE_GENERAL,
    A_ONE_OWN,
    A_PATH,
    A_PAY,
    A_PLACE,
    A_RETURN,
    A_SIT_OUT,
    A_STONE,
    A_STONE_FOR_CARD,
    A_TAKE_COINS,
    A_TWO_OWN,
    A_WIN_TIE,
)
from louis14_env.games.louis14.bots import weights as w
from louis14_env.games.louis14.bots.contest import bribe_price, fill_gains, leads
from louis14_env.games.louis14.bots.goods import (
    NEVER,
    after_payment,
    best_payment,
    by_round,
    chips_worth,
    kept_worth,
    missing_chips,
    pairs_of,
    plan_worth,
    value_chips,
    value_payouts,
)
from louis14_env.games.louis14.influence import SITOUT_PRICE
from louis14_env.games.louis14.missions import CROWN_PRICE
from louis14_env.games.louis14.state import copies, size_of
from louis14_env.games.louis14.tables import (
    CARDS_OF_KIND,
    CONDITION,
    CROWN,
    FOUR,
    JOKER,
    JOKER_STONES,
    MONEY,
    MONTESPAN,
    MOST_PLACED,
    NUM_CHIPS,
    NUM_KINDS,
    NUM_MISSIONS,
    NUM_PAIRS,
    NUM_ROUNDS,
    NUM_SHADES,
    NUM_TILES,
    P_CROWN,
    P_FOUR,
    PAID_BY,
    PATH_COUNT,
    PATH_LEGS,
    PATH_STONES,
    PATH_TILE,
    PATHS_OF,
    PATHS_WITH,
    PERSON_STONES,
    SHADE,
    SHADE_FIRST,
    SHADE_SIZE,
    STONES,
    VALLIERE,
)


# --- Influence -------------------------------------------------------------------------------------------------------
@jit
def stock_worth(own, cards, W):
    """Returns what own stones are worth with so many cards left to play after this one."""
    usable = min(own, PERSON_STONES * cards)
    return W[w.W_USABLE] * usable + W[w.W_SLACK] * min(own - usable, PERSON_STONES)


@jit
def path_gain(path, G):
    """Returns what the stones along a path are worth where they lie."""
    total = 0.0
    for leg in range(PATH_LEGS[path]):
        total += G[PATH_TILE[path, leg], PATH_COUNT[path, leg]]
    return total


@jit
def best_path(s, p, start, cards, W, G):
    """Returns what the best placement with a card is worth, the stock left for later cards included."""
    best = NEVER
    for k in range(PATHS_WITH[start, min(s.own[p], MOST_PLACED)]):
        path = PATHS_OF[start, k]
        best = max(best, path_gain(path, G) + stock_worth(s.own[p] - PATH_STONES[path], cards, W))
    return best


@jit
def best_gain(s, p, own, used, G):
    """Returns the best gain of one of p's cards, other than one of the kind `used`, with so many stones."""
    best = 0.0
    for kind in range(NUM_KINDS):
        if size_of(s.hand[p] & CARDS_OF_KIND[kind]) > (kind == used):
            for k in range(PATHS_WITH[kind, min(own, MOST_PLACED)]):
                best = max(best, path_gain(PATHS_OF[kind, k], G))
    return best


@jit
def fetch_worth(s, p, kind, most, cards, W, G):
    """Returns what fetching with a card is worth: the stones and, with fewer than a card can place, what others can then do more."""
    n, own = min(s.general[p], most), s.own[p]
    worth = n * by_round(s, W, w.W_STONE) + stock_worth(own + n, cards, W)
    if own < PERSON_STONES and cards > 0 and n > 0:
        worth += W[w.W_PROSPECT] * (best_gain(s, p, own + n, kind, G) - best_gain(s, p, own, kind, G))
    return worth


@jit
def score_card(s, p, W, G, out):
    """I1: placing is worth its best path; fetching the stones it brings; and a card used otherwise can no longer place."""
    cards = size_of(s.hand[p]) - 2  # to play after this one
    best = NEVER
    idle = stock_worth(s.own[p], cards, W)
    four = copies(s, p, P_FOUR) > s.used[st.U_FOUR, p]
    most_four = best_path(s, p, FOUR, cards, W, G) if four and s.own[p] > 0 else NEVER
    for kind in range(NUM_KINDS):
        if not s.hand[p] & CARDS_OF_KIND[kind]:
            continue
        place = best_path(s, p, kind, cards, W, G) if s.own[p] > 0 else idle
        kept = W[w.W_JOKER] if kind == JOKER and cards > 0 else 0.0
        burnt = W[w.W_BURN] * (place - idle) if size_of(s.hand[p] & CARDS_OF_KIND[kind]) == 1 else 0.0
        out[A_PLACE + kind] = place - kept
        out[A_FETCH + kind] = fetch_worth(s, p, kind, JOKER_STONES if kind == JOKER else PERSON_STONES, cards, W, G) - burnt
        best = max(best, max(out[A_PLACE + kind] if s.own[p] > 0 else NEVER, out[A_FETCH + kind]))
        out[A_EXCHANGE + kind] = -burnt
        if four:
            saved = W[w.W_FOUR] * (cards > 0)
            out[A_FOUR_PLACE + kind] = most_four - burnt - saved
            out[A_FOUR_FETCH + kind] = fetch_worth(s, p, kind, MOST_PLACED, cards, W, G) - burnt - saved
            best = max(best, max(out[A_FOUR_PLACE + kind], out[A_FOUR_FETCH + kind]))
    for kind in range(NUM_KINDS):
        out[A_EXCHANGE + kind] += best + W[w.W_EXCHANGE]
    out[A_SIT_OUT] = best + W[w.W_WAIT] - SITOUT_PRICE * by_round(s, W, w.W_COIN)


@jit
def score_path(s, p, W, G, out):
    cards = size_of(s.hand[p]) - 1
    for k in range(PATHS_WITH[s.card, min(s.own[p], MOST_PLACED)]):
        path = PATHS_OF[s.card, k]
        out[A_PATH + path] = path_gain(path, G) + stock_worth(s.own[p] - PATH_STONES[path], cards, W)


@jit
def score_stone(s, p, first, last, W, G, out):
    """A stone from general, or from own if general is empty, onto a tile that is still to be evaluated (C4, C10, C11, C18, T6)."""
    source = by_round(s, W, w.W_STONE) if s.general[p] > 0 else -W[w.W_USABLE] * (s.stage < st.CLOSING)
    out[A_DECLINE] = 0.0
    for tile in range(first, last):
        out[A_STONE + tile] = G[tile, 1] + source


@jit
def score_lying(s, p, first, last, W, V, out):
    """A stone onto a tile that this round evaluates no more: it lies there for the next round or the end (T6, T8, E8)."""
    source = 0.0 if s.general[p] > 0 else by_round(s, W, w.W_STONE)
    share = W[w.W_LYING_SHARE] if s.round_no < NUM_ROUNDS else 0.0
    out[A_DECLINE] = 0.0
    for tile in range(first, last):
        out[A_STONE + tile] = by_round(s, W, w.W_LYING) + share * V[tile] - source


# --- Evaluation ------------------------------------------------------------------------------------------------------
@jit
def score_intrigue(s, p, W, G, out):
    """E1: what the stones win now against the card's worth later; a stone from general is never lost, and may come to own stock."""
    card = by_round(s, W, w.W_INTRIGUE)
    out[A_DECLINE] = 0.0
    out[A_ONE_GENERAL] = G[s.tile, 1] - card + by_round(s, W, w.W_STONE)
    out[A_ONE_OWN] = G[s.tile, 1] - card
    out[A_TWO_OWN] = G[s.tile, 2] - card


@jit
def tie_gain(s, p, tile, V, W):
    """Returns what winning the tie for first place on a tile brings (C19)."""
    lost = s.stones[tile, p] * by_round(s, W, w.W_STONE)
    if tile == s.king:
        return V[MONTESPAN]
    if CONDITION[tile, s.side[tile]] == MONEY and s.coins[p] >= bribe_price(s, p, tile):
        return min(V[tile], bribe_price(s, p, tile) * by_round(s, W, w.W_COIN)) - lost
    return V[tile] - lost


@jit
def score_tie(s, p, V, W, out):
    """C19: what the tie brings here, against the best tie on a later tile or, if there is none yet, the right itself."""
    out[A_WIN_TIE] = tie_gain(s, p, s.tile, V, W)
    out[A_DECLINE] = W[w.W_TIE] if s.tile < VALLIERE else 0.0
    for tile in range(s.tile + 1, NUM_TILES):
        most = s.stones[tile].max()
        if most > 0 and s.stones[tile, p] == most and not leads(s, p, tile) and CONDITION[tile, s.side[tile]] != STONES:
            out[A_DECLINE] = max(out[A_DECLINE], tie_gain(s, p, tile, V, W))


@jit
def score_bribe(s, p, V, W, out):
    """E2: the payout against its price, and against better uses of the same coins on later tiles."""
    coin = by_round(s, W, w.W_COIN)
    price = bribe_price(s, p, s.tile)
    gain = V[s.tile] - price * coin
    later = 0.0
    for tile in range(s.tile + 1, NUM_TILES):
        if s.stones[tile, p] > 0 and CONDITION[tile, s.side[tile]] == MONEY and not leads(s, p, tile):
            cost = bribe_price(s, p, tile)
            if s.coins[p] >= cost and s.coins[p] - price < cost:
                later = max(later, V[tile] - cost * coin)
    out[A_BRIBE + s.tile] = gain
    out[A_DECLINE] = later


# --- Missions --------------------------------------------------------------------------------------------------------
@jit
def crowned_worth(s, p, W, chips, swaps):
    """Returns what chips are worth if up to so many of them may be turned into crowns (C6)."""
    best = plan_worth(s, p, W, chips)
    if swaps > 0:
        for chip in range(CROWN):
            if chips[chip] > 0:
                turn_chip(chips, chip, 1)
                best = max(best, plan_worth(s, p, W, chips) - CROWN_PRICE * by_round(s, W, w.W_COIN))
                turn_chip(chips, chip, -1)
    return best


@jit
def turn_chip(chips, chip, n):
    chips[chip] -= n
    chips[CROWN] += n


@jit
def score_mission(s, p, mask, W, out):
    """M1: lay what can be paid, in the order that leaves most; C6 if it makes a mission payable."""
    chips = s.chips[p].copy()
    out[A_DONE] = chips_worth(s, W, s.missions[p], chips)
    for mission in range(NUM_MISSIONS):
        if mask[A_LAY + mission]:
            out[A_LAY + mission] = best_payment(s, p, W, mission, chips)
    swaps = min(copies(s, p, P_CROWN) - s.used[st.U_CROWN, p], s.coins[p] // CROWN_PRICE)
    for chip in range(CROWN):
        if mask[A_CROWN + chip]:
            turn_chip(chips, chip, 1)
            out[A_CROWN + chip] = crowned_worth(s, p, W, chips, swaps - 1) - CROWN_PRICE * by_round(s, W, w.W_COIN)
            turn_chip(chips, chip, -1)


@jit
def score_pay(s, p, mask, W, out):
    chips = s.chips[p].copy()
    for pair in range(NUM_PAIRS):
        if mask[A_PAY + pair]:
            out[A_PAY + pair] = after_payment(s, W, s.missions[p], chips, pair)


@jit
def score_draw(s, p, mask, W, out):
    """The shade's worth, and the chance that the card can be paid at once with the chips left."""
    pairs = pairs_of(s.chips[p])
    for shade in range(NUM_SHADES):
        if mask[A_DRAW + shade]:
            n, good = 0, 0
            for mission in range(SHADE_FIRST[shade], SHADE_FIRST[shade] + SHADE_SIZE[shade]):
                if not (s.knows_missions[p] >> mission) & 1:
                    n += 1
                    good += PAID_BY[mission] & pairs != 0
            out[A_DRAW + shade] = W[w.W_DRAW + shade] * (s.round_no < NUM_ROUNDS)
            if n > 0:
                out[A_DRAW + shade] += W[w.W_PAYABLE] * good / n


@jit
def score_keep(s, p, mask, W, out):
    missing = np.zeros(NUM_CHIPS, np.int64)
    missing_chips(s.missions[p], np.zeros(NUM_CHIPS, np.int64), missing)
    for chip in range(NUM_CHIPS):
        if mask[A_KEEP + chip]:
            out[A_KEEP + chip] = kept_worth(s, W, chip, missing)


@jit
def score_swap(s, p, mask, W, out):
    """C7: hard missions go back, easy ones stay."""
    out[A_DONE] = 0.0
    for mission in range(NUM_MISSIONS):
        if mask[A_RETURN + mission]:
            out[A_RETURN + mission] = W[w.W_SWAP + SHADE[mission]]


# --- All questions ---------------------------------------------------------------------------------------------------
@jit
def score_actions(s, mask, W, out):
    """Fills out[action], for each legal action, with how good it looks to the player asked."""
    p = s.player
    ask = s.ask
    if ask == st.ASK_MISSION:
        score_mission(s, p, mask, W, out)
        return
    if ask == st.ASK_PAY:
        score_pay(s, p, mask, W, out)
        return
    if ask == st.ASK_DRAW:
        score_draw(s, p, mask, W, out)
        return
    if ask == st.ASK_KEEP:
        score_keep(s, p, mask, W, out)
        return
    if ask == st.ASK_SWAP:
        score_swap(s, p, mask, W, out)
        return
    if ask == st.ASK_SUPPLY_CARD:
        out[A_STONE_FOR_CARD] = by_round(s, W, w.W_CARD)
        out[A_DECLINE] = by_round(s, W, w.W_STONE)
        return
    if ask == st.ASK_SUPPLY_CHOICE:
        for stones in range(3):
            out[A_TAKE_COINS + stones] = stones * by_round(s, W, w.W_STONE) + (2 - stones) * by_round(s, W, w.W_COIN)
        return

    V = np.zeros(NUM_TILES)
    if ask == st.ASK_MAINTENON:
        V[MONTESPAN] = by_round(s, W, w.W_CROWN)
        score_lying(s, p, MONTESPAN, MONTESPAN + 1, W, V, out)
        return
    worth = np.zeros(NUM_CHIPS)
    value_chips(s, p, W, worth)
    value_payouts(s, p, W, worth, V)
    if ask == st.ASK_BRIBE:
        score_bribe(s, p, V, W, out)
        return
    if ask == st.ASK_TIE:
        score_tie(s, p, V, W, out)
        return
    G = np.zeros((NUM_TILES, MOST_PLACED + 1))
    if ask == st.ASK_CARD:
        four = copies(s, p, P_FOUR) > s.used[st.U_FOUR, p]
        fill_gains(s, p, 0, NUM_TILES, MOST_PLACED if four else PERSON_STONES, V, W, size_of(s.hand[p]) > 2, G)
        score_card(s, p, W, G, out)
    elif ask == st.ASK_PATH:
        fill_gains(
            s, p, 0, NUM_TILES, min(s.own[p], MOST_PLACED if s.card == FOUR else PERSON_STONES), V, W, size_of(s.hand[p]) > 1, G
        )
        score_path(s, p, W, G, out)
    elif ask == st.ASK_INTRIGUE:
        fill_gains(s, p, s.tile, s.tile + 1, 2, V, W, False, G)
        score_intrigue(s, p, W, G, out)
    elif ask == st.ASK_OPENING:
        fill_gains(s, p, s.target, s.target + 1, 1, V, W, True, G)
        score_stone(s, p, s.target, s.target + 1, W, G, out)
    elif ask == st.ASK_CLOSING:
        fill_gains(s, p, 0, NUM_TILES, 1, V, W, False, G)
        score_stone(s, p, 0, NUM_TILES, W, G, out)
    else:  # Conde's stone
        fill_gains(s, p, s.tile + 1, NUM_TILES, 1, V, W, False, G)
        score_lying(s, p, 0, s.tile + 1, W, V, out)
        score_stone(s, p, s.tile + 1, NUM_TILES, W, G, out)


@jit
def best_action(s, mask, W, out):
    """Returns the legal action with the highest score."""
    score_actions(s, mask, W, out)
    best = -1
    words = mask[: len(mask) // WORD_BYTES * WORD_BYTES].view(np.int64)
    for word in range(len(words)):
        if words[word] != 0:
            for action in range(WORD_BYTES * word, WORD_BYTES * (word + 1)):
                if mask[action] and (best < 0 or out[action] > out[best]):
                    best = action
    for action in range(WORD_BYTES * len(words), len(mask)):
        if mask[action] and (best < 0 or out[action] > out[best]):
            best = action
    return best
