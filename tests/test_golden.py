"""The golden playthroughs still come out as they are written."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "golden"))
from make import golden_files, playthrough


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_playthrough(path):
    name, players = golden_files()[path]
    expected = path.read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(playthrough(name, players).splitlines(), expected, strict=True), start=1):
        assert now == then, f"{path.name}, line {number}; if the change is meant, run: make golden"
