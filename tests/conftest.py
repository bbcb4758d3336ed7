"""Compiles what the tests use once, on both cores, before they are spread over processes."""

import subprocess
import sys

import pytest
from hypothesis import settings
from networks import make_tensors

from louis14_env.core.kernels import bot_names, compile_bot, compile_kernels
from louis14_env.core.rows import row_kernels
from louis14_env.games import get_game
from louis14_env.networks.checkpoint import save_checkpoint
from louis14_env.networks.compiled import compile_network
from louis14_env.search.kernels import compile_search
from louis14_env.search.network import compile_network_search

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

ROLLOUTS = ("random", "sane", "heuristic")

ENVIRONMENTS = """
from louis14_env.core.kernels import bot_names, compile_learner, compile_single
from louis14_env.games import get_game
game = get_game("louis14")
for name in bot_names(game):
    compile_learner(game, name)
    compile_single(game, name)
"""


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        game = get_game("louis14")
        compile_kernels(game)
        row_kernels(game)
        with subprocess.Popen([sys.executable, "-c", ENVIRONMENTS]) as other:
            for name in bot_names(game):
                compile_bot(game, name)
            for name in ROLLOUTS:
                compile_search(game, name)
            compile_network(game)
            compile_network_search(game, "heuristic")
        assert other.returncode == 0


@pytest.fixture(scope="session")
def game():
    return get_game("louis14")


@pytest.fixture
def client(game):
    """A client of a server for the page."""
    from website import serving

    with serving(game) as client:
        yield client


@pytest.fixture
def checkpoint(game, tmp_path, monkeypatch):
    """A small network with random weights, found by name."""
    save_checkpoint(tmp_path / "tiny", make_tensors(game, hidden=(8,)), game, [2, 3, 4])
    monkeypatch.setenv("LOUIS14_CHECKPOINTS", str(tmp_path))
    return "policy:tiny"
