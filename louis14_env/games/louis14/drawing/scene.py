"""What is drawn, and what of it the viewer may see (Q9). Every part of the picture asks here before it shows a hidden thing."""

from dataclasses import dataclass
from typing import Any

from louis14_env.core.game import check_int
from louis14_env.games.louis14.actions import A_DECLINE, A_LAY, A_RETURN
from louis14_env.games.louis14.drawing.words import SECRET_QUESTIONS
from louis14_env.games.louis14.state import ASKS, NOBODY, OVER
from louis14_env.games.louis14.tables import NUM_MISSIONS
from louis14_env.games.louis14.text import COLOURS, members

POINTS_MISSION = 5  # M5


@dataclass(frozen=True)
class Scene:
    s: Any  # one state
    viewer: int | None  # None sees all
    action: int | None  # the last one, if the viewer saw it

    @property
    def players(self) -> range:
        return range(int(self.s["num_players"]))

    @property
    def is_over(self) -> bool:
        return bool(self.s["stage"] == OVER)

    @property
    def open_hands(self) -> list[int]:
        """The players whose cards the viewer sees."""
        return list(self.players) if self.viewer is None else [self.viewer]

    @property
    def asked(self) -> int | None:
        """Who is to decide, if that is no secret to the viewer."""
        player = int(self.s["player"])
        secret = ASKS[self.s["ask"]] in SECRET_QUESTIONS and self.viewer not in (None, player)
        return None if self.is_over or player == NOBODY or secret else player

    @property
    def question(self) -> str | None:
        """What is asked, if the viewer may know."""
        return None if self.asked is None else ASKS[self.s["ask"]]

    @property
    def winners(self) -> list[int]:
        """Who wins the game that is over: most points, then most stones in the own stock (F3)."""
        if not self.is_over:
            return []
        ranks = [(self.points(p), int(self.s["own"][p])) for p in self.players]
        return [p for p in self.players if ranks[p] == max(ranks)]

    def name(self, p: int) -> str:
        return COLOURS[p]

    def coats(self, p: int) -> int:
        return int(self.s["coats"][p].sum() + self.s["blanks"][p] + self.s["bonus"][p])

    def points(self, p: int) -> int:
        """What missions and coats are worth so far, or the score once the game is over."""
        return int(self.s["score"][p]) if self.is_over else POINTS_MISSION * len(members(self.s["laid"][p])) + self.coats(p)


def look(s: Any, viewer: int | None, action: int | None) -> Scene:
    """The scene as a viewer sees it; raises for a viewer or an action that does not exist."""
    if viewer is not None:
        viewer = check_int(viewer, "viewer", 0, int(s["num_players"]) - 1)
    if action is not None:
        action = int(action)
    return Scene(s, viewer, action if action is not None and _was_seen(s, viewer, action) else None)


def _was_seen(s: Any, viewer: int | None, action: int) -> bool:
    """Whether the viewer saw the last action. It is not known who played it.

    A mission is put back face down: only who did it knows which, and does not hold it. A declined intrigue card is noticed by
    nobody, and looks like any other `decline`.
    """
    if viewer is None:
        return True
    if A_RETURN <= action < A_RETURN + NUM_MISSIONS:
        mission = 1 << (action - A_RETURN)
        return bool(s["knows_missions"][viewer] & mission) and not s["missions"][viewer] & mission
    return action != A_DECLINE


def mission_laid(action: int | None) -> int | None:
    """The mission that an action lays."""
    return action - A_LAY if action is not None and A_LAY <= action < A_LAY + NUM_MISSIONS else None
