"""Louis XIV as a picture: one SVG that needs nothing else, with marks by which a page can find tiles, cards and players."""

from typing import Any

import numpy as np

from louis14_env.drawing.svg import element, moved, rect
from louis14_env.games.louis14.drawing.board import BOARD_HEIGHT, PLAYED_TOTAL, draw_board, draw_played
from louis14_env.games.louis14.drawing.hand import HAND_HEIGHT, draw_hand
from louis14_env.games.louis14.drawing.header import HEADER, draw_header
from louis14_env.games.louis14.drawing.players import LEGEND_HEIGHT, PANEL_WIDTH, draw_legend, draw_player
from louis14_env.games.louis14.drawing.scene import Scene, look
from louis14_env.games.louis14.drawing.style import FONT, PAPER, definitions
from louis14_env.games.louis14.tables import MAX_PLAYERS

WIDTH = 1200
MARGIN = 20
INSIDE = WIDTH - 2 * MARGIN
GAP = 10
TOP = HEADER + GAP
BODY = BOARD_HEIGHT + GAP + PLAYED_TOTAL  # height of board and players


def draw(states: np.ndarray, i: int, viewer: int | None, action: int | None = None) -> str:
    """The table as a viewer sees it, None sees all, as SVG; `action` is the last one and is shown if the viewer saw it."""
    return draw_scene(look(states[i], viewer, action))


def draw_scene(scene: Scene) -> str:
    """The whole picture: header, board and players side by side, open hands below."""
    hands = scene.open_hands
    first_hand = TOP + BODY + GAP
    height = first_hand + len(hands) * (HAND_HEIGHT + GAP) + MARGIN - GAP
    parts = [
        rect(0, 0, WIDTH, height, fill=PAPER),
        moved(MARGIN, 0, draw_header(scene, INSIDE, PANEL_WIDTH)),
        moved(MARGIN, TOP, draw_board(scene)),
        moved(MARGIN, TOP + BOARD_HEIGHT + GAP, draw_played(scene)),
        moved(WIDTH - MARGIN - PANEL_WIDTH, TOP, _players(scene)),
        *(moved(MARGIN, first_hand + k * (HAND_HEIGHT + GAP), draw_hand(scene, p, INSIDE)) for k, p in enumerate(hands)),
    ]
    attributes: dict[str, Any] = {
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {height}", "width": WIDTH, "height": height,
        "class_": "louis14", "role": "img", "font_family": FONT,
    }  # fmt: skip
    return element("svg", element("title", "Louis XIV"), definitions(), *parts, **attributes) + "\n"


def _players(scene: Scene) -> str:
    """The panels one below the other; a legend where there is room left."""
    count = len(scene.players)
    room = BODY - (LEGEND_HEIGHT + GAP if count < MAX_PLAYERS else 0)
    height = (room - (count - 1) * GAP) / count
    panels = [moved(0, p * (height + GAP), draw_player(scene, p, height)) for p in scene.players]
    if count < MAX_PLAYERS:
        panels.append(moved(0, BODY - LEGEND_HEIGHT, draw_legend()))
    return "".join(panels)
