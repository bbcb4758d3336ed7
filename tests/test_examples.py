"""The examples run, learn and never try an illegal action; those of heavy packages run where the packages are installed."""

import importlib.util
import math
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
NEEDS = {
    "maskable_ppo": ("train", ("sb3_contrib",)),
    "tianshou_dqn": ("examples", ("tianshou",)),
    "torchrl_rollout": ("examples", ("torchrl",)),
    "rllib_ppo": ("rllib", ("ray", "ray.rllib")),
}


def load(name):
    """The example as a module; skips where its extra is not installed."""
    extra, packages = NEEDS.get(name, ("", ()))
    for package in packages:
        reason = f"examples/{name}.py needs {package}: pip install -e '.[{extra}]'"
        pytest.importorskip(package, reason=reason, exc_type=ImportError)
    if packages:
        import torch

        torch.set_num_threads(1)  # small networks are faster so, and tests run side by side
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_are_tested():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {"random_aec", *NEEDS}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_aec(players, capsys):
    games = load("random_aec").main(steps=600, players=players)
    assert games
    assert all(list(scores) == [f"player_{p}" for p in range(players)] for scores in games)
    assert f"600 decisions, {len(games)} games ended" in capsys.readouterr().out


def test_maskable_ppo():
    before, after = load("maskable_ppo").main(steps=8192, games=128)
    assert after > before


def test_tianshou_dqn():
    result = load("tianshou_dqn").main(steps=400)
    assert result["steps"] >= 400 and result["updates"] > 0
    assert 0 <= result["before"] <= 1 and 0 <= result["after"] <= 1


@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested")
def test_torchrl_rollout():
    result = load("torchrl_rollout").main(steps=500)
    assert result["steps"] == 500 and result["games"] > 0 and result["illegal"] == 0
    assert math.isfinite(result["loss"])


def test_rllib_ppo():
    result = load("rllib_ppo").main(steps=500)
    assert result["steps"] >= 500 and result["games"] > 0
    assert math.isfinite(result["loss"])
