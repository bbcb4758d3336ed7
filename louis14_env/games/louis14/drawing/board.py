"""The checkerboard of tiles with their stones, the stacks in its corners, and the cards played."""

from louis14_env.drawing.svg import circle, group, line, moved, rect, text, text_width, use
from louis14_env.games.louis14.components import SHADES as SHADE_NAMES
from louis14_env.games.louis14.drawing.scene import Scene
from louis14_env.games.louis14.drawing.signs import BASELINE, box, draw_signs, signs_width
from louis14_env.games.louis14.drawing.style import (
    ACCENT,
    BACK,
    CARD,
    CONDITIONS,
    FAINT,
    GOLD,
    HUGE,
    INK,
    INTRIGUE_BACK,
    LARGE,
    MUTED,
    NORMAL,
    PAPER,
    RED_NUMBER,
    ROUND,
    SHADE_INKS,
    SHADES,
    SMALL,
    TABLE,
    THICK,
    THIN,
    WHITE,
    icon_name,
    stone_name,
)
from louis14_env.games.louis14.drawing.words import PAYOUTS, condition_text, condition_words, stones_placed
from louis14_env.games.louis14.tables import (
    CARD_NAMES,
    COMPONENTS,
    CONDITION,
    JOKER,
    KIND,
    MONEY_AMOUNT,
    NAMES,
    NEIGHBOURS,
    NEUTRAL,
    NUM_KINDS,
    NUM_ROUNDS,
    NUM_SHADES,
    NUM_TILES,
    POSITIONS,
)
from louis14_env.games.louis14.text import COLOURS, members

GRID = 5  # cells a side
CELL_WIDTH, CELL_HEIGHT = 150, 132
INSET = 4  # room between a tile and the edge of its cell
TILE_WIDTH, TILE_HEIGHT = CELL_WIDTH - 2 * INSET, CELL_HEIGHT - 2 * INSET
BOARD_WIDTH, BOARD_HEIGHT = GRID * CELL_WIDTH, GRID * CELL_HEIGHT

MARGIN = 8  # inside a tile
BADGE = 10.5  # radius of a tile's number
NAME_LINE, SIGN_LINE = 17, 44  # y of the name, and of condition and payout
BAND = 32  # height of the coloured band behind the name
STONES_LINE = 55  # where the stones begin
STONE, STONE_ROW, STONE_PITCH = 16, 16, 17
MOST_DRAWN = 6  # stones of a colour in a row; the number beside them says how many there are
KING = 34
PLUS = 12  # radius of the mark that says how many stones were placed

CENTRE = (3, 2)
ROUND_CAPTION, ROUND_LINE, MONEY_LINE = 38, 66, 92  # y inside the cell in the centre
CORNERS = {"influence": (1, 0), "intrigue": (5, 0), "missions": (1, 4), "rest": (5, 4)}
STACK_WIDTH, STACK_HEIGHT = 54, 62
STACK_TOP, STACK_CAPTION = 24, 112  # y inside a corner
SMALL_STACK, SMALL_GAP = 36, 9  # width of a stack of missions, and the room to the next
BAG_LINE, BAG_CAPTION, BOX_LINE, BOX_CAPTION = 46, 74, 95, 120  # y of what is left in bag and box
LAYERS, LAYER = 3, 3  # cards of a stack that can be seen, and how far each sticks out

