"""A game's actions as named ranges of one flat `Discrete(n)`, each action with a text that parses back."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches


class IllegalAction(ValueError):
    """An action that is unknown or not among the legal ones; the state is as it was."""


@dataclass(frozen=True)
class Range:
    name: str
    meaning: str
    texts: Sequence[str]


class ActionTable:
    """Numbers the ranges one after another; `starts[k]` is the first action of range k."""

    def __init__(self, ranges: Sequence[Range]):
        self.ranges = tuple(ranges)
        self.texts = tuple(text for r in self.ranges for text in r.texts)
        self.size = len(self.texts)
        ends = [0]
        for r in self.ranges:
            ends.append(ends[-1] + len(r.texts))
        self.starts = tuple(ends[:-1])
        self._numbers = {self._normal(text): number for number, text in enumerate(self.texts)}
        if len(self._numbers) != self.size:
            raise ValueError("two actions have the same text")

    @staticmethod
    def _normal(text: str) -> str:
        """Texts are compared without regard to case, spacing and, after the verb, order: `path 12:1 11:2` = `path 11:2 12:1`."""
        words = text.lower().split()
        return " ".join(words[:1] + sorted(words[1:]) if words[:1] == ["path"] else words)

    def text(self, action: int) -> str:
        """The text of an action number."""
        if not 0 <= action < self.size:
            raise IllegalAction(f"action {action} is not in 0..{self.size - 1}")
        return self.texts[action]

    def parse(self, text: str) -> int:
        """The number of an action text."""
        number = self._numbers.get(self._normal(text))
        if number is None:
            near = get_close_matches(text, self.texts, n=3)
            hint = f"; did you mean {' / '.join(map(repr, near))}?" if near else ""
            raise IllegalAction(f"{text!r} is not an action text{hint}")
        return number
