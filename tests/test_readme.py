"""The README's code runs, and its links lead somewhere."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from louis14_env.cli import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_code_runs():
    for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(code, "README", "exec"), {})


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_links(link):
    assert (ROOT / link).exists()


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make ([a-z]+)", README)) - {"it"}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("line", re.findall(r"^louis14 (\w+ .*?|\w+)(?:  +#.*)$", README, re.MULTILINE))
def test_commands_exist(line):
    command = line.split()[0]
    assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0
    options = re.findall(r"--[a-z]+", line)
    text = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200", "TERM": "dumb", "NO_COLOR": "1"}).output
    assert all(option in text for option in options)
