"""Records replay state by state; broken, foreign or altered ones are refused with the place and the reason."""

import json
import random
from dataclasses import replace

import pytest

from louis14_env.core import Table
from louis14_env.core.record import Record, RecordError, parse_record, read_records, record_game, replay, write_records


def played(game, players=4, seed=3, start=0, auto_play=True):
    chance = random.Random(seed)
    return record_game(Table(game, players, seed, start, auto_play), seed, start, lambda t: chance.choice(t.legal_actions()))


@pytest.fixture(scope="module")
def record(game):
    return played(game)


@pytest.fixture(scope="module")
def game():
    from louis14_env.games import get_game

    return get_game("louis14")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("auto_play", [True, False])
def test_round_trip(game, tmp_path, players, auto_play):
    records = [played(game, players, seed, seed % players, auto_play) for seed in range(3)]
    path = tmp_path / "games.jsonl"
    assert write_records(path, records) == 3
    again = list(read_records(path))
    assert again == records
    for entry in again:
        assert [float(x) for x in replay(game, entry).returns()[:, 1]] == entry.scores


def test_unfinished_games_replay(game, record):
    half = replace(record, actions=record.actions[:20], hashes=record.hashes[:21], scores=[])
    assert not replay(game, half).is_over


def test_first_difference_is_named(game, record):
    hashes = list(record.hashes)
    hashes[30] = hashes[50] = "0" * 16
    with pytest.raises(RecordError, match=r"decision 30: the state after '.*' is [0-9a-f]{16}, the record has 0{16}"):
        replay(game, replace(record, hashes=hashes))


def test_another_seed_differs_at_once(game, record):
    with pytest.raises(RecordError, match="decision 0: "):
        replay(game, replace(record, seed=record.seed + 1))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "louis14_v99"}, "the record is of louis14_v99, this is louis14_v0"),
        ({"data": "x"}, "other components"),
        ({"num_players": 7}, "num_players must be 2..4"),
        ({"start_player": 4}, "start_player must be 0..3"),
        ({"seed": -1}, "seed must be"),
        ({"scores": [1.0, 2.0, 3.0, 4.0]}, "the scores are"),
    ],
)
def test_foreign_records_are_refused(game, record, change, message):
    with pytest.raises(RecordError, match=message):
        replay(game, replace(record, **change))


def test_illegal_actions_are_named(game, record):
    with pytest.raises(RecordError, match=r"decision 4: .done. .* is not legal"):
        replay(game, replace(record, actions=[*record.actions[:4], 527, *record.actions[5:]]))
    with pytest.raises(RecordError, match="decision 4: action 999 is not in"):
        replay(game, replace(record, actions=[*record.actions[:4], 999, *record.actions[5:]]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        (f"[{'9' * 5000}]", "not JSON: .* digits"),
        ("[]", "exactly the fields format, game"),
        ({"format": 2}, "format 2 is not 1"),
        ({"extra": 1}, "exactly the fields"),
        ({"seed": "7"}, "seed must be a whole number, not '7'"),
        ({"seed": True}, "seed must be a whole number"),
        ({"auto_play": 1}, "auto_play must be true or false"),
        ({"actions": [1.5]}, "actions must be a list of whole numbers"),
        ({"hashes": ["zz"]}, "hashes must be a list of texts of 16 hex digits"),
        ({"hashes": []}, "need .* hashes, not 0"),
        ({"scores": "no"}, "scores must be a list of numbers"),
    ],
)
def test_broken_lines(record, change, message):
    line = change if isinstance(change, str) else json.dumps({**json.loads(record.to_line()), **change})
    with pytest.raises(RecordError, match=message):
        parse_record(line)


def test_broken_files_name_the_line(tmp_path, record):
    path = tmp_path / "games.jsonl"
    path.write_text(record.to_line() + "\n\n{broken\n")
    with pytest.raises(RecordError, match="line 3: not JSON"):
        list(read_records(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_records(path))
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_records(tmp_path / "missing"))


def test_a_failed_write_leaves_the_old_file(tmp_path, record):
    path = tmp_path / "games.jsonl"
    write_records(path, [record])
    before = path.read_bytes()

    def failing():
        yield record
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(path, failing())
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_record_is_complete(record):
    assert isinstance(record, Record) and len(record.hashes) == len(record.actions) + 1
