"""How the contests for the tiles may end, and what more stones on a tile are worth.

V[tile] is what a payout is worth, W a row of weights, G[tile, k] what k more own stones on a tile are worth. under[q, d] is the chance that
colour q adds fewer than d stones to a tile, none if d is not above 0.
"""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.games.louis14 import state as st
from louis14_env.games.louis14.bots import weights as w
from louis14_env.games.louis14.bots.goods import by_round
from louis14_env.games.louis14.state import NOBODY, copies, size_of
from louis14_env.games.louis14.tables import (
    CONDITION,
    DAUPHIN,
    MONEY,
    MONTESPAN,
    MOST_PLACED,
    NEUTRAL,
    NUM_COLOURS,
    NUM_TILES,
    NUMBER,
    P_DISCOUNT,
    PERSON_STONES,
    STONES,
    VALLIERE,
)

INTRIGUE_STONES = 2  # that an intrigue card may bring (E1)
CALM, THREATENED = range(2)  # whether an opponent may hold the intrigue card of a tile


@jit
def group(tile):
    """Returns which `reach` goes for a tile."""
    return 0 if tile <= DAUPHIN else 1 if tile == MONTESPAN or tile == VALLIERE else 2


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
def fill_unders(s, p, W, unders):
    """Fills unders[CALM or THREATENED, group of tiles, q, d]: stones come by cards and, where threatened, by the tile's intrigue card."""
    unknown = NUM_TILES - size_of(s.intrigue[p])
    for q in range(NUM_COLOURS):
        playing = q != p and q < s.num_players
        cards = cards_left(s, q) if playing else 0
        held = W[w.W_THREAT] * size_of(s.intrigue[q]) / unknown if playing else 0.0
        for of in range(w.GROUPS):
            first = w.CHANCES + (of * w.MOST_CARDS + cards) * (w.MOST_LEAD + 1)
            for d in range(w.MOST_LEAD + 1):
                unders[CALM, of, q, d] = W[first + d]
                played = W[first + max(0, d - INTRIGUE_STONES)]
                unders[THREATENED, of, q, d] = W[first + d] + held * (played - W[first + d])


@jit
def at(lead):
    """Returns where a lead of so many stones stands in under[q]."""
    return min(max(lead, 0), w.MOST_LEAD)


@jit
def bribe_price(s, p, tile):
    """Returns what a bribe on a Money tile costs player p (C20)."""
    return max(0, NUMBER[tile, s.side[tile]] - copies(s, p, P_DISCOUNT))


@jit
def is_money(s, tile):
    return CONDITION[tile, s.side[tile]] == MONEY


@jit
def leads(s, p, tile):
    """Returns whether player p leads alone there at present."""
    for colour in range(NUM_COLOURS):
        if colour != p and s.stones[tile, colour] >= s.stones[tile, p]:
            return False
    return True


@jit
def second_chance(s, p, tile, mine, under):
    """Returns the chance that exactly one colour ends ahead of `mine` stones and no other level with them (E6)."""
    total = 0.0
    for ahead in range(NUM_COLOURS):
        if ahead == p or (ahead < NEUTRAL and ahead >= s.num_players):
            continue
        chance = 1 - under[ahead, at(mine - s.stones[tile, ahead] + 1)]
        if chance == 0:
            continue
        for q in range(NUM_COLOURS):
            if q != p and q != ahead and (q == NEUTRAL or q < s.num_players) and chance > 0:
                chance *= under[q, at(mine - s.stones[tile, q])]
        total += chance
    return total


@jit
def raised(base, times):
    """Returns base ** times for whole numbers: much faster than the operator."""
    power = 1.0
    for _ in range(times):
        power *= base
    return power


@jit
def stones_worth(s, tile, mine, payout, partial, later):
    """Returns what a Stones tile is worth with `mine` own stones on it: its payout or, while cards are left, a part of it."""
    short = NUMBER[tile, s.side[tile]] - mine
    if mine <= 0:
        return 0.0
    if short <= 0:
        return payout
    return payout * raised(partial, short) if later else 0.0


