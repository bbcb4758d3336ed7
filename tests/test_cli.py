"""The louis14 command."""

import re

import pytest
from typer.testing import CliRunner

from louis14_env import __version__
from louis14_env.cli import app
from louis14_env.core.conformance import random_positions  # noqa: F401  (warms the compiled kernels)

WIDE = {"COLUMNS": "200"}


def run(*words, code=0):
    result = CliRunner().invoke(app, [str(word) for word in words], env=WIDE)
    assert result.exit_code == code, result.output
    assert code in (0, 2) and "Traceback" not in result.output
    return result.output


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_tells_a_whole_game(players):
    text = run("play", "--players", players, "--seed", 7)
    for part in ("== Round 1", "== Round 4", "-- Evaluation", "-- Missions", "-- End of the game", "Result", "the king goes to"):
        assert part in text
    assert text.count("points") == players
    assert text == run("play", "--players", players, "--seed", 7)


def test_play_quietly_and_with_another_start_player():
    text = run("play", "--seed", 7, "--start", 2, "--quiet")
    assert "Round" not in text and "Result" in text
    assert "start player Green" in run("play", "--seed", 7, "--start", 2)


def test_play_prints_the_seed_it_drew():
    seed = re.search(r"seed (\d+)", run("play", "--quiet"))[1]
    assert f"seed {seed}" in run("play", "--quiet", "--seed", seed)


def test_play_with_named_bots():
    text = run("play", "sane", "random:noise=0.5", "--players", 3, "--seed", 7, "--quiet")
    assert "Yellow: sane, Red: random:noise=0.5, Green: random:noise=0.5" in text
    assert "no bot 'clever'; there are: random, sane, peaceful, heuristic" in run("play", "clever", code=2)
    assert "3 bots are named for 2 players" in run("play", "random", "random", "sane", "--players", 2, code=2)


def test_a_person_plays_until_the_input_ends():
    result = CliRunner().invoke(app, ["play", "human", "random", "--seed", "7"], input="look\n1\n", env=WIDE)
    assert result.exit_code == 2 and "the game was not finished: the input ended" in result.output
    assert "your move" in result.output and "Yellow plays" in result.output and "Traceback" not in result.output


def test_bad_options_are_refused():
    run("play", "--players", 5, code=2)
    assert "start_player must be 0..1, not 3" in run("play", "--players", 2, "--start", 3, code=2)
    assert "seed must be 0.." in run("play", "--seed", 2**62, code=2)


def test_rules_by_id_and_text():
    assert "King's tile" in run("rules", "e6", "T7") and "Colbert" in run("rules", "T7")
    assert "C20" in run("rules", "--search", "BRIBE")
    assert "no rule X1; there are S1" in run("rules", "X1", code=2)
    assert "no rule contains 'zeppelin'" in run("rules", "--search", "zeppelin", code=2)
    assert "Where the sources leave room" in run("rules")


def test_actions():
    assert "528 actions" in run("actions")
    assert run("actions", "0", "path 12:1 11:2") == "0\tplay Anne to place\n179\tpath 11:2 12:1\n"
    assert "did you mean 'bribe Colbert'" in run("actions", "bribe Colber", code=2)
    assert "action 528 is not in 0..527" in run("actions", "528", code=2)


def test_record_and_replay(tmp_path):
    path = tmp_path / "games.jsonl"
    assert "3 games of 2 players, seeds from 5" in run("record", path, "--games", 3, "--players", 2, "--seed", 5)
    assert "3 games," in run("replay", path)
    text = run("replay", path, "--game", 2, "--log")
    assert "1 games," in text and "== Round 4" in text
    assert "has 3 games, there is no game 4" in run("replay", path, "--game", 4, code=2)


def test_broken_records_are_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    run("record", path, "--seed", 5)
    line = path.read_text()
    path.write_text(line.replace('"hashes":["', '"hashes":["' + "0" * 16 + '","', 1))
    assert "hashes" in run("replay", path, code=2)
    path.write_text(re.sub(r'"hashes":\["[0-9a-f]{16}', '"hashes":["' + "0" * 16, line))
    assert "game 1: decision 0: the state is" in run("replay", path, code=2)
    assert "cannot be read" in run("replay", tmp_path / "missing", code=2)
    run("record", tmp_path / "no" / "such" / "folder", code=2)


def test_bench_shows_every_measure():
    text = run("bench", "--games", 64, "--no-cold")
    for name in ("batch_mask_1t", "batch_mask_obs_1t", "batch_mask_obs_2t", "state_copy", "state_bytes", "warm_first_step"):
        assert name in text


def test_version_and_help():
    assert __version__ in run("--version")
    for command in ("play", "rules", "actions", "bench", "record", "replay"):
        assert command in run("--help") and run(command, "--help")
