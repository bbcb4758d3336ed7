"""Positions as text that parses back.

A position is written as one fact a line. `to_text` writes every fact, down to the generator; `from_text` reads that back to the
same bytes, and also reads short, hand-made positions, in which everything has a default and `next: ...` says where the game
goes on. The game's page explains the lines.
"""

import re
from typing import Any, NoReturn

import numpy as np

from louis14_env.core.rng import RNG_WORDS, WORD
from louis14_env.games.louis14 import state as st
from louis14_env.games.louis14.components import SHADES
from louis14_env.games.louis14.setup import clear
from louis14_env.games.louis14.state import ASKS, NOBODY, NOTHING, STAGES, STATE, USED
from louis14_env.games.louis14.tables import (
    CARD_NAMES,
    CHIPS,
    COATS_EACH,
    COMPONENTS,
    KIND,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MISSION_TEXTS,
    MONEY_TILE,
    NAMES,
    NEUTRAL,
    NUM_COATS,
    NUM_INFLUENCE,
    NUM_INTRIGUE,
    NUM_MISSIONS,
    NUM_MONEY,
    NUM_NEUTRAL,
    NUM_ROUNDS,
    NUM_STONES,
    NUM_TILES,
    SHADE,
    START_COINS,
)

COLOURS = ("Yellow", "Red", "Green", "Blue", "Neutral")

INFLUENCE_TEXTS = tuple(
    CARD_NAMES[kind] if list(KIND).index(kind) == card else f"{CARD_NAMES[kind]}#{card - list(KIND).index(kind) + 1}"
    for card, kind in enumerate(KIND)
)
INTRIGUE_TEXTS = tuple(str(tile + 1) for tile in range(NUM_INTRIGUE))
_MONEY = [f"{tile}:{amount}" for tile, amount in COMPONENTS.money]
MONEY_TEXTS = tuple(text if _MONEY.index(text) == k else f"{text}#{_MONEY[:k].count(text) + 1}" for k, text in enumerate(_MONEY))
FAMILIES = {"influence": INFLUENCE_TEXTS, "intrigue": INTRIGUE_TEXTS, "missions": MISSION_TEXTS, "money": MONEY_TEXTS}

# Scalars and short arrays that describe where in the round the game stands, written on the `flow` line.
FLOW = ("stage", "ask", "player", "turn", "count", "tile", "target", "card", "mission", "draws", "returned", "winner", "crown_to", "flips", "queued", "queue", "role", "paid", "counted")  # fmt: skip

NEXT = {
    "round": st.MONEY_CARD, "supply": st.SUPPLY, "influence": st.NEUTRAL_STONES, "turn": st.TURNS, "closing": st.CLOSING,
    "evaluate": st.INTRIGUE, "missions": st.GO, "end": st.END,
}  # fmt: skip


class PositionError(ValueError):
    """A position text that cannot be read; names the line and what is allowed."""


def members(cards: int) -> list[int]:
    """The cards of a set, ascending."""
    return [card for card in range(int(cards).bit_length()) if int(cards) >> card & 1]


def chips_text(chips: Any) -> str:
    """Chips as letters in the order SLRHC."""
    return "".join(CHIPS[chip] * int(n) for chip, n in enumerate(chips))


# --- Writing ---------------------------------------------------------------------------------------------------------
def to_text(states: np.ndarray, i: int) -> str:
    """The whole position, hidden cards and generator included."""
    s = states[i]
    n = int(s["num_players"])
    lines = [f"players {n}", f"round {s['round_no']}", f"start {s['start']}"]
    if s["king"] != NOTHING:
        lines.append(f"king {s['king'] + 1}")
    backs = [tile + 1 for tile in range(NUM_TILES) if s["side"][tile]]
    if backs:
        lines.append("back " + _join(backs))
    for tile in range(NUM_TILES):
        row = [*s["stones"][tile][:n], *([s["stones"][tile][NEUTRAL]] if n == 2 else [])]
        if any(row):
            lines.append(f"stones {tile + 1}: {_join(row)}")
    lines += [_seat_line(s, p) for p in range(n)]
    middle = [INFLUENCE_TEXTS[card] for card in members(s["middle"])]
    if middle:
        lines.append("middle " + _join(middle))
    lines.append(_stack_line("influence", INFLUENCE_TEXTS, s["influence_stack"], s["influence_left"]))
    lines.append(_stack_line("intrigue", INTRIGUE_TEXTS, s["intrigue_stack"], s["intrigue_left"]))
    for shade, name in enumerate(SHADES):
        lines.append(_stack_line(name, MISSION_TEXTS, s["mission_stack"][shade], s["missions_left"][shade]))
    lines.append("money " + _join(MONEY_TEXTS[card] for card in s["money_stack"]))
    lines.append("bag " + _join(s["bag"]))
    for family, texts in (("influence", INFLUENCE_TEXTS), ("intrigue", INTRIGUE_TEXTS), ("missions", MISSION_TEXTS)):
        for p in range(n):
            more = int(s[f"knows_{family}"][p]) & ~_plain_knowledge(s, family, p)
            if more:
                lines.append(f"knows {family} {p}: {_join(texts[card] for card in members(more))}")
    if s["score"].any():
        lines.append("scores " + _join(s["score"][:n]))
    lines.append("rng " + _join(s["rng"]))
    lines.append("flow: " + _join(f"{name}={_flow_text(name, s[name])}" for name in FLOW))
    return "\n".join(lines) + "\n"


