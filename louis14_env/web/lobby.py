"""All games and replays of a server: finds them, lets bots play, keeps memory bounded."""

import asyncio
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from louis14_env.bots import View
from louis14_env.core.game import MOST_SEED, Game
from louis14_env.core.record import Record, RecordError, parse_record
from louis14_env.core.specs import SpecError
from louis14_env.core.table import Table
from louis14_env.web import replays
from louis14_env.web.advice import Advice, advise
from louis14_env.web.bench import HUMAN, Bench
from louis14_env.web.course import Course, course_of
from louis14_env.web.limits import (
    IDLE_SECONDS,
    LOADED_GAMES,
    LOADED_REPLAYS,
    MOST_HINTS,
    MOST_LOADED,
    MOST_WATCHED_SEARCHES,
    SEARCH_THREADS,
)
from louis14_env.web.refusal import CONFLICT, GONE, NOT_FOUND, TOO_MANY, UNPROCESSABLE, Refusal
from louis14_env.web.session import Session, decision_seed, key_of, new_id, new_token
from louis14_env.web.store import Store, Stored

log = logging.getLogger("louis14_env.web")


class Lobby:
    """The games of a server. Searches have threads of their own, so that they never hold up other games."""

    def __init__(self, game: Game, store: Store):
        self.game, self.store, self.bench = game, store, Bench(game)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._replays: OrderedDict[str, Course] = OrderedDict()
        self._lock = threading.RLock()
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="watched games")
        self._slow = ThreadPoolExecutor(SEARCH_THREADS, thread_name_prefix="searches")
        self._hints = 0

    def close(self) -> None:
        """Ends the threads; what they were thinking about is thought about again after a restart."""
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    # --- Games -----------------------------------------------------------------------------------------------------------
    def create(self, seats: list[str], seed: int | None, start_player: int) -> tuple[Session, list[str]]:
        """A new game and the tokens of its seats, empty for bots."""
        self._check_seats(seats)
        if seed is not None and seats.count(HUMAN) > 1:
            raise Refusal(UNPROCESSABLE, "who knows the seed knows all cards: it can be given only if one person plays")
        tokens = [new_token() if seat == HUMAN else "" for seat in seats]
        keys = tuple(key_of(token) if token else "" for token in tokens)
        drawn = secrets.randbelow(MOST_SEED) if seed is None else seed
        about = (self.game.id, self.game.digest, len(seats), drawn, start_player)
        stored = Stored(new_id(), *about, tuple(seats), keys, (0,) * len(seats), False, ())
        session = self._revive(stored)
        with self._lock:
            self._require_room(session)
            self._keep(session)
        try:
            self.store.add_game(stored)
        except Refusal:
            with self._lock:
                self._sessions.pop(session.id, None)
            raise
        self.go_on(session)
        return session, tokens

    def _check_seats(self, seats: list[str]) -> None:
        try:
            for spec in set(seats) - {HUMAN}:
                self.bench.check(spec)
        except SpecError as error:
            raise Refusal(UNPROCESSABLE, str(error)) from None

    def _require_room(self, session: Session) -> None:
        """Refuses a new game if there are too many in memory, or too many like it that would keep the search threads busy."""
        if len(self._sessions) >= MOST_LOADED:
            self._let_go()
        if len(self._sessions) >= MOST_LOADED:
            raise Refusal(TOO_MANY, f"{MOST_LOADED} games are being played: try again in a while")
        if self._searches_alone(session) and sum(map(self._searches_alone, self._sessions.values())) >= MOST_WATCHED_SEARCHES:
            reason = f"{MOST_WATCHED_SEARCHES} games are being watched in which bots search: try again when one is over"
            raise Refusal(TOO_MANY, reason)

    def _searches_alone(self, session: Session) -> bool:
        """Whether a game is going on in which nobody but bots decides and one of them is slow."""
        goes_on = session.bot is not None and not session.trouble
        return goes_on and session.is_watched and any(map(self.bench.is_slow, session.seats))

    def find(self, game: str) -> Session:
        """The game of that id, from memory or played again from the database."""
        with self._lock:
            session = self._sessions.get(game)
            if session:
                self._sessions.move_to_end(game)
                session.touched = time.monotonic()
        session = session or self._load(game)
        if session.stalled:
            self.go_on(session)
        return session

    def _load(self, game: str) -> Session:
        """A game from the database; played again without the lock, so that nobody waits for it. Of two at once the first is kept."""
        stored = self.store.find_game(game)
        if stored is None:
            raise Refusal(NOT_FOUND, "there is no such game")
        session = self._revive(stored)
        with self._lock:
            session = self._sessions.get(game, session)
            self._keep(session)
        self.go_on(session)
        return session

    def is_loaded(self, game: str) -> bool:
        """Whether a game is in memory, so that finding it takes no time."""
        return game in self._sessions

    def _revive(self, stored: Stored) -> Session:
        """A stored game as it stood."""
        if (stored.game, stored.data) != (self.game.id, self.game.digest):
            raise Refusal(
                GONE,
                f"this game was played with {stored.game} and components {stored.data}, "
                f"the server has {self.game.id} and {self.game.digest}",
            )
        try:
            watched = HUMAN not in stored.seats
            course = Course(self.game, stored.num_players, stored.seed, stored.start_player, keep=watched)
            session = Session(stored.id, course, stored.seats, stored.keys, list(stored.turns))
            for action, turn in stored.moves:
                session.apply(course.table.check_action(action), turn)
        except ValueError as error:
            raise Refusal(GONE, f"this game cannot be played again from the database: {error}") from None
        return session

    def _keep(self, session: Session) -> None:
        """Holds a game in memory."""
        self._sessions[session.id] = session
        self._let_go()

    def _let_go(self) -> None:
        """Lets go of some games that nobody has asked for lately, if there are many: they are in the database."""
        before = time.monotonic() - IDLE_SECONDS
        idle = [key for key, other in self._sessions.items() if not other.thinking and other.touched < before]
        for key in idle[: max(0, len(self._sessions) - LOADED_GAMES)]:
            del self._sessions[key]

    # --- Bots ------------------------------------------------------------------------------------------------------------
    def go_on(self, session: Session) -> None:
        """Lets bots decide until a person is to, and tells everybody who waits: quick bots here and now, the others in other threads."""
        with session.lock:
            idle = not session.thinking
            session.thinking = True
            session.stalled = False
        if idle:
            self._run(session)
        self.announce(session)

    def _run(self, session: Session) -> None:
        """Bots' decisions, up to one that is for another thread; `thinking` is set, and cleared when no bot is to decide."""
        while True:
            with session.lock:
                bot = session.bot
                if bot is None or session.trouble or session.stalled:
                    session.thinking = False
                    return
            if self.bench.is_slow(bot) or session.is_watched:
                self._submit(session, bot)
                return
            self._decide(session, bot)

    def _submit(self, session: Session, bot: str) -> None:
        pool = self._slow if self.bench.is_slow(bot) else self._quick
        try:
            pool.submit(self._run_elsewhere, session, bot)
        except RuntimeError:  # the server is about to end
            session.thinking = False

    def _run_elsewhere(self, session: Session, bot: str) -> None:
        self._decide(session, bot)
        self.announce(session)
        self._run(session)
        self.announce(session)

    def _decide(self, session: Session, bot: str) -> None:
        """One decision of a bot. If it fails the game stops with the reason; if it cannot be stored it is made again later."""
        try:
            with session.lock:
                view = View(session.course.table, decision_seed(session.course.seed, len(session.course)))
            with self.bench.lend(bot) as player:
                action = player.act(view)
            with session.lock:
                session.play(self.store, session.course.table.check_action(action))
        except Refusal as error:
            log.warning("game %s waits: %s", session.id, error.reason)
            session.stalled = True
        except Exception as error:
            log.exception("a bot failed in game %s", session.id)
            session.trouble = f"{bot} cannot go on: {error}"

    def announce(self, session: Session) -> None:
        """Wakes all who wait for news of a game."""
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(_wake, session)

    def ask(self, spec: str, table: Table, seed: int) -> "Future[Advice]":
        """What a bot thinks of the decision on a table, when a thread is free."""
        try:
            self.bench.check(spec)
        except SpecError as error:
            raise Refusal(UNPROCESSABLE, str(error)) from None
        if table.is_over:
            raise Refusal(CONFLICT, "the game is over: there is nothing to decide")
        view = View(table, seed)
        return self.think(lambda: self.advise(spec, view))

    def think(self, function: Callable[[], Any]) -> "Future[Any]":
        """What a function of a bot's thoughts gives, when a thread is free; refused if too many wait for one."""
        with self._lock:
            if self._hints >= MOST_HINTS:
                raise Refusal(TOO_MANY, "too many hints are asked for at once: try again soon")
            self._hints += 1
        future = self._slow.submit(function)
        future.add_done_callback(self._thought)
        return future

    def _thought(self, future: "Future[Any]") -> None:
        with self._lock:
            self._hints -= 1

    def advise(self, spec: str, view: View) -> Advice:
        """What a bot thinks of a view."""
        with self.bench.lend(spec) as bot:
            return advise(bot, view)

    # --- Replays ---------------------------------------------------------------------------------------------------------
    def open_record(self, record: Record) -> str:
        """Stores a record that replays, and returns its id."""
        try:
            course = course_of(self.game, record)
        except RecordError as error:
            raise Refusal(UNPROCESSABLE, replays.reason(error)) from None
        replay = replays.replay_id(record)
        self.store.add_replay(replay, record.to_line())
        with self._lock:
            self._keep_replay(replay, course)
        return replay

    def open_text(self, text: str, number: int) -> tuple[str, int]:
        """Stores one game of a file, and returns its id and how many the file has."""
        try:
            record, count = replays.pick(self.game, text, number)
        except RecordError as error:
            raise Refusal(UNPROCESSABLE, replays.reason(error)) from None
        return self.open_record(record), count

    def find_replay(self, replay: str) -> tuple[Course, Session | None]:
        """The course of a record, or of a game of bots alone, which may still go on."""
        with self._lock:
            course = self._replays.get(replay)
            if course:
                self._replays.move_to_end(replay)
                return course, None
        line = self.store.find_replay(replay)
        if line is None:
            session = self.find(replay)
            if not session.is_watched:
                raise Refusal(NOT_FOUND, "there is no such replay")
            return session.course, session
        try:
            course = course_of(self.game, parse_record(line))
        except RecordError as error:
            raise Refusal(GONE, replays.reason(error)) from None
        with self._lock:
            self._keep_replay(replay, course)
        return course, None

    def _keep_replay(self, replay: str, course: Course) -> None:
        self._replays[replay] = course
        while len(self._replays) > LOADED_REPLAYS:
            self._replays.popitem(last=False)


def _wake(session: Session) -> None:
    """Sets the event that waiters hold and puts a new one in its place; called in the server's loop."""
    if session.news:
        session.news.set()
    session.news = None
