"""A tiny game with a known answer for 2 to 6 players: in turn each says low or high, then a table tells how the win is shared."""

import hashlib
from pathlib import Path

import numpy as np

from louis14_env.core.actions import ActionTable, Range
from louis14_env.core.game import RANK, SCORE, WIN, Game
from louis14_env.core.jit import jit
from louis14_env.core.pieces import Layout, Piece
from louis14_env.core.rng import RNG_WORDS, seed_rng

DIGEST = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]  # the compile cache knows the package's sources only
MOST = 6
STATE = np.dtype(
    [("rng", np.int64, RNG_WORDS), ("num_players", np.int32), ("turn", np.int32), ("said", np.int32), ("table", np.int32)]
)
TABLES = 100
SHARES = np.random.default_rng(5).exponential(size=(TABLES, 1 << MOST, MOST)) ** 4  # [table, what was said, player], to be scaled


@jit
def reset(states, i, num_players, start_player, seed):
    s = states[i]
    seed_rng(s.rng, seed, 0)
    s.num_players = num_players
    s.turn = 0
    s.said = 0
    s.table = seed % TABLES


@jit
def is_over(states, i):
    return states[i].turn == states[i].num_players


@jit
def current_player(states, i):
    return -1 if is_over(states, i) else states[i].turn


@jit
def legal_mask(states, i, mask):
    mask[:] = 0 if is_over(states, i) else 1
    return 0 if is_over(states, i) else 2


@jit
def answer(states, i, action):
    s = states[i]
    s.said = 2 * s.said + action
    s.turn += 1


@jit
def advance(states, i):
    return False


@jit
def returns(states, i, out):
    s = states[i]
    n = s.num_players
    total = SHARES[s.table, s.said, :n].sum()
    for p in range(n):
        out[p, WIN] = SHARES[s.table, s.said, p] / total
        out[p, SCORE] = out[p, WIN]
        out[p, RANK] = 1


@jit
def potential(states, i, out):
    out[:] = 0


@jit
def observe(states, i, viewer, out):
    out[0] = states[i].said


@jit
def redeterminize(states, i, viewer, seed):
    seed_rng(states[i].rng, seed, 1)


@jit
def status(states, i):
    return 0


def outcomes(table: int, num_players: int, turn: int, said: int, close: float) -> list[np.ndarray]:
    """How the win may be shared if each player looks after itself alone and choices closer than `close` may go either way (max^n)."""
    if turn == num_players:
        shares = SHARES[table, said, :num_players]
        return [shares / shares.sum()]
    low, high = (outcomes(table, num_players, turn + 1, 2 * said + action, close) for action in (0, 1))
    found = []
    for mine, other in ((low, high), (high, low)):
        if max(shares[turn] for shares in mine) + close >= min(shares[turn] for shares in other):
            found += mine
    return found


def clear_answer(table: int, num_players: int, close: float) -> int | None:
    """The first player's right action, if it is right whatever happens in close choices."""
    low, high = ([shares[0] for shares in outcomes(table, num_players, 1, action, close)] for action in (0, 1))
    if min(low) > max(high) + close:
        return 0
    return 1 if min(high) > max(low) + close else None


LADDER = GAME = Game(
    module=__name__, name="ladder", version=0, title="a ladder", min_players=2, max_players=MOST, most_decisions=MOST, state=STATE,
    actions=ActionTable((Range("say", "low or high", ["low", "high"]),)),
    observation=Layout((Piece("said", (1,), "what was said", high=64),)), digest=DIGEST,
    reset=reset, current_player=current_player, legal_mask=legal_mask, step=answer, answer=answer, advance=advance, is_over=is_over,
    returns=returns, potential=potential, observe=observe, redeterminize=redeterminize, status=status, invariants=("all is well",),
    describe=lambda states, i, viewer: str(states[i]), tell=lambda before, after, action: [], to_text=str, from_text=lambda *_: False,
)  # fmt: skip
