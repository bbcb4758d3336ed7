"""A tiny game for the tests of what all games share: pass or take the top card of a stack, highest card in hand wins.

Two or three players draw a hidden card each; in turn each may keep it or change it once for the top card.
"""

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np

from louis14_env.core.actions import ActionTable, Range
from louis14_env.core.game import RANK, SCORE, WIN, Game
from louis14_env.core.jit import jit
from louis14_env.core.pieces import Layout, Piece
from louis14_env.core.rng import RNG_WORDS, seed_rng, shuffle

DIGEST = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]  # the compile cache knows the package's sources only
CARDS = 9
KEEP, CHANGE = 0, 1
STATE = np.dtype(
    [
        ("rng", np.int64, RNG_WORDS),
        ("deck", np.int32, CARDS),
        ("card", np.int32, 3),
        ("held", np.int32, 3),  # the card's place in the deck
        ("num_players", np.int32),
        ("turn", np.int32),
    ]
)


@jit
def reset(states, i, num_players, start_player, seed):
    s = states[i]
    seed_rng(s.rng, seed, start_player)
    for k in range(CARDS):
        s.deck[k] = k
    shuffle(s.rng, s.deck, CARDS)
    s.card[:] = 0
    s.held[:] = 0
    for p in range(num_players):
        s.card[p] = s.deck[p]
        s.held[p] = p
    s.num_players = num_players
    s.turn = 0


@jit
def is_over(states, i):
    return states[i].turn == states[i].num_players


@jit
def current_player(states, i):
    return -1 if is_over(states, i) else states[i].turn


@jit
def legal_mask(states, i, mask):
    mask[:] = 0
    if is_over(states, i):
        return 0
    mask[KEEP] = 1
    mask[CHANGE] = 1
    return 2


@jit
def answer(states, i, action):
    s = states[i]
    if action == CHANGE:
        s.held[s.turn] = s.num_players + s.turn
        s.card[s.turn] = s.deck[s.held[s.turn]]
    s.turn += 1


@jit
def advance(states, i):
    return False


@jit
def step(states, i, action):
    answer(states, i, action)


@jit
def returns(states, i, out):
    s = states[i]
    for p in range(s.num_players):
        better = 0
        for q in range(s.num_players):
            better += s.card[q] > s.card[p]
        out[p, WIN] = better == 0
        out[p, SCORE] = s.card[p]
        out[p, RANK] = better + 1


@jit
def potential(states, i, out):
    out[:] = 0


@jit
def observe(states, i, viewer, out):
    s = states[i]
    out[:] = 0
    out[s.card[viewer]] = 1
    out[CARDS] = s.turn


@jit
def redeterminize(states, i, viewer, seed):
    """All cards but the viewer's own change places; who has changed keeps it that way, for the deck is dealt by its places."""
    s = states[i]
    seed_rng(s.rng, seed, 1)
    mine = s.card[viewer]
    place = viewer
    for k in range(CARDS):
        if s.deck[k] == mine:
            place = k
    rest = np.empty(CARDS - 1, np.int32)
    n = 0
    for card in range(CARDS):
        if card != mine:
            rest[n] = card
            n += 1
    shuffle(s.rng, rest, n)
    for k in range(CARDS):
        if k != place:
            n -= 1
            new, old = rest[n], s.deck[k]
            for p in range(s.num_players):
                if p != viewer and s.card[p] == old and s.held[p] == k:
                    s.card[p] = new
            s.deck[k] = new


@jit
def status(states, i):
    s = states[i]
    if s.turn < 0 or s.turn > s.num_players:
        return 2
    for p in range(s.num_players):
        if s.card[p] < 0 or s.card[p] >= CARDS:
            return 1
    return 0


def describe(states, i, viewer):
    s = states[i]
    seen = range(s["num_players"]) if viewer is None else [viewer]
    return f"turn {s['turn']}, cards {[int(s['card'][p]) for p in seen]}"


def to_text(states, i):
    s = states[i]
    return " ".join(str(n) for n in (*s["rng"], *s["deck"], *s["card"], *s["held"], s["num_players"], s["turn"]))


def from_text(states, i, text):
    numbers = [int(word) for word in text.split()]
    s = states[i]
    s["rng"], s["deck"], s["card"], s["held"] = numbers[:4], numbers[4:13], numbers[13:16], numbers[16:19]
    s["num_players"], s["turn"] = numbers[19:]
    return False


def tell(before, after, action):
    return [] if action is None else [f"player {before['turn']}: {action}"]


TOY = GAME = Game(
    module=__name__, name="toy", version=0, title="a toy", min_players=2, max_players=3, most_decisions=3, state=STATE,
    actions=ActionTable((Range("do", "keep or change the card", ["keep", "change"]),)),
    observation=Layout((Piece("card", (CARDS,), "one-hot"), Piece("turn", (1,), "whose turn"))), digest=DIGEST,
    reset=reset, current_player=current_player, legal_mask=legal_mask, step=step, answer=answer, advance=advance, is_over=is_over,
    returns=returns, potential=potential, observe=observe, redeterminize=redeterminize, status=status,
    invariants=("cards are in range", "somebody is asked"), describe=describe, tell=tell, to_text=to_text, from_text=from_text,
)  # fmt: skip


# --- Broken variants, each against one check of the conformance tests ------------------------------------------------
def broken(name, **functions):
    return replace(TOY, name=f"toy_{name}", **{key: jit(value) for key, value in functions.items()})


def _bad_status(states, i):
    return 1


def _late_mask(states, i, mask):
    """The mask depends on what was in it before."""
    changed = mask[KEEP]
    mask[:] = 0
    mask[CHANGE] = 1
    mask[KEEP] = 1 - changed
    return 2


def _empty_mask(states, i, mask):
    mask[:] = 0
    return 0


def _wrong_count(states, i, mask):
    mask[:] = 1
    return 3


def _nobody(states, i):
    return -1


def _writes_elsewhere(states, i, action):
    states[0].turn += 1
    states[i].turn += i > 0


def _unshared(states, i, out):
    out[:] = 1


def _endless(states, i, action):
    states[i].rng[0] += 1


def _telltale(states, i, viewer, out):
    out[:] = 0
    out[states[i].card[1 - viewer if viewer < 2 else 0]] = 1


def _dealing_ghosts(states, i, viewer, seed):
    states[i].card[(viewer + 1) % 2] = CARDS


def _dealing_on(states, i, viewer, seed):
    """What is dealt depends on what was there."""
    s = states[i]
    other = (viewer + 1) % 2
    s.card[other] = (s.card[other] + 1 + seed) % CARDS


VARIANTS = {
    "the position is sound": broken("status", status=_bad_status),
    "the mask of a step equals": broken("late", legal_mask=_late_mask),
    "there is a legal action": broken("empty", legal_mask=_empty_mask),
    "the count of legal actions": broken("count", legal_mask=_wrong_count),
    "the player to decide has a seat": broken("nobody", current_player=_nobody),
    "leaves the original as it was": broken("elsewhere", step=_writes_elsewhere),
    "the game is not longer": broken("endless", step=_endless),
    "the shares of the win": broken("unshared", returns=_unshared),
}
LEAKS = {
    "sees hidden information": broken("telltale", observe=_telltale),
    "redeterminised": broken("ghosts", redeterminize=_dealing_ghosts),
    "depends on how the hidden cards lay": broken("on", redeterminize=_dealing_on),
}
