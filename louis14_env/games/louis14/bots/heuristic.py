"""A strong hand-written player: every legal action gets a score in points, from a list of considerations with weights.

It reads only what its player may know. Rows of weights are made by `weights.prepare`; `G[tile, k]` is what k more own stones on
a tile are worth.
"""

import numpy as np

from louis14_env.core.jit import jit
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
from louis14_env.games.louis14.evaluation import COLBERT_COINS, TURENNE_COATS
from louis14_env.games.louis14.finish import MISSION_POINTS
from louis14_env.games.louis14.influence import SITOUT_PRICE
from louis14_env.games.louis14.missions import CROWN_PRICE
from louis14_env.games.louis14.state import bit, copies, size_of
from louis14_env.games.louis14.tables import (
    CARDS_OF_KIND,
    COLBERT,
    CONDE,
    CONDITION,
    CROWN,
    DAUPHIN,
    FOUR,
    JOKER,
    JOKER_STONES,
    LOUVOIS,
    MAINTENON,
    MAZARIN,
    MONEY,
    MONTESPAN,
    MOST_PLACED,
    NEUTRAL,
    NUM_CHIPS,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_MISSIONS,
    NUM_PAIRS,
    NUM_ROUNDS,
    NUM_SHADES,
    NUM_TILES,
    NUMBER,
    P_CROWN,
    P_DISCOUNT,
    P_FOUR,
    PAID_BY,
    PAIR_CHIPS,
    PATH_COUNT,
    PATH_LEGS,
    PATH_STONES,
    PATH_TILE,
    PATHS_OF,
    PATHS_WITH,
    PERSON_STONES,
    POWER,
    SHADE,
    SHADE_FIRST,
    SHADE_SIZE,
    STONES,
    TURENNE,
    VALLIERE,
    WANTED,
)

ANY_CHIP = 4  # in WANTED
STONES_MAINTENON = 2
NEVER = -1e9


# --- What goods are worth --------------------------------------------------------------------------------------------
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
def value_chips(s, p, W, worth):
    """Fills worth[chip] with what one more of each chip is worth to player p."""
    chips = s.chips[p].copy()
    missing = np.zeros(NUM_CHIPS, np.int64)
    missing_chips(s.missions[p], chips, missing)
    for chip in range(NUM_CHIPS):
        worth[chip] = chip_worth(s, W, chip, missing)
    if s.tile >= MONTESPAN:  # the chips of this round are in, but for crowns: what they will pay can be told
        before = plan_worth(s, p, W, chips)
        for chip in range(NUM_CHIPS):
            chips[chip] += 1
            worth[chip] = plan_worth(s, p, W, chips) - before
            chips[chip] -= 1
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
    coat = W[w.W_COAT]
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


# --- How contests for tiles end --------------------------------------------------------------------------------------
@jit
def group(tile):
    """Returns which `reach` goes for a tile."""
    return 0 if tile <= DAUPHIN else 1 if tile == MONTESPAN or tile == VALLIERE else 2


@jit
def below(W, of, cards, lead):
    """Returns the chance that an opponent with so many cards adds fewer than `lead` stones to a tile of that group."""
    if lead <= 0:
        return 0.0
    return W[w.CHANCES + (of * w.MOST_CARDS + cards) * (w.MOST_LEAD + 1) + min(lead, w.MOST_LEAD)]


@jit
def cards_left(s, q):
    """Returns how many cards player q can still place stones with in this influence phase."""
    if s.stage > st.TURNS:
        return 0
    cards = max(0, size_of(s.hand[q]) - 1)
    if s.own[q] < PERSON_STONES:
        cards -= 1
    return min(max(cards, 0), w.MOST_CARDS - 1)


@jit
def bribe_price(s, p, tile):
    """Returns what a bribe on a Money tile costs player p (C20)."""
    return max(0, NUMBER[tile, s.side[tile]] - copies(s, p, P_DISCOUNT))


