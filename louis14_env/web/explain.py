"""What a page says about a game: its players' names, its rules, what is asked and what each action points at.

All of it comes from the game's own tables. What a game's folder has (`page`: rules and questions; `text`: colours) is used; a game that has
none of it is played from its list of actions.
"""

import re
from importlib import import_module
from types import ModuleType
from typing import Any

from louis14_env.core.game import Game

ASKED = re.compile(r" is asked: (.+)$", re.MULTILINE)
RULE_ID = re.compile(r"\b[A-Z]\d+\b")
STONES = re.compile(r"(\d+):(\d+)")

# What the actions of a range point at in a game's picture: the name in their text or, without a pattern, their number in the range.
POINTS_AT = {
    "louis14": {
        "place": ("card", r"play (.+) to place"), "fetch": ("card", r"play (.+) to fetch"),
        "four_place": ("card", r"play (.+) as four to place"), "four_fetch": ("card", r"play (.+) as four to fetch"),
        "exchange": ("card", r"exchange (.+)"), "stone": ("tile", ""), "bribe": ("tile", ""), "lay": ("mission", ""), "return": ("mission", ""),
    },
}  # fmt: skip
# The rules that tell what an action of a range does, beside those that its meaning names.
RULES_OF = {
    "louis14": {
        "place": "I1 I2 I4", "fetch": "I1 I3 I5", "path": "I2 I4 Q11", "stone": "E9", "bribe": "E7 Q5", "take": "Q8", "lay": "M2 M3 M5",
        "pay": "M3", "draw": "Q7", "crown": "M2", "keep": "F1",
    },
}  # fmt: skip
PATHS = {"louis14": "path"}  # the range whose texts are tiles with stones, such as 11:2 12:1


def names(game: Game, num_players: int) -> list[str]:
    """What the players are called."""
    known = getattr(_module(game, "text"), "COLOURS", ())
    return [known[seat] if seat < len(known) else f"Player {seat + 1}" for seat in range(num_players)]


def rules(game: Game) -> dict[str, str]:
    """The rules by id."""
    page = _module(game, "page")
    return page.rule_texts() if page else {}


def question(game: Game, description: str) -> str:
    """When what is asked in a description is asked, in the words of the game's page."""
    found = ASKED.search(description)
    known: dict[str, str] = getattr(_module(game, "page"), "QUESTIONS", {})
    return known.get(str(found[1]), str(found[1])) if found else ""


def action_table(game: Game) -> dict[str, Any]:
    """The actions as a page needs them: ranges with their meaning and rules, and of each action its text and what it points at."""
    more = RULES_OF.get(game.name, {})
    ranges = [
        {
            "name": entry.name, "meaning": entry.meaning, "rules": [*RULE_ID.findall(entry.meaning), *more.get(entry.name, "").split()],
            "first": first, "count": len(entry.texts),
        }
        for entry, first in zip(game.actions.ranges, game.actions.starts, strict=True)
    ]  # fmt: skip
    path, points = PATHS.get(game.name), POINTS_AT.get(game.name, {})
    targets = [
        _path_target(text) if entry.name == path else _target(*points.get(entry.name, ("", "")), number, text)
        for entry in game.actions.ranges
        for number, text in enumerate(entry.texts)
    ]
    return {"ranges": ranges, "texts": list(game.actions.texts), "targets": targets}


def _path_target(text: str) -> dict[str, Any]:
    return {"stones": {str(int(tile) - 1): int(count) for tile, count in STONES.findall(text)}}


def _target(kind: str, pattern: str, number: int, text: str) -> dict[str, Any]:
    """What an action points at, such as {"tile": "3"} or {"card": "Anne"}; nothing if it points at nothing."""
    if not kind:
        return {}
    found = re.fullmatch(pattern, text) if pattern else None
    return {kind: found[1] if found else str(number)}


def _module(game: Game, name: str) -> ModuleType | None:
    """A module of the game's folder, if it has one of that name."""
    whole = f"{game.module.rpartition('.')[0]}.{name}"
    try:
        return import_module(whole)
    except ModuleNotFoundError as error:
        if error.name != whole:
            raise
        return None
