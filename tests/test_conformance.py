"""The conformance checks accept a sound game and catch each kind of broken one; nothing in core knows Louis XIV."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent

# In a process of its own and not compiled: compiling every variant would take minutes.
PROGRAM = """
import sys
from toy import LEAKS, TOY, VARIANTS
from louis14_env.core import Batch, Table
from louis14_env.core.conformance import ConformanceError, check_action_texts, check_hidden, check_position, check_random_play, random_positions
from louis14_env.core.record import record_game, replay

for players in (2, 3):
    assert check_random_play(TOY, players, 200) == 200 * players
    for table in random_positions(TOY, players, 3):
        check_position(table)
        check_hidden(table, 20)
    record = record_game(Table(TOY, players, 5), 5, 0, lambda table: table.legal_actions()[-1])
    assert replay(TOY, record).hash() == record.hashes[-1]
check_action_texts(TOY)
batch = Batch(TOY, 5, 3)
for _ in range(7):
    batch.step(batch.random_actions())
assert batch.episodes.tolist() == [2] * 5
print("sound")

def caught(check):
    try:
        check()
    except ConformanceError as error:
        return str(error)
    return "nothing caught"

def leaks(game):
    for table in random_positions(game, 2, 3):
        check_hidden(table, 20)

for text, game in VARIANTS.items():
    found = caught(lambda: check_random_play(game, 2, 50))
    print("caught" if text in found else f"{game.name}: {found}")
for text, game in LEAKS.items():
    found = caught(lambda: leaks(game))
    print("caught" if text in found else f"{game.name}: {found}")
"""


def test_sound_and_broken_games():
    env = {**os.environ, "PYTHONPATH": str(TESTS), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:-1] == ["sound"] + ["caught"] * 11


def test_core_imports_no_game():
    """Imports point downwards only."""
    core = TESTS.parent / "louis14_env" / "core"
    for path in core.glob("*.py"):
        assert "louis14_env.games" not in path.read_text(encoding="utf-8"), path.name
