"""SVG as text: elements, and text that fits its room."""

from functools import cache
from html import escape
from typing import Any

DECIMALS = 2

# Widths of the characters from the space on in DejaVu Sans, in hundredths of the font size. It is a wide font: what fits in it
# fits in most others.
REGULAR = """
32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 77 63 58 77
75 29 29 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 63 28 28 58 28 97 63 61
63 63 41 52 39 63 59 82 59 59 52 64 34 64 84
"""
BOLD = """
35 46 52 84 70 100 87 31 46 46 52 84 38 42 38 37 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 58 100 77 76 73 83 68 68
82 84 37 37 77 64 100 84 85 73 85 77 72 68 81 77 110 77 72 73 46 37 46 84 50 50 67 72 59 72 68 44 72 71 34 34 67 34 104
71 69 72 72 49 60 48 71 65 92 65 65 58 71 37 71 84
"""
FIRST_CHARACTER = 32
WIDTHS = {
    bold: {chr(FIRST_CHARACTER + k): int(width) / 100 for k, width in enumerate(table.split())}
    for bold, table in ((False, REGULAR), (True, BOLD))
}
WIDEST = 1.0  # for characters that the table does not have


def element(tag: str, *content: str, **attributes: Any) -> str:
    """An element; `class_` is written class, `data_tile` data-tile; an attribute that is None is left out."""
    written = "".join(f' {_name(key)}="{_value(value)}"' for key, value in attributes.items() if value is not None)
    inner = "".join(content)
    return f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>"


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: Any) -> str:
    return f"{round(value, DECIMALS):g}" if isinstance(value, float) else escape(str(value))


def group(*content: str, title: str = "", **attributes: Any) -> str:
    """A group, with a tooltip if it has a title."""
    told = element("title", escape(title)) if title else ""
    return element("g", told, *content, **attributes)


def moved(x: float, y: float, *content: str, title: str = "", **attributes: Any) -> str:
    """A group whose origin is at x, y."""
    return group(*content, title=title, transform=f"translate({_value(float(x))} {_value(float(y))})", **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Any) -> str:
    return element("rect", x=float(x), y=float(y), width=float(width), height=float(height), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Any) -> str:
    return element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **attributes)


def circle(x: float, y: float, r: float, **attributes: Any) -> str:
    return element("circle", cx=float(x), cy=float(y), r=float(r), **attributes)


def use(name: str, x: float, y: float, size: float, **attributes: Any) -> str:
    """A symbol of the picture's definitions, in a square with its corner at x, y."""
    return element("use", href=f"#{name}", x=float(x), y=float(y), width=float(size), height=float(size), **attributes)


def text_width(words: str, size: float, bold: bool = False) -> float:
    """How wide a text is."""
    return size * sum(WIDTHS[bold].get(character, WIDEST) for character in words)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    anchor: str = "start",
    bold: bool = False,
    room: float | None = None,
    **attributes: Any,
) -> str:
    """A text on the baseline y, set smaller if it is wider than its room."""
    if room is not None:
        size = min(size, size * room / max(text_width(words, size, bold), 1))
    return element(
        "text",
        escape(words),
        x=float(x),
        y=float(y),
        font_size=float(size),
        text_anchor=None if anchor == "start" else anchor,
        font_weight="bold" if bold else None,
        **attributes,
    )
