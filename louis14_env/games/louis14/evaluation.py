"""Phase 3, evaluation of tiles 1 to 12: E1 to E10, D3, the payouts T1 to T12, C19 and C20."""

from louis14_env.core.jit import jit
from louis14_env.games.louis14.actions import (
    A_BRIBE,
    A_DECLINE,
    A_ONE_GENERAL,
    A_ONE_OWN,
    A_STONE,
    A_TWO_OWN,
    A_WIN_TIE,
)
from louis14_env.games.louis14.state import (
    ASK_BRIBE,
    ASK_CONDE,
    ASK_INTRIGUE,
    ASK_MAINTENON,
    ASK_TIE,
    CONDE_STONES,
    GO,
    INTRIGUE,
    LEAVE,
    MAINTENON_STONES,
    NOBODY,
    NOTHING,
    PAY,
    R_BUYER,
    R_FREE,
    R_LEADER,
    R_NOTHING,
    RANK,
    TIE,
    U_FIRST,
    ask,
    bit,
    copies,
    draw_coats,
    draw_influence,
    draw_intrigue,
    fetch,
    has_stone,
    place_from_general,
    put_under,
    seat,
)
from louis14_env.games.louis14.tables import (
    COLBERT,
    CONDE,
    CONDITION,
    CROWN,
    DAUPHIN,
    LOUVOIS,
    MAINTENON,
    MAZARIN,
    MONEY,
    MONTESPAN,
    NEUTRAL,
    NUM_COLOURS,
    NUM_TILES,
    NUMBER,
    P_DISCOUNT,
    P_FIRST,
    STONES,
    TURENNE,
    VALLIERE,
)

COLBERT_COINS = 5
TURENNE_COATS = 2
MAINTENON_MOST = 2


@jit
def condition(s):
    """Returns the condition of the tile under evaluation."""
    return CONDITION[s.tile, s.side[s.tile]]


# --- Intrigue, then the tie ------------------------------------------------------------------------------------------
@jit
def offer_intrigue(s):
    """E1: just before the tile is evaluated its card's holder may play it."""
    s.stage = TIE
    for p in range(s.num_players):
        if (s.intrigue[p] >> s.tile) & 1 and has_stone(s, p):
            ask(s, ASK_INTRIGUE, p)


@jit
def allow_intrigue(s, mask):
    """One from general or one or two from own, never mixed."""
    p = s.player
    mask[A_ONE_GENERAL] = s.general[p] > 0
    mask[A_ONE_OWN] = s.own[p] > 0
    mask[A_TWO_OWN] = s.own[p] > 1
    mask[A_DECLINE] = 1
    return 1 + (s.general[p] > 0) + (s.own[p] > 0) + (s.own[p] > 1)


@jit
def answer_intrigue(s, p, action):
    if action == A_DECLINE:
        return
    if action == A_ONE_GENERAL:
        s.general[p] -= 1
        s.stones[s.tile, p] += 1
    else:
        n = 1 + action - A_ONE_OWN
        s.own[p] -= n
        s.stones[s.tile, p] += n
    s.intrigue[p] &= ~bit(s.tile)
    put_under(s.intrigue_stack, s.intrigue_left, s.tile)
    s.intrigue_left += 1
    for q in range(s.num_players):
        s.knows_intrigue[q] |= bit(s.tile)


@jit
def offer_tie(s):
    """C19 (Q3): asked of its owner among tied leaders of a Money or First place tile."""
    s.winner = NOBODY
    s.stage = RANK
    if condition(s) == STONES:
        return
    most = s.stones[s.tile].max()
    leaders = 0
    for colour in range(NUM_COLOURS):
        leaders += s.stones[s.tile, colour] == most
    if most == 0 or leaders == 1:
        return
    for p in range(s.num_players):
        if s.stones[s.tile, p] == most and copies(s, p, P_FIRST) > s.used[U_FIRST, p]:
            ask(s, ASK_TIE, p)


@jit
def allow_tie(s, mask):
    mask[A_WIN_TIE] = 1
    mask[A_DECLINE] = 1
    return 2


@jit
def answer_tie(s, p, action):
    if action == A_WIN_TIE:
        s.winner = p
        s.used[U_FIRST, p] += 1


# --- Ranks: who may expect what --------------------------------------------------------------------------------------
@jit
def rank(s):
    """E10: the stones are counted once; E2 to E6: what each player on the tile may expect."""
    for colour in range(NUM_COLOURS):
        s.counted[colour] = s.stones[s.tile, colour]
    s.role[:] = R_NOTHING
    s.paid[:] = 0
    s.crown_to = NOBODY
    if condition(s) == STONES:
        rank_stones(s)
    else:
        rank_majority(s)
    line_up(s)
    s.turn = 0
    s.stage = PAY


@jit
def rank_stones(s):
    """E4, E5: enough stones get the payout; the tile flips if anybody does."""
    s.flips = 0
    for p in range(s.num_players):
        if s.counted[p] >= NUMBER[s.tile, s.side[s.tile]]:
            s.role[p] = R_FREE
            s.flips = 1


@jit
def strength(s, colour):
    """Returns a number that orders the colours on the tile; C19's winner is just above an equal count."""
    return 2 * s.counted[colour] + (colour == s.winner)


