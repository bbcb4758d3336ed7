"""The game's page, README.md beside this file, read as data."""

import re
from collections.abc import Sequence
from pathlib import Path

from louis14_env.games.louis14.actions import TABLE
from louis14_env.games.louis14.components import DEFAULT_FILE, POWERS, SHADES, Side, load
from louis14_env.games.louis14.observe import LAYOUT
from louis14_env.games.louis14.state import ASKS

PAGE = Path(__file__).with_name("README.md")
RULE = re.compile(r"^- (?P<id>[SPIEMFCDQ]\d+) (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
PAYOUT = re.compile(r"^\| (?P<number>\d+) \| (?P<person>[^|]+) \| (?P<payout>[^|]+) \|$", re.MULTILINE)

RULE_OF = {
    "mission": "C1", "stone": "C2", "louisdor": "C3", "tile1": "C4", "tile2": "C4", "tile3": "C4", "tile4": "C4", "sitout": "C5",
    "crown": "C6", "swap": "C7", "choice": "C8", "coat": "C9", "king": "C10", "tile5": "C11", "tile9": "C11", "exchange": "C12",
    "3stones": "C13", "3louisdor": "C14", "intrigue": "C15", "card": "C16", "four": "C17", "last": "C18", "first": "C19",
    "discount": "C20",
}  # fmt: skip
QUESTIONS = {
    "supply card": "C16, once the own stock holds a stone",
    "supply choice": "C8, each copy",
    "opening": "C4, C10, C11, each copy, when a stone is there",
    "card": "own turn of the influence phase",
    "path": "after a card is played to place",
    "closing": "C18, when a stone is there",
    "intrigue": "of the holder of the tile's intrigue card, before its evaluation, when a stone is there",
    "tie": "C19, of its owner among tied leaders",
    "bribe": "of who may bribe and has the money",
    "maintenon": "tile 8, up to twice, when a stone is there",
    "conde": "tile 6, of each who got its coat, when a stone is there",
    "mission": "own go of the mission phase, while a mission can be paid or C6 used",
    "pay": "after a mission is laid",
    "draw": "a mission is due and a stack is left",
    "keep": "M4, with more than one chip left",
    "swap": "C7, up to two missions a copy",
}


def section(title: str) -> str:
    """The part of the page under a heading of the second level."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise KeyError(f"the page has no section {title!r}")
    return found[1]


def rule_texts() -> dict[str, str]:
    """Every rule's text by its id, in the page's order; payouts are T1 to T12."""
    rules = section("Rules")
    texts = {found["id"]: re.sub(r"\n\s+", " ", found["text"]) for found in RULE.finditer(rules)}
    texts |= {f"T{found['number']}": f"{found['person']}: {found['payout']}" for found in PAYOUT.finditer(rules)}
    return texts


# --- Tables made from the code ---------------------------------------------------------------------------------------
def tile_table() -> str:
    """The person tiles with confidences."""
    rows = [
        (str(number), tile.full, f"`{tile.name}`", *(f"{_side(side)} ({side.confidence})" for side in tile.sides))
        for number, tile in enumerate(load(DEFAULT_FILE).tiles, start=1)
    ]
    return _markdown(("#", "person", "text", "front", "back"), rows)


def _side(side: Side) -> str:
    return side.condition if side.condition == "first" else f"{side.condition} {side.number}"


def mission_table() -> str:
    """The missions by power, with chips and confidence."""
    components = load(DEFAULT_FILE)
    rows = []
    for shade, powers in enumerate(POWERS.values()):
        for power in powers:
            cards = [mission for mission in components.missions if mission.power == power]
            chips = " ".join(f"`{mission.power}:{mission.chips}`" for mission in cards)
            rows.append((SHADES[shade], RULE_OF[power], chips, cards[0].confidence))
    return _markdown(("shade", "rule", "cards as text", "chips' confidence"), rows)


def money_table() -> str:
    """The money cards."""
    components = load(DEFAULT_FILE)
    cards = " ".join(f"{tile}:{amount}" for tile, amount in components.money)
    return _markdown(("king's tile:louisdor for each", "confidence"), [(cards, components.money_confidence)])


def action_table() -> str:
    """The action ranges."""
    rows = [
        (f"{first}..{first + len(entry.texts) - 1}", str(len(entry.texts)), entry.name, entry.meaning, f"`{entry.texts[-1]}`")
        for entry, first in zip(TABLE.ranges, TABLE.starts, strict=True)
    ]
    return _markdown(("actions", "count", "range", "meaning", "example"), rows)


def observation_table() -> str:
    """The observation's pieces."""
    rows = [
        (f"{first}..{first + piece.size - 1}", piece.name, "x".join(map(str, piece.shape)), piece.meaning)
        for piece, first in zip(LAYOUT.pieces, LAYOUT.starts, strict=True)
    ]
    return _markdown(("values", "piece", "shape", "meaning"), rows)


def question_table() -> str:
    """What can be asked."""
    return _markdown(("question", "asked when"), [(f"`{name}`", QUESTIONS[name]) for name in ASKS[1:]])


def _markdown(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


TABLES = {
    "tiles": tile_table,
    "missions": mission_table,
    "money": money_table,
    "actions": action_table,
    "questions": question_table,
    "observation": observation_table,
}


def filled(text: str) -> str:
    """The page's text with every table between its markers made anew."""
    for name, make in TABLES.items():
        head, tail = f"<!-- table: {name} -->\n", "<!-- end -->"
        if text.count(head) != 1:
            raise ValueError(f"the page has {text.count(head)} places for the table {name!r}, not 1")
        before, after = text.split(head)
        text = before + head + make() + after[after.index(tail) :]
    return text


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
