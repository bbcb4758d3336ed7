"""Phase 2, influence: I1 to I7, D2 and the missions of this phase."""

from louis14_env.core.jit import jit
from louis14_env.core.rng import shuffle
from louis14_env.games.louis14.actions import (
    A_DECLINE,
    A_EXCHANGE,
    A_FETCH,
    A_FOUR_FETCH,
    A_FOUR_PLACE,
    A_PATH,
    A_PLACE,
    A_SIT_OUT,
    A_STONE,
)
from louis14_env.games.louis14.state import (
    ASK_CARD,
    ASK_CLOSING,
    ASK_OPENING,
    ASK_PATH,
    CLOSING,
    INTRIGUE,
    NOTHING,
    OPENING,
    SHUFFLE,
    TURNS,
    U_EXCHANGE,
    U_FOUR,
    U_SITOUT,
    ask,
    bit,
    copies,
    draw_influence,
    everybody_knows_influence,
    fetch,
    has_stone,
    place_from_general,
    pop_influence,
    seat,
    size_of,
)
from louis14_env.games.louis14.tables import (
    ANNE,
    CARDS_OF_KIND,
    FOUR,
    JOKER,
    JOKER_STONES,
    KIND,
    MOST_PLACED,
    NEUTRAL,
    NUM_INFLUENCE,
    NUM_KINDS,
    NUM_TILES,
    OPENINGS,
    P_EXCHANGE,
    P_FOUR,
    P_LAST,
    P_SITOUT,
    PATH_COUNT,
    PATH_LEGS,
    PATH_TILE,
    PATHS_OF,
    PATHS_WITH,
    PERSON_STONES,
)

NEUTRAL_EACH = 2  # neutral stones put on a tile at a time
NEUTRAL_CARDS = 3
SITOUT_PRICE = 2


# --- Before the first card -------------------------------------------------------------------------------------------
@jit
def place_neutral(s):
    """D2: two stones on the king's tile and on each of three revealed persons; a joker is replaced."""
    if s.num_players == 2:
        put_neutral(s, s.king)
        revealed = 0
        while revealed < NEUTRAL_CARDS and s.influence_left > 0:
            card = pop_influence(s)
            s.middle |= bit(card)
            everybody_knows_influence(s, bit(card))
            if KIND[card] != JOKER:
                put_neutral(s, KIND[card])
                revealed += 1
    s.turn = 0
    s.count = 0
    s.stage = OPENING


@jit
def put_neutral(s, tile):
    s.stones[tile, NEUTRAL] += NEUTRAL_EACH
    s.box -= NEUTRAL_EACH


@jit
def opening_missions(s):
    """C4, C10, C11 (Q2): each asked in turn, as long as a stone is there."""
    while s.turn < s.num_players:
        p = seat(s, s.turn)
        while s.laid[p] != 0 and s.count < len(OPENINGS):
            power, copy, tile = OPENINGS[s.count, 0], OPENINGS[s.count, 1], OPENINGS[s.count, 2]
            s.count += 1
            if copies(s, p, power) >= copy and has_stone(s, p):
                s.target = s.king if tile == NOTHING else tile
                ask(s, ASK_OPENING, p)
                return
        s.turn += 1
        s.count = 0
    s.turn = s.start
    s.stage = TURNS


@jit
def allow_opening(s, mask):
    mask[A_STONE + s.target] = 1
    mask[A_DECLINE] = 1
    return 2


@jit
def answer_opening(s, p, action):
    if action != A_DECLINE:
        place_from_general(s, p, s.target)
    s.target = NOTHING


# --- Cards, one at a time --------------------------------------------------------------------------------------------
@jit
def next_turn(s):
    """I1, I6: the next player clockwise with more than one card; those down to one have discarded it."""
    for p in range(s.num_players):
        if size_of(s.hand[p]) == 1:
            discard_last(s, p)
    for k in range(s.num_players):
        p = (s.turn + k) % s.num_players
        if s.hand[p] != 0:
            s.turn = (p + 1) % s.num_players
            ask(s, ASK_CARD, p)
            return
    s.turn = 0
    s.stage = CLOSING


@jit
def discard_last(s, p):
    """I6: face down on top of the stack; only its owner knows the card."""
    card = 0
    while not (s.hand[p] >> card) & 1:
        card += 1
    s.hand[p] = 0
    s.influence_stack[s.influence_left] = card
    s.influence_left += 1


