"""The picture of a position; for a game that cannot be drawn, its description."""

from html import escape

from louis14_env.core.table import Table

LINE, MARGIN, WIDTH = 18, 12, 860


def draw(table: Table, viewer: int | None, action: int | None) -> str:
    """An SVG picture of what the viewer sees; `action` is the last one."""
    try:
        return table.game.draw(table.states, 0, viewer, action)
    except (NotImplementedError, ModuleNotFoundError):
        return _written(table.describe(viewer))


def _written(text: str) -> str:
    lines = text.splitlines()
    rows = "".join(f'<text x="{MARGIN}" y="{MARGIN + LINE * (k + 1)}">{escape(line)}</text>' for k, line in enumerate(lines))
    height = LINE * (len(lines) + 1) + 2 * MARGIN
    style = 'font-family="monospace" font-size="13" fill="currentColor" xml:space="preserve"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="The table"><g {style}>{rows}</g></svg>'
