"""A game in play: its course, who sits where, and what each of them may see and do."""

import asyncio
import hashlib
import hmac
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from louis14_env.bots.base import CANONICAL_SEED
from louis14_env.core.actions import IllegalAction
from louis14_env.core.game import MOST_SEED, RETURNS
from louis14_env.core.table import Table
from louis14_env.web import explain
from louis14_env.web.bench import HUMAN
from louis14_env.web.course import Course
from louis14_env.web.limits import LINES_SHOWN
from louis14_env.web.picture import draw
from louis14_env.web.refusal import CONFLICT, FORBIDDEN, UNPROCESSABLE, Refusal
from louis14_env.web.store import Store
from louis14_env.web.undo import told_nothing

ID_BYTES = 12
TOKEN_BYTES = 24
SEED_BYTES = 8


def new_id() -> str:
    """A name for a game that nobody guesses."""
    return secrets.token_urlsafe(ID_BYTES)


def new_token() -> str:
    """What a player shows to be let in."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def key_of(token: str) -> str:
    """What is stored of a token: nobody who reads the database can play."""
    return hashlib.sha256(token.encode()).hexdigest()


def decision_seed(seed: int, decision: int) -> int:
    """The seed of a bot's own chance at one decision."""
    digest = hashlib.blake2b(f"{seed} {decision}".encode(), digest_size=SEED_BYTES).digest()
    return int.from_bytes(digest, "big") & MOST_SEED


@dataclass
class Session:
    """A game in play. Its methods are called with `lock` held.

    A person's requests carry the seat's `turn`, the number of changes that seat has made: a repeated one is recognised and a late one
    refused. The number of all changes is nobody's business: it would tell of decisions that are made in secret.
    """

    id: str
    course: Course
    seats: tuple[str, ...]  # HUMAN or a bot's spec
    keys: tuple[str, ...]  # digests of the seats' tokens; empty for bots
    turns: list[int]  # by seat, how often it has changed the game
    decided: list[int] = field(default_factory=list)  # of each decision, its seat's turn before it
    undoable: list[Table] = field(default_factory=list)  # positions before the last decisions that can be taken back
    thinking: bool = False  # a bot is at work, or waits for its turn to be
    trouble: str = ""  # why the game cannot go on
    stalled: bool = False  # a bot's decision could not be stored: it is made again when somebody looks
    touched: float = field(default_factory=time.monotonic)  # when it was last asked for
    lock: threading.Lock = field(default_factory=threading.Lock)
    news: asyncio.Event | None = None  # set, and replaced, at the next change

    @property
    def is_watched(self) -> bool:
        """Whether only bots play: then nothing is hidden from who has the link."""
        return HUMAN not in self.seats

    @property
    def bot(self) -> str | None:
        """The bot to decide, None if a person is or the game is over."""
        player = self.course.player
        return None if player is None or self.seats[player] == HUMAN else self.seats[player]

    def seat_of(self, token: str) -> int:
        """The seat that a token opens."""
        key = key_of(token)
        for seat, own in enumerate(self.keys):
            if own and hmac.compare_digest(own, key):
                return seat
        raise Refusal(FORBIDDEN, "this link does not open a seat of this game")

    # --- Changes ---------------------------------------------------------------------------------------------------------
    def move(self, store: Store, seat: int, turn: int, action: int) -> bool:
        """Plays a person's action; False if it is the repetition of one that was played."""
        if turn != self.turns[seat]:
            if self._was_played(seat, turn, action):
                return False
            raise self._is_late(seat, turn)
        if self.course.player != seat:
            raise Refusal(CONFLICT, "the game is over" if self.course.player is None else "it is not your turn")
        try:
            self.course.table.check_action(action)
        except IllegalAction as error:
            raise Refusal(UNPROCESSABLE, str(error)) from None
        self.play(store, action)
        return True

    def _was_played(self, seat: int, turn: int, action: int) -> bool:
        return any(
            before == turn and decision.player == seat and decision.action == action
            for before, decision in zip(self.decided, self.course.decisions, strict=True)
        )

    def check_turn(self, seat: int, turn: int) -> None:
        """Raises a Refusal if a request was made for an earlier turn."""
        if turn != self.turns[seat]:
            raise self._is_late(seat, turn)

    def _is_late(self, seat: int, turn: int) -> Refusal:
        return Refusal(CONFLICT, f"the game has gone on: this is for turn {turn}, yours is {self.turns[seat]}")

    def play(self, store: Store, action: int) -> None:
        """Stores a legal action, then plays it: what is shown has always been stored."""
        seat = self.course.player or 0
        turns = _changed(self.turns, seat)
        store.add_move(self.id, len(self.course), action, self.turns[seat], turns)
        self.apply(action, self.turns[seat])
        self.turns = turns
        if self.course.player is None:
            store.finish(self.id)

    def apply(self, action: int, turn: int) -> None:
        """Plays an action that is stored."""
        before = self.course.table.copy()
        self.course.play(action)
        self.decided.append(turn)
        if self.seats[before.current_player or 0] == HUMAN and told_nothing(before, action, self.course.table):
            self.undoable.append(before)
        else:
            self.undoable.clear()

    def undo(self, store: Store, seat: int, turn: int) -> None:
        """Takes back the last decision of a person's unfinished turn."""
        self.check_turn(seat, turn)
        if not self.can_undo(seat):
            raise Refusal(CONFLICT, "nothing can be taken back: something was revealed, or another player has decided since")
        turns = _changed(self.turns, seat)
        store.remove_move(self.id, len(self.course) - 1, turns)
        self.course.go_back(self.undoable.pop())
        self.decided.pop()
        self.turns = turns

    def can_undo(self, seat: int) -> bool:
        """Whether a player may take back the last decision."""
        return bool(self.undoable) and self.course.player == seat

    # --- What is seen ----------------------------------------------------------------------------------------------------
    def seen_by(self, seat: int) -> dict[str, Any]:
        """All that a page shows to a player. Positions come from a redeterminised copy: what the player cannot know is not in it."""
        course, decides = self.course, self.course.player == seat
        table = course.table.redeterminize(seat, CANONICAL_SEED)
        described = table.describe(seat)
        return {
            "game": self.id, "turn": self.turns[seat], "seat": seat, "decides": decides,
            "names": explain.names(course.game, table.num_players), "seats": list(self.seats),
            "legal": table.legal_actions() if decides else [],
            "question": explain.question(course.game, described) if decides else "",
            "can_undo": self.can_undo(seat), "trouble": self.trouble,
            "over": course.player is None, "results": results(table), "log": course.lines()[-LINES_SHOWN:],
            "description": described, "picture": draw(table, seat, course.shown_action(len(course), seat)),
        }  # fmt: skip


def _changed(turns: list[int], seat: int) -> list[int]:
    """The turns after one more change by a seat."""
    return [turn + (other == seat) for other, turn in enumerate(turns)]


def results(table: Table) -> list[dict[str, float]]:
    """Win share, score and rank by player; empty while the game is on."""
    if not table.is_over:
        return []
    return [dict(zip(RETURNS, map(float, row), strict=True)) for row in table.returns()]