@jit
def tile_worth(s, p, tile, mine, payout, crown, stone, trailing, under, later, offer):
    """Returns what player p may expect of a Money or First place tile with `mine` own stones on it."""
    if mine <= 0:
        return 0.0
    sole, level = 1.0, 1.0  # chances to lead alone, and to lead at least with others
    most = s.stones[tile, NEUTRAL]
    for q in range(s.num_players):
        if q != p:
            lead = mine - s.stones[tile, q]
            sole *= under[q, at(lead)]
            level *= under[q, at(lead + 1)]
            most = max(most, s.stones[tile, q])
    if s.num_players == 2:
        sole *= mine > s.stones[tile, NEUTRAL]
        level *= mine >= s.stones[tile, NEUTRAL]
    lost = mine * stone
    if tile != s.king:
        worth = sole * (payout - lost) + (1 - sole) * offer
        gain = payout - lost - offer
    else:
        second = second_chance(s, p, tile, mine, under)
        worth = sole * crown + level * (payout - lost) + second * payout + max(0.0, 1 - level - second) * offer
        gain = crown + payout - lost
    if later and mine == most:
        worth += (1 - sole) * trailing * max(0.0, gain)
    return worth


@jit
def holds(s, p, tile):
    """Returns whether player p holds the intrigue card of a tile."""
    return (s.intrigue[p] >> tile) & 1 == 1


@jit
def leader(s, p, tile):
    """Returns the opponent who leads on a Money or First place tile, ahead of p or level, or NOBODY."""
    first, most = NOBODY, max(1, s.stones[tile, p])
    if CONDITION[tile, s.side[tile]] != STONES:
        for q in range(s.num_players):
            if q != p and s.stones[tile, q] >= most + (first != NOBODY):
                first, most = q, s.stones[tile, q]
    return first


@jit
def denied(s, p, tile, more, first, V, W, under):
    """Returns what it is worth that the leader `first` of a tile may no longer lead alone if p adds `more` stones."""
    ahead = s.stones[tile, first] - s.stones[tile, p]
    stopped = under[first, at(more - ahead + 1)] - under[first, at(1 - ahead)]
    return W[w.W_DENY] * V[tile] * stopped


@jit
def fill_offers(s, p, V, W, offers):
    """Fills offers[tile] with what the chance to bribe there is worth: nothing if the coins go to better ones on which p relies already."""
    coin, discount = by_round(s, W, w.W_COIN), copies(s, p, P_DISCOUNT)
    for tile in range(NUM_TILES):
        price = max(0, NUMBER[tile, s.side[tile]] - discount)
        offers[tile] = V[tile] - price * coin if is_money(s, tile) and s.coins[p] >= price else 0.0
    for tile in range(NUM_TILES):
        if offers[tile] > 0 and tile > s.tile and s.stones[tile, p] > 0 and not leads(s, p, tile):
            price = max(0, NUMBER[tile, s.side[tile]] - discount)
            for other in range(NUM_TILES):
                if 0 < offers[other] < offers[tile] and price + NUMBER[other, s.side[other]] - discount > s.coins[p]:
                    offers[other] = 0.0
    for tile in range(NUM_TILES):
        offers[tile] = max(0.0, offers[tile])


@jit
def fill_gains(s, p, first, last, most, V, W, later, G):
    """Fills G[tile, k] for the tiles first .. last-1 and k up to `most` with what k more own stones on a tile are worth.

    `later` tells whether p has cards left to place with. The own intrigue card for a tile may add stones to it (E1).
    """
    offers, unders = np.zeros(NUM_TILES), np.empty((2, w.GROUPS, NUM_COLOURS, w.MOST_LEAD + 1))
    worths = np.empty(MOST_PLACED + INTRIGUE_STONES + 1)
    fill_offers(s, p, V, W, offers)
    fill_unders(s, p, W, unders)
    crown, stone, trailing, partial = V[MONTESPAN], by_round(s, W, w.W_STONE), W[w.W_TRAILING], W[w.W_PARTIAL]
    for tile in range(first, last):
        now, payout, backed = s.stones[tile, p], V[tile], tile > s.tile and holds(s, p, tile)
        extra = min(max(1, s.own[p]), INTRIGUE_STONES) if backed else 0
        under = unders[CALM if tile <= s.tile or backed else THREATENED, group(tile)]
        if CONDITION[tile, s.side[tile]] == STONES:
            for k in range(most + extra + 1):
                worths[k] = stones_worth(s, tile, now + k, payout, partial, later)
        else:
            for k in range(most + extra + 1):
                worths[k] = tile_worth(s, p, tile, now + k, payout, crown, stone, trailing, under, later, offers[tile])
        if backed:
            for k in range(most + 1):
                worths[k] += W[w.W_BACKING] * max(0.0, worths[k + extra] - worths[k] - by_round(s, W, w.W_INTRIGUE))
        first_there = leader(s, p, tile)
        G[tile, 0] = 0.0
        for k in range(1, most + 1):
            G[tile, k] = worths[k] - worths[0]
            if first_there != NOBODY:
                G[tile, k] += denied(s, p, tile, k, first_there, V, W, under)
