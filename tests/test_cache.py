"""The compile cache notices an edit in a callee, a constant or a data file; Numba's own does not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import louis14_env

# Binds one kernel, whose callees are in other files, as compile_kernels does; prints what it computed and cache hits.
PROGRAM = """
from louis14_env.core import jit, kernels
from louis14_env.games.louis14.game import GAME
from louis14_env.games.louis14 import components
reset = jit.bind(kernels.call_reset, {"reset": GAME.reset}, jit.cache_directory(f"test-{GAME.digest}"))
states, _ = kernels.new_states(GAME, 1)
reset(states, 0, 4, 0, 1)
print(states[0]["coins"][0], states[0]["general"][3], sum(reset.stats.cache_hits.values()))
"""

# Binds one template to each of the functions named, from caches of their own; prints what they return.
NAMESAKES = """
import sys
from louis14_env.core import jit, kernels
@jit.jit
def one(states, i): return 1
@jit.jit
def two(states, i): return 2
bound = [jit.bind(kernels.call_status, {"status": globals()[n]}, jit.cache_directory("test", n)) for n in sys.argv[1:]]
print(*[f(0, 0) for f in bound], sum(sum(f.stats.cache_hits.values()) for f in bound))
"""


@pytest.fixture
def copy(tmp_path):
    package = tmp_path / "louis14_env"
    shutil.copytree(Path(louis14_env.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def run(package, *arguments, program=PROGRAM, **more):
    env = {**os.environ, "PYTHONPATH": str(package.parent), "LOUIS14_CACHE_DIR": str(package.parent / "cache"), **more}
    env.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=env, cwd=package.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_edits_of_callees_and_constants_are_noticed(copy):
    game = copy / "games" / "louis14"
    assert run(copy) == ["5", "7", "0"]
    assert run(copy) == ["5", "7", "1"]  # from the cache
    edit(game / "tables.py", "START_COINS = 5", "START_COINS = 6")  # a constant of another file
    assert run(copy) == ["6", "7", "0"]
    edit(game / "setup.py", "s.coins[p] = START_COINS", "s.coins[p] = START_COINS + 3")  # a callee
    assert run(copy) == ["9", "7", "0"]
    edit(game / "setup.py", "s.coins[p] = START_COINS + 3", "s.coins[p] = START_COINS")
    assert run(copy) == ["6", "7", "1"]  # back to a version seen before


def test_players_cached_by_different_processes_stay_themselves(copy):
    assert run(copy, "one", program=NAMESAKES) == ["1", "0"]
    assert run(copy, "two", program=NAMESAKES) == ["2", "0"]
    assert run(copy, "one", "two", program=NAMESAKES) == ["1", "2", "2"]
    assert run(copy, "two", "one", program=NAMESAKES) == ["2", "1", "2"]


def test_another_components_file_has_a_cache_of_its_own(copy):
    assert run(copy) == ["5", "7", "0"]
    own = copy.parent / "own.toml"
    shutil.copy(copy / "games" / "louis14" / "components.toml", own)
    edit(own, "money 4", "money 2")
    assert run(copy, LOUIS14_COMPONENTS=str(own))[2] == "0"
    assert run(copy, LOUIS14_COMPONENTS=str(own))[2] == "1"


def test_first_compilation_is_announced_and_later_starts_are_silent(tmp_path):
    from louis14_env.core import jit

    directory = tmp_path / "key" / "game"
    assert not jit.is_compiled(directory)
    with jit.announced(directory, "a game"):
        pass
    assert jit.is_compiled(directory)


def test_import_is_silent():
    done = subprocess.run(
        [sys.executable, "-c", "import louis14_env, louis14_env.core"], capture_output=True, text=True, check=True
    )
    assert done.stdout == done.stderr == ""


def test_an_unwritable_cache_directory_is_no_obstacle(copy, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    assert run(copy, LOUIS14_CACHE_DIR=str(blocked / "below")) == ["5", "7", "0"]
