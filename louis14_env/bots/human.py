"""A person at the terminal."""

from collections.abc import Callable
from typing import Any

from louis14_env.bots.base import Bot, View
from louis14_env.core.actions import IllegalAction
from louis14_env.core.game import Game

HELP = "a number from the list, an action's text or the beginning of one; or: look, list, hint, quit"
MOST_SHOWN = 30


class Quit(Exception):
    """The person does not want to go on."""


class HumanBot(Bot):
    """Asks a person: shows what the seat sees and the legal actions, until one is chosen."""

    spec = "human"

    def __init__(
        self, game: Game, read: Callable[[str], str] = input, write: Callable[[str], Any] = print, hint: Bot | None = None
    ):
        self.game, self.read, self.write, self.hint = game, read, write, hint

    def act(self, view: View) -> int:
        self.write(view.describe())
        self._list(view)
        while True:
            try:
                word = " ".join(self.read("your move (? for help): ").split())
            except EOFError:
                raise Quit("the input ended") from None
            if word in ("quit", "exit"):
                raise Quit("as you wish")
            if word in ("", "?", "help"):
                self.write(HELP)
            elif word == "look":
                self.write(view.describe())
            elif word == "list":
                self._list(view, most=None)
            elif word == "hint":
                self.write(self.game.action_text(self.hint.act(view)) if self.hint else "there is nobody to ask for a hint")
            else:
                try:
                    return self._read(view, word)
                except IllegalAction as error:
                    self.write(str(error))

    def _list(self, view: View, most: int | None = MOST_SHOWN) -> None:
        legal = view.legal_actions()
        for number, action in enumerate(legal[:most], start=1):
            self.write(f"{number:4d}  {self.game.action_text(action)}")
        if most is not None and len(legal) > most:
            self.write(f"      and {len(legal) - most} more: list shows all")

    def _read(self, view: View, word: str) -> int:
        """The legal action that a word names: its number in the list, its text, or a text that only it begins with."""
        legal = view.legal_actions()
        if word.isdecimal():
            if not 1 <= int(word) <= len(legal):
                raise IllegalAction(f"the list has the numbers 1 to {len(legal)}, not {word}")
            return legal[int(word) - 1]
        fitting = [action for action in legal if self.game.action_text(action).lower().startswith(word.lower())]
        if len(fitting) == 1:
            return fitting[0]
        if len(fitting) > 1 and word.lower() not in (self.game.action_text(action).lower() for action in fitting):
            raise IllegalAction(f"{len(fitting)} actions begin with {word!r}")
        action = self.game.parse_action(word)
        if action not in legal:
            raise IllegalAction(f"{word!r} is not legal now")
        return action
