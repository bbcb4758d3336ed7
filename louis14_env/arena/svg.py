"""Small plots as SVG text. Colours are CSS variables of the page, so that they follow light and dark."""

import math
from collections.abc import Callable, Sequence
from html import escape

import numpy as np

from louis14_env.arena.intervals import Estimate

WIDTH = 680
LEFT, RIGHT, TOP, BOTTOM = 190, 20, 10, 34  # margins
ROW = 30  # height of a row of a plot by rows
PLOT_HEIGHT = 240
CELL_WIDTH, CELL_HEIGHT = 78, 40  # of a heatmap
COLOURS = 8  # in the page's style
TICKS = 5
LONGEST_LABEL = 26
CHARACTER = 6.3  # width of a letter in a legend

Text = Callable[[float], str]
Series = tuple[str, Sequence[float], Sequence[float]]  # name, x, y


def frame(height: float, parts: list[str], width: float = WIDTH) -> str:
    """An SVG picture of the parts."""
    return f'<svg viewBox="0 0 {width:g} {height:g}" role="img" width="{width:g}">{"".join(parts)}</svg>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'


def text(x: float, y: float, words: str, anchor: str = "start", style: str = "label") -> str:
    """A text; a long one is shortened, and shown in full when pointed at."""
    shown = words if len(words) <= LONGEST_LABEL else words[: LONGEST_LABEL - 1] + "…"
    title = f"<title>{escape(words)}</title>" if shown != words else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{style}">{escape(shown)}{title}</text>'


def path(xs: Sequence[float], ys: Sequence[float], style: str) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
    return f'<polyline points="{points}" class="{style}"/>'


def ticks(low: float, high: float) -> list[float]:
    """About TICKS round numbers in low..high."""
    step = 10.0 ** math.floor(math.log10((high - low) / TICKS))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= TICKS)
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


class Axis:
    """Numbers low..high laid along pixels first..last."""

    def __init__(self, values: Sequence[float], first: float, last: float, margin: float = 0.05):
        finite = [value for value in values if math.isfinite(value)]
        low, high = min(finite), max(finite)
        room = margin * (high - low) if high > low else 1.0
        self.low, self.high, self.first, self.last = low - room, high + room, first, last

    def __call__(self, value: float) -> float:
        inside = min(self.high, max(self.low, value))
        return self.first + (inside - self.low) / (self.high - self.low) * (self.last - self.first)

    def across(self, top: float, bottom: float, show: Text) -> list[str]:
        """Grid and numbers of a horizontal axis."""
        marks = [(self(tick), show(tick)) for tick in ticks(self.low, self.high)]
        return [line(x, top, x, bottom, "grid") + text(x, bottom + 16, words, "middle", "tick") for x, words in marks]

    def up(self, left: float, right: float, show: Text) -> list[str]:
        """Grid and numbers of a vertical axis."""
        marks = [(self(tick), show(tick)) for tick in ticks(self.low, self.high)]
        return [line(left, y, right, y, "grid") + text(left - 8, y + 4, words, "end", "tick") for y, words in marks]


def error_bars(rows: Sequence[tuple[str, Estimate]], show: Text, reference: float | None = None) -> str:
    """A point with its interval a row, and a line for comparison."""
    height = TOP + ROW * len(rows) + BOTTOM
    values = [value for _, estimate in rows for value in estimate] + ([] if reference is None else [reference])
    axis = Axis(values, LEFT, WIDTH - RIGHT)
    parts = axis.across(TOP, height - BOTTOM, show)
    if reference is not None:
        parts.append(line(axis(reference), TOP, axis(reference), height - BOTTOM, "reference"))
    for k, (name, estimate) in enumerate(rows):
        y, style = TOP + ROW * (k + 0.5), f"c{k % COLOURS}"
        told, bar = f"{name}: {show(estimate.value)}", ""
        if math.isfinite(estimate.low):
            told += f" [{show(estimate.low)}..{show(estimate.high)}]"
            bar = line(axis(estimate.low), y, axis(estimate.high), y, f"bar {style}")
        dot = f'<circle cx="{axis(estimate.value):.1f}" cy="{y:.1f}" r="5" class="dot {style}"/>'
        parts.append(f"{text(LEFT - 10, y + 4, name, 'end')}<g><title>{escape(told)}</title>{bar}{dot}</g>")
    return frame(height, parts)


