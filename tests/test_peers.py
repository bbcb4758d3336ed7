"""The comparison with other libraries, where these are not installed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PEERS = Path(__file__).parent.parent / "benchmarks" / "peers.py"
RATIOS = ("aec_vs_tictactoe", "aec_vs_hanabi", "batch_vs_openspiel_bridge")
NAMES = (*RATIOS, "sb3_vecenv")


def run_without(hidden, folder):
    """The lines of a quick run by name; packages in `hidden` cannot be imported, be they installed or not."""
    for module in hidden:
        (folder / f"{module}.py").write_text(f"raise ModuleNotFoundError('No module named {module}')\n")
    env = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, PEERS, "--quick"], env=env, capture_output=True, text=True, check=True, timeout=120)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert tuple(line["name"] for line in lines) == NAMES
    return {line["name"]: line for line in lines}


def test_without_the_peers_each_says_what_is_missing(tmp_path):
    pytest.importorskip("stable_baselines3")
    lines = run_without(("pygame", "pyspiel", "shimmy"), tmp_path)
    for name in RATIOS:
        assert lines[name]["value"] is None and lines[name]["unit"] == "times"
        assert "No module named" in lines[name]["reason"] and "the extra peers" in lines[name]["reason"]
    assert lines["sb3_vecenv"]["value"] > 0 and lines["sb3_vecenv"]["unit"] == "decisions/s"


def test_without_stable_baselines3_the_extra_train_is_named(tmp_path):
    lines = run_without(("pygame", "pyspiel", "shimmy", "stable_baselines3"), tmp_path)
    assert lines["sb3_vecenv"]["value"] is None and "the extra train" in lines["sb3_vecenv"]["reason"]
