"""The end of the game: F1 to F3."""

from louis14_env.core.game import RANK, SCORE, WIN
from louis14_env.core.jit import jit
from louis14_env.games.louis14.state import OVER, draw_coats, num_coats, seat, size_of
from louis14_env.games.louis14.tables import NUM_COATS

COINS_A_COAT = 3
MISSION_POINTS = 5


@jit
def finish(s):
    """F1: what is left becomes coats; F2: one more for the most of each kind; F3: points."""
    for place in range(s.num_players):
        p = seat(s, place)
        draw_coats(s, p, left_over(s, p))
    for kind in range(NUM_COATS):
        most = s.coats[:, kind].max()
        for p in range(s.num_players):
            if most > 0 and s.coats[p, kind] == most:
                s.bonus[p] += 1
    for p in range(s.num_players):
        s.score[p] = MISSION_POINTS * size_of(s.laid[p]) + num_coats(s, p)
    s.stage = OVER


@jit
def left_over(s, p):
    """F1: returns the coats for cards, chips, stones on tiles and money."""
    cards = size_of(s.hand[p]) + size_of(s.intrigue[p])
    return cards + s.chips[p].sum() + s.stones[:, p].sum() + s.coins[p] // COINS_A_COAT


@jit
def standing(s, out):
    """The points each player would have for missions and coats now, relative to the mean, in missions."""
    mean = 0.0
    for p in range(s.num_players):
        out[p] = size_of(s.laid[p]) + num_coats(s, p) / MISSION_POINTS
        mean += out[p] / s.num_players
    for p in range(s.num_players):
        out[p] -= mean


@jit
def results(s, out):
    """F3: the share of the win, the score and the rank (ties share) of each player."""
    for p in range(s.num_players):
        better, equal = 0, 0
        for q in range(s.num_players):
            if s.score[q] == s.score[p]:
                better += s.own[q] > s.own[p]
                equal += s.own[q] == s.own[p]
            else:
                better += s.score[q] > s.score[p]
        out[p, WIN] = 1.0 / equal if better == 0 else 0.0
        out[p, SCORE] = s.score[p]
        out[p, RANK] = better + 0.5 * (equal + 1)
