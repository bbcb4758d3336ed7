"""An open hand: influence cards, intrigue cards, missions and the kinds of coats, in one row."""

from louis14_env.drawing.svg import group, moved, rect, text, use
from louis14_env.games.louis14.drawing import missions
from louis14_env.games.louis14.drawing.scene import Scene
from louis14_env.games.louis14.drawing.signs import BASELINE, box, draw_signs, spread
from louis14_env.games.louis14.drawing.style import (
    CARD,
    FAINT,
    HUGE,
    INK,
    INTRIGUE,
    LARGE,
    MUTED,
    PAPER,
    SMALL,
    TINTS,
    icon_name,
    stone_name,
)
from louis14_env.games.louis14.tables import CARD_NAMES, JOKER, KIND, NAMES, NUM_COATS
from louis14_env.games.louis14.text import members

CARD_WIDTH, CARD_HEIGHT = 74, 62
MISSION_WIDTH = 84
GAP = 6
TOP = 24  # where the cards begin, under the captions
HAND_HEIGHT = TOP + CARD_HEIGHT + 8
CAPTION_LINE = 16
LABEL = 104  # width of the player's name
STONE, LABEL_LEFT, STONE_TOP, NAME_LINE, WORDS_LINE = 22, 12, 14, 58, 78  # inside the label
COATS = 126  # width of the kinds of coats
BETWEEN = 12  # room between the families of cards
SHARES = {"influence": 0.48, "intrigue": 0.2, "missions": 0.32}  # of the room for cards
COAT_COLUMNS, COAT_PITCH, COAT_ROW, COAT = 3, 42, 30, 22
COAT_COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#8a8a8a")
COAT_SHAPE = "M3.5 2.5h17v9q0 7-8.5 10.5Q3.5 18.5 3.5 11.5z"


def draw_hand(scene: Scene, p: int, width: float) -> str:
    """What player p holds; the caller has made sure that the viewer may see it."""
    s = scene.s
    parts = [box(width, HAND_HEIGHT, PAPER, FAINT), _label(scene, p)]
    influence = sorted(int(KIND[card]) for card in members(s["hand"][p]))
    intrigues, held = members(s["intrigue"][p]), members(s["missions"][p])
    room = width - LABEL - COATS - (len(SHARES) + 1) * BETWEEN
    x = float(LABEL)
    for family, cards in (("influence", influence), ("intrigue", intrigues), ("missions", held)):
        share = SHARES[family] * room
        parts.append(text(x, CAPTION_LINE, f"{family.capitalize()} ({len(cards)})", SMALL, fill=MUTED))
        size = MISSION_WIDTH if family == "missions" else CARD_WIDTH
        pitch = spread(len(cards), size, GAP, share)
        parts += [DRAWERS[family](card, x + k * pitch) for k, card in enumerate(cards)]
        x += share + BETWEEN
    parts.append(_coats(scene, p, width - COATS))
    return group(*parts, class_="hand", data_hand=p)


def _label(scene: Scene, p: int) -> str:
    words = "Your hand" if scene.viewer == p else "Hand"
    return (
        rect(1, 1, LABEL - BETWEEN, HAND_HEIGHT - 2, rx=5.0, fill=TINTS[p])
        + use(stone_name(p), LABEL_LEFT, STONE_TOP, STONE)
        + text(LABEL_LEFT, NAME_LINE, scene.name(p), LARGE, bold=True, fill=INK)
        + text(LABEL_LEFT, WORDS_LINE, words, SMALL, fill=INK)
    )


def _influence_card(kind: int, x: float) -> str:
    title = (
        "Joker: 2 stones, starting anywhere" if kind == JOKER else f"{CARD_NAMES[kind]}: 3 stones, starting on tile {kind + 1}"
    )
    parts = [
        box(CARD_WIDTH, CARD_HEIGHT, CARD),
        draw_signs(CARD_WIDTH / 2, 23, ("joker" if kind == JOKER else str(kind + 1),), HUGE, "middle"),
        text(CARD_WIDTH / 2, CARD_HEIGHT - 9, CARD_NAMES[kind], SMALL, "middle", room=CARD_WIDTH - 6, fill=INK),
    ]
    return moved(x, TOP, *parts, title=title, class_="card influence", data_card=CARD_NAMES[kind])


def _intrigue_card(tile: int, x: float) -> str:
    parts = [
        box(CARD_WIDTH, CARD_HEIGHT, INTRIGUE),
        use(icon_name("intrigue"), 8, 9, 26),
        text(CARD_WIDTH - 8, 31, str(tile + 1), HUGE - 3, "end", bold=True, fill=INK),
        text(CARD_WIDTH / 2, CARD_HEIGHT - 9, NAMES[tile], SMALL, "middle", room=CARD_WIDTH - 6, fill=INK),
    ]
    title = f"Intrigue card: stones on {NAMES[tile]} before it is evaluated"
    return moved(x, TOP, *parts, title=title, class_="card intrigue", data_card=f"intrigue {NAMES[tile]}")


def _mission_card(mission: int, x: float) -> str:
    return missions.hand_card(mission, x, TOP, MISSION_WIDTH, CARD_HEIGHT)


DRAWERS = {"influence": _influence_card, "intrigue": _intrigue_card, "missions": _mission_card}


def _coats(scene: Scene, p: int, x: float) -> str:
    """Coats by kind, which only their owner knows."""
    counts = [int(n) for n in scene.s["coats"][p]]
    shields = [_coat(kind, counts[kind], x) for kind in range(NUM_COATS)]
    caption = text(x, CAPTION_LINE, f"Coats ({scene.coats(p)})", SMALL, fill=MUTED)
    return group(caption, *shields, class_="coats", data_coats=",".join(map(str, counts)))


def _coat(kind: int, count: int, x: float) -> str:
    at_x, at_y = x + kind % COAT_COLUMNS * COAT_PITCH, TOP + kind // COAT_COLUMNS * COAT_ROW
    shield = f'<path d="{COAT_SHAPE}" fill="{COAT_COLOURS[kind]}" stroke="{INK}"/>'
    letter = text(12, 16, "ABCDEF"[kind], SMALL, "middle", bold=True, fill=INK)
    number = text(27, 12 + BASELINE * LARGE, str(count), LARGE - 2, bold=True, fill=INK if count else MUTED)
    return moved(at_x, at_y, shield, letter, number, opacity=None if count else 0.45)
