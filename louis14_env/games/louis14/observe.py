"""What a player sees: one flat vector, egocentric (own seat first, then clockwise), made of named pieces.

The order of the pieces is the order in which `observe` writes them. Numbers are scaled to about 0..1.
Only the player who is asked sees the question itself; nobody else learns from it what is in that player's hand.
"""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.core.pieces import Layout, Piece
from louis14_env.games.louis14.components import KING_TILES
from louis14_env.games.louis14.evaluation import price
from louis14_env.games.louis14.state import (
    ASK_BRIBE,
    ASK_PAY,
    ASKS,
    OVER,
    PHASE,
    PHASES,
    USED,
    num_coats,
    size_of,
)
from louis14_env.games.louis14.tables import (
    CARDS_OF_KIND,
    CONDITION,
    FIRST,
    KIND,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NEUTRAL,
    NUM_CHIPS,
    NUM_COATS,
    NUM_COLOURS,
    NUM_INTRIGUE,
    NUM_KINDS,
    NUM_MISSIONS,
    NUM_MONEY,
    NUM_POWERS,
    NUM_ROUNDS,
    NUM_SHADES,
    NUM_STARTS,
    NUM_TILES,
    NUMBER,
    POWER,
    SHADE_SET,
    WANTED,
)

NUM_WANTED = 5  # S L R H or any

LAYOUT = Layout((
    Piece("num_players", (MAX_PLAYERS - MIN_PLAYERS + 1,), "one-hot: 2, 3, 4"),
    Piece("round", (NUM_ROUNDS,), "one-hot"),
    Piece("phase", (len(PHASES),), "one-hot: " + ", ".join(PHASES)),
    Piece("start_player", (MAX_PLAYERS,), "one-hot by seat"),
    Piece("king", (KING_TILES,), "one-hot by tile; none once the king has left"),
    Piece("money", (NUM_MONEY,), "money cards revealed so far"),
    Piece("evaluated", (NUM_TILES,), "one-hot: tile under evaluation"),
    Piece("conditions", (NUM_TILES, 3), "price / 4, first place, stones / 4 of the side that is up", high=3),
    Piece("stones", (NUM_TILES, NUM_COLOURS), "stones by seat, then neutral, / 4", high=4),
    Piece("own", (MAX_PLAYERS,), "stones in own stock / 16"),
    Piece("general", (MAX_PLAYERS,), "stones in general stock / 16"),
    Piece("coins", (MAX_PLAYERS,), "louisdor / 10", high=100),
    Piece("chips", (MAX_PLAYERS, NUM_CHIPS), "sceptre, letter, ring, helmet, crown, / 2", high=20),
    Piece("coats", (MAX_PLAYERS,), "coats of all kinds / 10", high=20),
    Piece("cards", (MAX_PLAYERS,), "influence cards in hand / 5", high=6),
    Piece("intrigues", (MAX_PLAYERS,), "intrigue cards in hand / 2", high=6),
    Piece("mission_backs", (MAX_PLAYERS, NUM_SHADES), "missions in hand by shade / 2", high=10),
    Piece("laid", (MAX_PLAYERS, NUM_POWERS), "fulfilled missions by power", high=4),
    Piece("used", (MAX_PLAYERS, len(USED)), "powers used this round: " + ", ".join(USED), high=2),
    Piece("middle", (NUM_KINDS,), "influence cards in the middle by kind / 2", high=3),
    Piece("stacks", (2 + NUM_SHADES,), "cards left: influence / 30, intrigue / 12, light, medium, dark / 20"),
    Piece("own_cards", (NUM_KINDS,), "own influence cards by kind / 2", high=3),
    Piece("own_intrigues", (NUM_INTRIGUE,), "own intrigue cards by tile"),
    Piece("own_missions", (NUM_MISSIONS,), "own missions in hand by card"),
    Piece("own_coats", (NUM_COATS,), "own coats by kind / 4", high=3),
    Piece("question", (len(ASKS) - 1,), "one-hot: what the viewer is asked; none if it is another's turn"),
    Piece("target", (NUM_TILES,), "one-hot: tile of the opening mission asked about"),
    Piece("card", (NUM_STARTS,), "one-hot: card being placed, the last one for a four-stone joker"),
    Piece("wanted", (2, NUM_WANTED), "one-hot each: the two chips of the mission being paid, S L R H any"),
    Piece("price", (1,), "price of the bribe asked about / 4", high=3),
    Piece("due", (2,), "missions or stones still due, missions put back, / 2"),
))  # fmt: skip

(
    O_NUM_PLAYERS, O_ROUND, O_PHASE, O_START, O_KING, O_MONEY, O_EVALUATED, O_CONDITIONS, O_STONES, O_OWN, O_GENERAL, O_COINS, O_CHIPS,
    O_COATS, O_CARDS, O_INTRIGUES, O_BACKS, O_LAID, O_USED, O_MIDDLE, O_STACKS, O_OWN_CARDS, O_OWN_INTRIGUES, O_OWN_MISSIONS,
    O_OWN_COATS, O_QUESTION, O_TARGET, O_CARD, O_WANTED, O_PRICE, O_DUE,
) = LAYOUT.starts  # fmt: skip

