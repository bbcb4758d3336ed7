"""What share of the win each player may expect at the beginning of a round: a linear estimate of the scores, then a softmax.

The coefficients, in fitted.py, are a regression on self-play of the heuristic player by benchmarks/fit_estimate.py.
"""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.games.louis14.bots.fitted import COEFFICIENTS, TEMPERATURES
from louis14_env.games.louis14.finish import MISSION_POINTS
from louis14_env.games.louis14.state import num_coats, size_of
from louis14_env.games.louis14.tables import (
    CROWN,
    MAX_PLAYERS,
    NUM_MISSIONS,
    NUM_POWERS,
    NUM_ROUNDS,
    NUM_SHADES,
    POWER,
    POWER_NAMES,
    SHADE_SET,
)

FEATURES = (
    "constant", "points", "louisdor", "own stones", "general stones", "stones on tiles", "chips", "crowns", "influence cards",
    "intrigue cards", "light missions in hand", "medium missions in hand", "dark missions in hand", "first", "second", "third", "fourth",
    *(f"power {name}" for name in POWER_NAMES),
)  # fmt: skip
NUM_FEATURES = len(FEATURES)
F_SHADE = FEATURES.index("light missions in hand")
F_PLACE = FEATURES.index("first")
F_POWER = NUM_FEATURES - NUM_POWERS

C = np.zeros((MAX_PLAYERS + 1, NUM_ROUNDS + 1, NUM_FEATURES))  # [players, round]
T = np.ones((MAX_PLAYERS + 1, NUM_ROUNDS + 1))
for (_players, _round), _row in COEFFICIENTS.items():
    C[_players, _round] = _row
    T[_players, _round] = TEMPERATURES[_players, _round]


@jit
def features(s, p, out):
    """Fills out with what the estimate looks at; the names are FEATURES."""
    out[:] = 0
    out[0] = 1
    out[1] = MISSION_POINTS * size_of(s.laid[p]) + num_coats(s, p)
    out[2] = s.coins[p]
    out[3] = s.own[p]
    out[4] = s.general[p]
    out[5] = s.stones[:, p].sum()
    out[6] = s.chips[p, :CROWN].sum()
    out[7] = s.chips[p, CROWN]
    out[8] = size_of(s.hand[p])
    out[9] = size_of(s.intrigue[p])
    for shade in range(NUM_SHADES):
        out[F_SHADE + shade] = size_of(s.missions[p] & SHADE_SET[shade])
    out[F_PLACE + (p - s.start) % s.num_players] = 1
    for mission in range(NUM_MISSIONS):
        if (s.laid[p] >> mission) & 1:
            out[F_POWER + POWER[mission]] += 1


@jit
def estimate(s, out):
    """Fills out[player] with the share of the win that each may expect."""
    f = np.empty(NUM_FEATURES)
    best = -np.inf
    for p in range(s.num_players):
        features(s, p, f)
        score = 0.0
        for k in range(NUM_FEATURES):
            score += f[k] * C[s.num_players, s.round_no, k]
        out[p] = score
        best = max(best, score)
    total = 0.0
    for p in range(s.num_players):
        out[p] = np.exp((out[p] - best) / T[s.num_players, s.round_no])
        total += out[p]
    for p in range(s.num_players):
        out[p] /= total
