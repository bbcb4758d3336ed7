"""How the contests for the tiles may end, and what more stones on a tile are worth.

V[tile] is what a payout is worth, W a row of weights, G[tile, k] what k more own stones on a tile are worth.
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
    NEUTRAL,
    NUM_COLOURS,
    NUM_TILES,
    NUMBER,
    P_DISCOUNT,
    PERSON_STONES,
    STONES,
    VALLIERE,
)


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
def tile_worth(s, p, tile, mine, V, W, left, later, offer):
    """Returns what player p may expect of a tile with `mine` own stones on it.

    left[q] are the cards that others can still place with, `later` whether p has any; `offer` is what the chance to bribe is worth.
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
    sole, level = 1.0, 1.0  # chances to lead alone, and to lead at least with others
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
    if tile != s.king:
        worth = sole * (V[tile] - lost) + (1 - sole) * offer
        gain = V[tile] - lost - offer
    else:
        second = second_chance(s, p, tile, mine, W, left, of)
        worth = sole * V[MONTESPAN] + level * (V[tile] - lost) + second * V[tile] + max(0.0, 1 - level - second) * offer
        gain = V[MONTESPAN] + V[tile] - lost
    if later and mine == most:
        worth += (1 - sole) * W[w.W_TRAILING] * max(0.0, gain)
    return worth


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
def denied(s, p, tile, more, first, V, W, left):
    """Returns what it is worth that the leader `first` of a tile may no longer lead alone if p adds `more` stones."""
    ahead = s.stones[tile, first] - s.stones[tile, p]
    stopped = below(W, group(tile), left[first], more - ahead + 1) - below(W, group(tile), left[first], 1 - ahead)
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
    """Fills G[tile, k] for the tiles first .. last-1 and k up to `most` with what k more own stones on a tile are worth."""
    left = np.zeros(NUM_COLOURS, np.int64)
    for q in range(s.num_players):
        if q != p:
            left[q] = cards_left(s, q)
    offers = np.zeros(NUM_TILES)
    fill_offers(s, p, V, W, offers)
    for tile in range(first, last):
        now = s.stones[tile, p]
        before = tile_worth(s, p, tile, now, V, W, left, later, offers[tile])
        G[tile, 0] = 0.0
        first_there = leader(s, p, tile)
        for k in range(1, most + 1):
            G[tile, k] = tile_worth(s, p, tile, now + k, V, W, left, later, offers[tile]) - before
            if first_there != NOBODY:
                G[tile, k] += denied(s, p, tile, k, first_there, V, W, left)
