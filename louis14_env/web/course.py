"""The course of one game: where it stands, and all that was decided and told on the way."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from louis14_env.core.game import SCORE, Game
from louis14_env.core.record import FORMAT, Record, RecordError, replay
from louis14_env.core.table import Table

OTHERS_ASKED = 3  # actions of the same range whose words are compared


@dataclass(frozen=True)
class Decision:
    """What one player decided, and what came of it."""

    player: int
    action: int
    open: bool  # whether the others learn which action it was
    lines: tuple[str, ...]  # what happened until the next decision, as everybody may know it


class Course:
    """A game from its first decision to where it stands; `positions` holds every position passed if `keep` asks for it."""

    def __init__(self, game: Game, num_players: int, seed: int, start_player: int, auto_play: bool = True, keep: bool = False):
        self.game, self.seed, self.start_player = game, seed, start_player
        self.table = Table(game, num_players, seed, start_player, auto_play)
        self.opening = tuple(self.table.opening())
        self.decisions: list[Decision] = []
        self.hashes = [self.table.hash()]
        self.positions: list[Table] | None = [self.table.copy()] if keep else None

    def __len__(self) -> int:
        return len(self.decisions)

    @property
    def player(self) -> int | None:
        """The player to decide, None when the game is over."""
        return self.table.current_player

    def play(self, action: int) -> None:
        """Plays a legal action."""
        player, before = self.table.current_player, self.table.states.copy()
        lines = self.table.narrate(action)
        told = is_open(self.game, before[0], self.table.states[0], action)
        self.decisions.append(Decision(int(player or 0), action, told, tuple(lines)))
        self.hashes.append(self.table.hash())
        if self.positions is not None:
            self.positions.append(self.table.copy())

    def go_back(self, before: Table) -> None:
        """Takes back the last decision; `before` is the position it was made in."""
        self.decisions.pop()
        self.hashes.pop()
        self.table = before
        if self.positions is not None:
            self.positions.pop()

    def lines(self) -> list[str]:
        """All that was told so far."""
        return [*self.opening, *(line for decision in self.decisions for line in decision.lines)]

    def shown_action(self, number: int, viewer: int | None) -> int | None:
        """The action of the last of the first `number` decisions, None if there is none or the viewer did not learn which it was."""
        if not number:
            return None
        last = self.decisions[number - 1]
        return last.action if viewer is None or last.open or last.player == viewer else None

    def record(self) -> Record:
        """The game so far as a record; it holds the seed, and so all that is hidden."""
        table = self.table
        scores = [float(score) for score in table.returns()[:, SCORE]] if table.is_over else []
        actions = [decision.action for decision in self.decisions]
        about = (FORMAT, self.game.id, self.game.digest, table.num_players, self.seed, self.start_player, table.auto_play)
        return Record(*about, actions, list(self.hashes), scores)


def is_open(game: Game, before: Any, after: Any, action: int) -> bool:
    """Whether what is told about an action tells it from others of its range; what is told in the same words was done face down."""
    told = game.tell(before, after, action)
    first, size = _range_of(game, action)
    others = [other for other in range(first, first + size) if other != action][:OTHERS_ASKED]
    return bool(told) and all(game.tell(before, after, other) != told for other in others)


def _range_of(game: Game, action: int) -> tuple[int, int]:
    number = int(np.searchsorted(game.actions.starts, action, side="right")) - 1
    return game.actions.starts[number], len(game.actions.ranges[number].texts)


def course_of(game: Game, record: Record) -> Course:
    """A record as a course with all its positions, every state verified; raises RecordError with the reason if it does not replay."""
    if len(record.actions) > game.most_decisions:
        raise RecordError(f"{len(record.actions)} decisions: no game has more than {game.most_decisions}")
    replay(game, record)
    course = Course(game, record.num_players, record.seed, record.start_player, record.auto_play, keep=True)
    for action in record.actions:
        course.play(action)
    return course
