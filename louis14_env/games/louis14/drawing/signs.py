"""Rows of words and icons, as on tiles and cards: "+1" and a coin; and the small boxes that hold them."""

from collections.abc import Sequence

from louis14_env.drawing.svg import rect, text, text_width, use
from louis14_env.games.louis14.drawing.style import ICONS, INK, MUTED, NORMAL, ROUND, THIN, icon_name

BETWEEN = 4  # room between two signs
ICON_SCALE = 1.35  # an icon is a little larger than the letters beside it
BASELINE = 0.36  # how far below the middle of a letter its baseline lies, in font sizes


def signs_width(signs: Sequence[str], size: float) -> float:
    return sum(_width(sign, size) for sign in signs) + BETWEEN * (len(signs) - 1)


def _width(sign: str, size: float) -> float:
    return size * ICON_SCALE if sign in ICONS else text_width(sign, size, bold=True)


def draw_signs(
    x: float, y: float, signs: Sequence[str], size: float, anchor: str = "start", room: float | None = None, fill: str = INK
) -> str:
    """Words and icons in a row, y in their middle; smaller if they are wider than their room."""
    if room is not None:
        size = min(size, size * room / signs_width(signs, size))
    x -= {"start": 0, "middle": 0.5, "end": 1}[anchor] * signs_width(signs, size)
    parts = []
    for sign in signs:
        if sign in ICONS:
            side = size * ICON_SCALE
            parts.append(use(icon_name(sign), x, y - side / 2, side))
        else:
            parts.append(text(x, y + BASELINE * size, sign, size, bold=True, fill=fill))
        x += _width(sign, size) + BETWEEN
    return "".join(parts)


def pill(x: float, y: float, words: str, fill: str, ink: str = INK, size: float = NORMAL) -> tuple[str, float]:
    """Words in a small box whose upper left corner is x, y; and the width of the box."""
    width, height = text_width(words, size) + size, size * 1.5
    box = rect(x, y, width, height, rx=height / 2, fill=fill)
    return box + text(x + width / 2, y + height / 2 + BASELINE * size, words, size, "middle", fill=ink), width


def box(width: float, height: float, fill: str, stroke: str = MUTED, stroke_width: float = THIN) -> str:
    return rect(0, 0, width, height, rx=float(ROUND), fill=fill, stroke=stroke, stroke_width=stroke_width)


def spread(count: int, size: float, gap: float, room: float) -> float:
    """The distance from one of `count` things to the next: side by side, or overlapping if the room is short."""
    return min(size + gap, (room - size) / (count - 1)) if count > 1 else size + gap
