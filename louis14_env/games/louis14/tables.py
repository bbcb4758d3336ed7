"""Constants and tables derived from the board and the printed components.

The tiles on their checkerboard (S1); two tiles are neighbours when they touch at a corner:

     .  6  .  7  .
     5  .  1  .  8
     .  4  .  2  .
    12  .  3  .  9
     . 11  . 10  .

In code tiles count from 0: tile 1, Anne, is 0.
"""

import numpy as np

from louis14_env.games.louis14.components import CHIPS, CONDITIONS, NUM_TILES, POWERS, SHADES, load

COMPONENTS = load()

MIN_PLAYERS, MAX_PLAYERS = 2, 4
NUM_ROUNDS = 4
NEUTRAL = 4  # column of the neutral colour beside the players'
NUM_COLOURS = 5
NUM_STONES = 16
NUM_NEUTRAL = 8
START_COINS = 5
START_GENERAL = np.array([[0, 0, 0, 0], [0, 0, 0, 0], [5, 6, 0, 0], [5, 5, 6, 0], [5, 5, 6, 7]])  # [players, place] S6 D1
CARDS_DEALT = 5

# --- Board -----------------------------------------------------------------------------------------------------------
POSITIONS = ((3, 1), (4, 2), (3, 3), (2, 2), (1, 1), (2, 0), (4, 0), (5, 1), (5, 3), (4, 4), (2, 4), (1, 3))  # x, y
NEIGHBOURS = tuple(tuple(b for b, (u, v) in enumerate(POSITIONS) if abs(u - x) == 1 and abs(v - y) == 1) for x, y in POSITIONS)
ANNE, PHILIPPE, MARIE, DAUPHIN, MONTESPAN, CONDE, COLBERT, MAINTENON, VALLIERE, TURENNE, MAZARIN, LOUVOIS = range(NUM_TILES)
NAMES = tuple(tile.name for tile in COMPONENTS.tiles)
MONEY, FIRST, STONES = range(len(CONDITIONS))
CONDITION = np.array([[CONDITIONS.index(side.condition) for side in tile.sides] for tile in COMPONENTS.tiles])  # [tile, side]
NUMBER = np.array([[side.number for side in tile.sides] for tile in COMPONENTS.tiles])  # [tile, side] price or stones

