"""Who plays whom: lineups, one spec a player, each played with every deal in every rotation of the seats."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

Lineup = tuple[str, ...]

EVALUATION_SEED = 1_000_003  # deals that nobody trains with but by chance
MOST_MIXED = 20  # lineups of all-different bots in a tournament


def fill_seats(specs: Sequence[str], num_players: int | None = None) -> Lineup:
    """The specs as a lineup of num_players; the last one fills the remaining seats."""
    if num_players is None:
        return tuple(specs)
    if not 1 <= len(specs) <= num_players:
        raise ValueError(f"{num_players} players take 1..{num_players} bots, not {len(specs)}")
    return (*specs, *[specs[-1]] * (num_players - len(specs)))


def tournament_lineups(specs: Sequence[str], num_players: int) -> list[Lineup]:
    """One against n-1 of another for each ordered pair (for two players each pair once), then lineups of n different bots."""
    if len(specs) < 2 or len(set(specs)) < len(specs):
        raise ValueError(f"a tournament needs two or more different bots, not {', '.join(specs)}")
    if num_players == 2:
        return list(combinations(specs, 2))
    duels = [fill_seats(pair, num_players) for pair in permutations(specs, 2)]
    return duels + _spread(list(combinations(specs, num_players)), MOST_MIXED)


def _spread(lineups: list[Lineup], most: int) -> list[Lineup]:
    """At most so many of the lineups, each time one whose bots and pairs were in the fewest so far, so that none is favoured."""
    seen: Counter = Counter()
    chosen: list[Lineup] = []
    left = list(lineups)
    while left and len(chosen) < most:
        best = min(
            left, key=lambda lineup: (sum(seen[bot] for bot in lineup), sum(seen[pair] for pair in combinations(lineup, 2)))
        )
        left.remove(best)
        chosen.append(best)
        seen.update(best)
        seen.update(combinations(best, 2))
    return sorted(chosen, key=lineups.index)


def seat_of(entrant: int, rotation: int, num_players: int) -> int:
    """The seat of an entrant: in rotation r, entrant (s + r) % n sits in seat s."""
    return (entrant - rotation) % num_players