HALF = np.float32(1 / 2)
QUARTER = np.float32(1 / 4)
FIFTH = np.float32(1 / 5)
TENTH = np.float32(1 / 10)
TWELFTH = np.float32(1 / 12)
SIXTEENTH = np.float32(1 / 16)
TWENTIETH = np.float32(1 / 20)
THIRTIETH = np.float32(1 / 30)


@jit
def observe(states, i, viewer, out):
    """Writes what `viewer` sees into `out`, a float32 vector of LAYOUT.size."""
    s = states[i]
    out[:] = 0
    see_table(s, viewer, out)
    for ahead in range(s.num_players):
        see_player(s, (viewer + ahead) % s.num_players, ahead, out)
    see_own(s, viewer, out)
    if s.player == viewer:
        see_question(s, out)


@jit
def see_table(s, viewer, out):
    out[O_NUM_PLAYERS + s.num_players - MIN_PLAYERS] = 1
    out[O_ROUND + s.round_no - 1] = 1
    if s.stage != OVER:
        out[O_PHASE + PHASE[s.stage]] = 1
    out[O_START + (s.start - viewer) % s.num_players] = 1
    if s.king >= 0:
        out[O_KING + s.king] = 1
    for k in range(s.round_no):
        out[O_MONEY + s.money_stack[k]] = 1
    if s.tile >= 0:
        out[O_EVALUATED + s.tile] = 1
    for tile in range(NUM_TILES):
        side = s.side[tile]
        condition = CONDITION[tile, side]
        out[O_CONDITIONS + 3 * tile + condition] = 1 if condition == FIRST else NUMBER[tile, side] * QUARTER
        out[O_STONES + NUM_COLOURS * tile + NEUTRAL] = s.stones[tile, NEUTRAL] * QUARTER
    for k in range(NUM_KINDS if s.middle != 0 else 0):
        out[O_MIDDLE + k] = size_of(s.middle & CARDS_OF_KIND[k]) * HALF
    out[O_STACKS] = s.influence_left * THIRTIETH
    out[O_STACKS + 1] = s.intrigue_left * TWELFTH
    for shade in range(NUM_SHADES):
        out[O_STACKS + 2 + shade] = s.missions_left[shade] * TWENTIETH


@jit
def see_player(s, p, ahead, out):
    """The public side of player p, who sits `ahead` seats clockwise of the viewer."""
    for tile in range(NUM_TILES):
        out[O_STONES + NUM_COLOURS * tile + ahead] = s.stones[tile, p] * QUARTER
    out[O_OWN + ahead] = s.own[p] * SIXTEENTH
    out[O_GENERAL + ahead] = s.general[p] * SIXTEENTH
    out[O_COINS + ahead] = s.coins[p] * TENTH
    for chip in range(NUM_CHIPS):
        out[O_CHIPS + NUM_CHIPS * ahead + chip] = s.chips[p, chip] * HALF
    out[O_COATS + ahead] = num_coats(s, p) * TENTH
    out[O_CARDS + ahead] = size_of(s.hand[p]) * FIFTH
    out[O_INTRIGUES + ahead] = size_of(s.intrigue[p]) * HALF
    for shade in range(NUM_SHADES):
        out[O_BACKS + NUM_SHADES * ahead + shade] = size_of(s.missions[p] & SHADE_SET[shade]) * HALF
    cards = s.laid[p]
    mission = 0
    while cards != 0:
        if cards & 1:
            out[O_LAID + NUM_POWERS * ahead + POWER[mission]] += 1
        cards >>= 1
        mission += 1
    for power in range(len(USED)):
        out[O_USED + len(USED) * ahead + power] = s.used[power, p]


@jit
def see_own(s, viewer, out):
    """Own cards and coats, which the others do not see (Q9)."""
    cards = s.hand[viewer]
    card = 0
    while cards != 0:
        if cards & 1:
            out[O_OWN_CARDS + KIND[card]] += HALF
        cards >>= 1
        card += 1
    cards = s.intrigue[viewer]
    card = 0
    while cards != 0:
        out[O_OWN_INTRIGUES + card] = cards & 1
        cards >>= 1
        card += 1
    cards = s.missions[viewer]
    card = 0
    while cards != 0:
        out[O_OWN_MISSIONS + card] = cards & 1
        cards >>= 1
        card += 1
    for kind in range(NUM_COATS):
        out[O_OWN_COATS + kind] = s.coats[viewer, kind] * QUARTER


@jit
def see_question(s, out):
    out[O_QUESTION + s.ask - 1] = 1
    if s.target >= 0:
        out[O_TARGET + s.target] = 1
    if s.card >= 0:
        out[O_CARD + s.card] = 1
    if s.ask == ASK_PAY:
        for k in range(2):
            out[O_WANTED + NUM_WANTED * k + WANTED[s.mission, k]] = 1
    if s.ask == ASK_BRIBE:
        out[O_PRICE] = price(s, s.player) * QUARTER
    out[O_DUE] = s.draws * HALF
    out[O_DUE + 1] = s.returned * HALF
