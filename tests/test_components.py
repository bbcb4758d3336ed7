"""The components file: what is printed is complete, and a bad own file is refused with the line and what is allowed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from louis14_env.games.louis14.components import DEFAULT_FILE, POWERS, ComponentError, load

TEXT = DEFAULT_FILE.read_text(encoding="utf-8")


def line_of(needle, nth=0):
    return [n for n, line in enumerate(TEXT.splitlines(), start=1) if needle in line][nth]


def load_text(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def test_default_file_is_complete():
    components = load(DEFAULT_FILE)
    assert len(components.tiles) == 12 and len(components.money) == 8 and len(components.missions) == 40
    conditions = [tuple(side.condition for side in tile.sides) for tile in components.tiles]
    fronts = [front for front, _ in conditions]
    assert [fronts.count(kind) for kind in ("money", "first", "stones")] == [6, 4, 2]  # S2
    assert [n + 1 for n, front in enumerate(fronts) if front == "money"] == [1, 2, 3, 4, 8, 12]
    assert [n + 1 for n, front in enumerate(fronts) if front == "first"] == [5, 7, 9, 11]
    assert sum(len(powers) for powers in POWERS.values()) == 24


def test_missions_spread_chips_evenly():
    missions = load(DEFAULT_FILE).missions
    for shade, each in ((0, 5), (1, 6), (2, 4)):
        chips = "".join(mission.chips for mission in missions if mission.shade == shade)
        assert [chips.count(chip) for chip in "SLRH"] == [each] * 4


BAD = [
    # (what is replaced, by what, nth line of the needle, part of the message)
    (
        'side = "money 3", confidence = "S S"',
        'side = "gold 3", confidence = "S S"',
        ("front = ", 0),
        '"money n", "first" or "stones n"',
    ),
    ('side = "money 3", confidence = "S S"', 'side = "money 0", confidence = "S S"', ("front = ", 0), "must be 1 to 9"),
    ('side = "money 3", confidence = "S S"', 'side = "stones 3", confidence = "S S"', ("front = ", 0), "tiles 1-4"),
    ('side = "money 3", confidence = "S S"', 'side = "first", confidence = "S"', ("back = ", 0), "different conditions"),
    ('side = "money 3", confidence = "S S"', 'side = "money 3", confidence = "X S"', ("front = ", 0), "letters S D R"),
    ('side = "money 3", confidence = "S S"', 'side = "money 3"', ("front = ", 0), "front must be"),
    ('name = "Philippe"', 'name = "Anne"', ('name = "Philippe"', 0), "another tile"),
    ('name = "Philippe"', 'name = "two words"', ('name = "Philippe"', 0), "one capitalised word"),
    ('name = "Philippe"', "name = 3", ('name = "Philippe"', 0), "must be a text"),
    ('name = "Philippe"', 'nome = "Philippe"', ('name = "Philippe"', 0), "unknown entry 'nome'; allowed: name"),
    ("[1, 6]", "[5, 6]", ("cards = ", 0), "tile 1-4"),
    ("[1, 6]", "[2, 6]", ("cards = ", 0), "2 cards"),
    ("[1, 6]", "[1]", ("cards = ", 0), "8 pairs"),
    ("[1, 6]", "[1, 60]", ("cards = ", 0), "0-9 louisdor"),
    ('mission = { chips = ["S?", "H?"]', 'mission = { chips = ["S?"]', ("mission = ", 0), "2 card(s)"),
    ('mission = { chips = ["S?", "H?"]', 'mission = { chips = ["S?", "HH"]', ("mission = ", 0), "one of S L R H and ?"),
    ('coat = { chips = ["SR", "LH"]', 'coat = { chips = ["SS", "LH"]', ("coat = ", 0), "two different"),
    ('four = { chips = ["SS"]', 'four = { chips = ["SL"]', ("four = ", 0), "twice the same"),
    ('four = { chips = ["SS"]', 'four = { chips = ["CC"]', ("four = ", 0), "twice the same"),
    ('four = { chips = ["SS"]', 'five = { chips = ["SS"]', ("four = ", 0), "unknown entry 'five'"),
    ("[missions.dark]", "[missions.black]", ("[missions.dark]", 0), "unknown entry 'black'; allowed: light, medium, dark"),
]


@pytest.mark.parametrize(("old", "new", "needle", "message"), BAD)
def test_bad_values_name_the_line_and_what_is_allowed(tmp_path, old, new, needle, message):
    assert old in TEXT
    with pytest.raises(ComponentError) as error:
        load_text(tmp_path, TEXT.replace(old, new, 1))
    assert message in str(error.value)
    assert f"line {line_of(*needle)}:" in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tile = [", "not valid TOML"),
        ("", "there must be 12"),
        (TEXT.replace("[[tile]]", "", 1), "TOML"),
        ("x = 1", "unknown entry 'x'"),
    ],
)
def test_broken_files(tmp_path, text, message):
    with pytest.raises(ComponentError, match=message):
        load_text(tmp_path, text)


def test_missing_and_binary_files(tmp_path):
    with pytest.raises(ComponentError, match="cannot be read"):
        load(tmp_path / "nowhere.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ComponentError, match="cannot be read"):
        load(tmp_path / "binary.toml")


def test_equal_missions_get_texts_of_their_own(tmp_path):
    """The real cards may repeat chips: texts stay unique."""
    own = tmp_path / "own.toml"
    own.write_text(TEXT.replace('mission = { chips = ["S?", "H?"]', 'mission = { chips = ["S?", "S?"]'), encoding="utf-8")
    assert "mission:S? mission:S?#2" in run_with(own, "print(*tables.MISSION_TEXTS)")


def run_with(path, code):
    program = "from louis14_env.games.louis14 import tables\nfrom louis14_env.games.louis14.game import GAME\n" + code
    env = {**os.environ, "LOUIS14_COMPONENTS": str(path), "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True).stdout


def test_own_file_changes_the_rules(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(TEXT.replace('side = "money 3"', 'side = "money 7"', 1), encoding="utf-8")
    code = """
from louis14_env.core import Table
table = Table(GAME, 4)
table.from_text("players 4\\nstones 1: 2 1 0 0\\nstones 12: 1 1 0 0\\nseat 1: coins 9\\nnext: evaluate 1")
table.step("bribe Anne")
print(table.states[0]['coins'][1], GAME.digest)
"""
    coins, digest = run_with(own, code).split()
    assert coins == "2" and digest != run_with(DEFAULT_FILE, "print(GAME.digest)").strip()


def test_broken_own_file_ends_the_command_with_its_reason(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(TEXT.replace('side = "money 3"', 'side = "money x"', 1), encoding="utf-8")
    command = Path(sys.executable).with_name("louis14")
    done = subprocess.run(
        [command, "actions"], env={**os.environ, "LOUIS14_COMPONENTS": str(own)}, capture_output=True, text=True
    )
    assert done.returncode == 2 and "line" in done.stderr and "Traceback" not in done.stderr
