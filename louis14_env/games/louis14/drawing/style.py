"""Colours, fonts and icons. The colours of the players are told apart by everyone (Okabe-Ito), and so are their shapes."""

from louis14_env.drawing.svg import element

INK = "#26231d"
MUTED = "#6b6558"
FAINT = "#d8d2c2"
PAPER = "#fffdf8"
TABLE = "#f3eee2"  # what the tiles lie on
GOLD = "#c8960c"
ACCENT = "#b0357a"  # the last move, and whose turn it is
WHITE = "#ffffff"
RED_NUMBER = "#9c2a1a"  # of a tile's front
FONT = "'DejaVu Sans', Verdana, sans-serif"

PLAYERS = ("#f0e442", "#d55e00", "#009e73", "#0072b2", "#9a9a9a")  # yellow, red, green, blue; neutral
TINTS = ("#fbf8d2", "#fae3d3", "#d3f0e7", "#d3e6f3", "#ececec")  # the same, pale
SHADES = ("#f4e7c6", "#d9b779", "#7d5a33")  # mission cards: light, medium, dark
SHADE_INKS = (INK, INK, WHITE)
CONDITIONS = ("#fff1c4", "#e4dcf1", "#dcecdd")  # money, first place, stones
CARD = "#fbf6e9"
INTRIGUE = "#efe0e8"
BACK = "#5b6f8f"  # of influence cards
INTRIGUE_BACK = "#7d4a68"

SMALL, NORMAL, LARGE, HUGE = 11, 13, 16, 24  # font sizes
ROUND = 6  # radius of corners
THIN, THICK = 1.2, 4

ICON = 24  # side of the square every icon is drawn in

# The stones, by colour: circle, square, triangle, diamond; neutral a cross.
STONES = (
    '<circle cx="12" cy="12" r="10"/>',
    '<rect x="2.5" y="2.5" width="19" height="19" rx="2"/>',
    '<path d="M12 1.5 23 21.5H1z"/>',
    '<path d="M12 .5 23.5 12 12 23.5 .5 12z"/>',
    '<path d="M8 2h8v6h6v8h-6v6H8v-6H2V8h6z"/>',
)

ICONS = {
    "stone": '<ellipse cx="12" cy="13" rx="9.5" ry="8" fill="#b9b2a3"/><path d="M6 11q3-4 8-3.5" fill="none" stroke="#fff"/>',
    "coin": '<circle cx="12" cy="12" r="9.5" fill="#f2c230"/><circle cx="12" cy="12" r="6.3" fill="none" stroke="#8a6500"/>'
    '<path d="M10.5 8.5v7h4" fill="none" stroke="#8a6500" stroke-width="1.8"/>',
    "sceptre": '<path d="M4 21 15 10" stroke-width="3" fill="none"/><circle cx="17" cy="7" r="4.6" fill="#e8b923"/>'
    '<path d="M17 2.4V.6M21 4l1.6-1.4M21.6 7h1.8" fill="none"/>',
    "letter": '<rect x="2" y="5" width="20" height="14.5" rx="1.5" fill="#fff"/><path d="m2.5 6 9.5 8 9.5-8" fill="none"/>'
    '<circle cx="12" cy="14" r="2.8" fill="#c23b22"/>',
    "ring": '<circle cx="12" cy="15" r="6.8" fill="none" stroke="#26231d" stroke-width="4.6"/>'
    '<circle cx="12" cy="15" r="6.8" fill="none" stroke="#e8b923" stroke-width="2.4"/><path d="M8 3h8l2 3-6 5-6-5z" fill="#56b4e9"/>',
    "helmet": '<path d="M12 4q8 0 8 9v8h-5v-6H9v6H4v-8q0-9 8-9z" fill="#aeb6bf"/><path d="M12 4q0-3.5 7-3-1.5 4-7 5z" fill="#c23b22"/>'
    '<path d="M4 13h16" fill="none"/>',
    "crown": '<path d="m2 7 5 5 5-9 5 9 5-5-2 13H4z" fill="#f2c230"/><path d="M4.5 16.5h15" fill="none"/>',
    "coat": '<path d="M3.5 2.5h17v9q0 7-8.5 10.5Q3.5 18.5 3.5 11.5z" fill="#4f86c6"/>'
    '<path d="M12 6.5v9M8.5 10h7" fill="none" stroke="#fff" stroke-width="2.2"/>',
    "card": '<rect x="3" y="5" width="12" height="17" rx="2" fill="#fbf6e9"/><rect x="9" y="2" width="12" height="17" rx="2" fill="#5b6f8f"/>',
    "intrigue": '<rect x="5" y="1.5" width="14.5" height="21" rx="2" fill="#7d4a68"/>'
    '<path d="M6.5 9.5q5.7-2.5 11.5 0-.5 5-3.5 4.5L12.2 12l-2.3 2q-3 .5-3.4-4.5z" fill="#fff" stroke="none"/>',
    "mission": '<rect x="4" y="1.5" width="16" height="21" rx="2" fill="#d9b779"/><path d="M7.5 7h9M7.5 11h9M7.5 15h5" fill="none"/>',
    "king": '<path d="M5 23q-.5-9 7-10 7.5 1 7 10z" fill="#6a3d9a"/><circle cx="12" cy="10.5" r="4.3" fill="#f6d7b8"/>'
    '<path d="m6.5 1.5 2.7 2.2L12 .5l2.8 3.2 2.7-2.2-1 6h-9z" fill="#f2c230"/>',
    "joker": '<path d="m12 1.5 3.1 6.8 7.4.8-5.5 5 1.5 7.3L12 17.7l-6.5 3.7 1.5-7.3-5.5-5 7.4-.8z" fill="#e69f00"/>',
    "any": '<circle cx="12" cy="12" r="9.5" fill="#fff" stroke-dasharray="3 2.5"/>'
    '<path d="M9 9.5q0-3 3-3t3 2.7q0 1.8-3 3.3v1.8M12 17v1" fill="none" stroke-width="2"/>',
}
OUTLINED = f'stroke="{INK}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"'


def stone_name(colour: int) -> str:
    return f"louis14-stone-{colour}"


def icon_name(icon: str) -> str:
    return f"louis14-{icon}"


def definitions() -> str:
    """The symbols that the picture uses: a stone of each colour, and the icons."""
    drawn = {stone_name(k): f'<g fill="{PLAYERS[k]}">{shape}</g>' for k, shape in enumerate(STONES)}
    drawn |= {icon_name(icon): shape for icon, shape in ICONS.items()}
    symbols = [
        f'<symbol id="{name}" viewBox="-1 -1 {ICON + 2} {ICON + 2}"><g {OUTLINED}>{shape}</g></symbol>'
        for name, shape in drawn.items()
    ]
    return element("defs", *symbols)
