"""The outcome of a match as arrays."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from louis14_env.arena.journal import Header, Played
from louis14_env.arena.schedule import seat_of
from louis14_env.core.game import NUM_RETURNS, RANK, SCORE, WIN


@dataclass(frozen=True)
class Results:
    """The finished games of a match, of complete deals only."""

    header: Header
    by_seat: np.ndarray  # [deal, lineup, rotation, seat, (win, score, rank)]
    decisions: np.ndarray  # [deal, lineup, rotation]

    @property
    def deals(self) -> int:
        return len(self.by_seat)

    @property
    def games(self) -> int:
        return self.decisions.size

    @cached_property
    def by_entrant(self) -> np.ndarray:
        """[deal, lineup, rotation, entrant, (win, score, rank)]"""
        n = self.header.num_players
        seats = np.array([[seat_of(entrant, rotation, n) for entrant in range(n)] for rotation in range(n)])
        return np.take_along_axis(self.by_seat, seats[None, None, :, :, None], axis=3)

    def owners(self, lineup: int) -> np.ndarray:
        """[entrant] The number of each entrant's bot in header.bots."""
        return np.array([self.header.bots.index(spec) for spec in self.header.lineups[lineup]])

    def first(self, deals: int) -> "Results":
        """The same with at most so many deals."""
        return Results(self.header, self.by_seat[:deals], self.decisions[:deals])


def gather(header: Header, games: Iterable[Played]) -> Results:
    """The games, given in order, as arrays; those of a last, incomplete deal are left out."""
    rows, lengths = [], []
    for game in games:
        rows.append((game.wins, game.scores, game.ranks))
        lengths.append(game.decisions)
    n, lineups = header.num_players, len(header.lineups)
    whole = len(rows) // header.games_a_deal * header.games_a_deal
    table = np.array(rows[:whole]).reshape(-1, lineups, n, NUM_RETURNS, n)
    return Results(header, np.moveaxis(table, 3, 4), np.array(lengths[:whole], np.int64).reshape(-1, lineups, n))


assert (WIN, SCORE, RANK) == (0, 1, 2)
