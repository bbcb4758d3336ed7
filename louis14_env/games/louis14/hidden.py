"""Redeterminisation: what a player cannot know is dealt anew, everything the player has seen stays (Q9)."""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.core.rng import below, seed_rng, shuffle
from louis14_env.games.louis14.state import ASK_INTRIGUE, OVER, bit, draw_coats
from louis14_env.games.louis14.tables import (
    NUM_COATS,
    NUM_INFLUENCE,
    NUM_INTRIGUE,
    NUM_MISSIONS,
    NUM_MONEY,
    NUM_SHADES,
    SHADE_SET,
)

STREAM = 1  # tells a redeterminised game's chance from that of a new game with the same seed


@jit
def redeterminize(states, i, viewer, seed):
    """Deals anew, uniformly, all that `viewer` cannot know, with fresh chance for what is to come."""
    s = states[i]
    seed_rng(s.rng, seed, STREAM)
    if s.stage == OVER:
        return
    new = np.empty(NUM_MISSIONS, np.int64)

    permute(s.rng, new, ~s.knows_influence[viewer], NUM_INFLUENCE)
    move_cards(new, s.hand, s.knows_influence, NUM_INFLUENCE)
    for k in range(s.influence_left):
        s.influence_stack[k] = new[s.influence_stack[k]]

    unknown = ~s.knows_intrigue[viewer]
    if s.ask == ASK_INTRIGUE:
        unknown &= ~bit(s.tile)  # the question shows who holds it
    permute(s.rng, new, unknown, NUM_INTRIGUE)
    move_cards(new, s.intrigue, s.knows_intrigue, NUM_INTRIGUE)
    for k in range(s.intrigue_left):
        s.intrigue_stack[k] = new[s.intrigue_stack[k]]

    for shade in range(NUM_SHADES):  # the backs show the shade
        permute(s.rng, new, ~s.knows_missions[viewer] & SHADE_SET[shade], NUM_MISSIONS)
        move_cards(new, s.missions, s.knows_missions, NUM_MISSIONS)
        for k in range(s.missions_left[shade]):
            s.mission_stack[shade, k] = new[s.mission_stack[shade, k]]

    shuffle_money(s)
    deal_coats(s, viewer)


@jit
def permute(rng, new, cards, size):
    """Fills new[card] with a random permutation of the set `cards`; the other cards stay what they are."""
    members = np.empty(size, np.int64)
    count = 0
    for card in range(size):
        new[card] = card
        if (cards >> card) & 1:
            members[count] = card
            count += 1
    shuffle(rng, members, count)
    nth = 0
    for card in range(size):
        if (cards >> card) & 1:
            new[card] = members[nth]
            nth += 1


@jit
def move_cards(new, hands, knows, size):
    """Applies the permutation to hands and to what the others know."""
    for p in range(len(hands)):
        hands[p] = moved(new, hands[p], size)
        knows[p] = moved(new, knows[p], size)


@jit
def moved(new, cards, size):
    image = np.int64(0)
    for card in range(size):
        if (cards >> card) & 1:
            image |= bit(new[card])
    return image


@jit
def shuffle_money(s):
    """The money cards of later rounds and those out of the game are unknown to all."""
    for last in range(NUM_MONEY - 1, s.round_no, -1):
        other = s.round_no + below(s.rng, last - s.round_no + 1)
        kept = s.money_stack[last]
        s.money_stack[last] = s.money_stack[other]
        s.money_stack[other] = kept


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
