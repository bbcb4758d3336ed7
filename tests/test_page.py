"""The page and the code say the same, and every rule on the page is proven by a test."""

import ast
import re
from pathlib import Path

import pytest

from louis14_env.games.louis14 import page
from louis14_env.games.louis14.observe import LAYOUT

RULES = Path(__file__).parent / "rules"


def cited_ids():
    """The ids that scenario tests carry in their names or docstrings."""
    ids = set()
    for path in RULES.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                ids |= {word.upper() for word in node.name.split("_")}
                ids |= set(re.findall(r"\b[SPIEMFCDQT]\d+\b", ast.get_docstring(node) or ""))
    return ids


@pytest.mark.parametrize("rule", page.rule_texts())
def test_every_rule_is_cited_by_a_scenario_test(rule):
    assert rule in cited_ids()


def test_rules_are_all_on_the_page():
    counts = {"S": 7, "P": 4, "I": 7, "E": 10, "M": 5, "F": 3, "C": 20, "D": 3, "T": 12, "Q": 14}
    assert list(page.rule_texts()) == [f"{letter}{n}" for letter in "SPIEMFCDQT" for n in range(1, counts[letter] + 1)]


def test_tables_on_the_page_are_those_of_the_code():
    text = page.PAGE.read_text(encoding="utf-8")
    assert text == page.filled(text), "run: make page"


def test_numbers_on_the_page(game):
    usage = page.section("Usage")
    assert f"| actions | {game.actions.size}," in usage
    assert f"| observation | {LAYOUT.size} values" in usage
    assert f"never more than {game.most_decisions} |" in usage


def test_usage_on_the_page_runs():
    code = re.search(r"```python\n(.*?)```", page.section("Usage"), re.DOTALL)[1]
    exec(compile(code, "page", "exec"), {})


def test_position_on_the_page_parses(game):
    from louis14_env.core import Table

    text = re.search(r"```\n(players.*?)```", page.section("Positions as text"), re.DOTALL)[1]
    table = Table(game, auto_play=False)
    table.from_text(text)
    assert table.current_player is not None
