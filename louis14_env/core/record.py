"""Records: a game as seed, options and actions with the hash of the state at every decision; one JSON line a game."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from louis14_env.core.actions import IllegalAction
from louis14_env.core.files import replacing
from louis14_env.core.game import Game, check_int, check_seed
from louis14_env.core.table import DIGEST_BYTES, Table

FORMAT = 1


class RecordError(ValueError):
    """A record that cannot be read or does not replay; says where and why."""


@dataclass(frozen=True)
class Record:
    format: int
    game: str  # name and version
    data: str  # digest of the game's data files
    num_players: int
    seed: int
    start_player: int
    auto_play: bool
    actions: list[int]
    hashes: list[str]  # of the state before each action, and of the last state
    scores: list[float]  # empty if the game was not finished

    def to_line(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))


def record_game(table: Table, seed: int, start_player: int, choose: Callable[[Table], int]) -> Record:
    """Plays the table's fresh game to its end with `choose` and returns its record."""
    actions, hashes = [], [table.hash()]
    while not table.is_over:
        action = choose(table)
        table.step(action)
        actions.append(int(action))
        hashes.append(table.hash())
    game = table.game
    scores = [float(score) for score in table.returns()[:, 1]]
    return Record(FORMAT, game.id, game.digest, table.num_players, seed, start_player, table.auto_play, actions, hashes, scores)


def write_records(path: Path, records: Iterable[Record]) -> int:
    """Writes records to a file, which is replaced only when all are written; returns their number."""
    count = 0
    with replacing(path) as out:
        for record in records:
            out.write(record.to_line() + "\n")
            count += 1
    return count


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file; raises RecordError, with the line, at the first that cannot be read."""
    try:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    try:
                        yield parse_record(line)
                    except RecordError as error:
                        raise RecordError(f"{path}, line {number}: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: cannot be read: {error}") from None


def parse_record(line: str) -> Record:
    """The record in a line of JSON."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of too many digits
        raise RecordError(f"not JSON: {error}") from None
    names = [field.name for field in fields(Record)]
    if not isinstance(data, dict) or sorted(data) != sorted(names):
        raise RecordError(f"a record has exactly the fields {', '.join(names)}")
    if data["format"] != FORMAT:
        raise RecordError(f"format {data['format']!r} is not {FORMAT}, the one this version reads")
    for name in ("game", "data"):
        _check(isinstance(data[name], str), name, "a text", data[name])
    for name in ("num_players", "seed", "start_player"):
        _check(type(data[name]) is int, name, "a whole number", data[name])
    _check(isinstance(data["auto_play"], bool), "auto_play", "true or false", data["auto_play"])
    _check(_is_list(data["actions"], lambda x: type(x) is int), "actions", "a list of whole numbers", data["actions"])
    _check(_is_list(data["hashes"], _is_hash), "hashes", f"a list of texts of {2 * DIGEST_BYTES} hex digits", data["hashes"])
    _check(_is_list(data["scores"], lambda x: type(x) in (int, float)), "scores", "a list of numbers", data["scores"])
    if len(data["hashes"]) != len(data["actions"]) + 1:
        raise RecordError(f"{len(data['actions'])} actions need {len(data['actions']) + 1} hashes, not {len(data['hashes'])}")
    return Record(**data)


def _check(good: bool, name: str, allowed: str, value: Any) -> None:
    if not good:
        raise RecordError(f"{name} must be {allowed}, not {value!r:.60}")


def _is_list(value: Any, good: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(good(item) for item in value)


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 2 * DIGEST_BYTES and all(c in "0123456789abcdef" for c in value)


def replay(game: Game, record: Record, on_step: Callable[[Table, int], None] | None = None) -> Table:
    """Plays a record again and returns the final table; raises RecordError at the first state that differs.

    `on_step(table, action)` is called before each action; if it is given it plays the action itself.
    """
    if record.game != game.id:
        raise RecordError(f"the record is of {record.game}, this is {game.id}")
    if record.data != game.digest:
        raise RecordError(f"the record was played with other components ({record.data}) than these ({game.digest})")
    try:
        players = game.check_players(record.num_players)
        start_player = check_int(record.start_player, "start_player", 0, players - 1)
        table = Table(game, players, check_seed(record.seed), start_player, record.auto_play)
    except ValueError as error:
        raise RecordError(str(error)) from None
    _compare(table, record, 0)
    for decision, action in enumerate(record.actions):
        try:
            table.check_action(action)
        except IllegalAction as error:
            raise RecordError(f"decision {decision}: {error}") from None
        if on_step:
            on_step(table, action)
        else:
            table.step(action)
        _compare(table, record, decision + 1)
    if record.scores:
        scores = [float(score) for score in table.returns()[:, 1]] if table.is_over else []
        if scores != record.scores:
            raise RecordError(f"the scores are {scores}, the record has {record.scores}")
    return table


def _compare(table: Table, record: Record, decision: int) -> None:
    if table.hash() != record.hashes[decision]:
        after = f" after {table.game.action_text(record.actions[decision - 1])!r}" if decision else ""
        raise RecordError(f"decision {decision}: the state{after} is {table.hash()}, the record has {record.hashes[decision]}")