@jit
def rank_majority(s):
    """E2, E3, E6 and, with the neutral colour ranked like a player, D3."""
    kings = s.tile == s.king
    first, leaders = 0, 0
    for colour in range(NUM_COLOURS):
        now = strength(s, colour)
        if now > first:
            first, leaders = now, 1
        elif now == first:
            leaders += 1
    second, seconds = 0, 0
    for colour in range(NUM_COLOURS):
        now = strength(s, colour)
        if now < first and now > second:
            second, seconds = now, 1
        elif now == second:
            seconds += 1
    sole = first > 0 and leaders == 1
    s.flips = sole or kings  # E5, Q4
    for p in range(s.num_players):
        now = strength(s, p)
        if now == 0:
            continue
        if now == first and (sole or kings):
            s.role[p] = R_LEADER
            if sole and kings:
                s.crown_to = p
        elif kings and sole and now == second and seconds == 1:
            s.role[p] = R_FREE
        elif condition(s) == MONEY:
            s.role[p] = R_BUYER


@jit
def line_up(s):
    """E7: leaders first, then the others, each from the start player on."""
    s.queue[:] = NOBODY
    s.queued = 0
    for leading in (True, False):
        for place in range(s.num_players):
            p = seat(s, place)
            if s.role[p] != R_NOTHING and (s.role[p] == R_LEADER) == leading:
                s.queue[s.queued] = p
                s.queued += 1


# --- Payouts ---------------------------------------------------------------------------------------------------------
@jit
def price(s, p):
    """Returns what a bribe costs (C20, Q5)."""
    return max(0, NUMBER[s.tile, s.side[s.tile]] - copies(s, p, P_DISCOUNT))


@jit
def pay_next(s):
    """E7: the next player in line gets the payout or is asked to bribe."""
    if s.turn == s.queued:
        s.turn = 0
        s.stage = CONDE_STONES
        return
    p = s.queue[s.turn]
    s.turn += 1
    if s.role[p] != R_BUYER:
        pay_out(s, p)
        if s.crown_to == p:
            s.chips[p, CROWN] += 1
    elif s.coins[p] >= price(s, p):
        ask(s, ASK_BRIBE, p)


@jit
def allow_bribe(s, mask):
    mask[A_BRIBE + s.tile] = 1
    mask[A_DECLINE] = 1
    return 2


@jit
def answer_bribe(s, p, action):
    if action != A_DECLINE:
        s.coins[p] -= price(s, p)
        pay_out(s, p)


@jit
def pay_out(s, p):
    """T1 to T12."""
    s.paid[p] = 1
    tile = s.tile
    if tile <= DAUPHIN:  # T1 to T4: each its own chip
        s.chips[p, tile] += 1
    elif tile == MONTESPAN or tile == VALLIERE:  # T5, T9
        s.chips[p, CROWN] += 1
    elif tile == CONDE:  # T6; the stones follow when all have their coat
        draw_coats(s, p, 1)
    elif tile == COLBERT:  # T7
        s.coins[p] += COLBERT_COINS
    elif tile == MAINTENON:  # T8
        s.draws = MAINTENON_MOST
        s.player = p
        s.stage = MAINTENON_STONES
    elif tile == TURENNE:  # T10
        draw_coats(s, p, TURENNE_COATS)
    elif tile == MAZARIN:  # T11
        draw_influence(s, p)
    elif tile == LOUVOIS:  # T12
        draw_coats(s, p, 1)
        draw_intrigue(s, p)


@jit
def place_maintenon(s):
    """T8: up to two stones on tile 5, then one stone general to own."""
    p = s.player
    if s.draws > 0 and has_stone(s, p):
        s.draws -= 1
        ask(s, ASK_MAINTENON, p)
        return
    s.draws = 0
    fetch(s, p, 1)
    s.player = NOBODY
    s.stage = PAY


@jit
def allow_maintenon(s, mask):
    mask[A_STONE + MONTESPAN] = 1
    mask[A_DECLINE] = 1
    return 2


@jit
def answer_maintenon(s, p, action):
    if action == A_DECLINE:
        s.draws = 0
    else:
        place_from_general(s, p, MONTESPAN)


@jit
def place_conde(s):
    """T6: when all have their coat, each who got one places a stone, in the same order."""
    while s.tile == CONDE and s.turn < s.queued:
        p = s.queue[s.turn]
        s.turn += 1
        if s.paid[p] and has_stone(s, p):
            ask(s, ASK_CONDE, p)
            return
    s.stage = LEAVE


@jit
def allow_conde(s, mask):
    """A must, if general has a stone; else one from own may be placed (E9)."""
    mask[A_STONE : A_STONE + NUM_TILES] = 1
    optional = s.general[s.player] == 0
    mask[A_DECLINE] = optional
    return NUM_TILES + optional


@jit
def answer_conde(s, p, action):
    if action != A_DECLINE:
        place_from_general(s, p, action - A_STONE)


# --- Stones leave, the tile flips ------------------------------------------------------------------------------------
@jit
def leave(s):
    """E2 to E6, E10: exactly the stones counted leave, the leaders' to general; the tile flips, the king goes."""
    tile = s.tile
    for colour in range(NUM_COLOURS):
        s.stones[tile, colour] -= s.counted[colour]
    s.box += s.counted[NEUTRAL]
    for p in range(s.num_players):
        if s.role[p] == R_LEADER:
            s.general[p] += s.counted[p]
        else:
            s.own[p] += s.counted[p]
    s.side[tile] ^= s.flips
    if s.king == tile:
        s.king = NOTHING
    forget_tile(s)
    s.tile = tile + 1
    s.stage = INTRIGUE
    if s.tile == NUM_TILES:
        s.tile = NOTHING
        s.turn = 0
        s.stage = GO


@jit
def forget_tile(s):
    s.counted[:] = 0
    s.role[:] = R_NOTHING
    s.paid[:] = 0
    s.queue[:] = NOBODY
    s.queued = 0
    s.winner = NOBODY
    s.crown_to = NOBODY
    s.flips = 0
    s.turn = 0
