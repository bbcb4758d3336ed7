"""The state of a game: one record, and the small moves that every phase uses.

Sets of cards are integers with a bit a card. Stacks are arrays with the top card last and -1 above it.
`knows_*[p]` is the set of cards whose place player p knows: own and open cards, cards p put on or under a stack face
down, cards everybody saw going under a stack. Redeterminisation moves only the other cards.
"""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.core.rng import RNG_WORDS, below
from louis14_env.games.louis14.tables import (
    MAX_PLAYERS,
    NUM_CHIPS,
    NUM_COATS,
    NUM_COLOURS,
    NUM_INFLUENCE,
    NUM_INTRIGUE,
    NUM_MONEY,
    NUM_SHADES,
    NUM_TILES,
    POWER_SET,
    SHADE,
    SHADE_SET,
    SHADE_SIZE,
)

NOBODY = -1
NOTHING = -1

# Stages of a round, in the booklet's order. Between two decisions the game runs through them.
STAGES = (
    "money", "supply", "deal", "neutral", "opening", "turns", "closing", "shuffle",
    "intrigue", "tie", "rank", "pay", "maintenon", "conde", "leave",
    "go", "draw", "keep", "swap", "end", "over",
)  # fmt: skip
(
    MONEY_CARD, SUPPLY, DEAL, NEUTRAL_STONES, OPENING, TURNS, CLOSING, SHUFFLE,
    INTRIGUE, TIE, RANK, PAY, MAINTENON_STONES, CONDE_STONES, LEAVE,
    GO, DRAW, KEEP, SWAP, END, OVER,
) = range(len(STAGES))  # fmt: skip
PHASES = ("supply", "influence", "evaluation", "missions")
PHASE = np.searchsorted([NEUTRAL_STONES, INTRIGUE, GO], np.arange(len(STAGES)), side="right")  # [stage] index in PHASES

# What a player can be asked.
ASKS = (
    "nothing", "supply card", "supply choice", "opening", "card", "path", "closing", "intrigue", "tie", "bribe", "maintenon",
    "conde", "mission", "pay", "draw", "keep", "swap",
)  # fmt: skip
(
    ASK_NOTHING, ASK_SUPPLY_CARD, ASK_SUPPLY_CHOICE, ASK_OPENING, ASK_CARD, ASK_PATH, ASK_CLOSING, ASK_INTRIGUE, ASK_TIE,
    ASK_BRIBE, ASK_MAINTENON, ASK_CONDE, ASK_MISSION, ASK_PAY, ASK_DRAW, ASK_KEEP, ASK_SWAP,
) = range(len(ASKS))  # fmt: skip

# Powers that are used up for the round (C5, C6, C12, C17, C19).
USED = ("sitout", "crown", "exchange", "four", "first")
U_SITOUT, U_CROWN, U_EXCHANGE, U_FOUR, U_FIRST = range(len(USED))

# What a player standing on the evaluated tile may expect.
R_NOTHING, R_LEADER, R_FREE, R_BUYER = range(4)

I8, I4 = np.int64, np.int32
P = MAX_PLAYERS
STATE = np.dtype([
    ("rng", I8, RNG_WORDS),                   # generator of this game's chance
    ("hand", I8, P),                          # set of influence cards in hand
    ("middle", I8),                           # set of influence cards face up in the middle
    ("intrigue", I8, P),                      # set of intrigue cards in hand
    ("missions", I8, P),                      # set of missions in hand
    ("laid", I8, P),                          # set of missions fulfilled
    ("knows_influence", I8, P),
    ("knows_intrigue", I8, P),
    ("knows_missions", I8, P),
    ("influence_stack", I4, NUM_INFLUENCE),
    ("influence_left", I4),                   # cards in the stack
    ("intrigue_stack", I4, NUM_INTRIGUE),
    ("intrigue_left", I4),
    ("mission_stack", I4, (NUM_SHADES, int(SHADE_SIZE.max()))),
    ("missions_left", I4, NUM_SHADES),
    ("money_stack", I4, NUM_MONEY),           # card of round r at r - 1; the last four are out of the game
    ("bag", I4, NUM_COATS),                   # coats left by kind
    ("stones", I4, (NUM_TILES, NUM_COLOURS)), # on tiles; last column neutral
    ("own", I4, P),                           # stones in own stock
    ("general", I4, P),                       # stones in general stock
    ("coins", I4, P),
    ("chips", I4, (P, NUM_CHIPS)),
    ("coats", I4, (P, NUM_COATS)),            # by kind
    ("blanks", I4, P),                        # coats past the 60th, of no kind (S3)
    ("bonus", I4, P),                         # coats for the most of a kind (F2)
    ("score", I4, P),                         # set at the end
    ("used", I4, (len(USED), P)),             # copies of a power used this round
    ("side", I4, NUM_TILES),                  # 0 front, 1 back
    ("box", I4),                              # neutral stones in their box
    ("num_players", I4),
    ("start", I4),                            # start player of the round
    ("round_no", I4),                         # 1 .. 4
    ("king", I4),                             # tile or NOTHING
    ("stage", I4),                            # where the game goes on
    ("ask", I4),                              # what is asked ...
    ("player", I4),                           # ... and of whom, or NOBODY
    ("turn", I4),                             # whose turn: place counted from the start player; in TURNS the seat
    ("count", I4),                            # how far that player's turn in this stage has come
    ("tile", I4),                             # tile under evaluation, or NOTHING
    ("target", I4),                           # tile an opening mission puts a stone on, or NOTHING
    ("card", I4),                             # kind of card being placed (FOUR as four-stone joker), or NOTHING
    ("mission", I4),                          # mission being paid for, or NOTHING
    ("draws", I4),                            # missions or Maintenon's stones still due
    ("returned", I4),                         # missions put back by the present swap (C7)
    ("winner", I4),                           # who wins the tie by C19, or NOBODY
    ("crown_to", I4),                         # who gets the king's crown, or NOBODY
    ("queued", I4),
    ("queue", I4, P),                         # players on the tile in the order of E7, or NOBODY
    ("role", I4, P),                          # R_...
    ("paid", I4, P),                          # 1: got the payout of this tile
    ("counted", I4, NUM_COLOURS),             # stones that count on this tile (E10)
    ("flips", I4),                            # 1: this tile will be flipped
])  # fmt: skip