def _join(parts: Any) -> str:
    return " ".join(str(part) for part in parts)


def _seat_line(s: Any, p: int) -> str:
    items = [f"own {s['own'][p]}", f"general {s['general'][p]}", f"coins {s['coins'][p]}"]
    if s["chips"][p].any():
        items.append("chips " + chips_text(s["chips"][p]))
    if s["coats"][p].any():
        items.append("coats " + _join(s["coats"][p]))
    for name in ("blanks", "bonus"):
        if s[name][p]:
            items.append(f"{name} {s[name][p]}")
    for word, texts in (
        ("hand", INFLUENCE_TEXTS),
        ("intrigue", INTRIGUE_TEXTS),
        ("missions", MISSION_TEXTS),
        ("laid", MISSION_TEXTS),
    ):
        if s[word][p]:
            items.append(f"{word} {_join(texts[card] for card in members(s[word][p]))}")
    used = [name for k, name in enumerate(USED) for _ in range(s["used"][k][p])]
    if used:
        items.append("used " + _join(used))
    return f"seat {p}: " + ", ".join(items)


def _stack_line(name: str, texts: tuple[str, ...], stack: Any, left: int) -> str:
    return f"stack {name}: " + _join(["only", *(texts[card] for card in stack[:left][::-1])])


def _plain_knowledge(s: Any, family: str, p: int) -> int:
    """What a player knows without having put a card anywhere: own and open cards."""
    if family == "influence":
        return int(s["hand"][p] | s["middle"])
    if family == "intrigue":
        return int(s["intrigue"][p])
    return int(s["missions"][p] | np.bitwise_or.reduce(s["laid"]))


def _flow_text(name: str, value: Any) -> str:
    if name == "stage":
        return STAGES[value]
    if name == "ask":
        return ASKS[value].replace(" ", "-")
    return ",".join(str(v) for v in np.atleast_1d(value))


# --- Reading ---------------------------------------------------------------------------------------------------------
def from_text(states: np.ndarray, i: int, text: str) -> bool:
    """Reads a position into states[i]; returns whether it says `next:`, so that the game is to run on. A bad text changes nothing."""
    fresh = np.zeros(1, STATE).view(np.recarray)
    parser = _Parser(fresh, text)
    parser.read()
    states[i] = fresh[0]
    return parser.coming != "flow"