@jit
def tile_worth(s, p, tile, mine, V, W, left, later, funds):
    """Returns what player p may expect of a tile with `mine` own stones on it.

    left[q] are the cards that others can still place with, `later` whether p has any; funds[tile] is the chance that a bribe there
    can be paid.
    """
    if mine <= 0:
        return 0.0
    side = s.side[tile]
    condition = CONDITION[tile, side]
    if condition == STONES:
        short = NUMBER[tile, side] - mine
        if short <= 0:
            return V[tile]
        return V[tile] * W[w.W_PARTIAL] ** short if later else 0.0
    of = group(tile)
    sole = 1.0
    level = 1.0
    rest = 0.0
    most = s.stones[tile, NEUTRAL]
    for q in range(s.num_players):
        if q != p:
            lead = mine - s.stones[tile, q]
            sole *= below(W, of, left[q], lead)
            level *= below(W, of, left[q], lead + 1)
            most = max(most, s.stones[tile, q])
    if s.num_players == 2:
        sole *= mine > s.stones[tile, NEUTRAL]
        level *= mine >= s.stones[tile, NEUTRAL]
    lost = mine * by_round(s, W, w.W_STONE)
    offer = 0.0
    if condition == MONEY:
        offer = funds[tile] * max(0.0, V[tile] - bribe_price(s, p, tile) * by_round(s, W, w.W_COIN))
    if tile != s.king:
        worth = sole * (V[tile] - lost) + (1 - sole) * offer
        gain = V[tile] - lost - offer
    else:
        second = second_chance(s, p, tile, mine, W, left, of)
        rest = max(0.0, 1 - level - second)
        worth = sole * (V[tile] + V[MONTESPAN] - lost) + (level - sole) * (V[tile] - lost) + second * V[tile] + rest * offer
        gain = V[MONTESPAN] + V[tile] - lost
    if later and mine == most:
        worth += (1 - sole) * W[w.W_TRAILING] * max(0.0, gain)
    return worth


@jit
def second_chance(s, p, tile, mine, W, left, of):
    """Returns the chance that exactly one colour ends ahead of `mine` stones and no other level with them (E6)."""
    total = 0.0
    for ahead in range(NUM_COLOURS):
        if ahead == p or (ahead < NEUTRAL and ahead >= s.num_players):
            continue
        cards = 0 if ahead == NEUTRAL else left[ahead]
        chance = 1 - below(W, of, cards, mine - s.stones[tile, ahead] + 1)
        if chance == 0:
            continue
        for q in range(NUM_COLOURS):
            if q != p and q != ahead and (q == NEUTRAL or q < s.num_players) and chance > 0:
                chance *= below(W, of, 0 if q == NEUTRAL else left[q], mine - s.stones[tile, q])
        total += chance
    return total


@jit
def fill_funds(s, p, V, W, funds):
    """Fills funds[tile]: whether the coins reach for a bribe there after the better ones on which p relies already."""
    coin = by_round(s, W, w.W_COIN)
    for tile in range(NUM_TILES):
        funds[tile] = 0.0
        if CONDITION[tile, s.side[tile]] == MONEY:
            price = bribe_price(s, p, tile)
            budget = s.coins[p] - price
            mine = V[tile] - price * coin
            for other in range(NUM_TILES):
                if other != tile and s.stones[other, p] > 0 and CONDITION[other, s.side[other]] == MONEY and other > s.tile:
                    cost = bribe_price(s, p, other)
                    if V[other] - cost * coin > mine and not leads(s, p, other):
                        budget -= cost
            funds[tile] = 1.0 if budget >= 0 else 0.0


@jit
def leads(s, p, tile):
    """Returns whether player p leads alone there at present."""
    for colour in range(NUM_COLOURS):
        if colour != p and s.stones[tile, colour] >= s.stones[tile, p]:
            return False
    return True


