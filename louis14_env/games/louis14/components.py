"""What is printed on the tiles and cards, read from components.toml or the file that LOUIS14_COMPONENTS names."""

import hashlib
import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

VARIABLE = "LOUIS14_COMPONENTS"
DEFAULT_FILE = Path(__file__).with_name("components.toml")

NUM_TILES = 12
KING_TILES = 4  # the king visits tiles 1 to 4
NUM_MONEY_CARDS = 8
MONEY_COPIES = 2  # money cards for each of the king's tiles
SHADES = ("light", "medium", "dark")
CHIPS = "SLRHC"  # sceptre, letter, ring, helmet, crown
NAMED_CHIPS = "SLRH"  # the chips a mission can ask for by name
CONDITIONS = ("money", "first", "stones")
CONFIDENCES = "SDR"
MOST_PRINTED = 9  # no price, amount or number of stones on a tile is larger

# How many cards of each power there are (C1-C20; S), in the order of the cards' numbers.
POWERS = {
    "light": {"mission": 2, "stone": 4, "louisdor": 4, "tile1": 1, "tile2": 1, "tile3": 1, "tile4": 1, "sitout": 2, "crown": 2, "swap": 2},
    "medium": {"choice": 4, "coat": 2, "king": 2, "tile5": 1, "tile9": 1, "exchange": 2},
    "dark": {"3stones": 1, "3louisdor": 1, "intrigue": 1, "card": 1, "four": 1, "last": 1, "first": 1, "discount": 1},
}  # fmt: skip


class ComponentError(ValueError):
    """A components file that cannot be played with; the text names the line and what is allowed."""


@dataclass(frozen=True)
class Side:
    condition: str  # one of CONDITIONS
    number: int  # louisdor to pay or stones to have; 0 for first
    confidence: str


@dataclass(frozen=True)
class Tile:
    name: str
    full: str
    sides: tuple[Side, Side]  # front (red number), back


@dataclass(frozen=True)
class Mission:
    power: str
    shade: int  # index in SHADES
    chips: str  # two of NAMED_CHIPS; light: one and "?"
    confidence: str


@dataclass(frozen=True)
class Components:
    tiles: tuple[Tile, ...]
    money: tuple[tuple[int, int], ...]  # (king's tile 1-4, louisdor for each)
    money_confidence: str
    missions: tuple[Mission, ...]
    digest: str


def load(path: Path | None = None) -> Components:
    """The components in use; raises ComponentError for a file that is not a complete, playable set."""
    path = path or Path(os.environ.get(VARIABLE) or DEFAULT_FILE)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ComponentError(f"{path}: cannot be read as UTF-8 text: {error}") from None
    return _Reader(path, text).read()


