"""What an environment shows: text, pixels or a window."""

from typing import Any

import numpy as np

from louis14_env.adapters.options import check_choice
from louis14_env.core import Table
from louis14_env.core.game import Game

RENDER_MODES = ("ansi", "rgb_array", "human")
FRAMES_A_SECOND = 2  # of the window


def action_number(game: Game, action: Any) -> int | None:
    """The number of an action that was played, which may have been given as text."""
    return None if action is None else game.parse_action(action) if isinstance(action, str) else int(action)


class Renderer:
    """Shows tables in one of RENDER_MODES. A copy has a window of its own, once it shows something."""

    def __init__(self, game: Game, mode: str | None):
        self.game = game
        self.mode = None if mode is None else check_choice(mode, "render_mode", RENDER_MODES)
        self._window: Any = None
        if self.mode in ("rgb_array", "human"):
            from louis14_env.drawing.raster import check_installed

            check_installed()

    def show(self, table: Table, viewer: int, action: int | str | None) -> str | np.ndarray | None:
        """What the viewer sees, after the last action, as text or pixels; None if it is shown in a window, or not at all."""
        if self.mode is None:
            return None
        if self.mode == "ansi":
            return table.describe(viewer)
        from louis14_env.drawing.raster import to_array, to_png

        picture = self.game.draw(table.states, 0, viewer, action_number(self.game, action))
        if self.mode == "rgb_array":
            return to_array(picture)
        self._in_window(to_png(picture))
        return None

    def _in_window(self, png: bytes) -> None:
        if self._window is None:
            from louis14_env.drawing import window

            self._window = window.Window(self.game.title)
        self._window.show(png, 1 / FRAMES_A_SECOND)

    def close(self) -> None:
        """Closes the window, if one was opened."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __reduce__(self) -> Any:
        return Renderer, (self.game, self.mode)
