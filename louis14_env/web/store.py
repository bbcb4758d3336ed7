"""Games and replays on disk: SQLite, one process at a time. A game is its settings and its actions; positions are played again."""

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from louis14_env.web.limits import DAYS_KEPT, MOST_GAMES, MOST_REPLAYS
from louis14_env.web.refusal import TOO_MANY, UNAVAILABLE, Refusal

SCHEMA = 1
SECONDS_A_DAY = 24 * 3600
SEPARATOR = "\n"  # between the seats' bots
TABLES = """
CREATE TABLE games (
  id TEXT PRIMARY KEY,
  game TEXT NOT NULL,          -- name and version
  data TEXT NOT NULL,          -- digest of the game's data files
  num_players INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  start_player INTEGER NOT NULL,
  seats TEXT NOT NULL,         -- who plays, one a line
  keys TEXT NOT NULL,          -- digests of the seats' tokens, one a line
  turns TEXT NOT NULL,         -- how often each seat has changed the game, taking back included
  over INTEGER NOT NULL,
  touched REAL NOT NULL
) STRICT;
CREATE TABLE moves (
  game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,     -- of the decision, from 0
  action INTEGER NOT NULL,
  turn INTEGER NOT NULL,       -- how often its seat had changed the game before
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE replays (id TEXT PRIMARY KEY, record TEXT NOT NULL, touched REAL NOT NULL) STRICT;
"""


class StoreError(RuntimeError):
    """A database that cannot be used; says why."""


@dataclass(frozen=True)
class Stored:
    """A game as it lies in the database."""

    id: str
    game: str
    data: str
    num_players: int
    seed: int
    start_player: int
    seats: tuple[str, ...]
    keys: tuple[str, ...]
    turns: tuple[int, ...]  # by seat, how often it has changed the game
    over: bool
    moves: tuple[tuple[int, int], ...]  # action, and its seat's turn when it was decided


class Store:
    """The database of a server."""

    def __init__(self, path: Path | None):
        self._lock = threading.Lock()
        try:
            self._db = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None, timeout=1.0)
            self._open()
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {_reason(error)}") from None

    def _open(self) -> None:
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute("PRAGMA foreign_keys = ON")
        with self._writing():
            found = self._db.execute("PRAGMA user_version").fetchone()[0]
            empty = not self._db.execute("SELECT 1 FROM sqlite_master").fetchone()
            if found != SCHEMA and not (found == 0 and empty):
                raise sqlite3.DatabaseError(f"its tables are not those of this version (it has number {found}, not {SCHEMA})")
            if empty:
                for statement in TABLES.split(";")[:-1]:
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {SCHEMA}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: all of it is written or nothing."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """A transaction whose failure is told to who asked for it."""
        try:
            with self._writing():
                yield
        except sqlite3.Error as error:
            raise Refusal(UNAVAILABLE, f"the server cannot store this now: {_reason(error)}") from None

    def add_game(self, stored: Stored) -> None:
        """Stores a new game."""
        with self._changing():
            self._make_room()
            row = (
                stored.id, stored.game, stored.data, stored.num_players, stored.seed, stored.start_player,
                SEPARATOR.join(stored.seats), SEPARATOR.join(stored.keys), _joined(stored.turns), stored.over, time.time(),
            )  # fmt: skip
            self._db.execute(f"INSERT INTO games VALUES ({','.join('?' * len(row))})", row)

    def _make_room(self) -> None:
        """Removes games that nobody has touched for long, if there are too many; the newest are never removed."""
        for which in ("NOT over", "over"):
            if self._count("games") >= MOST_GAMES:
                self._db.execute(f"DELETE FROM games WHERE {which} AND touched < ?", (_long_ago(),))
        if self._count("games") >= MOST_GAMES:
            raise Refusal(TOO_MANY, f"the server holds {MOST_GAMES} games and takes no more")

    def _count(self, table: str) -> int:
        return self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

    def find_game(self, game: str) -> Stored | None:
        """The stored game of that id."""
        with self._lock:
            row = self._db.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()
            moves = self._db.execute("SELECT action, turn FROM moves WHERE game = ? ORDER BY number", (game,)).fetchall()
        if row is None:
            return None
        name, kind, data, num_players, seed, start_player, seats, keys, turns, over, _ = row
        split = tuple(seats.split(SEPARATOR)), tuple(keys.split(SEPARATOR)), tuple(map(int, turns.split()))
        return Stored(name, kind, data, num_players, seed, start_player, *split, bool(over), tuple(moves))

    def add_move(self, game: str, number: int, action: int, turn: int, turns: Sequence[int]) -> None:
        """Stores a decision that is about to be played; `turns` holds after it."""
        with self._changing():
            self._db.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", (game, number, action, turn))
            self._touch(game, turns)

    def remove_move(self, game: str, number: int, turns: Sequence[int]) -> None:
        """Removes the last decision, which is about to be taken back; `turns` holds after it."""
        with self._changing():
            self._db.execute("DELETE FROM moves WHERE game = ? AND number = ?", (game, number))
            self._touch(game, turns)

    def _touch(self, game: str, turns: Sequence[int]) -> None:
        self._db.execute("UPDATE games SET turns = ?, touched = ? WHERE id = ?", (_joined(turns), time.time(), game))

    def finish(self, game: str) -> None:
        """Notes that a game is over."""
        with self._changing():
            self._db.execute("UPDATE games SET over = 1 WHERE id = ?", (game,))

    def add_replay(self, replay: str, record: str) -> None:
        """Stores a record under its id, which is made from the record: the same one again is only noted as touched."""
        with self._changing():
            if self._touch_replay(replay):
                return
            if self._count("replays") >= MOST_REPLAYS:
                self._db.execute("DELETE FROM replays WHERE touched < ?", (_long_ago(),))
            if self._count("replays") >= MOST_REPLAYS:
                raise Refusal(TOO_MANY, f"the server holds {MOST_REPLAYS} replays and takes no more")
            self._db.execute("INSERT INTO replays VALUES (?, ?, ?)", (replay, record, time.time()))

    def find_replay(self, replay: str) -> str | None:
        """The stored record of that id."""
        with self._lock:
            row = self._db.execute("SELECT record FROM replays WHERE id = ?", (replay,)).fetchone()
        if row is None:
            return None
        with suppress(Refusal), self._changing():  # it can be looked at even if nothing can be written
            self._touch_replay(replay)
        return row[0]

    def _touch_replay(self, replay: str) -> bool:
        """Notes that a replay was asked for; whether there is one of that id."""
        return self._db.execute("UPDATE replays SET touched = ? WHERE id = ?", (time.time(), replay)).rowcount > 0

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _long_ago() -> float:
    """What was touched before then may be removed."""
    return time.time() - DAYS_KEPT * SECONDS_A_DAY


def _joined(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _reason(error: Any) -> str:
    """The error in words; a locked database is another server's."""
    text = str(error)
    return f"{text}: another process, perhaps another server, is using it" if "locked" in text else text
