"""Mission cards: small where they lie, larger in the hand, and their backs."""

from louis14_env.drawing.svg import moved, rect, text
from louis14_env.games.louis14.components import SHADES as SHADE_NAMES
from louis14_env.games.louis14.drawing.signs import box, draw_signs
from louis14_env.games.louis14.drawing.style import ACCENT, INK, LARGE, MUTED, NORMAL, SHADE_INKS, SHADES, SMALL, THICK, THIN
from louis14_env.games.louis14.drawing.words import CHIP_SIGNS, POWERS
from louis14_env.games.louis14.tables import MISSIONS, SHADE

LAID_WIDTH, LAID_HEIGHT = 58, 24
BACK_WIDTH, BACK_HEIGHT = 17, 24
EDGE = 3  # room around the signs


def tooltip(mission: int) -> str:
    card = MISSIONS[mission]
    chips = " and ".join(CHIP_SIGNS[chip] + (" chip" if chip == "?" else "") for chip in card.chips)
    return f"{SHADE_NAMES[card.shade]} mission: {POWERS[card.power][1]}. Costs {chips}."


def laid_card(mission: int, x: float, y: float, is_last: bool) -> str:
    """A fulfilled mission: its power."""
    shade = SHADE[mission]
    frame = box(LAID_WIDTH, LAID_HEIGHT, SHADES[shade], ACCENT if is_last else MUTED, THICK / 2 if is_last else THIN)
    signs = POWERS[MISSIONS[mission].power][0]
    power = draw_signs(LAID_WIDTH / 2, LAID_HEIGHT / 2, signs, NORMAL, "middle", LAID_WIDTH - 2 * EDGE, SHADE_INKS[shade])
    return moved(x, y, frame, power, title=tooltip(mission), class_="mission laid", data_mission=mission)


def hand_card(mission: int, x: float, y: float, width: float, height: float) -> str:
    """A mission in an open hand: its power above the chips it costs."""
    shade, card = SHADE[mission], MISSIONS[mission]
    parts = [
        box(width, height, SHADES[shade]),
        draw_signs(width / 2, height * 0.27, POWERS[card.power][0], LARGE, "middle", width - 3 * EDGE, SHADE_INKS[shade]),
        rect(EDGE, height * 0.5, width - 2 * EDGE, height * 0.5 - EDGE, rx=4.0, fill="#ffffff", fill_opacity=0.75),
        draw_signs(width / 2, height * 0.735, [CHIP_SIGNS[chip] for chip in card.chips], LARGE, "middle"),
    ]
    return moved(x, y, *parts, title=tooltip(mission), class_="mission hand", data_mission=mission)


def back(shade: int, x: float, y: float) -> str:
    """A mission in a closed hand: only its shade."""
    frame = rect(0, 0, BACK_WIDTH, BACK_HEIGHT, rx=3.0, fill=SHADES[shade], stroke=INK, stroke_width=THIN)
    letter = text(BACK_WIDTH / 2, BACK_HEIGHT / 2 + 4, "?", SMALL, "middle", bold=True, fill=SHADE_INKS[shade])
    return moved(
        x, y, frame, letter, title=f"a {SHADE_NAMES[shade]} mission in hand", class_="back", data_shade=SHADE_NAMES[shade]
    )