@jit
def denied(s, p, tile, more, V, W, left):
    """Returns what the present sole leader of a tile loses, in p's eyes, if p adds `more` stones."""
    if CONDITION[tile, s.side[tile]] == STONES:
        return 0.0
    first, most = -1, 0
    for q in range(s.num_players):
        if s.stones[tile, q] > most:
            first, most = q, s.stones[tile, q]
    if first < 0 or first == p:
        return 0.0
    of = group(tile)
    cards = left[first]
    now = s.stones[tile, p]
    before = 1 - below(W, of, cards, now - most)
    after = 1 - below(W, of, cards, now + more - most + 1)
    if now < most:
        before = 1.0
    return W[w.W_DENY] * V[tile] * max(0.0, before - after)


@jit
def fill_gains(s, p, most, V, W, later, G):
    """Fills G[tile, k] for k up to `most` with what k more own stones on a tile are worth."""
    left = np.zeros(NUM_COLOURS, np.int64)
    for q in range(s.num_players):
        if q != p:
            left[q] = cards_left(s, q)
    funds = np.zeros(NUM_TILES)
    fill_funds(s, p, V, W, funds)
    for tile in range(NUM_TILES):
        now = s.stones[tile, p]
        before = tile_worth(s, p, tile, now, V, W, left, later, funds)
        G[tile, 0] = 0.0
        for k in range(1, most + 1):
            G[tile, k] = tile_worth(s, p, tile, now + k, V, W, left, later, funds) - before
            if W[w.W_DENY] != 0:
                G[tile, k] += denied(s, p, tile, k, V, W, left)


# --- Influence -------------------------------------------------------------------------------------------------------
@jit
def stock_worth(own, cards, W):
    """Returns what own stones are worth with so many cards left to play after this one."""
    usable = min(own, PERSON_STONES * cards)
    return W[w.W_USABLE] * usable + W[w.W_SLACK] * min(own - usable, PERSON_STONES)


@jit
def path_worth(s, p, path, cards, W, G):
    """Returns what placing along a path is worth, the stock left for later cards included."""
    total = stock_worth(s.own[p] - PATH_STONES[path], cards, W)
    for leg in range(PATH_LEGS[path]):
        total += G[PATH_TILE[path, leg], PATH_COUNT[path, leg]]
    return total


@jit
def best_path(s, p, start, cards, W, G):
    """Returns what the best placement with a card is worth."""
    best = NEVER
    for k in range(PATHS_WITH[start, min(s.own[p], MOST_PLACED)]):
        best = max(best, path_worth(s, p, PATHS_OF[start, k], cards, W, G))
    return best


@jit
def score_card(s, p, mask, W, G, out):
    """I1: placing is worth its best path; fetching the stones it brings; and a card used otherwise can no longer place."""
    cards = size_of(s.hand[p]) - 2  # to play after this one
    best = NEVER
    stone = by_round(s, W, w.W_STONE)
    idle = stock_worth(s.own[p], cards, W)
    four = copies(s, p, P_FOUR) > s.used[st.U_FOUR, p]
    most_four = best_path(s, p, FOUR, cards, W, G) if four and s.own[p] > 0 else NEVER
    for kind in range(NUM_KINDS):
        if not s.hand[p] & CARDS_OF_KIND[kind]:
            continue
        place = best_path(s, p, kind, cards, W, G) if s.own[p] > 0 else idle
        kept = W[w.W_JOKER] if kind == JOKER and cards > 0 else 0.0
        burnt = W[w.W_BURN] * (place - idle) if size_of(s.hand[p] & CARDS_OF_KIND[kind]) == 1 else 0.0
        n = min(s.general[p], JOKER_STONES if kind == JOKER else PERSON_STONES)
        out[A_PLACE + kind] = place - kept
        out[A_FETCH + kind] = n * stone + stock_worth(s.own[p] + n, cards, W) - burnt
        best = max(best, max(out[A_PLACE + kind] if s.own[p] > 0 else NEVER, out[A_FETCH + kind]))
        out[A_EXCHANGE + kind] = -burnt
        if four:
            n = min(s.general[p], MOST_PLACED)
            out[A_FOUR_PLACE + kind] = most_four - burnt - W[w.W_FOUR] * (cards > 0)
            fetched = n * stone + stock_worth(s.own[p] + n, cards, W)
            out[A_FOUR_FETCH + kind] = fetched - burnt - W[w.W_FOUR] * (cards > 0)
            best = max(best, max(out[A_FOUR_PLACE + kind], out[A_FOUR_FETCH + kind]))
    for kind in range(NUM_KINDS):
        out[A_EXCHANGE + kind] += best + W[w.W_EXCHANGE]
    out[A_SIT_OUT] = best + W[w.W_WAIT] - SITOUT_PRICE * by_round(s, W, w.W_COIN)