@jit
def bit(card):
    """Returns the set of one card."""
    return np.int64(1) << card


@jit
def size_of(cards):
    """Returns the number of cards in a set."""
    n = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


@jit
def copies(s, p, power):
    """Returns how many missions with that power player p has fulfilled."""
    return size_of(s.laid[p] & POWER_SET[power])


@jit
def seat(s, place):
    """Returns the player at that place counted from the start player."""
    return (s.start + place) % s.num_players


@jit
def ask(s, what, p):
    """Puts a question to player p; the game waits for the answer."""
    s.ask = what
    s.player = p


@jit
def has_stone(s, p):
    """Returns whether a stone from general could be placed: one from there or, if none is left, an own one (E9)."""
    return s.general[p] + s.own[p] > 0


@jit
def place_from_general(s, p, tile):
    """Places a stone, general first, own for the shortfall only (E9)."""
    if s.general[p] > 0:
        s.general[p] -= 1
    else:
        s.own[p] -= 1
    s.stones[tile, p] += 1


@jit
def fetch(s, p, most):
    """Moves up to `most` stones from general to own stock."""
    n = min(most, s.general[p])
    s.general[p] -= n
    s.own[p] += n


@jit
def pop_influence(s):
    """Returns the card taken from the top of the influence stack, which must not be empty."""
    s.influence_left -= 1
    card = s.influence_stack[s.influence_left]
    s.influence_stack[s.influence_left] = NOTHING
    return card


@jit
def draw_influence(s, p):
    """The top influence card goes to p's hand; nothing from an empty stack (Q7)."""
    if s.influence_left > 0:
        card = bit(pop_influence(s))
        s.hand[p] |= card
        s.knows_influence[p] |= card


@jit
def draw_intrigue(s, p):
    """The top intrigue card goes to p's hand; nothing from an empty stack (Q7)."""
    if s.intrigue_left > 0:
        s.intrigue_left -= 1
        card = bit(s.intrigue_stack[s.intrigue_left])
        s.intrigue_stack[s.intrigue_left] = NOTHING
        s.intrigue[p] |= card
        s.knows_intrigue[p] |= card


@jit
def draw_mission(s, p, shade):
    """The top mission of a stack, which must not be empty, goes to p's hand."""
    s.missions_left[shade] -= 1
    top = s.missions_left[shade]
    card = bit(s.mission_stack[shade, top])
    s.mission_stack[shade, top] = NOTHING
    s.missions[p] |= card
    s.knows_missions[p] |= card


@jit
def put_under(stack, left, card):
    """Puts a card under a stack of `left` cards."""
    for k in range(left, 0, -1):
        stack[k] = stack[k - 1]
    stack[0] = card


@jit
def return_mission(s, p, mission):
    """A mission goes from hand face down under its stack: p still knows where it lies.

    Who knew one of p's missions of that shade no longer knows whether it was this one, unless there was only one.
    """
    shade = SHADE[mission]
    of_shade = s.missions[p] & SHADE_SET[shade]
    if of_shade != bit(mission):
        for q in range(s.num_players):
            if q != p:
                s.knows_missions[q] &= ~of_shade
    s.missions[p] &= ~bit(mission)
    put_under(s.mission_stack[shade], s.missions_left[shade], mission)
    s.missions_left[shade] += 1


@jit
def draw_coats(s, p, n):
    """p gets n random coats; past the 60th they are blank (S3)."""
    for _ in range(n):
        left = s.bag.sum()
        if left == 0:
            s.blanks[p] += 1
            continue
        nth = below(s.rng, left)
        kind = 0
        while nth >= s.bag[kind]:
            nth -= s.bag[kind]
            kind += 1
        s.bag[kind] -= 1
        s.coats[p, kind] += 1


@jit
def num_coats(s, p):
    """Returns all coats of a player."""
    return s.coats[p].sum() + s.blanks[p] + s.bonus[p]


@jit
def everybody_knows_influence(s, card):
    for p in range(s.num_players):
        s.knows_influence[p] |= card
