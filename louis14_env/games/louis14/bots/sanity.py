"""Moves that are plainly wasteful: for each there is another one that is better almost always."""

from louis14_env.core.jit import jit
from louis14_env.games.louis14 import state as st
from louis14_env.games.louis14.actions import A_DECLINE, A_FETCH, A_FOUR_FETCH, A_KEEP, A_LAY, A_PATH, A_PAY
from louis14_env.games.louis14.missions import payable_missions, payable_pairs
from louis14_env.games.louis14.tables import (
    CROWN,
    FOUR,
    JOKER,
    JOKER_STONES,
    MOST_PLACED,
    NUM_KINDS,
    NUM_PAIRS,
    NUM_ROUNDS,
    PAID_BY,
    PAIR_CHIPS,
    PATH_STONES,
    PERSON_STONES,
)


@jit
def wasteful(s, mask, action):
    """Returns whether a legal action is plainly wasteful."""
    p, ask = s.player, s.ask
    if ask == st.ASK_CARD:  # fetching nothing while stones could be placed
        fetches = A_FETCH <= action < A_FETCH + NUM_KINDS or A_FOUR_FETCH <= action < A_FOUR_FETCH + NUM_KINDS
        return fetches and s.general[p] == 0 and s.own[p] > 0
    if ask == st.ASK_PATH:  # placing fewer stones than the card and the stock allow
        return PATH_STONES[action - A_PATH] < min(s.own[p], stones_of(s.card))
    if ask == st.ASK_OPENING or ask == st.ASK_CLOSING or ask == st.ASK_MAINTENON:  # declining a stone from the general stock
        return action == A_DECLINE and s.general[p] > 0
    if ask == st.ASK_MISSION:  # leaving a mission that can be paid; paying for a crown then
        return payable_missions(s, p) != 0 and not A_LAY <= action < A_LAY + len(PAID_BY)
    if ask == st.ASK_PAY:  # a crown where other chips would do
        return crowns(action - A_PAY) > fewest_crowns(payable_pairs(s, p) & PAID_BY[s.mission])
    if ask == st.ASK_KEEP:  # another chip than a crown, while it can still be used
        return s.round_no < NUM_ROUNDS and mask[A_KEEP + CROWN] and action != A_KEEP + CROWN
    return False


@jit
def stones_of(card):
    """Returns how many stones a kind of card may place."""
    return MOST_PLACED if card == FOUR else JOKER_STONES if card == JOKER else PERSON_STONES


@jit
def crowns(pair):
    """Returns the number of crowns in a pair of chips."""
    return int(PAIR_CHIPS[pair, 0] == CROWN) + int(PAIR_CHIPS[pair, 1] == CROWN)


@jit
def fewest_crowns(pairs):
    """Returns the smallest number of crowns in one of a set of pairs."""
    fewest = 2
    for pair in range(NUM_PAIRS):
        if (pairs >> pair) & 1:
            fewest = min(fewest, crowns(pair))
    return fewest