@jit
def score_path(s, p, mask, W, G, out):
    cards = size_of(s.hand[p]) - 1
    for k in range(PATHS_WITH[s.card, min(s.own[p], MOST_PLACED)]):
        path = PATHS_OF[s.card, k]
        out[A_PATH + path] = path_worth(s, p, path, cards, W, G)


@jit
def score_stone(s, p, mask, W, V, G, out):
    """A stone from general, or from own if general is empty, onto a tile (C4, C10, C11, C18, T6, T8).

    On a tile that this round evaluates no more it lies for the next round or the end.
    """
    source = by_round(s, W, w.W_STONE) if s.general[p] > 0 else -W[w.W_USABLE] * (s.stage < st.CLOSING)
    lying = by_round(s, W, w.W_LYING)
    share = W[w.W_LYING_SHARE] if s.round_no < NUM_ROUNDS else 0.0
    out[A_DECLINE] = 0.0
    for tile in range(NUM_TILES):
        if mask[A_STONE + tile]:
            if s.stage > st.SHUFFLE and tile <= s.tile:
                out[A_STONE + tile] = lying + share * V[tile] - (by_round(s, W, w.W_STONE) if s.general[p] == 0 else 0.0)
            else:
                out[A_STONE + tile] = G[tile, 1] + source


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
def kept_worth(s, W, chip, missing):
    """Returns what a chip kept for the next round is worth; after the last round it is a coat."""
    return W[w.W_COAT] if s.round_no == NUM_ROUNDS else chip_worth(s, W, chip, missing)


@jit
def chips_worth(s, W, missions, chips):
    """Returns what chips are worth at the end of a go: the best one is kept, the others become coats (M4)."""
    best, n = 0.0, 0
    missing = np.zeros(NUM_CHIPS, np.int64)
    missing_chips(missions, missing, missing)
    for chip in range(NUM_CHIPS):
        if chips[chip] > 0:
            n += chips[chip]
            best = max(best, kept_worth(s, W, chip, missing))
    return best + max(0, n - 1) * W[w.W_COAT]


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
    missing_chips(s.missions[p], missing, missing)
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

    worth = np.zeros(NUM_CHIPS)
    V = np.zeros(NUM_TILES)
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
        fill_gains(s, p, MOST_PLACED if four else PERSON_STONES, V, W, size_of(s.hand[p]) > 2, G)
        score_card(s, p, mask, W, G, out)
    elif ask == st.ASK_PATH:
        fill_gains(s, p, MOST_PLACED if s.card == FOUR else PERSON_STONES, V, W, size_of(s.hand[p]) > 1, G)
        score_path(s, p, mask, W, G, out)
    elif ask == st.ASK_INTRIGUE:
        fill_gains(s, p, 2, V, W, False, G)
        score_intrigue(s, p, W, G, out)
    else:
        fill_gains(s, p, 1, V, W, ask == st.ASK_OPENING, G)
        score_stone(s, p, mask, W, V, G, out)


@jit
def best_action(s, mask, W, out):
    """Returns the legal action with the highest score."""
    score_actions(s, mask, W, out)
    best = -1
    for action in range(len(mask)):
        if mask[action] and (best < 0 or out[action] > out[best]):
            best = action
    return best
