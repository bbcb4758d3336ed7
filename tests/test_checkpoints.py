"""The shipped checkpoints: they load by name, say where they come from, and beat the heuristic."""

import json
from pathlib import Path

import pytest

from louis14_env.arena.evaluate import measure
from louis14_env.bots import make_bot
from louis14_env.networks.checkpoint import load_checkpoint

FOLDER = Path(__file__).parents[1] / "checkpoints"
NAMES = ("louis14-2p", "louis14-3p", "louis14-4p")
MOST_BYTES = 5_000_000
DEALS = 60


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_checkpoint_says_where_it_comes_from(game, name):
    card = load_checkpoint(name, game).card
    assert card["players"] == [int(name[-2])] and card["command"].startswith("python -m training.")
    assert card["decisions"] > 0 and card["seconds"] > 0 and card["commit"] and len(card["sha256"]) == 64
    assert {row["against"] for row in card["results"]} >= {"random", "heuristic"}
    for row in card["results"]:
        value, low, high = row["win"]
        assert row["players"] in card["players"] and low <= value <= high and row["deals"] > 0
    assert sum(path.stat().st_size for path in FOLDER.glob(f"{name}.*")) < MOST_BYTES
    assert "/tmp" not in json.dumps(card) and "/home" not in json.dumps(card)


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_checkpoint_beats_the_heuristic(game, name):
    players = make_bot(f"policy:{name}", game).checkpoint.card["players"][0]
    row = measure(game, f"policy:{name}", "heuristic", players, DEALS, seed=7, threads=1)
    assert row.win.low > 1 / players, row
