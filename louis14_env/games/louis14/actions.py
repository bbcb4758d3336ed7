"""The action table: one flat range of integers, from which masks, texts and documentation are made."""

from louis14_env.core.actions import ActionTable, Range
from louis14_env.games.louis14.components import SHADES
from louis14_env.games.louis14.tables import (
    CARD_NAMES,
    CHIPS,
    CROWN,
    MISSION_TEXTS,
    NAMES,
    PAIRS,
    PATHS,
)


def path_text(lying: tuple[int, ...]) -> str:
    """Stones by tile as "11:2 12:1", ascending by tile."""
    return " ".join(f"{tile + 1}:{count}" for tile, count in enumerate(lying) if count)


TABLE = ActionTable(
    (
        Range("place", "influence: play this card and place stones", [f"play {name} to place" for name in CARD_NAMES]),
        Range("fetch", "influence: play this card and fetch stones", [f"play {name} to fetch" for name in CARD_NAMES]),
        Range(
            "four_place",
            "influence: play this card as four-stone joker (C17) and place",
            [f"play {name} as four to place" for name in CARD_NAMES],
        ),
        Range(
            "four_fetch",
            "influence: play this card as four-stone joker (C17) and fetch",
            [f"play {name} as four to fetch" for name in CARD_NAMES],
        ),
        Range("exchange", "influence: exchange this card (C12)", [f"exchange {name}" for name in CARD_NAMES]),
        Range("sit_out", "influence: pay 2 louisdor and pass the turn (C5)", ["sit out"]),
        Range("path", "influence: where the stones lie, tile:stones", [f"path {path_text(lying)}" for lying in PATHS]),
        Range("stone", "one stone on this tile (T6, T8, C4, C10, C11, C18)", [f"stone {name}" for name in NAMES]),
        Range("bribe", "evaluation: pay for this tile's payout (E2, E6)", [f"bribe {name}" for name in NAMES]),
        Range("intrigue", "evaluation: play the intrigue card (E1)", ["intrigue 1 general", "intrigue 1 own", "intrigue 2 own"]),
        Range("win_tie", "evaluation: win the tie for first place (C19)", ["win tie"]),
        Range("stone_for_card", "supply: a stone for an influence card (C16)", ["stone for card"]),
        Range("take", "supply: what +2 brings (C8)", ["take 2 louisdor", "take 1 louisdor 1 stone", "take 2 stones"]),
        Range("lay", "missions: fulfil this mission (M1)", [f"lay {text}" for text in MISSION_TEXTS]),
        Range("pay", "missions: the two chips paid (M2)", [f"pay {CHIPS[a]}+{CHIPS[b]}" for a, b in PAIRS]),
        Range("draw", "missions: the stack to draw from (M1, C1, C7)", [f"draw {shade}" for shade in SHADES]),
        Range("crown", "missions: turn this chip into a crown (C6)", [f"crown {chip}" for chip in CHIPS[:CROWN]]),
        Range("keep", "missions: the chip to keep (M4)", [f"keep {chip}" for chip in CHIPS]),
        Range("return", "missions: put this mission back (C7)", [f"return {text}" for text in MISSION_TEXTS]),
        Range("decline", "no", ["decline"]),
        Range("done", "missions: end of the go or of the swap", ["done"]),
    )
)

NUM_ACTIONS = TABLE.size
A_PLACE, A_FETCH, A_FOUR_PLACE, A_FOUR_FETCH, A_EXCHANGE, A_SIT_OUT, A_PATH, A_STONE, A_BRIBE, A_INTRIGUE, A_WIN_TIE = (
    TABLE.starts[:11]
)
A_STONE_FOR_CARD, A_TAKE, A_LAY, A_PAY, A_DRAW, A_CROWN, A_KEEP, A_RETURN, A_DECLINE, A_DONE = TABLE.starts[11:]
A_ONE_GENERAL, A_ONE_OWN, A_TWO_OWN = range(A_INTRIGUE, A_INTRIGUE + 3)
A_TAKE_COINS, A_TAKE_BOTH, A_TAKE_STONES = range(A_TAKE, A_TAKE + 3)