PLAYED_COLUMNS = 5
PLAYED_WIDTH, PLAYED_HEIGHT = BOARD_WIDTH / PLAYED_COLUMNS, 24
PLAYED_TITLE = 20
PLAYED_ROWS = -(-NUM_KINDS // PLAYED_COLUMNS)
PLAYED_TOTAL = PLAYED_TITLE + PLAYED_ROWS * PLAYED_HEIGHT


def draw_board(scene: Scene) -> str:
    """The board, BOARD_WIDTH x BOARD_HEIGHT."""
    ground = rect(0, 0, BOARD_WIDTH, BOARD_HEIGHT, rx=2.0 * ROUND, fill=TABLE)
    tiles = [draw_tile(scene, tile) for tile in range(NUM_TILES)]
    return group(ground, *_joints(), _centre(scene), *_corners(scene), *tiles, class_="board")


def _corner(position: tuple[int, int]) -> tuple[int, int]:
    """The upper left corner of a cell; x counts from 1 (S1)."""
    x, y = position
    return (x - 1) * CELL_WIDTH, y * CELL_HEIGHT


def _joints() -> list[str]:
    """Where neighbours touch."""
    parts = []
    for a in range(NUM_TILES):
        for b in NEIGHBOURS[a]:
            (x, y), (u, v) = _corner(POSITIONS[a]), _corner(POSITIONS[b])
            if a < b:
                at_x, at_y, lean = max(x, u), max(y, v), 1 if (x < u) == (y < v) else -1
                ends = (at_x - 2 * INSET, at_y - 2 * INSET * lean, at_x + 2 * INSET, at_y + 2 * INSET * lean)
                parts.append(line(*ends, stroke=GOLD, stroke_width=float(INSET)))
    return parts


# --- Tiles -----------------------------------------------------------------------------------------------------------
def draw_tile(scene: Scene, tile: int) -> str:
    """A tile with everything on it."""
    s, side = scene.s, int(scene.s["side"][tile])
    x, y = _corner(POSITIONS[tile])
    placed, has_king = stones_placed(scene.action), bool(s["king"] == tile)
    parts = [_frame(scene, tile), _number(tile, side), _name(tile, has_king), _signs(tile, side), _stones(scene, tile)]
    if has_king:
        parts.append(use(icon_name("king"), TILE_WIDTH - 0.75 * KING, -0.4 * KING, KING, class_="king"))
    if placed.get(tile):
        parts.append(_plus(placed[tile]))
    return moved(
        x + INSET, y + INSET, *parts, title=_tooltip(scene, tile), class_="tile", data_tile=tile, data_side=side,
        data_stones=",".join(str(n) for n in s["stones"][tile]), data_king=1 if has_king else None,
        data_evaluated=1 if s["tile"] == tile else None, data_last=1 if tile in placed else None,
    )  # fmt: skip


def _tooltip(scene: Scene, tile: int) -> str:
    s, side = scene.s, int(scene.s["side"][tile])
    lying = ", ".join(f"{COLOURS[c]} {n}" for c, n in enumerate(s["stones"][tile]) if n)
    king = " The king is here." if s["king"] == tile else ""
    full = COMPONENTS.tiles[tile].full
    return f"{tile + 1} {full}: {PAYOUTS[tile][1]} for {condition_words(tile, side)}.{king} Stones: {lying or 'none'}."


def _frame(scene: Scene, tile: int) -> str:
    evaluated, last = scene.s["tile"] == tile, tile in stones_placed(scene.action)
    stroke = GOLD if evaluated else ACCENT if last else MUTED
    colour = CONDITIONS[CONDITION[tile, scene.s["side"][tile]]]
    return (
        box(TILE_WIDTH, TILE_HEIGHT, PAPER, "none")
        + rect(0, 0, TILE_WIDTH, BAND, rx=float(ROUND), fill=colour)
        + box(TILE_WIDTH, TILE_HEIGHT, "none", stroke, THICK if evaluated or last else THIN)
    )


def _number(tile: int, side: int) -> str:
    """The tile's number: filled on the front, the side with the red number, empty on the back."""
    x, fill, ink = MARGIN + BADGE, WHITE if side else RED_NUMBER, INK if side else WHITE
    badge = circle(x, NAME_LINE, BADGE, fill=fill, stroke=INK, stroke_width=THIN)
    return badge + text(x, NAME_LINE + BASELINE * SMALL, str(tile + 1), SMALL, "middle", bold=True, fill=ink)


def _name(tile: int, has_king: bool) -> str:
    x = MARGIN + 2 * BADGE + 5
    room = TILE_WIDTH - x - (0.75 * KING if has_king else MARGIN)
    return text(x, NAME_LINE + BASELINE * NORMAL, NAMES[tile], NORMAL, bold=True, room=room, fill=INK)


def _signs(tile: int, side: int) -> str:
    """The condition on the left, the payout on the right."""
    words = condition_text(tile, side)
    condition = text(MARGIN, SIGN_LINE + BASELINE * NORMAL, words, NORMAL, fill=INK)
    room = TILE_WIDTH - 2 * MARGIN - text_width(words, NORMAL) - MARGIN
    return condition + draw_signs(TILE_WIDTH - MARGIN, SIGN_LINE, PAYOUTS[tile][0], LARGE, "end", room)


def _stones(scene: Scene, tile: int) -> str:
    lying = [(colour, int(n)) for colour, n in enumerate(scene.s["stones"][tile]) if n]
    y = STONES_LINE + (TILE_HEIGHT - STONES_LINE - STONE_ROW * len(lying)) / 2 - 1
    return "".join(_stone_row(colour, count, y + k * STONE_ROW) for k, (colour, count) in enumerate(lying))


def _stone_row(colour: int, count: int, y: float) -> str:
    drawn = [
        use(stone_name(colour), MARGIN + k * STONE_PITCH, y, STONE, class_="stone", data_colour=colour)
        for k in range(min(count, MOST_DRAWN))
    ]
    number = text(TILE_WIDTH - MARGIN, y + STONE / 2 + BASELINE * NORMAL, str(count), NORMAL, "end", bold=True, fill=INK)
    return "".join(drawn) + number


def _plus(count: int) -> str:
    x, y = TILE_WIDTH + 6, TILE_HEIGHT - 16
    mark = circle(x, y, PLUS, fill=ACCENT, stroke=WHITE, stroke_width=2.0)
    return mark + text(x, y + BASELINE * SMALL, f"+{count}", SMALL, "middle", bold=True, fill=WHITE)


# --- Between the tiles -----------------------------------------------------------------------------------------------
def _centre(scene: Scene) -> str:
    """The round and its money card."""
    s = scene.s
    x, y = _corner(CENTRE)
    amount = MONEY_AMOUNT[s["money_stack"][s["round_no"] - 1]]
    middle = CELL_WIDTH / 2
    parts = [
        text(middle, ROUND_CAPTION, "Round", NORMAL, "middle", fill=MUTED),
        text(middle, ROUND_LINE, f"{s['round_no']} of {NUM_ROUNDS}", HUGE, "middle", bold=True, fill=INK),
        draw_signs(middle, MONEY_LINE, (str(amount), "coin", "each"), NORMAL, "middle"),
    ]
    return moved(x, y, *parts, title=f"Money card: {amount} louisdor for everyone", class_="round")


def _corners(scene: Scene) -> list[str]:
    s = scene.s
    return [
        _one_stack("influence", int(s["influence_left"]), BACK, *_corner(CORNERS["influence"])),
        _one_stack("intrigue", int(s["intrigue_left"]), INTRIGUE_BACK, *_corner(CORNERS["intrigue"])),
        _mission_stacks(scene, *_corner(CORNERS["missions"])),
        _rest(scene, *_corner(CORNERS["rest"])),
    ]


def _one_stack(name: str, count: int, fill: str, x: float, y: float) -> str:
    at = (CELL_WIDTH - STACK_WIDTH) / 2
    caption = text(CELL_WIDTH / 2, STACK_CAPTION, name.capitalize(), SMALL, "middle", fill=MUTED)
    return moved(x, y, _stack(name, count, fill, WHITE, at, STACK_TOP, STACK_WIDTH), caption)


def _stack(name: str, count: int, fill: str, ink: str, x: float, y: float, width: float) -> str:
    """Cards face down with their number; an empty place if there are none."""
    layers = min(count, LAYERS)
    style = {"rx": float(ROUND), "fill": fill, "stroke": WHITE, "stroke_width": THIN}
    cards = [rect(k * LAYER, -k * LAYER, width, STACK_HEIGHT, **style) for k in range(layers)]
    if not count:
        cards = [rect(0, 0, width, STACK_HEIGHT, rx=float(ROUND), fill="none", stroke=MUTED, stroke_dasharray="4 3")]
    top = max(layers - 1, 0) * LAYER
    number = text(
        width / 2 + top, STACK_HEIGHT / 2 - top + 7, str(count), LARGE + 2, "middle", bold=True, fill=ink if count else MUTED
    )
    return moved(
        x, y, *cards, number, title=f"{name} stack: {count} cards", class_="stack", data_stack=name, data_count=count
    )  # fmt: skip


def _mission_stacks(scene: Scene, x: float, y: float) -> str:
    pitch = SMALL_STACK + SMALL_GAP
    left = (CELL_WIDTH - NUM_SHADES * pitch) / 2 + 2
    stacks = [
        _stack(
            SHADE_NAMES[k], int(scene.s["missions_left"][k]), SHADES[k], SHADE_INKS[k], left + k * pitch, STACK_TOP, SMALL_STACK
        )
        for k in range(NUM_SHADES)
    ]
    return moved(x, y, *stacks, text(CELL_WIDTH / 2, STACK_CAPTION, "Missions", SMALL, "middle", fill=MUTED))


def _rest(scene: Scene, x: float, y: float) -> str:
    """Coats in the bag and, with two players, neutral stones in their box."""
    s, middle = scene.s, CELL_WIDTH / 2
    coats = int(s["bag"].sum())
    parts = [
        draw_signs(middle, BAG_LINE, ("coat", str(coats)), LARGE + 2, "middle"),
        text(middle, BAG_CAPTION, "coats in the bag", SMALL, "middle", fill=MUTED),
    ]
    if len(scene.players) == 2:
        left = middle - (STONE + MARGIN + signs_width((str(s["box"]),), LARGE)) / 2
        parts += [
            use(stone_name(NEUTRAL), left, BOX_LINE - STONE / 2, STONE),
            draw_signs(left + STONE + MARGIN, BOX_LINE, (str(s["box"]),), LARGE),
            text(middle, BOX_CAPTION, "neutral stones", SMALL, "middle", fill=MUTED),
        ]
    return moved(x, y, *parts, class_="rest", data_bag=coats, data_box=int(s["box"]))


# --- Cards played ----------------------------------------------------------------------------------------------------
def draw_played(scene: Scene) -> str:
    """The influence cards in the middle by kind, each kind in its own place."""
    kinds = [int(KIND[card]) for card in members(scene.s["middle"])]
    title = text(2, 12, "Cards played this round", SMALL, fill=MUTED)
    return group(title, *(_played_kind(kind, kinds.count(kind)) for kind in range(NUM_KINDS)), class_="played")


def _played_kind(kind: int, count: int) -> str:
    x, y = kind % PLAYED_COLUMNS * PLAYED_WIDTH, PLAYED_TITLE + kind // PLAYED_COLUMNS * PLAYED_HEIGHT
    width, height = PLAYED_WIDTH - 4, PLAYED_HEIGHT - 4
    label = CARD_NAMES[kind] if kind == JOKER else f"{kind + 1} {CARD_NAMES[kind]}"
    times = f"x{count}" if count > 1 else ""
    room = width - 10 - (22 if times else 0)
    ink, at = INK if count else MUTED, height / 2 + BASELINE * SMALL
    parts = [
        rect(0, 0, width, height, rx=4.0, fill=CARD if count else "none", stroke=MUTED if count else FAINT, stroke_width=THIN),
        text(5, at, label, SMALL, room=room, bold=bool(count), fill=ink, opacity=None if count else 0.55),
        text(width - 4, at, times, SMALL, "end", bold=True, fill=ink) if times else "",
    ]
    return moved(x, y, *parts, data_played=CARD_NAMES[kind], data_count=count)