class _Reader:
    def __init__(self, path: Path, text: str):
        self.path, self.text = path, text
        try:
            self.data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise ComponentError(f"{path}: not valid TOML: {error}") from None

    def read(self) -> Components:
        self.only_keys(self.data, ("tile", "money", "missions"), "", 0)
        tiles = self.tiles()
        cards, confidence = self.money()
        return Components(tiles, cards, confidence, self.missions(), hashlib.sha256(self.text.encode()).hexdigest()[:16])

    def tiles(self) -> tuple[Tile, ...]:
        rows = self.data.get("tile", [])
        if not isinstance(rows, list) or len(rows) != NUM_TILES:
            self.fail("[[tile]]", 0, "", f"there must be {NUM_TILES} [[tile]] tables, one a person")
        tiles: list[Tile] = []
        for number, row in enumerate(rows):
            self.only_keys(row, ("name", "full", "front", "back"), "[[tile]]", number)
            for key in ("name", "full"):
                if not isinstance(row.get(key), str) or not row[key]:
                    self.fail("[[tile]]", number, key, f"{key} must be a text, not {row.get(key)!r}")
            if not re.fullmatch(r"[A-Z][A-Za-z-]*", row["name"]) or row["name"].lower() == "joker":
                self.fail("[[tile]]", number, "name", f"{row['name']!r} must be one capitalised word of letters, and not Joker")
            if row["name"].lower() in (tile.name.lower() for tile in tiles):
                self.fail("[[tile]]", number, "name", f"{row['name']!r} is the name of another tile already")
            front, back = self.side(row, number, "front"), self.side(row, number, "back")
            if front.condition == back.condition:
                self.fail("[[tile]]", number, "back", "the two sides of a tile have different conditions")
            tiles.append(Tile(row["name"], row["full"], (front, back)))
        return tuple(tiles)

    def side(self, row: dict, number: int, key: str) -> Side:
        value = row.get(key)
        if not isinstance(value, dict) or set(value) != {"side", "confidence"}:
            self.fail("[[tile]]", number, key, f'{key} must be {{ side = "...", confidence = "..." }}, not {value!r}')
        words = str(value["side"]).split()
        plain = words == ["first"]
        if not plain and not (len(words) == 2 and words[0] in ("money", "stones") and re.fullmatch("[0-9]{1,3}", words[1])):
            self.fail("[[tile]]", number, key, f'{value["side"]!r} must be "money n", "first" or "stones n"')
        amount = 0 if plain else int(words[1])
        if not plain and not 1 <= amount <= MOST_PRINTED:
            self.fail("[[tile]]", number, key, f"the number {amount} must be 1 to {MOST_PRINTED}")
        if words[0] == "stones" and number < KING_TILES:
            self.fail("[[tile]]", number, key, 'the king\'s tiles 1-4 can be "money n" or "first" only (E6)')
        return Side(words[0], amount, self.confidence(value["confidence"], "[[tile]]", number, key, 1 if plain else 2))

    def money(self) -> tuple[tuple[tuple[int, int], ...], str]:
        table = self.data.get("money")
        if not isinstance(table, dict):
            self.fail("[money]", 0, "", "there must be a [money] table")
        self.only_keys(table, ("cards", "confidence"), "[money]", 0)
        cards = table.get("cards")
        if not isinstance(cards, list) or len(cards) != NUM_MONEY_CARDS or not all(_is_pair(card) for card in cards):
            self.fail("[money]", 0, "cards", f"cards must be {NUM_MONEY_CARDS} pairs [tile, louisdor] of whole numbers")
        for tile, amount in cards:
            if not 1 <= tile <= KING_TILES or not 0 <= amount <= MOST_PRINTED:
                self.fail(
                    "[money]", 0, "cards", f"[{tile}, {amount}] must be a tile 1-{KING_TILES} and 0-{MOST_PRINTED} louisdor"
                )
        if any(sum(tile == card[0] for card in cards) != MONEY_COPIES for tile in range(1, KING_TILES + 1)):
            self.fail("[money]", 0, "cards", f"each of the tiles 1-{KING_TILES} must stand on {MONEY_COPIES} cards")
        return tuple((tile, amount) for tile, amount in cards), self.confidence(
            table.get("confidence"), "[money]", 0, "confidence", 2
        )

    def missions(self) -> tuple[Mission, ...]:
        shades = self.data.get("missions")
        if not isinstance(shades, dict):
            self.fail("[missions.light]", 0, "", "there must be tables [missions.light], [missions.medium] and [missions.dark]")
        self.only_keys(shades, SHADES, "", 0)
        missions = []
        for shade, powers in POWERS.items():
            header, table = f"[missions.{shade}]", shades.get(shade)
            if not isinstance(table, dict):
                self.fail(header, 0, "", f"there must be a table {header}")
            self.only_keys(table, tuple(powers), header, 0)
            for power, copies in powers.items():
                entry = table.get(power)
                if not isinstance(entry, dict) or set(entry) != {"chips", "confidence"}:
                    self.fail(header, 0, power, f'{power} must be {{ chips = [...], confidence = "..." }}, not {entry!r}')
                chips = entry["chips"]
                if not isinstance(chips, list) or len(chips) != copies:
                    self.fail(header, 0, power, f"{power} must list the chips of {copies} card(s), not {chips!r}")
                confidence = self.confidence(entry["confidence"], header, 0, power, 1)
                for pair in chips:
                    self.check_chips(shade, pair, header, power)
                    missions.append(Mission(power, SHADES.index(shade), pair, confidence))
        return tuple(missions)

    def check_chips(self, shade: str, pair: Any, header: str, power: str) -> None:
        """M3: light one named chip and any, medium two different, dark two equal."""
        asks = {"light": "one of S L R H and ?", "medium": "two different of S L R H", "dark": "twice the same of S L R H"}
        first, second = (pair[0], pair[1]) if isinstance(pair, str) and len(pair) == 2 else ("", "")
        fits = {"light": second == "?", "medium": second in NAMED_CHIPS and second != first, "dark": second == first}
        if not first or first not in NAMED_CHIPS or not fits[shade]:
            self.fail(header, 0, power, f"{pair!r} must be {asks[shade]} (M3)")

    def confidence(self, value: Any, header: str, nth: int, key: str, count: int) -> str:
        if (
            not isinstance(value, str)
            or len(value.split()) != count
            or any(word not in tuple(CONFIDENCES) for word in value.split())
        ):
            self.fail(header, nth, key, f"confidence {value!r} must be {count} of the letters {' '.join(CONFIDENCES)}")
        return str(value)

    def only_keys(self, table: Any, allowed: tuple[str, ...], header: str, nth: int) -> None:
        if not isinstance(table, dict):
            self.fail(header, nth, "", f"{table!r} must be a table")
        for key in table:
            if key not in allowed:
                self.fail(header, nth, key, f"unknown entry {key!r}; allowed: {', '.join(allowed)}")

    def fail(self, header: str, nth: int, key: str, reason: str) -> NoReturn:
        raise ComponentError(f"{self.path}, line {self.line_of(header, nth, key)}: {reason}")

    def line_of(self, header: str, nth: int, key: str) -> int:
        """The line of `key` in the nth table with that header; of the header, or 1, if there is none."""
        at, inside = 1, not header
        for number, line in enumerate(self.text.splitlines(), start=1):
            bare = line.replace(" ", "").replace('"', "")
            if bare.startswith("["):
                if inside and header:
                    break
                if key and bare.startswith((f"[missions.{key}]", f"[{key}]")):
                    return number
                if header and bare.startswith(header):
                    inside, nth = nth == 0, nth - 1
                    at = number if inside else at
            elif inside and key and bare.startswith((f"{key}=", f"{key}.")):
                return number
        return at


def _is_pair(card: Any) -> bool:
    return isinstance(card, list) and len(card) == 2 and all(type(value) is int for value in card)
