"""Louis XIV's compiled players and what search asks of them, as the Game contract wants them."""

import numpy as np

from louis14_env.core.jit import jit
from louis14_env.core.rng import below
from louis14_env.games.louis14.bots.estimate import estimate
from louis14_env.games.louis14.bots.heuristic import best_action, score_actions
from louis14_env.games.louis14.bots.sanity import wasteful
from louis14_env.games.louis14.bots.weights import PEACEFUL_ROWS, ROWS
from louis14_env.games.louis14.state import GO

MISSIONS_BEGIN = 0.5  # of a round


@jit
def heuristic(states, i, mask, rng):
    """Returns the action that looks best."""
    s = states[i]
    return best_action(s, mask, ROWS[s.num_players], np.empty(len(mask)))


@jit
def peaceful(states, i, mask, rng):
    """Returns the action that looks best to a player who leaves leaders their tiles: all score more, but it wins less."""
    s = states[i]
    return best_action(s, mask, PEACEFUL_ROWS[s.num_players], np.empty(len(mask)))


@jit
def scores(states, i, mask, out):
    """Fills out[action] with how good each legal action looks, in points."""
    s = states[i]
    score_actions(s, mask, ROWS[s.num_players], out)


@jit
def sane(states, i, mask, rng):
    """Returns a random action among those that are not plainly wasteful."""
    s = states[i]
    count, chosen = 0, -1
    for action in range(len(mask)):
        if mask[action] and not wasteful(s, mask, action):
            count += 1
            if below(rng, count) == 0:
                chosen = action
    return chosen


@jit
def value(states, i, out):
    """Fills out[player] with the share of the win that each may expect."""
    estimate(states[i], out)


@jit
def chapter(states, i):
    """Returns the round, and a half more once its missions begin: rounds begin with little in the air."""
    s = states[i]
    return s.round_no + (MISSIONS_BEGIN if s.stage >= GO else 0.0)