@jit
def allow_card(s, mask):
    """I1: place (with a stone at hand, Q10) or fetch; C5, C12, C17."""
    p = s.player
    places = s.own[p] > 0
    four = copies(s, p, P_FOUR) > s.used[U_FOUR, p]
    exchanges = copies(s, p, P_EXCHANGE) > s.used[U_EXCHANGE, p]
    count = 0
    for kind in range(NUM_KINDS):
        if s.hand[p] & CARDS_OF_KIND[kind]:
            mask[A_FETCH + kind] = 1
            mask[A_PLACE + kind] = places
            mask[A_FOUR_FETCH + kind] = four
            mask[A_FOUR_PLACE + kind] = four and places
            mask[A_EXCHANGE + kind] = exchanges
            count += 1 + places + four + (four and places) + exchanges
    if s.coins[p] >= SITOUT_PRICE and copies(s, p, P_SITOUT) > s.used[U_SITOUT, p]:
        mask[A_SIT_OUT] = 1
        count += 1
    return count


@jit
def answer_card(s, p, action):
    if action == A_SIT_OUT:  # C5
        s.coins[p] -= SITOUT_PRICE
        s.used[U_SITOUT, p] += 1
        return
    kind = action % NUM_KINDS  # the five ranges of cards come first in the action table
    show_card(s, p, kind)
    if action >= A_EXCHANGE:  # C12
        s.used[U_EXCHANGE, p] += 1
        draw_influence(s, p)
    elif action >= A_FOUR_FETCH:  # C17
        s.used[U_FOUR, p] += 1
        fetch(s, p, MOST_PLACED)
    elif action >= A_FOUR_PLACE:  # C17
        s.used[U_FOUR, p] += 1
        s.card = FOUR
        ask(s, ASK_PATH, p)
    elif action >= A_FETCH:  # I3, I5
        fetch(s, p, JOKER_STONES if kind == JOKER else PERSON_STONES)
    else:  # I2, I4
        s.card = kind
        ask(s, ASK_PATH, p)


@jit
def show_card(s, p, kind):
    """A card goes face up to the middle: of two equal ones the one that more players know to be in this hand."""
    best = -1
    known = -1
    for card in range(NUM_INFLUENCE):
        if KIND[card] == kind and (s.hand[p] >> card) & 1:
            knowing = 0
            for q in range(s.num_players):
                knowing += (s.knows_influence[q] >> card) & 1
            if knowing > known:
                best = card
                known = knowing
    s.hand[p] &= ~bit(best)
    for q in range(s.num_players):
        if q != p and not (s.knows_influence[q] >> best) & 1:
            s.knows_influence[q] &= ~(s.hand[p] & CARDS_OF_KIND[kind])  # q may have known of the one just shown
    s.middle |= bit(best)
    everybody_knows_influence(s, bit(best))


@jit
def allow_path(s, mask):
    """I2, I4, C17: the paths of this card for which there are stones enough."""
    own = min(s.own[s.player], MOST_PLACED)
    count = PATHS_WITH[s.card, own]
    for k in range(count):
        mask[A_PATH + PATHS_OF[s.card, k]] = 1
    return count


@jit
def answer_path(s, p, action):
    path = action - A_PATH
    for leg in range(PATH_LEGS[path]):
        s.stones[PATH_TILE[path, leg], p] += PATH_COUNT[path, leg]
        s.own[p] -= PATH_COUNT[path, leg]
    s.card = NOTHING


# --- After the last card ---------------------------------------------------------------------------------------------
@jit
def closing_mission(s):
    """C18: when all are done, before I7."""
    while s.turn < s.num_players:
        p = seat(s, s.turn)
        s.turn += 1
        if copies(s, p, P_LAST) > 0 and has_stone(s, p):
            ask(s, ASK_CLOSING, p)
            return
    s.stage = SHUFFLE


@jit
def allow_closing(s, mask):
    mask[A_STONE : A_STONE + NUM_TILES] = 1
    mask[A_DECLINE] = 1
    return NUM_TILES + 1


@jit
def answer_closing(s, p, action):
    if action != A_DECLINE:
        place_from_general(s, p, action - A_STONE)


@jit
def reshuffle(s):
    """I7: all influence cards make a new stack; then the evaluation begins with tile 1."""
    held = 0
    for p in range(s.num_players):
        held |= s.hand[p]
    s.influence_stack[:] = NOTHING
    s.influence_left = 0
    for card in range(NUM_INFLUENCE):
        if not (held >> card) & 1:
            s.influence_stack[s.influence_left] = card
            s.influence_left += 1
    shuffle(s.rng, s.influence_stack, s.influence_left)
    s.middle = 0
    for p in range(s.num_players):
        s.knows_influence[p] = s.hand[p]
    s.turn = 0
    s.tile = ANNE
    s.stage = INTRIGUE
