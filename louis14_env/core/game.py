"""The Game contract: what a game must offer, and all that the layers above may use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from louis14_env.core.actions import ActionTable
from louis14_env.core.pieces import Layout

WIN, SCORE, RANK = range(3)  # columns of returns: share of the win, points, rank (1 is best; ties share)
RETURNS = ("win", "score", "rank")
NUM_RETURNS = len(RETURNS)

MOST_SEED = 2**62 - 1


@dataclass(frozen=True)
class Game:
    """A game as data and functions. Compiled functions take an array of states and an index."""

    module: str  # where this game stands as GAME, so that it is pickled by its place, not by its code
    name: str
    version: int
    title: str
    min_players: int
    max_players: int
    most_decisions: int  # no game is longer
    state: np.dtype  # of one record; has the fields num_players and rng
    actions: ActionTable
    observation: Layout
    digest: str  # of the data files the compiled code was made from

    # Compiled
    reset: Any  # (states, i, num_players, start_player, seed): a game set up, before its first stage
    current_player: Any  # (states, i) -> player to decide, -1 when over
    legal_mask: Any  # (states, i, mask) -> number of legal actions
    step: Any  # (states, i, action): `answer`, then `advance` until the next decision
    answer: Any  # (states, i, action): applies a legal action, nothing more
    advance: Any  # (states, i) -> bool: runs one stage of the rules; False if a decision is awaited or the game is over
    is_over: Any  # (states, i) -> bool
    returns: Any  # (states, i, out[players, 3])
    potential: Any  # (states, i, out[players]): how well each stands, from public facts, relative to the mean; 0 at the start
    observe: Any  # (states, i, viewer, out)
    redeterminize: (
        Any  # (states, i, viewer, seed): what the viewer cannot know, dealt anew; depends on what is known and the seed alone
    )
    status: Any  # (states, i) -> 0, or the number of a broken invariant

    # Plain Python
    invariants: tuple[str, ...]  # texts of the status numbers, from 1 on; the last one is about the question asked
    describe: Callable[[np.ndarray, int, int | None], str]  # (states, i, viewer): what the viewer sees; None sees all
    tell: Callable[[Any, Any, int | None], list[str]]  # (before, after, action or None): what a small step did, in words
    to_text: Callable[[np.ndarray, int], str]
    from_text: Callable[[np.ndarray, int, str], bool]  # (states, i, text) -> whether the game is to run on to its next decision

    # Compiled, of the game's own players; a game may have none of these
    bots: Mapping[str, Any] = field(default_factory=dict)  # by name: (states, i, mask, rng) -> action
    scores: Any = None  # (states, i, mask, out): how good each legal action looks to the strongest of them, in points
    value: Any = None  # (states, i, out[players]): what share of the win each may expect
    chapter: Any = None  # (states, i) -> which part of the game this is: a number that grows; search may stop where it does

    drawing: str = ""  # module with draw(states, i, viewer, action) -> SVG; imported only when something is drawn

    def draw(self, states: np.ndarray, i: int, viewer: int | None, action: int | None = None) -> str:
        """A picture (SVG) of what the viewer sees, None sees all; `action` is the last one, to be shown."""
        if not self.drawing:
            raise NotImplementedError(f"{self.id} cannot be drawn")
        return import_module(self.drawing).draw(states, i, viewer, action)

    def action_text(self, action: int) -> str:
        """The text of an action number."""
        return self.actions.text(action)

    def parse_action(self, text: str) -> int:
        """The number of an action text."""
        return self.actions.parse(text)

    def __reduce__(self) -> Any:
        return _find_game, (self.module,)

    def __deepcopy__(self, memo: dict) -> "Game":
        return self

    @property
    def id(self) -> str:
        """Name and version, as records and checkpoints store it."""
        return f"{self.name}_v{self.version}"

    def check_players(self, num_players: Any) -> int:
        """The player count as int, or a ValueError that says what is allowed."""
        return check_int(num_players, "num_players", self.min_players, self.max_players)


def _find_game(module: str) -> Game:
    return import_module(module).GAME


def check_int(value: Any, what: str, least: int, most: int) -> int:
    """The value as int if it is a whole number in least..most, or an error that says so."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise TypeError(f"{what} must be a whole number {least}..{most}, not {value!r}")
    if not least <= value <= most:
        raise ValueError(f"{what} must be {least}..{most}, not {value}")
    return int(value)


def check_seed(seed: Any) -> int:
    """The seed as int, or an error that says what is allowed."""
    return check_int(seed, "seed", 0, MOST_SEED)
