"""Records opened to be looked at: read from files, verified, stepped through."""

import hashlib
import tempfile
from pathlib import Path
from typing import Any

from louis14_env.arena.block import Seeds
from louis14_env.arena.journal import FORMAT as JOURNAL
from louis14_env.arena.journal import JournalError, read_journal
from louis14_env.core.game import Game
from louis14_env.core.record import Record, RecordError, parse_record
from louis14_env.core.table import Table
from louis14_env.web import explain
from louis14_env.web.course import Course
from louis14_env.web.picture import draw
from louis14_env.web.refusal import NOT_FOUND, Refusal
from louis14_env.web.session import results

ID_LENGTH = 32
LONGEST_REASON = 400  # characters


def replay_id(record: Record) -> str:
    """The id of a record: the same for the same record, and known to nobody who does not have it."""
    return hashlib.sha256(record.to_line().encode()).hexdigest()[:ID_LENGTH]


def pick(game: Game, text: str, number: int) -> tuple[Record, int]:
    """One game of a file, counted from 1, and how many there are; raises RecordError with the reason if it cannot be read."""
    first = text.lstrip()[: len(JOURNAL) + LONGEST_REASON].splitlines()[:1]
    records = _of_journal(game, text, number) if first and JOURNAL in first[0] else _of_records(text, number)
    if records[0] is None:
        raise RecordError(f"the file has {records[1]} games, there is no game {number}" if records[1] else "the file has no game")
    return records[0], records[1]


def _of_records(text: str, number: int) -> tuple[Record | None, int]:
    lines = [(at, line) for at, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not 1 <= number <= len(lines):
        return None, len(lines)
    at, line = lines[number - 1]
    try:
        return parse_record(line), len(lines)
    except RecordError as error:
        raise RecordError(f"line {at}: {error}") from None


def _of_journal(game: Game, text: str, number: int) -> tuple[Record | None, int]:
    """A game of an arena's journal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        path.write_text(text, encoding="utf-8")
        try:
            header, games = read_journal(path)
            found, count = None, 0
            for count, played in enumerate(games, start=1):
                found = played if count == number else found
            return (found.record(header, Seeds(game, header.seed).of_deal(found.deal)) if found else None), count
        except JournalError as error:
            raise RecordError(str(error).replace(f"{path}, ", "").replace(str(path), "the journal")) from None


def reason(error: Exception) -> str:
    """Why a record is refused, short enough to be shown."""
    return str(error)[:LONGEST_REASON]


def summary(course: Course, running: bool, seats: list[str]) -> dict[str, Any]:
    """What a page shows before the first step."""
    table = course.table
    return {
        "names": explain.names(course.game, table.num_players), "seats": seats, "num_players": table.num_players,
        "decisions": len(course), "players": [decision.player for decision in course.decisions], "running": running,
        "seed": str(course.seed), "start_player": course.start_player, "over": table.is_over, "results": results(table),
        "hash": course.hashes[-1],
    }  # fmt: skip


def position(course: Course, number: int) -> Table:
    """The position after so many decisions."""
    positions = course.positions or []
    if not 0 <= number < len(positions):
        raise Refusal(NOT_FOUND, f"there is no step {number}: the game has {len(positions) - 1} decisions so far")
    return positions[number]


def step(course: Course, number: int, viewer: int | None) -> dict[str, Any]:
    """The position after so many decisions as a viewer sees it, None sees all, what led to it, and what comes next."""
    table = position(course, number)
    decisions = course.decisions
    if viewer is not None and not 0 <= viewer < table.num_players:
        raise Refusal(NOT_FOUND, f"there is no seat {viewer}: the game has {table.num_players} players")
    last = course.shown_action(number, viewer)
    return {
        "number": number, "player": table.current_player, "last": last,
        "next": course.shown_action(number + 1, viewer) if number < len(decisions) else None,
        "lines": list(decisions[number - 1].lines if number else course.opening),
        "description": table.describe(viewer), "picture": draw(table, viewer, last), "results": results(table),
        "hash": course.hashes[number],
    }  # fmt: skip
