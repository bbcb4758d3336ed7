"""What the heuristic player holds dear: every consideration with its meaning, and its weight for 2, 3 and 4 players.

The unit is a point at the end of the game. The values, in tuned.py, were found by benchmarks/tune.py.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from louis14_env.games.louis14.bots.tuned import TUNED
from louis14_env.games.louis14.tables import MAX_PLAYERS, MIN_PLAYERS, NUM_POWERS, NUM_ROUNDS, NUM_SHADES


class Weight(NamedTuple):
    name: str
    size: int  # values: one, or one a round, shade, power ...
    guess: float | tuple[float, ...]  # where tuning began
    meaning: str


WEIGHTS = (
    # What goods are worth, by round
    Weight("coin", NUM_ROUNDS, (0.5, 0.5, 0.45, 0.36), "a louisdor"),
    Weight("stone", NUM_ROUNDS, (0.7, 0.6, 0.5, 0.02), "a stone in own rather than in general stock"),
    Weight("coat", NUM_ROUNDS, 1.15, "a coat, with its chance of a majority"),
    Weight("needed", NUM_ROUNDS, (3.0, 3.0, 3.0, 2.6), "a chip that a mission in hand asks for"),
    Weight("completing", NUM_ROUNDS, (1.0, 1.0, 1.0, 1.5), "the same, more, if it makes a mission payable"),
    Weight("filling", NUM_ROUNDS, (2.4, 2.4, 2.2, 1.8), "a chip for the 'any' of a light mission"),
    Weight("spare", NUM_ROUNDS, (1.6, 1.6, 1.5, 1.1), "any other chip"),
    Weight("crown", NUM_ROUNDS, (3.4, 3.4, 3.2, 3.0), "a crown"),
    Weight("card", NUM_ROUNDS, (2.0, 2.0, 2.0, 1.0), "an influence card for the next round"),
    Weight("intrigue", NUM_ROUNDS, (1.5, 1.5, 1.3, 1.0), "an intrigue card"),
    Weight("lying", NUM_ROUNDS, (0.9, 0.9, 0.9, 1.0), "a stone that stays on a tile for the next round or the end"),
    Weight("lying_share", 1, 0.1, "share of the tile's payout in that, before the last round"),
    # How contests for tiles end
    Weight("reach", 3, (0.25, 0.2, 0.15), "chance that an opponent's card brings stones to a tile: chips, crowns, others"),
    Weight("more", 1, 0.4, "chance that it brings one more stone, and again"),
    Weight("threat", 1, 0.5, "chance that an opponent who holds a tile's intrigue card plays it there"),
    Weight("backing", 1, 0.6, "share of what the own intrigue card for a tile can add there"),
    Weight("partial", 1, 0.4, "share of a Stones tile's worth for each stone short of the number, while cards are left"),
    Weight("trailing", 1, 0.25, "share of a contested tile's worth while level with the leader and cards are left"),
    Weight("deny", 1, 0.1, "share of a tile's worth that an opponent loses"),
    # Cards and stock
    Weight("usable", 1, 0.6, "an own stone that this round's later cards can place"),
    Weight("slack", 1, 0.2, "an own stone more than those"),
    Weight("prospect", 1, 0.7, "share of what the next card can do more with the stones that this one fetches"),
    Weight("burn", 1, 0.35, "share of a card's best placement lost by using it otherwise"),
    Weight("joker", 1, 0.4, "a joker kept for a later turn"),
    Weight("wait", 1, 0.4, "letting others go first, by sitting out (C5)"),
    Weight("exchange", 1, 0.8, "exchanging a card (C12)"),
    Weight("four", 1, 0.5, "keeping the four-stone card for a later turn (C17)"),
    Weight("tie", 1, 1.0, "keeping the right to win a tie for a later tile (C19)"),
    # Missions
    Weight("draw", NUM_SHADES, (1.5, 1.2, 0.8), "drawing a mission of this shade"),
    Weight("payable", 1, 3.0, "drawing a mission that can be paid at once"),
    Weight("swap", NUM_SHADES, (-0.5, 0.1, 0.4), "putting back a mission of this shade (C7)"),
    Weight("power", NUM_POWERS, 1.0, "a mission's power, a round"),
)  # fmt: skip

NAMES = tuple(weight.name for weight in WEIGHTS)
STARTS = dict(zip(NAMES, np.cumsum([0] + [weight.size for weight in WEIGHTS]).tolist(), strict=False))
NUM_WEIGHTS = sum(weight.size for weight in WEIGHTS)
(
    W_COIN, W_STONE, W_COAT, W_NEEDED, W_COMPLETING, W_FILLING, W_SPARE, W_CROWN, W_CARD, W_INTRIGUE, W_LYING, W_LYING_SHARE, W_REACH,
    W_MORE, W_THREAT, W_BACKING, W_PARTIAL, W_TRAILING, W_DENY, W_USABLE, W_SLACK, W_PROSPECT, W_BURN, W_JOKER, W_WAIT, W_EXCHANGE, W_FOUR, W_TIE, W_DRAW, W_PAYABLE, W_SWAP,
    W_POWER,
) = (STARTS[name] for name in NAMES)  # fmt: skip

# --- Chances derived from the weights: P(X < d) for the stones X that an opponent with so many cards adds -------------
GROUPS, MOST_CARDS, MOST_LEAD = 3, 8, 8
CHANCES = NUM_WEIGHTS  # where they begin in a prepared row
NUM_CHANCES = GROUPS * MOST_CARDS * (MOST_LEAD + 1)
ROW = NUM_WEIGHTS + NUM_CHANCES


def chances(reach: float, more: float) -> np.ndarray:
    """P(X < d) for [cards left, d], where a card brings one stone or more to the tile with chance `reach`."""
    reach, more = min(max(reach, 0.0), 1.0), min(max(more, 0.0), 1.0)
    one = np.zeros(MOST_LEAD + 1)
    one[0] = 1 - reach
    one[1:4] = reach * np.array([1 - more, more * (1 - more), more * more])
    added = np.zeros(MOST_LEAD + 1)
    added[0] = 1
    below = np.zeros((MOST_CARDS, MOST_LEAD + 1))
    for cards in range(MOST_CARDS):
        below[cards, 1:] = np.cumsum(added)[:-1]
        added = np.convolve(added, one)[: MOST_LEAD + 1]
    return below


def prepare(values: np.ndarray) -> np.ndarray:
    """The weights of one player count with their derived chances, as the compiled player reads them."""
    reach, more = values[W_REACH : W_REACH + GROUPS], values[W_MORE]
    return np.concatenate([values, *(chances(one, more).ravel() for one in reach)])


def guesses() -> np.ndarray:
    """Where tuning began."""
    return np.concatenate([np.broadcast_to(np.asarray(weight.guess, float), (weight.size,)) for weight in WEIGHTS])


# --- The tuned values ------------------------------------------------------------------------------------------------
TUNED_FILE = Path(__file__).with_name("tuned.py")
DIGITS = 3


def values(num_players: int) -> np.ndarray:
    """The weights for a player count; a guess for what was never tuned."""
    found = guesses()
    for weight in WEIGHTS:
        tuned = TUNED.get(weight.name, {}).get(num_players)
        if tuned is not None and len(tuned) == weight.size:
            found[STARTS[weight.name] : STARTS[weight.name] + weight.size] = tuned
    return found


def write_tuned(num_players: int, row: np.ndarray) -> None:
    """Writes a player count's weights to tuned.py."""
    lines = [
        '"""The heuristic player\'s weights by player count, written by benchmarks/tune.py; weights.py says what they mean."""\n'
    ]
    lines.append("TUNED: dict[str, dict[int, tuple[float, ...]]] = {")
    for weight in WEIGHTS:
        tuned = TUNED.setdefault(weight.name, {})
        first = STARTS[weight.name]
        tuned[num_players] = tuple(round(float(value), DIGITS) for value in row[first : first + weight.size])
        lines.append(f'    "{weight.name}": {{')
        lines += [f"        {n}: ({', '.join(map(str, tuned[n]))},)," for n in sorted(tuned)]
        lines.append("    },")
    TUNED_FILE.write_text("\n".join([*lines, "}  # fmt: skip\n"]), encoding="utf-8")


ROWS = np.stack([prepare(values(max(n, MIN_PLAYERS))) for n in range(MAX_PLAYERS + 1)])  # [num_players]
PEACEFUL_ROWS = ROWS.copy()
PEACEFUL_ROWS[:, W_DENY] = 0
