"""The comparison with other libraries, where these are not installed."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

PEERS = Path(__file__).parent.parent / "benchmarks" / "peers.py"
EXTRAS = {
    "aec_vs_tictactoe": "peers",
    "aec_vs_hanabi": "peers",
    "batch_vs_openspiel_bridge": "peers",
    "sb3_vecenv": "train",
}


def test_a_missing_package_gives_a_line_with_the_reason(tmp_path):
    for module in ("pygame", "pyspiel", "shimmy", "stable_baselines3"):  # hidden, be they installed or not
        (tmp_path / f"{module}.py").write_text(f"raise ModuleNotFoundError('No module named {module}')\n")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, PEERS, "--quick"], env=env, capture_output=True, text=True, check=True, timeout=120)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["name"] for line in lines] == list(EXTRAS)
    for line in lines:
        assert line["value"] is None and line["unit"] in ("times", "decisions/s")
        assert "No module named" in line["reason"] and f"the extra {EXTRAS[line['name']]}" in line["reason"]


def test_speeds_are_compared():
    spec = importlib.util.spec_from_file_location("peers", PEERS)
    peers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(peers)
    line = peers.ratio(peers.louis14_batch, lambda: {"theirs": peers.louis14_aec()}, 1, 0.02)
    assert line["ours"] > line["theirs"] > 0
    assert line["value"] == round(line["ours"] / line["theirs"], 2)
