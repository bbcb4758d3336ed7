"""The players: what each has on the table for all to see."""

from louis14_env.drawing.svg import group, rect, text, use
from louis14_env.games.louis14.components import SHADES as SHADE_NAMES
from louis14_env.games.louis14.drawing import missions
from louis14_env.games.louis14.drawing.scene import Scene, mission_laid
from louis14_env.games.louis14.drawing.signs import BASELINE, box, pill, spread
from louis14_env.games.louis14.drawing.style import (
    ACCENT,
    CONDITIONS,
    FAINT,
    GOLD,
    INK,
    LARGE,
    MUTED,
    NORMAL,
    PAPER,
    PLAYERS,
    ROUND,
    SMALL,
    THICK,
    THIN,
    TINTS,
    WHITE,
    icon_name,
    stone_name,
)
from louis14_env.games.louis14.tables import CHIP_NAMES, SHADE
from louis14_env.games.louis14.text import members

PANEL_WIDTH = 390
MARGIN = 12
HEAD = 32  # height of the coloured head
STAT_LINE, STAT_CAPTION = 53, 71  # y of the numbers and of the words under them
CHIP_LINE = 92
LAID_TOP = 110
LAID_COLUMNS = 6
LAID_PITCH = (PANEL_WIDTH - 2 * MARGIN + 4) / LAID_COLUMNS
LAID_ROW = missions.LAID_HEIGHT + 3
CHIP, CHIP_PITCH = 22, 42


def draw_player(scene: Scene, p: int, height: float) -> str:
    """A player's panel, PANEL_WIDTH wide."""
    s, asked = scene.s, scene.asked == p
    laid = members(s["laid"][p])
    parts = [
        box(PANEL_WIDTH, height, PAPER, ACCENT if asked else FAINT, THICK if asked else THIN),
        _head(scene, p), _stats(scene, p), _chips(scene, p), _backs(scene, p), _laid(scene, laid, height),
    ]  # fmt: skip
    return group(
        *parts, class_="player", data_player=p, data_own=int(s["own"][p]), data_general=int(s["general"][p]),
        data_coins=int(s["coins"][p]), data_coats=scene.coats(p), data_cards=len(members(s["hand"][p])),
        data_intrigues=len(members(s["intrigue"][p])), data_points=scene.points(p),
        data_chips=",".join(str(n) for n in s["chips"][p]), data_asked=1 if asked else None,
    )  # fmt: skip


def _head(scene: Scene, p: int) -> str:
    inside = THICK / 2
    middle = HEAD / 2 + 1
    parts = [
        rect(inside, inside, PANEL_WIDTH - 2 * inside, HEAD - inside, rx=float(ROUND - 1), fill=TINTS[p]),
        rect(inside, HEAD - 3, PANEL_WIDTH - 2 * inside, 3, fill=PLAYERS[p]),
        use(stone_name(p), MARGIN, middle - 11, 20),
        text(MARGIN + 28, middle + BASELINE * LARGE - 1, scene.name(p), LARGE, bold=True, fill=INK),
    ]
    x = MARGIN + 100.0
    for words, fill, ink in _marks(scene, p):
        mark, width = pill(x, middle - 10, words, fill, ink, SMALL)
        parts.append(mark)
        x += width + 5
    points = f"{scene.points(p)} point{'s' * (scene.points(p) != 1)}"
    parts.append(text(PANEL_WIDTH - MARGIN, middle + BASELINE * LARGE - 1, points, LARGE, "end", bold=True, fill=INK))
    return "".join(parts)


def _marks(scene: Scene, p: int) -> list[tuple[str, str, str]]:
    """What is said beside the name: words, colour of the box, colour of the words."""
    marks = []
    if scene.asked == p:
        marks.append(("to move", ACCENT, WHITE))
    if p in scene.winners:
        marks.append(("wins" if len(scene.winners) == 1 else "shares the win", GOLD, WHITE))
    if scene.s["start"] == p and not scene.is_over:
        marks.append(("start", INK, WHITE))
    if scene.viewer == p:
        marks.append(("you", CONDITIONS[1], INK))
    return marks


def _stats(scene: Scene, p: int) -> str:
    s = scene.s
    stats = (
        ("", s["own"][p], "own"), ("", s["general"][p], "general"), ("coin", s["coins"][p], "louisdor"), ("coat", scene.coats(p), "coats"),
        ("card", len(members(s["hand"][p])), "cards"), ("intrigue", len(members(s["intrigue"][p])), "intrigues"),
    )  # fmt: skip
    pitch = (PANEL_WIDTH - MARGIN) / len(stats)
    return "".join(
        _stat(MARGIN / 2 + (k + 0.5) * pitch, icon, int(n), caption, p, general=caption == "general")
        for k, (icon, n, caption) in enumerate(stats)
    )


