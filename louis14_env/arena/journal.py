"""The journal of a match: a header line, then one JSON line a game, in order.

The order is by deal, then lineup, then rotation, so that more deals only append. The header names everything that
decides the games, but not the number of deals. A last line without its end was cut off by a kill and does not count.
"""

import json
import math
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from louis14_env import __version__
from louis14_env.arena.schedule import Lineup
from louis14_env.core.game import Game
from louis14_env.core.record import FORMAT as RECORD_FORMAT
from louis14_env.core.record import Record

FORMAT = "louis14-arena-1"
MATCH, TOURNAMENT = "match", "tournament"
LONGEST_SHOWN = 60  # characters of a wrong value in an error


class JournalError(ValueError):
    """A journal that cannot be read or continued; says where and why."""


class Place(NamedTuple):
    """Which game of a match."""

    deal: int
    lineup: int
    rotation: int

    def __str__(self) -> str:
        return f"deal {self.deal}, lineup {self.lineup}, rotation {self.rotation}"


@dataclass(frozen=True)
class Header:
    """Everything that decides the games of a match."""

    format: str
    kind: str  # match or tournament
    game: str  # name and version
    data: str  # digest of the game's data files
    version: str  # of this package
    num_players: int
    seed: int
    records: bool  # whether each game has its actions and hashes
    lineups: tuple[Lineup, ...]

    @cached_property
    def bots(self) -> list[str]:
        """The different specs, in the order in which they first appear."""
        return list(dict.fromkeys(spec for lineup in self.lineups for spec in lineup))

    @property
    def games_a_deal(self) -> int:
        return len(self.lineups) * self.num_players

    def place(self, number: int) -> Place:
        """Which game stands at a number, counted from 0."""
        deal, rest = divmod(number, self.games_a_deal)
        return Place(deal, *divmod(rest, self.num_players))

    def to_line(self) -> str:
        """The header as one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))


def make_header(game: Game, kind: str, lineups: list[Lineup], seed: int, records: bool) -> Header:
    """The header of a match that this version plays."""
    return Header(FORMAT, kind, game.id, game.digest, __version__, len(lineups[0]), seed, records, tuple(lineups))


@dataclass(frozen=True)
class Played:
    """A finished game; lists are by seat."""

    deal: int
    lineup: int
    rotation: int
    wins: list[float]
    scores: list[float]
    ranks: list[float]
    decisions: int
    hash: str  # of the last state
    actions: list[int] | None = None
    hashes: list[str] | None = None  # of the state before each action, and of the last state

    def to_line(self) -> str:
        """The game as one line of JSON; without actions if it was not recorded."""
        return json.dumps({key: value for key, value in asdict(self).items() if value is not None}, separators=(",", ":"))

    def bare(self) -> "Played":
        """The same without actions and their hashes."""
        return replace(self, actions=None, hashes=None)

    def record(self, header: Header, seed: int) -> Record:
        """The game as a record that `louis14 replay` verifies; seed is the deal's."""
        if self.actions is None or self.hashes is None:
            raise JournalError("the games were played without --records: there are no actions")
        data = (RECORD_FORMAT, header.game, header.data, header.num_players, seed, 0, True)
        return Record(*data, self.actions, self.hashes, self.scores)


class Journal:
    """A journal open for writing: `games` holds what it had, `append` adds to it. Only one process can have it open."""

    def __init__(self, path: Path, header: Header):
        self.path = path
        self._file: BinaryIO = open(path, "a+b")  # noqa: SIM115  (closed by close)
        try:
            _lock(self._file, path)
            self.games, sound = _read_own(self._file, path, header)
        except BaseException:
            self._file.close()
            raise
        self._file.truncate(sound)
        if sound == 0:
            self._write(header.to_line() + "\n")

    def append(self, games: list[Played]) -> None:
        """Adds games to the file."""
        self._write("".join(game.to_line() + "\n" for game in games))

    def _write(self, text: str) -> None:
        self._file.write(text.encode())
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # not on this system: two processes at one file are then the user's care
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalError(f"{path}: another process is writing this file") from None


def _read_own(file: BinaryIO, path: Path, header: Header) -> tuple[list[Played], int]:
    """The games of a file that must have this header, and how many bytes of it are sound."""
    file.seek(0, os.SEEK_SET)
    line = file.readline()
    own = f"{header.to_line()}\n".encode()
    if own.startswith(line) and line != own:
        return [], 0  # cut off before its first game, or empty
    if line != own:
        raise JournalError(f"{path}, line 1: {_difference(_parse_header(line, path), header)}")
    games, sound = [], len(own)
    for text, game in _games(file, path, header):
        games.append(game.bare())
        sound += len(text)
    return games, sound


