"""A position and what is right in it."""

from dataclasses import dataclass
from textwrap import dedent

from louis14_env.core import Table
from louis14_env.games import get_game


@dataclass(frozen=True)
class Case:
    name: str
    why: str
    position: str
    right: tuple[str, ...]

    @property
    def moves(self) -> list[list[str]]:
        return [move.split(" > ") for move in self.right]

    def table(self) -> Table:
        table = Table(get_game("louis14"))
        table.from_text(dedent(self.position))
        return table