def curves(series: Sequence[Series], show_x: Text, show_y: Text, reference: float | None = None) -> str:
    """Lines over a common x, with a legend."""
    left, bottom = 60, TOP + PLOT_HEIGHT
    x_axis = Axis([x for _, xs, _ in series for x in xs], left, WIDTH - RIGHT, margin=0.01)
    heights = [y for _, _, ys in series for y in ys] + ([] if reference is None else [reference])
    y_axis = Axis(heights, bottom, TOP)
    parts = x_axis.across(TOP, bottom, show_x) + y_axis.up(left, WIDTH - RIGHT, show_y)
    if reference is not None:
        parts.append(line(left, y_axis(reference), WIDTH - RIGHT, y_axis(reference), "reference"))
    for k, (_, xs, ys) in enumerate(series):
        parts.append(path([x_axis(x) for x in xs], [y_axis(y) for y in ys], f"curve c{k % COLOURS}"))
    legend, height = _legend([name for name, _, _ in series], left, bottom + BOTTOM)
    return frame(height, parts + legend)


def _legend(names: Sequence[str], left: float, top: float) -> tuple[list[str], float]:
    """Colours with names in rows, and where they end."""
    parts, x, y = [], left, top + 10
    for k, name in enumerate(names):
        width = 30 + CHARACTER * min(len(name), LONGEST_LABEL)
        if x > left and x + width > WIDTH:
            x, y = left, y + 20
        parts.append(f'<rect x="{x:.1f}" y="{y - 9:.1f}" width="12" height="12" class="fill c{k % COLOURS}"/>')
        parts.append(text(x + 18, y + 2, name))
        x += width
    return parts, y + 14


def stacked(rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]) -> str:
    """Rows of shares that sum to 1."""
    bottom = TOP + ROW * len(rows)
    axis = Axis([0, 1], LEFT, WIDTH - RIGHT, margin=0)
    parts = axis.across(TOP, bottom, lambda value: f"{100 * value:.0f} %")
    for k, (label, shares) in enumerate(rows):
        parts.append(text(LEFT - 10, TOP + ROW * (k + 0.5) + 4, label, "end"))
        starts = np.cumsum([0.0, *shares])
        for j, (name, start, part) in enumerate(zip(names, starts, shares, strict=False)):
            told = f"<title>{escape(name)}: {100 * part:.1f} %</title>"
            where = f'x="{axis(start):.1f}" y="{TOP + ROW * k + 4}" width="{axis(start + part) - axis(start):.1f}"'
            parts.append(f'<rect {where} height="{ROW - 8}" class="fill c{j % COLOURS}">{told}</rect>')
    legend, height = _legend(names, LEFT, bottom + BOTTOM)
    return frame(height, parts + legend)


def heatmap(names: Sequence[str], cells: Sequence[Sequence[float | None]], middle: float) -> str:
    """A matrix of shares: one colour above the middle, another below, stronger with the distance."""
    parts = []
    for k, name in enumerate(names):
        parts.append(text(LEFT - 10, TOP + CELL_HEIGHT * (k + 1.5) + 4, f"{k + 1}. {name}", "end"))
        parts.append(text(LEFT + CELL_WIDTH * (k + 0.5), TOP + CELL_HEIGHT * 0.6, f"{k + 1}.", "middle"))
        for j, value in enumerate(cells[k]):
            if value is not None:
                parts.append(_cell(LEFT + CELL_WIDTH * j, TOP + CELL_HEIGHT * (k + 1), value, middle))
    width = LEFT + CELL_WIDTH * len(names) + RIGHT
    return frame(TOP + CELL_HEIGHT * (len(names) + 1) + TOP, parts, max(WIDTH, width))


def _cell(x: float, y: float, value: float, middle: float) -> str:
    above = value >= middle
    strength = (value - middle) / (1 - middle) if above else (middle - value) / middle
    box = f'x="{x + 1}" y="{y + 1}" width="{CELL_WIDTH - 2}" height="{CELL_HEIGHT - 2}"'
    colour = f'<rect {box} class="{"above" if above else "below"}" fill-opacity="{0.08 + 0.62 * strength:.2f}"/>'
    return colour + text(x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 4, f"{100 * value:.1f}", "middle")