def _difference(theirs: Header, ours: Header) -> str:
    for field in fields(Header):
        there, here = getattr(theirs, field.name), getattr(ours, field.name)
        if there != here:
            return f"this is another match: {field.name} is {there!r} in the file, {here!r} here"
    return "the header is not written as this program writes it"


def read_journal(path: Path) -> tuple[Header, Iterator[Played]]:
    """The header and the games of a file; raises JournalError, with the line, at the first thing that is wrong."""
    try:
        file = open(path, "rb")  # noqa: SIM115  (closed by _reading)
    except OSError as error:
        raise JournalError(f"{path}: cannot be read: {error.strerror}") from None
    header = _parse_header(file.readline(), path)
    return header, _reading(file, path, header)


def _reading(file: BinaryIO, path: Path, header: Header) -> Iterator[Played]:
    with file:
        for _, game in _games(file, path, header):
            yield game


def _games(file: BinaryIO, path: Path, header: Header) -> Iterator[tuple[bytes, Played]]:
    """Each sound line after the header, and its game."""
    for number, line in enumerate(iter(file.readline, b"")):
        if not line.endswith(b"\n"):
            return
        try:
            yield line, _parse_game(line, header, header.place(number))
        except JournalError as error:
            raise JournalError(f"{path}, line {number + 2}: {error}") from None


def _parse(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise JournalError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise JournalError(f"not a line of a journal: {_short(data)}")
    return data


def _parse_header(line: bytes, path: Path) -> Header:
    try:
        data = _parse(line)
        if data.get("format") != FORMAT:
            raise JournalError(f"not a journal of matches: its format is {_short(data.get('format'))}, not {FORMAT!r}")
        _require_fields(data, [field.name for field in fields(Header)])
        _check_header(data)
    except JournalError as error:
        raise JournalError(f"{path}, line 1: {error}") from None
    return Header(**{**data, "lineups": tuple(map(tuple, data["lineups"]))})


def _check_header(data: dict[str, Any]) -> None:
    for name in ("game", "data", "version"):
        _require(isinstance(data[name], str), name, "a text", data[name])
    _require(data["kind"] in (MATCH, TOURNAMENT), "kind", f"{MATCH!r} or {TOURNAMENT!r}", data["kind"])
    _require(type(data["num_players"]) is int and data["num_players"] > 1, "num_players", "2 or more", data["num_players"])
    _require(type(data["seed"]) is int, "seed", "a whole number", data["seed"])
    _require(isinstance(data["records"], bool), "records", "true or false", data["records"])
    lineups = data["lineups"]
    good = isinstance(lineups, list) and lineups and all(_is_list(lineup, str, data["num_players"]) for lineup in lineups)
    _require(good, "lineups", f"lists of {data['num_players']} texts", lineups)


def _parse_game(line: bytes, header: Header, place: Place) -> Played:
    data = _parse(line)
    names = [field.name for field in fields(Played)]
    _require_fields(data, names if header.records else names[: names.index("actions")])
    for name in ("deal", "lineup", "rotation", "decisions"):
        _require(type(data[name]) is int, name, "a whole number", data[name])
    for name in ("wins", "scores", "ranks"):
        good = _is_list(data[name], float, header.num_players) and all(map(math.isfinite, data[name]))
        _require(good, name, f"{header.num_players} numbers", data[name])
    _require(math.isclose(sum(data["wins"]), 1) and min(data["wins"]) >= 0, "wins", "shares of one win", data["wins"])
    best = [rank == min(data["ranks"]) for rank in data["ranks"]]
    _require(
        [win > 0 for win in data["wins"]] == best, "ranks", f"such that the best share the win {data['wins']}", data["ranks"]
    )
    _require(isinstance(data["hash"], str), "hash", "a text", data["hash"])
    if header.records:
        _require(_is_list(data["actions"], int, data["decisions"]), "actions", "one a decision", data["actions"])
        _require(_is_list(data["hashes"], str, data["decisions"] + 1), "hashes", "one a state", data["hashes"])
    game = Played(**data)
    found = Place(game.deal, game.lineup, game.rotation)
    if found != place:
        raise JournalError(f"games are missing, repeated or out of order: {found} stands in the place of {place}")
    if f"{game.to_line()}\n".encode() != line:
        raise JournalError("the line is not written as this program writes it")
    return game


def _require(good: Any, name: str, allowed: str, value: Any) -> None:
    if not good:
        raise JournalError(f"{name} must be {allowed}, not {_short(value)}")


def _require_fields(data: dict[str, Any], names: list[str]) -> None:
    if list(data) != names:
        raise JournalError(f"a line has exactly the fields {', '.join(names)}, not {', '.join(data)}")


def _is_list(value: Any, kind: type, length: int) -> bool:
    return isinstance(value, list) and len(value) == length and all(type(item) is kind for item in value)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."
