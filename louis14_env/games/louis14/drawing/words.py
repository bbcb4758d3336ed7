"""What the picture says: questions, powers and payouts, in words for tooltips and in signs for cards."""

from louis14_env.games.louis14.actions import A_PATH, A_STONE_FOR_CARD, TABLE
from louis14_env.games.louis14.components import CONDITIONS
from louis14_env.games.louis14.tables import CHIP_NAMES, CONDITION, NAMES, NUM_PATHS, NUM_TILES, NUMBER, PATHS

# What a player is asked (state.ASKS), after the player's name.
QUESTIONS = {
    "supply card": "may give a stone for a card",
    "supply choice": "chooses louisdor or stones",
    "opening": "may put a stone on a tile",
    "card": "plays a card",
    "path": "places stones",
    "closing": "may place a last stone",
    "intrigue": "may play an intrigue card",
    "tie": "may win the tie",
    "bribe": "may pay a bribe",
    "maintenon": "may put a stone on a tile",
    "conde": "places a stone anywhere",
    "mission": "may fulfil a mission",
    "pay": "pays for a mission",
    "draw": "draws a mission",
    "keep": "chooses the chip to keep",
    "swap": "may put missions back",
}
SECRET_QUESTIONS = ("intrigue",)  # that it is asked tells what the player holds

# A power in signs: words and icons, read from left to right; then in words.
POWERS = {
    "mission": (("+1", "mission"), "draw one more mission when laid"),
    "stone": (("+1", "stone"), "supply: fetch a stone"),
    "louisdor": (("+1", "coin"), "supply: a louisdor"),
    "tile1": (("stone", "> 1"), "influence: a stone on tile 1"),
    "tile2": (("stone", "> 2"), "influence: a stone on tile 2"),
    "tile3": (("stone", "> 3"), "influence: a stone on tile 3"),
    "tile4": (("stone", "> 4"), "influence: a stone on tile 4"),
    "sitout": (("sit out",), "influence: pay 2 louisdor and pass the turn"),
    "crown": (("any", ">", "crown"), "missions: pay 2 louisdor, turn a chip into a crown"),
    "swap": (("swap", "mission"), "missions: put up to two missions back, draw others"),
    "choice": (("+2",), "supply: two louisdor or stones, as you like"),
    "coat": (("+1", "coat"), "supply: a coat of arms"),
    "king": (("stone", ">", "king"), "influence: a stone on the king's tile"),
    "tile5": (("stone", "> 5"), "influence: a stone on tile 5"),
    "tile9": (("stone", "> 9"), "influence: a stone on tile 9"),
    "exchange": (("swap", "card"), "influence: exchange a card"),
    "3stones": (("+3", "stone"), "supply: fetch three stones"),
    "3louisdor": (("+3", "coin"), "supply: three louisdor"),
    "intrigue": (("+1", "intrigue"), "supply: an intrigue card"),
    "card": (("stone", "=", "card"), "supply: a stone for an influence card"),
    "four": (("card", "= 4"), "influence: a card as four-stone joker"),
    "last": (("stone", "last"), "influence: a last stone, anywhere"),
    "first": (("win tie",), "evaluation: win a tie for first place"),
    "discount": (("-1", "coin"), "evaluation: bribes cost 1 less"),
}

# T1 to T12, in signs and in words.
PAYOUTS = (
    (("sceptre",), "a sceptre"),
    (("letter",), "a letter"),
    (("ring",), "a ring"),
    (("helmet",), "a helmet"),
    (("crown",), "a crown"),
    (("coat", "+", "stone"), "a coat of arms, and a stone from general on any tile"),
    (("5", "coin"), "5 louisdor"),
    (("2", "stone", "> 5"), "up to 2 stones from general on tile 5, and one fetched"),
    (("crown",), "a crown"),
    (("2", "coat"), "2 coats of arms"),
    (("card",), "an influence card"),
    (("coat", "+", "intrigue"), "a coat of arms and an intrigue card"),
)
CHIP_SIGNS = dict(zip("SLRHC", CHIP_NAMES, strict=True)) | {"?": "any"}


def condition_text(tile: int, side: int) -> str:
    """The condition of a tile's side, as short as on the tile."""
    number = NUMBER[tile, side]
    return {"money": f"pay {number}", "first": "first", "stones": f"{number} stones"}[CONDITIONS[CONDITION[tile, side]]]


def condition_words(tile: int, side: int) -> str:
    """The condition of a tile's side, for the tooltip."""
    number = NUMBER[tile, side]
    return {
        "money": f"most stones, or a bribe of {number} louisdor",
        "first": "most stones",
        "stones": f"{number} stones or more",
    }[CONDITIONS[CONDITION[tile, side]]]


def move_text(action: int) -> str:
    """An action in words."""
    if A_PATH <= action < A_PATH + NUM_PATHS:
        return "place " + ", ".join(f"{count} on {NAMES[tile]}" for tile, count in enumerate(PATHS[action - A_PATH]) if count)
    return TABLE.text(action)


def stones_placed(action: int | None) -> dict[int, int]:
    """The tiles an action is about, with the stones it puts there: 0 for a bribe."""
    if action is None:
        return {}
    if A_PATH <= action < A_PATH + NUM_PATHS:
        return {tile: count for tile, count in enumerate(PATHS[action - A_PATH]) if count}
    verb, _, name = TABLE.text(action).partition(" ")
    if verb not in ("stone", "bribe") or action == A_STONE_FOR_CARD:
        return {}
    return {NAMES.index(name): int(verb == "stone")}


assert len(PAYOUTS) == NUM_TILES