class _Parser:
    def __init__(self, fresh: np.recarray, text: str):
        self.fresh, self.s = fresh, fresh[0]
        lines = [(n, re.sub(r"(^|\s)#.*", "", line).strip()) for n, line in enumerate(text.splitlines(), start=1)]
        self.lines = [(n, line) for n, line in lines if line]
        self.number = 0
        self.free: dict[str, list[bool]] = {family: [True] * len(texts) for family, texts in FAMILIES.items()}
        self.stacks: dict[str, tuple[bool, list[int]]] = {}
        self.money: list[int] | None = None
        self.own_given: set[int] = set()
        self.general_given: set[int] = set()
        self.bag_given = self.money_given = False
        self.said: set[str] = set()
        self.known: list[tuple[str, int, list[int]]] = []
        self.coming = ""

    def fail(self, reason: str) -> NoReturn:
        where = f"line {self.number}: " if self.number else ""
        raise PositionError(f"position, {where}{reason}")

    def read(self) -> None:
        if not self.lines:
            self.fail("the text is empty; a position begins with `players 2`, `players 3` or `players 4`")
        for number, line in self.lines:
            first, self.number = self.number == 0, number
            word, _, rest = line.partition(" ")
            if first != (word == "players"):
                self.fail(f"{line!r}: `players n` must be the first line, and only that")
            colon = word in ("next:", "flow:")
            reader = getattr(self, f"read_{word.rstrip(':')}", None) if colon == word.endswith(":") else None
            if reader is None:
                known = sorted(name[5:] for name in dir(self) if name.startswith("read_"))
                self.fail(f"{word!r} is none of: {', '.join(known)}")
            reader(rest.strip())
        self.number = 0
        if not self.coming:
            self.fail("there is no `next:` line (or `flow:` line) that says where the game goes on")
        self.complete()

    # -- small readers
    def only_once(self, what: str) -> None:
        if what in self.said:
            self.fail(f"there is a second line of {what}")
        self.said.add(what)

    def integer(self, word: str, what: str, least: int, most: int) -> int:
        if not re.fullmatch(r"-?[0-9]{1,10}", word) or not least <= int(word) <= most:
            self.fail(f"{what} must be {least}..{most}, not {word!r}")
        return int(word)

    def integers(self, rest: str, what: str, count: int, least: int, most: int) -> list[int]:
        words = rest.split()
        if len(words) != count:
            self.fail(f"{what} needs {count} numbers, not {len(words)}")
        return [self.integer(word, what, least, most) for word in words]

    def tile(self, word: str) -> int:
        if word in NAMES:
            return NAMES.index(word)
        return self.integer(word, "a tile", 1, NUM_TILES) - 1

    def player(self, word: str) -> int:
        return self.integer(word, "a seat", 0, self.s.num_players - 1)

    def cards(self, family: str, words: list[str]) -> list[int]:
        """Each word's card: the one named, or the first free copy of it."""
        texts, cards = FAMILIES[family], []
        for word in words:
            if family == "intrigue" and word in NAMES:
                word = str(NAMES.index(word) + 1)
            named = [k for k, text in enumerate(texts) if text == word or ("#" not in word and text.split("#")[0] == word)]
            if not named:
                self.fail(f"{word!r} is no card of {family}; allowed: {_join(texts)}")
            left = [card for card in named if self.free[family][card]]
            if not left:
                self.fail(f"all copies of {word!r} lie elsewhere already")
            self.free[family][left[0]] = False
            cards.append(left[0])
        return cards

    # -- lines
    def read_players(self, rest: str) -> None:
        n = self.integer(rest, "players", MIN_PLAYERS, MAX_PLAYERS)
        getattr(clear, "py_func", clear)(self.s, n, 0)
        self.s.coins[:n] = START_COINS
        self.read_seed("0")

    def read_round(self, rest: str) -> None:
        self.s.round_no = self.integer(rest, "round", 1, NUM_ROUNDS)

    def read_start(self, rest: str) -> None:
        self.s.start = self.player(rest)

    def read_king(self, rest: str) -> None:
        self.s.king = self.integer(rest, "king", 1, 4) - 1

    def read_back(self, rest: str) -> None:
        for word in rest.split():
            self.s.side[self.tile(word)] = 1

    def read_stones(self, rest: str) -> None:
        word, _, counts = rest.partition(":")
        tile, n = self.tile(word.strip()), int(self.s.num_players)
        most = max(NUM_STONES, NUM_NEUTRAL)
        row = self.integers(counts, f"stones on tile {tile + 1}", n + (n == 2), 0, most)
        self.s.stones[tile, :n] = row[:n]
        if n == 2:
            self.s.stones[tile, NEUTRAL] = row[2]

    def read_seat(self, rest: str) -> None:
        word, _, items = rest.partition(":")
        p = self.player(word.strip())
        for item in items.split(","):
            name, _, value = item.strip().partition(" ")
            reader = getattr(self, f"item_{name}", None)
            if reader is None:
                known = sorted(item[5:] for item in dir(self) if item.startswith("item_"))
                self.fail(f"{name!r} is none of: {', '.join(known)}")
            reader(p, value.split())

    def one(self, words: list[str], what: str, most: int) -> int:
        if len(words) != 1:
            self.fail(f"{what} needs one number, not {_join(words)!r}")
        return self.integer(words[0], what, 0, most)

    def item_own(self, p: int, words: list[str]) -> None:
        self.s.own[p] = self.one(words, "own", NUM_STONES)
        self.own_given.add(p)

    def item_general(self, p: int, words: list[str]) -> None:
        self.s.general[p] = self.one(words, "general", NUM_STONES)
        self.general_given.add(p)

    def item_coins(self, p: int, words: list[str]) -> None:
        self.s.coins[p] = self.one(words, "coins", 999)

    def item_chips(self, p: int, words: list[str]) -> None:
        for letter in "".join(words):
            if letter not in CHIPS:
                self.fail(f"chip {letter!r} is none of: {' '.join(CHIPS)}")
            self.s.chips[p, CHIPS.index(letter)] += 1

    def item_coats(self, p: int, words: list[str]) -> None:
        self.s.coats[p] = self.integers(_join(words), "coats", NUM_COATS, 0, COATS_EACH)

    def item_blanks(self, p: int, words: list[str]) -> None:
        self.s.blanks[p] = self.one(words, "blanks", 999)

    def item_bonus(self, p: int, words: list[str]) -> None:
        self.s.bonus[p] = self.one(words, "bonus", NUM_COATS)

    def add(self, field: str, p: int, family: str, words: list[str]) -> None:
        for card in self.cards(family, words):
            self.s[field][p] |= 1 << card

    def item_hand(self, p: int, words: list[str]) -> None:
        self.add("hand", p, "influence", words)

    def item_intrigue(self, p: int, words: list[str]) -> None:
        self.add("intrigue", p, "intrigue", words)

    def item_missions(self, p: int, words: list[str]) -> None:
        self.add("missions", p, "missions", words)

    def item_laid(self, p: int, words: list[str]) -> None:
        self.add("laid", p, "missions", words)

    def item_used(self, p: int, words: list[str]) -> None:
        for word in words:
            if word not in USED:
                self.fail(f"used {word!r} is none of: {', '.join(USED)}")
            self.s.used[USED.index(word), p] += 1

    def read_stack(self, rest: str) -> None:
        name, _, cards = rest.partition(":")
        words = cards.split()
        only = words[:1] == ["only"]
        name, words = name.strip(), words[only:]
        self.only_once(f"stack {name}")
        if name == "money":
            self.money = self.cards("money", words)
        elif name in ("influence", "intrigue", *SHADES):
            found = self.cards("missions" if name in SHADES else name, words)
            if name in SHADES and any(SHADES[SHADE[card]] != name for card in found):
                self.fail(f"not all of {cards.strip()!r} are {name} missions")
            self.stacks[name] = only, found
        else:
            self.fail(f"stack {name!r} is none of: influence, intrigue, {', '.join(SHADES)}, money")

    def read_money(self, rest: str) -> None:
        self.only_once("money")
        cards = self.cards("money", rest.split())
        if len(cards) != NUM_MONEY:
            self.fail(f"money needs all {NUM_MONEY} cards")
        self.s.money_stack[:] = cards
        self.money_given = True

    def read_middle(self, rest: str) -> None:
        for card in self.cards("influence", rest.split()):
            self.s.middle |= 1 << card

    def read_bag(self, rest: str) -> None:
        self.only_once("bag")
        self.s.bag[:] = self.integers(rest, "bag", NUM_COATS, 0, COATS_EACH)
        self.bag_given = True

    def read_knows(self, rest: str) -> None:
        head, _, cards = rest.partition(":")
        words = head.split()
        if len(words) != 2 or words[0] not in ("influence", "intrigue", "missions"):
            self.fail("knows is written `knows influence|intrigue|missions seat: cards`")
        texts = FAMILIES[words[0]]
        unknown = [word for word in cards.split() if word not in texts]
        if unknown:
            self.fail(f"{unknown[0]!r} is no card of {words[0]}; allowed: {_join(texts)}")
        self.known.append((words[0], self.player(words[1]), [texts.index(word) for word in cards.split()]))

    def read_scores(self, rest: str) -> None:
        n = int(self.s.num_players)
        self.s.score[:n] = self.integers(rest, "scores", n, 0, 9999)

    def read_seed(self, rest: str) -> None:
        seed = self.integer(rest, "seed", 0, WORD)
        self.s.rng[:] = np.random.SeedSequence(seed).generate_state(RNG_WORDS)

    def read_rng(self, rest: str) -> None:
        self.s.rng[:] = self.integers(rest, "rng", RNG_WORDS, 0, WORD)

    def read_next(self, rest: str) -> None:
        self.only_once("next or flow")
        word, _, where = rest.partition(" ")
        if word not in NEXT:
            self.fail(f"next: {word!r} is none of: {', '.join(NEXT)}")
        if bool(where) != (word in ("turn", "evaluate")):
            self.fail(f"next: {rest!r} should be `turn <seat>`, `evaluate <tile>` or one word")
        self.s.stage = NEXT[word]
        if word == "turn":
            self.s.turn = self.player(where)
        if word == "evaluate":
            self.s.tile = self.tile(where)
        self.coming = word

    def read_flow(self, rest: str) -> None:
        self.only_once("next or flow")
        found = dict(part.partition("=")[::2] for part in rest.split())
        if tuple(found) != FLOW:
            self.fail(f"flow needs, in this order: {', '.join(FLOW)}")
        for name, value in found.items():
            if name == "stage":
                values = [self.choice(value, STAGES)]
            elif name == "ask":
                values = [self.choice(value.replace("-", " "), ASKS)]
            else:
                values = [self.integer(word, name, NOBODY, 999) for word in value.split(",")]
            shape = STATE[name].shape
            count = shape[0] if shape else 1
            if len(values) != count:
                self.fail(f"flow: {name} needs {count} numbers, not {len(values)}")
            self.s[name] = values if shape else values[0]
        self.coming = "flow"

    def choice(self, word: str, allowed: tuple[str, ...]) -> int:
        if word not in allowed:
            self.fail(f"{word!r} is none of: {', '.join(allowed)}")
        return allowed.index(word)

    # -- what was not said
    def complete(self) -> None:
        s, n = self.s, int(self.s.num_players)
        for p in range(n):
            if p in self.own_given and p in self.general_given:
                continue
            rest = NUM_STONES - int(s.stones[:, p].sum()) - int(s.own[p]) - int(s.general[p])
            if rest < 0:
                self.fail(f"seat {p} has {NUM_STONES - rest} stones, more than {NUM_STONES}")
            if p in self.own_given:
                s.general[p] = rest
            else:
                s.own[p] = rest
        if n == 2:
            s.box = NUM_NEUTRAL - s.stones[:, NEUTRAL].sum()
        if not self.bag_given:
            s.bag[:] = COATS_EACH - s.coats.sum(axis=0)
        self.complete_stacks()
        if not self.money_given:
            self.complete_money()
        if self.coming in ("supply", "influence") and s.king == NOTHING:
            s.king = MONEY_TILE[s.money_stack[s.round_no - 1]]
        for p in range(n):
            for family in ("influence", "intrigue", "missions"):
                s[f"knows_{family}"][p] = _plain_knowledge(s, family, p)
        for family, p, cards in self.known:
            for card in cards:
                s[f"knows_{family}"][p] |= 1 << card

    def complete_stacks(self) -> None:
        s = self.s
        s.influence_left = self.fill("influence", "influence", range(NUM_INFLUENCE), s.influence_stack)
        s.intrigue_left = self.fill("intrigue", "intrigue", range(NUM_INTRIGUE), s.intrigue_stack)
        for shade, name in enumerate(SHADES):
            cards = [card for card in range(NUM_MISSIONS) if SHADE[card] == shade]
            s.missions_left[shade] = self.fill(name, "missions", cards, s.mission_stack[shade])

    def fill(self, name: str, family: str, cards: Any, stack: np.ndarray) -> int:
        """Named cards on top; the cards named nowhere below, unless the line said `only`."""
        only, top = self.stacks.get(name, (False, []))
        below = [] if only else [card for card in cards if self.free[family][card]]
        whole = below + top[::-1]
        stack[: len(whole)] = whole
        return len(whole)

    def complete_money(self) -> None:
        """The cards named come next; those of rounds gone by and later ones are any others."""
        s = self.s
        at = int(s.round_no) - (self.coming == "round")
        named = self.money or []
        others = [card for card in range(NUM_MONEY) if self.free["money"][card]]
        if at + len(named) > NUM_ROUNDS:
            self.fail(f"only {NUM_ROUNDS - at} money cards are still to come, not {len(named)}")
        s.money_stack[:] = others[:at] + named + others[at:]
