"""Redeterminisation: what a player cannot know is dealt anew, everything the player has seen stays (Q9)."""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.core.rng import seed_rng, shuffle
from louis14_env.games.louis14.state import ASK_INTRIGUE, OVER, bit, draw_coats
from louis14_env.games.louis14.tables import (
    NUM_COATS,
    NUM_INFLUENCE,
    NUM_INTRIGUE,
    NUM_MISSIONS,
    NUM_MONEY,
    NUM_SHADES,
    SHADE_FIRST,
    SHADE_SIZE,
)

STREAM = 1  # tells a redeterminised game's chance from that of a new game with the same seed


@jit
def redeterminize(states, i, viewer, seed):
    """Deals anew, uniformly, all that `viewer` cannot know, with fresh chance for what is to come.

    The outcome depends on what the viewer knows and on the seed alone, not on how the hidden cards lay.
    """
    s = states[i]
    seed_rng(s.rng, seed, STREAM)
    if s.stage == OVER:
        return
    new = np.empty(NUM_MISSIONS, np.int64)

    permute(
        s.rng, new, ~s.knows_influence[viewer], 0, NUM_INFLUENCE, s.hand, s.knows_influence, s.influence_stack, s.influence_left
    )
    unknown = ~s.knows_intrigue[viewer]
    if s.ask == ASK_INTRIGUE:
        unknown &= ~bit(s.tile)  # the question shows who holds it
    permute(s.rng, new, unknown, 0, NUM_INTRIGUE, s.intrigue, s.knows_intrigue, s.intrigue_stack, s.intrigue_left)
    for shade in range(NUM_SHADES):  # the backs show the shade
        first, last = SHADE_FIRST[shade], SHADE_FIRST[shade] + SHADE_SIZE[shade]
        stack, left = s.mission_stack[shade], s.missions_left[shade]
        permute(s.rng, new, ~s.knows_missions[viewer], first, last, s.missions, s.knows_missions, stack, left)
    shuffle_money(s)
    deal_coats(s, viewer)


@jit
def permute(rng, new, unknown, first, last, hands, knows, stack, left):
    """Exchanges at random the unknown ones of the cards first .. last-1 in hands, stack and what players know.

    Their places are counted in an order that is no secret: hands by seat and, within a hand, by who knows the card; then the stack.
    """
    cards = np.empty(last - first, np.int64)
    count = 0
    for card in range(first, last):
        new[card] = card
        if (unknown >> card) & 1:
            cards[count] = card
            count += 1
    shuffle(rng, cards, count)
    nth = 0
    for p in range(len(hands)):
        held = hands[p] & unknown
        pattern = 0
        while pattern < 1 << len(hands) and (held >> first) & (bit(last - first) - 1):
            for card in range(first, last):
                if (held >> card) & 1 and known_by(knows, card) == pattern:
                    held &= ~bit(card)
                    new[card] = cards[nth]
                    nth += 1
            pattern += 1
    for k in range(left):
        if (unknown >> stack[k]) & 1:
            new[stack[k]] = cards[nth]
            nth += 1
        stack[k] = new[stack[k]]
    for p in range(len(hands)):
        hands[p] = moved(new, hands[p], first, last)
        knows[p] = moved(new, knows[p], first, last)


@jit
def known_by(knows, card):
    """Returns the set of players who know where a card is."""
    players = 0
    for p in range(len(knows)):
        players |= ((knows[p] >> card) & 1) << p
    return players


@jit
def moved(new, cards, first, last):
    """Returns the set with each of its cards first .. last-1 exchanged for its new one."""
    image = cards & ~((bit(last - first) - 1) << first)
    for card in range(first, last):
        if (cards >> card) & 1:
            image |= bit(new[card])
    return image


@jit
def shuffle_money(s):
    """The money cards of later rounds and those out of the game are unknown to all."""
    seen = 0
    for k in range(s.round_no):
        seen |= bit(s.money_stack[k])
    k = s.round_no
    for card in range(NUM_MONEY):
        if not (seen >> card) & 1:
            s.money_stack[k] = card
            k += 1
    shuffle(s.rng, s.money_stack[s.round_no :], NUM_MONEY - s.round_no)


@jit
def deal_coats(s, viewer):
    """The other players' coats and the bag are mixed and dealt anew; how many each has is public."""
    for kind in range(NUM_COATS):
        for p in range(s.num_players):
            if p != viewer:
                s.bag[kind] += s.coats[p, kind]
    for p in range(s.num_players):
        if p != viewer:
            held = s.coats[p].sum()
            s.coats[p, :] = 0
            draw_coats(s, p, held)
