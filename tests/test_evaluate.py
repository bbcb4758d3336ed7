"""What a policy is worth: the evaluation's table, its files, and best responses."""

import json

import numpy as np
import pytest
import toy
from networks import make_tensors
from test_arena_match import Drawn
from test_cli import run

from louis14_env.arena.evaluate import EVALUATION_SEED, evaluation_table, measure, write_results
from louis14_env.bots import make_bot
from louis14_env.games import get_game
from louis14_env.networks.checkpoint import load_checkpoint, save_checkpoint

for name in ("random", "sane"):
    make_bot(name, get_game("louis14"))  # so that no command says that it compiles


@pytest.fixture
def base(game, tmp_path):
    save_checkpoint(tmp_path / "some", make_tensors(game), game, [2, 3])
    return tmp_path / "some"


def test_one_against_all_others():
    row = measure(toy.TOY, "a", "b", 3, 50, 4, make=Drawn)
    again = measure(toy.TOY, "a", "b", 3, 50, 4, make=Drawn)
    assert row == again and row.win.low <= row.win.value <= row.win.high
    assert row.facts()["players"] == 3 and row.facts()["win"][0] == round(row.win.value, 4)


def test_the_table_has_a_column_a_player_count(game):
    rows = [measure(toy.TOY, "a", other, players, 20, 4, make=Drawn) for players in (2, 3) for other in ("b", "c")]
    table = evaluation_table("a", rows[:-1])
    assert table.columns == ["against", "2 players, 50 is parity", "3 players, 33 is parity"]
    assert [line[0] for line in table.rows] == ["b", "c"] and table.rows[1][2] == ""
    assert rows[0].text in table.rows[0][1] and "20 deals" in table.note


def test_the_command(game, base, tmp_path):
    words = (
        "evaluate",
        base,
        "--against",
        "random",
        "--deals",
        4,
        "--out",
        tmp_path / "games",
        "--markdown",
        tmp_path / "t.md",
        "--write",
    )
    text = run(*words)
    assert "2 players, 50 is parity" in text and "3 players, 33 is parity" in text and "results in" in text
    assert "| against |" in (tmp_path / "t.md").read_text()
    assert len(list((tmp_path / "games").iterdir())) == 2
    results = json.loads(base.with_suffix(".json").read_text())["results"]
    assert [(row["players"], row["against"], row["deals"], row["seed"]) for row in results] == [
        (2, "random", 4, EVALUATION_SEED),
        (3, "random", 4, EVALUATION_SEED),
    ]
    words = ("--players", 2, "--deals", 3, "--write", "--quiet", "--out", tmp_path / "kept", "--records")
    run("evaluate", base, "--against", "sane", *words)
    (journal,) = (tmp_path / "kept").iterdir()
    assert "6 games in" in run("report", journal, "--records", tmp_path / "games.jsonl", "--quiet")
    assert "6 games" in run("replay", tmp_path / "games.jsonl")
    results = json.loads(base.with_suffix(".json").read_text())["results"]
    assert len(results) == 3 and load_checkpoint(str(base), game).card["results"] == results
    assert "sane" in run("evaluate", "random", "--against", "sane", "--players", 4, "--deals", 2)


def test_bad_input_is_named(base):
    for words, reason in (
        (("nothing",), "no checkpoint 'nothing'"),
        ((base, "--players", 5), "num_players must be 2..4, not 5"),
        ((base, "--against", "clever"), "no bot 'clever'"),
        ((base, "--deals", 0), "deals must be 1..16777216, not 0"),
        (("random", "--write"), "'random' has no card"),
    ):
        assert reason in " ".join(run("evaluate", *words, code=2).split())


def test_results_replace_older_ones_of_the_same_opponent(game, base):
    row = measure(game, f"policy:{base}", "random", 2, 2)
    write_results(f"policy:{base}", [row])
    write_results(f"policy:name={base}", [row])
    assert len(json.loads(base.with_suffix(".json").read_text())["results"]) == 1


def test_a_best_response_gains_on_a_policy_that_can_be_exploited(game, tmp_path, capsys):
    """The frozen policy likes the first actions best, whatever happens: there is much to gain."""
    pytest.importorskip("torch", reason="needs the extra train")
    from training import best_response

    tensors = make_tensors(game, scale=0.0)
    tensors["policy.bias"][:] = np.linspace(3, 0, game.actions.size)
    save_checkpoint(tmp_path / "frozen", tensors, game, [2])
    words = [
        "--out",
        tmp_path / "run",
        "--decisions",
        60_000,
        "--games",
        64,
        "--minibatch",
        512,
        "--workers",
        1,
        "--evaluate-every",
        0,
    ]
    words += ["--evaluate-deals", 2, "--deals", 100, "--learning-rate", 3e-3]
    best_response.main([str(word) for word in [tmp_path / "frozen", *words]])
    (gain,) = json.loads((tmp_path / "run/response.json").read_text())
    assert gain["players"] == 2 and gain["gain"][1] > 0, gain
    assert "gain over parity" in capsys.readouterr().out
    for wrong, reason in (
        ([tmp_path / "frozen", *words, "--seed", 5], "holds another run"),
        (["nothing"], "no checkpoint"),
        ([tmp_path / "frozen", "--past", 1], "past follows from the checkpoint"),
        ([tmp_path / "frozen", "--sharpen", 2], "sharpen follows from the checkpoint"),
    ):
        with pytest.raises(SystemExit):
            best_response.main([str(word) for word in wrong])
        assert reason in capsys.readouterr().err


def test_the_mean_of_checkpoints_is_one_that_tells_the_stages_of_all(game, tmp_path, capsys):
    pytest.importorskip("torch", reason="needs the extra train")
    from training import average

    common, own = {"command": "first", "decisions": 5, "seconds": 2}, {"command": "second", "decisions": 7, "seconds": 3}
    one, two, other = (make_tensors(game, seed=seed, hidden=(8,)) for seed in range(3))
    save_checkpoint(tmp_path / "one", one, game, [3], prior=2.0, stages=[common])
    save_checkpoint(tmp_path / "two", two, game, [3], prior=2.0, stages=[common, own])
    save_checkpoint(tmp_path / "other", other, game, [3], prior=1.0)
    save_checkpoint(tmp_path / "wide", make_tensors(game, hidden=(9,)), game, [3], prior=2.0)
    words = [str(word) for word in (tmp_path / "one", tmp_path / "two", "--out", tmp_path / "mean")]
    average.main(words)
    mean = load_checkpoint(str(tmp_path / "mean"), game)
    for name, array in mean.tensors.items():
        np.testing.assert_allclose(array, (one[name] + two[name]) / 2, rtol=1e-6, atol=1e-7)
    assert mean.prior == 2 and mean.card["players"] == [3] and mean.card["decisions"] == 12 and mean.card["seconds"] == 5
    assert mean.card["stages"][:2] == [common, own] and "training.average" in mean.card["stages"][2]["command"]
    for names, reason in (
        (("one", "other"), "prior must be 2"),
        (("one", "wide"), "must have the layers of"),
        (("none",), "no checkpoint"),
    ):
        with pytest.raises(SystemExit):
            average.main([*(str(tmp_path / name) for name in names), "--out", str(tmp_path / "new")])
        assert reason in capsys.readouterr().err
    with pytest.raises(SystemExit):
        average.main(words)
    assert "is there already" in capsys.readouterr().err and not (tmp_path / "new.json").exists()
