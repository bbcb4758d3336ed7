"""Whether a decision can be taken back.

A player may take back the last decision while it is still that player's turn to decide, if nobody learned anything by it: in every
position that the player could not tell from the true one, the same action would have led to the same knowledge of the player and
have changed what each of the others sees in the same way. A drawn card, a coat, a revealed hand differ between such positions; a card
played to place, stones put on tiles, a mission chosen to be paid do not. WORLDS such positions are tried: a surprise that has two equally
likely outcomes is missed once in 2 ** WORLDS times.

What the others saw of a decision taken back stays seen.
"""

import numpy as np

from louis14_env.bots.base import CANONICAL_SEED
from louis14_env.core.table import Table

WORLDS = 16


def told_nothing(before: Table, action: int, after: Table) -> bool:
    """Whether nobody learned anything hidden when the player to decide in `before` played `action`, which led to `after`."""
    player = before.current_player
    if player is None or after.current_player != player:
        return False
    known, changes = _knowledge(after, player), _changes(before, after)
    for seed in range(1, WORLDS + 1):
        world = before.redeterminize(player, seed)
        then = world.copy()
        then.step(action)
        if then.current_player != player or _knowledge(then, player) != known:
            return False
        if not np.array_equal(_changes(world, then), changes):
            return False
    return True


def _knowledge(table: Table, player: int) -> bytes:
    """What a player knows: the same bytes for all positions the player cannot tell apart."""
    return table.redeterminize(player, CANONICAL_SEED).to_bytes()


def _changes(before: Table, after: Table) -> np.ndarray:
    """How what each player sees has changed [player, value]."""
    return np.array([after.observe(seat) - before.observe(seat) for seat in range(before.num_players)])
