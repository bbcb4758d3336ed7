"""The line above the board: the phases of a round, who is asked what, and the last move."""

from louis14_env.drawing.svg import element, text, use
from louis14_env.games.louis14.describe import phase_text
from louis14_env.games.louis14.drawing.scene import Scene
from louis14_env.games.louis14.drawing.signs import pill
from louis14_env.games.louis14.drawing.style import ACCENT, HUGE, INK, LARGE, MUTED, NORMAL, TABLE, WHITE, stone_name
from louis14_env.games.louis14.drawing.words import QUESTIONS, move_text
from louis14_env.games.louis14.state import NOTHING, PHASES
from louis14_env.games.louis14.tables import NAMES

HEADER = 62  # height
TITLE_LINE, QUESTION_LINE, LAST_LINE = 40, 26, 50  # y of the baselines
PHASES_LEFT, PHASES_TOP, PHASES_GAP = 156, 21, 6
STONE = 20


def draw_header(scene: Scene, width: float, right: float) -> str:
    """The header; its right column, `right` wide, says who is asked and what was done last."""
    title = text(0, TITLE_LINE, "Louis XIV", HUGE, bold=True, fill=INK)
    return title + _phases(scene) + _question(scene, width - right, right) + _last_move(scene, width - right, right)


def _phases(scene: Scene) -> str:
    """The four phases of a round, the present one marked."""
    now, parts, x = phase_text(scene.s), [], float(PHASES_LEFT)
    for phase in PHASES:
        here = phase == now
        mark, width = pill(x, PHASES_TOP, phase, INK if here else TABLE, WHITE if here else MUTED)
        parts.append(mark)
        x += width + PHASES_GAP
    return element("g", *parts, class_="phases", data_phase=now, data_round=int(scene.s["round_no"]))


def _question(scene: Scene, x: float, room: float) -> str:
    """Who is asked what, as far as the viewer may know."""
    stone, indent = "", 0
    if scene.asked is not None:
        stone, indent = use(stone_name(scene.asked), x, QUESTION_LINE - 0.8 * STONE, STONE), STONE + 7
    words = text(x + indent, QUESTION_LINE, _waiting(scene), LARGE, bold=True, room=room - indent, fill=INK)
    return element("g", stone, words, class_="question", data_question=scene.question)


def _waiting(scene: Scene) -> str:
    if scene.is_over:
        return "The game is over"
    tile = int(scene.s["tile"])
    where = "" if tile == NOTHING else f" ({NAMES[tile]})"
    if scene.asked is None or scene.question is None:
        return f"Evaluation{where}"
    return f"{scene.name(scene.asked)} {QUESTIONS[scene.question]}{where}"


def _last_move(scene: Scene, x: float, room: float) -> str:
    if scene.action is None:
        return ""
    words = f"Last move: {move_text(scene.action)}"
    return text(x, LAST_LINE, words, NORMAL, room=room, fill=ACCENT, class_="last", data_action=scene.action)
