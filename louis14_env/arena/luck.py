"""Where the spread of the outcomes comes from: cards, seat, player, or what happened at the table.

Each deal is a Latin square: n rotations (games) by n seats, in which each entrant plays in every game and in every seat once. The
outcome of a seat in a game is taken as

    mean + deal + seat + player + deal x seat + deal x player + game + rest

with deal, deal x seat, deal x player, game and rest random and the others fixed; effects crossed with a deal sum to 0 over its
seats or players. The sums of squares of a balanced design are orthogonal, and the expected mean squares are

    deal            n^2 v(deal)          + e(game)         where e(game) = e(rest) + n v(game)
    deal x seat     n^2/(n-1) v(d x s)   + e(rest)
    deal x player   n^2/(n-1) v(d x p)   + e(rest)
    seat            D n^2/(n-1) v(seat)  + e(deal x seat)
    player          D n^2/(b-1) v(player) + e(deal x player)      for b different bots

in which v is what the effect adds to the variance of a single outcome. Solved for v they are unbiased; those below 0 are set
to 0. With two players nothing is left for `rest`, and deal x player is taken as none. Outcomes of a game hang together (a win
is another's loss); that is in v(game), which may then be negative, and only its sum with `rest` is shown.
"""

from typing import NamedTuple

import numpy as np


class Variances(NamedTuple):
    """What each source adds to the variance of one seat's outcome in one game."""

    player: float  # which bot it is
    seat: float  # the order of play
    deal: float  # what the deal gives to all
    cards: float  # what the deal gives to one seat: deal x seat
    play: float  # the rest: decisions and later chance

    def shares(self) -> "Variances":
        """Each as a share of the whole, at least 0; all 0 if nothing varies."""
        clipped = np.maximum(self, 0.0)
        return Variances(*(clipped / (clipped.sum() or 1.0)).tolist())


def variance_components(outcomes: np.ndarray, owners: np.ndarray) -> Variances:
    """Unbiased components of outcomes[deal, rotation, seat], in which entrant (s + r) % n with the bot owners[entrant] sits in seat s.

    Needs two deals or more.
    """
    deals, n, _ = outcomes.shape
    if deals < 2:
        raise ValueError(f"variance components need 2 deals or more, not {deals}")
    entrants = (np.arange(n)[:, None] + np.arange(n)) % n  # [rotation, seat]
    centred = outcomes - outcomes.mean()
    by_deal = centred.mean(axis=(1, 2))
    by_game = centred.mean(axis=2) - by_deal[:, None]
    by_seat = centred.mean(axis=1) - by_deal[:, None]  # [deal, seat]
    by_entrant = (
        np.stack([centred[:, entrants == e].mean(axis=1) for e in range(n)], axis=1) - by_deal[:, None]
    )  # [deal, entrant]

    seat = by_seat.mean(axis=0)
    bots = _bot_means(by_entrant.mean(axis=0), owners)  # [entrant]
    b = len(np.unique(owners))

    squares_deal = n**2 * (by_deal**2).sum()
    squares_game = n * (by_game**2).sum()
    squares_cards = n * ((by_seat - seat) ** 2).sum()
    squares_other = n * ((by_entrant - bots) ** 2).sum()  # deal x player, with the difference of entrants that are the same bot
    squares_all = (centred**2).sum()
    squares_rest = squares_all - squares_deal - squares_game - n * (by_seat**2).sum() - n * (by_entrant**2).sum()

    mean_game = squares_game / (deals * (n - 1))
    mean_cards = squares_cards / ((deals - 1) * (n - 1))
    mean_other = squares_other / (deals * (n - 1) - (b - 1))
    mean_rest = squares_rest / (deals * (n - 1) * (n - 2)) if n > 2 else mean_other

    crossed = (n - 1) / n**2
    other = (mean_other - mean_rest) * crossed
    return Variances(
        player=float((bots**2).mean() - (b - 1) * mean_other / (deals * n**2)),
        seat=float((seat**2).mean() - (n - 1) * mean_cards / (deals * n**2)),
        deal=float((squares_deal / (deals - 1) - mean_game) / n**2),
        cards=float((mean_cards - mean_rest) * crossed),
        play=float(mean_game / n + mean_rest * (n - 1) / n + other),
    )


def _bot_means(by_entrant: np.ndarray, owners: np.ndarray) -> np.ndarray:
    """[entrant] The mean of all entrants with the same bot."""
    return np.array([by_entrant[owners == owner].mean() for owner in owners])