# --- Cards -----------------------------------------------------------------------------------------------------------
NUM_KINDS = 13  # influence cards: 12 persons and the joker
JOKER = 12
NUM_INFLUENCE = 30  # two a person (cards 2k and 2k+1), then six jokers
KIND = np.array([card // 2 if card < 2 * NUM_TILES else JOKER for card in range(NUM_INFLUENCE)])
CARDS_OF_KIND = np.array([sum(1 << card for card in range(NUM_INFLUENCE) if KIND[card] == kind) for kind in range(NUM_KINDS)])
CARD_NAMES = (*NAMES, "Joker")
NUM_INTRIGUE = NUM_TILES  # the intrigue card of a tile has its number
NUM_MONEY = len(COMPONENTS.money)
MONEY_TILE = np.array([tile - 1 for tile, _ in COMPONENTS.money])
MONEY_AMOUNT = np.array([amount for _, amount in COMPONENTS.money])

# --- Chips and coats -------------------------------------------------------------------------------------------------
NUM_CHIPS = len(CHIPS)
SCEPTRE, LETTER, RING, HELMET, CROWN = range(NUM_CHIPS)
CHIP_NAMES = ("sceptre", "letter", "ring", "helmet", "crown")
NUM_COATS = 6  # kinds of coats
COATS_EACH = 10
PAIRS = tuple((a, b) for a in range(NUM_CHIPS) for b in range(a, NUM_CHIPS))  # the 15 ways to pay two chips
NUM_PAIRS = len(PAIRS)
PAIR_CHIPS = np.array(PAIRS)

# --- Missions --------------------------------------------------------------------------------------------------------
MISSIONS = COMPONENTS.missions
NUM_MISSIONS = len(MISSIONS)
NUM_SHADES = len(SHADES)
LIGHT, MEDIUM, DARK = range(NUM_SHADES)
SHADE = np.array([mission.shade for mission in MISSIONS])
SHADE_SIZE = np.array([int(np.sum(SHADE == shade)) for shade in range(NUM_SHADES)])
SHADE_FIRST = np.array([int(np.sum(SHADE < shade)) for shade in range(NUM_SHADES)])  # number of a shade's first card
SHADE_SET = np.array([sum(1 << m for m in range(NUM_MISSIONS) if SHADE[m] == shade) for shade in range(NUM_SHADES)])
POWER_NAMES = tuple(power for powers in POWERS.values() for power in powers)
NUM_POWERS = len(POWER_NAMES)
POWER = np.array([POWER_NAMES.index(mission.power) for mission in MISSIONS])
POWER_SET = np.array([sum(1 << m for m in range(NUM_MISSIONS) if POWER[m] == power) for power in range(NUM_POWERS)])
(
    P_MISSION, P_STONE, P_LOUISDOR, P_TILE1, P_TILE2, P_TILE3, P_TILE4, P_SITOUT, P_CROWN, P_SWAP,
    P_CHOICE, P_COAT, P_KING, P_TILE5, P_TILE9, P_EXCHANGE,
    P_3STONES, P_3LOUISDOR, P_INTRIGUE, P_CARD, P_FOUR, P_LAST, P_FIRST, P_DISCOUNT,
) = range(NUM_POWERS)  # fmt: skip


def _pays(mission, pair) -> bool:
    """M2, M3: whether two chips pay for a mission; a crown stands for any chip."""
    chips = [CHIPS[chip] for chip in pair]
    return any(
        all(wanted in ("?", chip) or chip == "C" for wanted, chip in zip(mission.chips, order, strict=True))
        for order in (chips, chips[::-1])
    )


PAID_BY = np.array([sum(1 << k for k, pair in enumerate(PAIRS) if _pays(mission, pair)) for mission in MISSIONS])  # set of pairs
WANTED = np.array([[("SLRH?").index(chip) for chip in mission.chips] for mission in MISSIONS])  # 4: any chip


def _mission_texts() -> tuple[str, ...]:
    texts: list[str] = []
    for mission in MISSIONS:
        text = f"{mission.power}:{mission.chips}"
        copies = sum(t.split("#")[0] == text for t in texts)
        texts.append(f"{text}#{copies + 1}" if copies else text)
    return tuple(texts)


MISSION_TEXTS = _mission_texts()

# Start-of-influence missions in the order they are asked (Q2): power, which copy, tile (-1: the king's).
OPENINGS = np.array(
    [(P_TILE1, 1, ANNE), (P_TILE2, 1, PHILIPPE), (P_TILE3, 1, MARIE), (P_TILE4, 1, DAUPHIN), (P_KING, 1, -1), (P_KING, 2, -1),
     (P_TILE5, 1, MONTESPAN), (P_TILE9, 1, VALLIERE)]
)  # fmt: skip

# --- Paths -----------------------------------------------------------------------------------------------------------
MOST_PLACED = 4  # stones of the largest placement, C17
PERSON_STONES, JOKER_STONES = 3, 2
FOUR = NUM_KINDS  # row of the four-stone joker (C17) beside the 13 card kinds
NUM_STARTS = NUM_KINDS + 1


def _placements(start: int, stones: int) -> set[tuple[int, ...]]:
    """I2: all ways in which at most `stones` stones can lie after starting on a tile, each as stones by tile.

    From the last tile of the path one may jump to a neighbour, leaving a stone just placed behind on each tile passed.
    """
    found = set()

    def extend(tile: int, lying: tuple[int, ...], left: int) -> None:
        for placed in range(1, left + 1):
            now = tuple(count + placed * (t == tile) for t, count in enumerate(lying))
            found.add(now)
            for neighbour in NEIGHBOURS[tile]:
                extend(neighbour, now, left - placed)

    extend(start, (0,) * NUM_TILES, stones)
    return found


def _all_placements() -> list[set[tuple[int, ...]]]:
    persons = [_placements(tile, PERSON_STONES) for tile in range(NUM_TILES)]
    joker = set().union(*(_placements(tile, JOKER_STONES) for tile in range(NUM_TILES)))
    four = set().union(*(_placements(tile, MOST_PLACED) for tile in range(NUM_TILES)))
    return [*persons, joker, four]


_BY_START = _all_placements()
PATHS = tuple(sorted(_BY_START[FOUR], key=lambda lying: (sum(lying), tuple(-count for count in lying))))  # stones by tile
NUM_PATHS = len(PATHS)
PATH_STONES = np.array([sum(lying) for lying in PATHS])
_LEGS = [[(tile, count) for tile, count in enumerate(lying) if count] for lying in PATHS]
PATH_LEGS = np.array([len(legs) for legs in _LEGS])
PATH_TILE = np.array([[legs[k][0] if k < len(legs) else 0 for k in range(MOST_PLACED)] for legs in _LEGS])
PATH_COUNT = np.array([[legs[k][1] if k < len(legs) else 0 for k in range(MOST_PLACED)] for legs in _LEGS])
_ROWS = [[k for k, lying in enumerate(PATHS) if lying in allowed] for allowed in _BY_START]  # ascending in stones
PATHS_OF = np.array([row + [0] * (NUM_PATHS - len(row)) for row in _ROWS])  # [start, k]
PATHS_WITH = np.array(
    [[sum(PATH_STONES[k] <= own for k in row) for own in range(MOST_PLACED + 1)] for row in _ROWS]
)  # [start, stones at hand]
