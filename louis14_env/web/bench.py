"""Bots for the games of a server: made once, lent to one game at a time, bounded in what they may cost."""

import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from louis14_env.bots import Bot, make_bot
from louis14_env.bots.ismcts import SearchBot
from louis14_env.bots.registry import UnreadableCheckpoint, bot_kinds
from louis14_env.core.game import Game
from louis14_env.core.specs import SpecError, read_arguments, split_spec
from louis14_env.networks.checkpoint import CheckpointError, cards_by_name, read_card
from louis14_env.networks.compiled import compile_network
from louis14_env.web.limits import LONGEST_SPEC, MOST_ITERATIONS, MOST_MILLISECONDS, SPECS_KEPT

HUMAN = "human"
SEARCH, POLICY, FOREIGN = "ismcts", "policy", "sb3"
NOT_OFFERED = (HUMAN, FOREIGN)
CHECKPOINT = {SEARCH: "policy", POLICY: "name"}  # the argument that names a checkpoint
MOST = {"iterations": MOST_ITERATIONS, "ms": MOST_MILLISECONDS}


class Bench:
    """The bots of a server, by spec; a bot that is lent plays in one game only until it is back."""

    def __init__(self, game: Game):
        self.game = game
        self._idle: OrderedDict[str, list[Bot]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, spec: str) -> None:
        """Raises SpecError, with the reason, if this server has no such bot."""
        if len(spec) > LONGEST_SPEC:
            raise SpecError(f"a bot's name has at most {LONGEST_SPEC} characters")
        name, given = split_spec(spec)
        if name == HUMAN:
            raise SpecError("a person is not a bot")
        if name == FOREIGN:
            raise SpecError(f"{FOREIGN} reads a file of the server's: it is not offered here")
        if name in CHECKPOINT:
            values = read_arguments(name, given, bot_kinds(self.game)[name].arguments)
            self._check_checkpoint(values[CHECKPOINT[name]], needed=name == POLICY)
            if name == SEARCH:
                self._check_cost(values)
        with self.lend(spec):
            pass

    def _check_checkpoint(self, wanted: str, needed: bool) -> None:
        """Checkpoints are given by name: a path, or an answer with one, would tell about the server's files."""
        if not wanted and not needed:
            return
        if any(separator in wanted for separator in (os.sep, "/", "\\")):
            raise SpecError("checkpoints are given by name here, not by path")
        known = checkpoints(self.game)
        if wanted not in known:
            raise SpecError(f"no checkpoint {wanted!r}; there are: {', '.join(known) or 'none'}")

    @staticmethod
    def _check_cost(values: dict[str, Any]) -> None:
        for name, most in MOST.items():
            if values[name] > most:
                raise SpecError(f"{SEARCH}:{name} must be at most {most} here, not {values[name]}")

    @contextmanager
    def lend(self, spec: str) -> Iterator[Bot]:
        """A bot of that spec that nobody else has."""
        with self._lock:
            idle = self._idle.get(spec)
            bot = idle.pop() if idle else None
        bot = bot or self._make(spec)
        try:
            yield bot
        finally:
            self._put_back(spec, bot)

    def _make(self, spec: str) -> Bot:
        """A new bot; why its checkpoint cannot be loaded is not told: it would tell about the server's files."""
        try:
            return make_bot(spec, self.game)
        except UnreadableCheckpoint as error:
            raise SpecError(f"{spec}: its checkpoint cannot be loaded") from error

    def _put_back(self, spec: str, bot: Bot) -> None:
        with self._lock:
            self._idle.setdefault(spec, []).append(bot)
            self._idle.move_to_end(spec)
            while len(self._idle) > SPECS_KEPT:
                self._idle.popitem(last=False)

    def is_slow(self, spec: str) -> bool:
        """Whether a bot thinks long enough to be kept away from the quick ones."""
        return split_spec(spec)[0] == SEARCH

    def menu(self) -> list[dict[str, Any]]:
        """The kinds of bots with their arguments, for a page to offer."""
        kinds = bot_kinds(self.game)
        return [
            {
                "name": name, "meaning": kind.meaning,
                "arguments": [{"name": key, "default": argument.default, "meaning": argument.meaning} for key, argument in kind.arguments.items()],
            }
            for name, kind in kinds.items() if name not in NOT_OFFERED
        ]  # fmt: skip


def checkpoints(game: Game) -> dict[str, list[int]]:
    """The checkpoints that lie ready, by name: the player counts of each. Those whose cards cannot be read are left out."""
    found = {}
    for name, path in cards_by_name().items():
        with suppress(CheckpointError):
            players = read_card(path, game)["players"]
            found[name] = [count for count in range(game.min_players, game.max_players + 1) if count in players]
    return found


def warm_up(game: Game) -> None:
    """Compiles what the first games will need, or loads it; the compilation says so on stderr."""
    from louis14_env.core.kernels import bot_names

    for name in bot_names(game):
        make_bot(name, game)
    SearchBot(game, iterations=1)
    if checkpoints(game):
        compile_network(game)