def _stat(x: float, icon: str, number: int, caption: str, p: int, general: bool) -> str:
    """An icon with a number and a word under them; the stones are of the player's own colour, pale in the general stock."""
    side = 19
    name = icon_name(icon) if icon else stone_name(p)
    return (
        use(name, x - side - 2, STAT_LINE - side / 2, side, opacity=0.4 if general else None)
        + text(x + 2, STAT_LINE + BASELINE * LARGE, str(number), LARGE, bold=True, fill=INK)
        + text(x, STAT_CAPTION + 2, caption, SMALL, "middle", fill=MUTED)
    )


def _chips(scene: Scene, p: int) -> str:
    """All five kinds of chips, pale where there are none."""
    parts = []
    for k, name in enumerate(CHIP_NAMES):
        count, x = int(scene.s["chips"][p][k]), MARGIN + k * CHIP_PITCH
        number = text(x + CHIP + 2, CHIP_LINE + BASELINE * NORMAL, str(count), NORMAL, bold=True, fill=INK) if count else ""
        icon = use(icon_name(name), x, CHIP_LINE - CHIP / 2, CHIP, opacity=None if count else 0.22)
        parts.append(group(icon, number, title=f"{name}: {count}", data_chip=name, data_count=count))
    return "".join(parts)


def _backs(scene: Scene, p: int) -> str:
    """Missions in hand, by shade only."""
    shades = sorted(int(SHADE[mission]) for mission in members(scene.s["missions"][p]))
    left = MARGIN + len(CHIP_NAMES) * CHIP_PITCH + 8
    label = text(left, CHIP_LINE + BASELINE * SMALL, "in hand", SMALL, fill=MUTED)
    start = left + 54
    pitch = spread(len(shades), missions.BACK_WIDTH, 4, PANEL_WIDTH - MARGIN - start)
    backs = [missions.back(shade, start + k * pitch, CHIP_LINE - missions.BACK_HEIGHT / 2) for k, shade in enumerate(shades)]
    return label + "".join(backs)


def _laid(scene: Scene, laid: list[int], height: float) -> str:
    """Fulfilled missions in rows; they overlap if there are very many."""
    if not laid:
        return text(MARGIN, LAID_TOP + 16, "no missions fulfilled yet", SMALL, fill=MUTED)
    rows = max(1, int((height - LAID_TOP - 2) // LAID_ROW))
    columns = max(LAID_COLUMNS, -(-len(laid) // rows))
    pitch = min(LAID_PITCH, (PANEL_WIDTH - 2 * MARGIN - missions.LAID_WIDTH) / (columns - 1))
    last = mission_laid(scene.action)
    return "".join(
        missions.laid_card(mission, MARGIN + k % columns * pitch, LAID_TOP + k // columns * LAID_ROW, mission == last)
        for k, mission in enumerate(laid)
    )


# --- The legend ------------------------------------------------------------------------------------------------------
LEGEND_ROWS = (
    ("pay 3", 0, "most stones, or a bribe of 3 louisdor"),
    ("first", 1, "most stones only"),
    ("3 stones", 2, "everyone with 3 stones or more"),
)
LEGEND_ROW, LEGEND_FIRST, LEGEND_SIGN = 25, 44, 70
LEGEND_HEIGHT = 168


def draw_legend() -> str:
    """What the signs mean, for tables with room to spare."""
    parts = [
        box(PANEL_WIDTH, LEGEND_HEIGHT, PAPER, FAINT),
        text(MARGIN, 22, "Who gets what a tile pays", NORMAL, bold=True, fill=INK),
    ]
    for k, (sign, colour, words) in enumerate(LEGEND_ROWS):
        y = LEGEND_FIRST + k * LEGEND_ROW
        parts += [
            rect(MARGIN, y - 10, LEGEND_SIGN, 20, rx=float(ROUND), fill=CONDITIONS[colour]),
            text(MARGIN + LEGEND_SIGN / 2, y + BASELINE * SMALL, sign, SMALL + 1, "middle", fill=INK),
            _legend_words(y, words),
        ]
    y = LEGEND_FIRST + len(LEGEND_ROWS) * LEGEND_ROW
    parts += [use(icon_name("king"), MARGIN + 24, y - 12, 23), _legend_words(y, "the king: a crown for the leader too")]
    parts.append(_legend_shades(y + LEGEND_ROW))
    return group(*parts, class_="legend")


def _legend_words(y: float, words: str) -> str:
    return text(MARGIN + 84, y + BASELINE * SMALL, words, SMALL, fill=INK)


def _legend_shades(y: float) -> str:
    backs = [missions.back(k, MARGIN + 8 + 21 * k, y - missions.BACK_HEIGHT / 2) for k in range(len(SHADE_NAMES))]
    return "".join(backs) + _legend_words(y, f"missions: {', '.join(SHADE_NAMES)}")
