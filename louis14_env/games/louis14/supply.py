"""Phase 1, supply: P1 to P4 and the missions of this phase."""

from louis14_env.core.jit import jit
from louis14_env.games.louis14.actions import A_DECLINE, A_STONE_FOR_CARD, A_TAKE_COINS
from louis14_env.games.louis14.state import (
    ASK_SUPPLY_CARD,
    ASK_SUPPLY_CHOICE,
    DEAL,
    NEUTRAL_STONES,
    SUPPLY,
    ask,
    copies,
    draw_coats,
    draw_influence,
    draw_intrigue,
    fetch,
    seat,
)
from louis14_env.games.louis14.tables import (
    CARDS_DEALT,
    MONEY_AMOUNT,
    MONEY_TILE,
    NUM_ROUNDS,
    P_3LOUISDOR,
    P_3STONES,
    P_CARD,
    P_CHOICE,
    P_COAT,
    P_INTRIGUE,
    P_LOUISDOR,
    P_STONE,
)

COMPENSATED_PLAYERS = 3  # P4
# How far a player's supply has come, in `count`: what was done, and C8s asked.
GAINS_TAKEN, CARD_ASKED, STONES_TAKEN, ONE_CHOICE = 1, 2, 4, 8


@jit
def reveal_money(s):
    """P1: everyone gets the card's amount, the king goes to its tile."""
    card = s.money_stack[s.round_no - 1]
    for p in range(s.num_players):
        s.coins[p] += MONEY_AMOUNT[card]
    s.king = MONEY_TILE[card]
    s.used[:, :] = 0
    s.turn = 0
    s.count = 0
    s.stage = SUPPLY


@jit
def supply_missions(s):
    """P2: each player from the start player on, in the order that loses nothing.

    What only informs or enriches comes first (C3, C9, C14, C15); then C16, as soon as a stone is there, so that C2, C13 and
    C8 can fetch the stone back that it costs.
    """
    if s.turn == s.num_players:
        s.stage = DEAL
        return
    p = seat(s, s.turn)
    if s.laid[p] != 0:
        if not s.count & GAINS_TAKEN:
            s.count |= GAINS_TAKEN
            take_gains(s, p)
        if not s.count & CARD_ASKED and copies(s, p, P_CARD) > 0 and s.own[p] > 0 and s.influence_left > 0:
            s.count |= CARD_ASKED
            ask(s, ASK_SUPPLY_CARD, p)
            return
        if not s.count & STONES_TAKEN:
            s.count |= STONES_TAKEN
            fetch(s, p, copies(s, p, P_STONE) + 3 * copies(s, p, P_3STONES))  # C2, C13
            return
        if s.count // ONE_CHOICE < copies(s, p, P_CHOICE):
            s.count += ONE_CHOICE
            ask(s, ASK_SUPPLY_CHOICE, p)
            return
    s.turn += 1
    s.count = 0


@jit
def take_gains(s, p):
    """C3, C9, C14, C15: what has no downside is taken without asking."""
    s.coins[p] += copies(s, p, P_LOUISDOR) + 3 * copies(s, p, P_3LOUISDOR)
    draw_coats(s, p, copies(s, p, P_COAT))
    for _ in range(copies(s, p, P_INTRIGUE)):
        draw_intrigue(s, p)


@jit
def allow_supply_card(s, mask):
    mask[A_STONE_FOR_CARD] = 1
    mask[A_DECLINE] = 1
    return 2


@jit
def answer_supply_card(s, p, action):
    """C16: a stone from own to general for the top influence card."""
    if action == A_STONE_FOR_CARD:
        s.own[p] -= 1
        s.general[p] += 1
        draw_influence(s, p)


@jit
def allow_supply_choice(s, mask):
    """Q8: only what can be given in full."""
    options = 1 + min(s.general[s.player], 2)
    mask[A_TAKE_COINS : A_TAKE_COINS + options] = 1
    return options


@jit
def answer_supply_choice(s, p, action):
    """C8: two louisdor, one and a stone, or two stones."""
    stones = action - A_TAKE_COINS
    s.coins[p] += 2 - stones
    fetch(s, p, stones)


@jit
def deal(s):
    """P4, then P3."""
    if s.num_players == COMPENSATED_PLAYERS and s.round_no == NUM_ROUNDS:
        draw_intrigue(s, s.start)
    for place in range(s.num_players):
        for _ in range(CARDS_DEALT):
            draw_influence(s, seat(s, place))
    s.stage = NEUTRAL_STONES
