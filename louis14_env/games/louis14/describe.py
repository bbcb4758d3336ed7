"""The game in words: what a player sees, and what happened in a small step of the rules."""

from typing import Any

import numpy as np

from louis14_env.games.louis14 import state as st
from louis14_env.games.louis14.actions import TABLE
from louis14_env.games.louis14.components import CONDITIONS, SHADES
from louis14_env.games.louis14.state import ASKS, OVER, PHASE, PHASES
from louis14_env.games.louis14.tables import (
    CARD_NAMES,
    CHIP_NAMES,
    CONDITION,
    FIRST,
    KIND,
    MISSION_TEXTS,
    MONEY_AMOUNT,
    NAMES,
    NEUTRAL,
    NUM_SHADES,
    NUM_TILES,
    NUMBER,
    SHADE,
)
from louis14_env.games.louis14.text import COLOURS, chips_text, members


def colours(s: Any) -> list[int]:
    """The columns of `stones` in play."""
    return [*range(s["num_players"]), *([NEUTRAL] if s["num_players"] == 2 else [])]


def side_text(tile: int, side: int) -> str:
    """A side of a tile as "money 3", "first" or "stones 2"."""
    condition = CONDITION[tile, side]
    return CONDITIONS[condition] + ("" if condition == FIRST else f" {NUMBER[tile, side]}")


def phase_text(s: Any) -> str:
    if s["stage"] == OVER:
        return "game over"
    return PHASES[PHASE[s["stage"]]]


# --- What a player sees ----------------------------------------------------------------------------------------------
def describe(states: np.ndarray, i: int, viewer: int | None) -> str:
    """The table as seen by a player, or with all cards open if the viewer is None."""
    s = states[i]
    n = int(s["num_players"])
    lines = [f"Louis XIV, round {s['round_no']}, {phase_text(s)}; start player {COLOURS[s['start']]}"]
    for tile in range(NUM_TILES):
        marks = " [king]" * bool(s["king"] == tile) + " <-- evaluated" * bool(s["tile"] == tile)
        lines.append(
            f"{tile + 1:>3} {NAMES[tile]:<14}{side_text(tile, s['side'][tile]):<10}{_stones_text(s, tile)}{marks}".rstrip()
        )
    for p in range(n):
        lines += _player_lines(s, p, viewer is None or viewer == p)
    middle = ", ".join(CARD_NAMES[KIND[card]] for card in members(s["middle"]))
    lines.append(f"Middle: {middle or 'no cards'}")
    lines.append(
        f"Stacks: influence {s['influence_left']}, intrigue {s['intrigue_left']}, missions "
        + ", ".join(f"{SHADES[shade]} {s['missions_left'][shade]}" for shade in range(NUM_SHADES))
    )
    if s["stage"] == OVER:
        lines.append("Score: " + ", ".join(f"{COLOURS[p]} {s['score'][p]}" for p in range(n)))
    elif viewer is None or viewer == s["player"]:
        lines.append(f"{COLOURS[s['player']]} is asked: {ASKS[s['ask']]}")
    return "\n".join(lines) + "\n"


def _player_lines(s: Any, p: int, open_cards: bool) -> list[str]:
    laid = ", ".join(MISSION_TEXTS[m] for m in members(s["laid"][p])) or "none"
    backs = ", ".join(SHADES[SHADE[m]] for m in members(s["missions"][p])) or "none"
    cards = bin(int(s["hand"][p])).count("1")
    intrigues = bin(int(s["intrigue"][p])).count("1")
    lines = [
        f"{COLOURS[p]}: own {s['own'][p]}, general {s['general'][p]}, louisdor {s['coins'][p]}, chips {chips_text(s['chips'][p]) or '-'}, "
        f"coats {_coats(s, p)}, cards {cards}, intrigues {intrigues}",
        f"    laid: {laid}; in hand: {backs}",
    ]
    if open_cards:
        hand = ", ".join(CARD_NAMES[KIND[card]] for card in members(s["hand"][p])) or "none"
        intrigue = ", ".join(NAMES[card] for card in members(s["intrigue"][p])) or "none"
        missions = ", ".join(MISSION_TEXTS[m] for m in members(s["missions"][p])) or "none"
        kinds = " ".join(str(n) for n in s["coats"][p])
        lines.append(f"    cards: {hand}; intrigues: {intrigue}; missions: {missions}; coats by kind: {kinds}")
    return lines


# --- What happened ---------------------------------------------------------------------------------------------------
VERBS = {
    "play": "plays", "exchange": "exchanges", "sit": "sits", "stone": "puts a stone on", "bribe": "bribes", "win": "wins the",
    "intrigue": "plays the intrigue card: stones", "take": "takes", "lay": "lays", "pay": "pays", "draw": "draws", "keep": "keeps",
    "crown": "pays for a crown instead of",
}  # fmt: skip


def tell(before: Any, after: Any, action: int | None) -> list[str]:
    """What an answer, or one stage of the round, changed; no line if nothing a player at the table would notice."""
    players = range(before["num_players"])
    if action is not None:
        p = int(before["player"])
        if before["ask"] == st.ASK_INTRIGUE and TABLE.text(action) == "decline":
            return []  # nobody at the table notices
        indent = "    " if st.RANK <= before["stage"] <= st.LEAVE else ""
        return [f"{indent}{COLOURS[p]} {_answer_text(before, action)}{_changes_of(before, after, p)}"]
    stage = before["stage"]
    if stage == st.MONEY_CARD:
        return _tell_money(after)
    if stage == st.DEAL:
        extra = [f"{COLOURS[p]} draws an intrigue card" for p in players if before["intrigue"][p] != after["intrigue"][p]]
        return [*extra, "Everyone draws five influence cards"]
    if stage == st.NEUTRAL_STONES and before["num_players"] == 2:
        return [f"Neutral stones: {_placed(before, after, NEUTRAL)}"]
    if stage == st.TURNS:
        return [f"{COLOURS[p]} discards the last card" for p in players if before["hand"][p] and not after["hand"][p]]
    if stage == st.SHUFFLE:
        return ["-- Evaluation"]
    if stage == st.RANK:
        return _tell_tile(before)
    if stage == st.LEAVE:
        return _tell_leaving(before, after)
    if stage == st.END:
        return ["-- End of the game", *(_tell_end(before, after, p) for p in players)]
    gains = [(p, _changes_of(before, after, p)) for p in players]
    return [f"    {COLOURS[p]}{text}" for p, text in gains if text]


def _answer_text(before: Any, action: int) -> str:
    text = TABLE.text(action)
    verb, _, rest = text.partition(" ")
    if verb == "path":
        legs = [leg.split(":") for leg in rest.split()]
        return "places " + ", ".join(f"{count} on {NAMES[int(tile) - 1]}" for tile, count in legs)
    if text == "decline":
        return f"declines ({ASKS[before['ask']]})"
    if text == "done":
        return "is done"
    if text == "stone for card":
        return "gives a stone for a card"
    if verb == "return":
        return "puts a mission back"  # face down
    return f"{VERBS[verb]} {rest}"


def _tell_money(after: Any) -> list[str]:
    card = after["money_stack"][after["round_no"] - 1]
    return [
        f"== Round {after['round_no']}, start player {COLOURS[after['start']]}: {MONEY_AMOUNT[card]} louisdor for everyone, "
        f"the king goes to {NAMES[after['king']]}"
    ]


def _placed(before: Any, after: Any, colour: int) -> str:
    added = after["stones"][:, colour] - before["stones"][:, colour]
    return ", ".join(f"{n} on {NAMES[tile]}" for tile, n in enumerate(added) if n > 0)


def _stones_text(s: Any, tile: int) -> str:
    return ", ".join(f"{COLOURS[c]} {s['stones'][tile][c]}" for c in colours(s) if s["stones"][tile][c])


def _tell_tile(s: Any) -> list[str]:
    tile = int(s["tile"])
    stones, king = _stones_text(s, tile), s["king"] == tile
    if not stones and not king:
        return []
    return [f"{NAMES[tile]} ({side_text(tile, s['side'][tile])}{', the king is here' if king else ''}): {stones or 'nobody'}"]


def _tell_leaving(before: Any, after: Any) -> list[str]:
    tile, lines = int(before["tile"]), []
    generals = [COLOURS[p] for p in range(before["num_players"]) if after["general"][p] > before["general"][p]]
    if generals:
        lines.append(f"    {' and '.join(generals)}: stones to the general stock")
    if after["side"][tile] != before["side"][tile]:
        lines.append(f"    {NAMES[tile]} is flipped to {side_text(tile, after['side'][tile])}")
    return [*lines, "-- Missions"] if tile == NUM_TILES - 1 else lines


def _tell_end(before: Any, after: Any, p: int) -> str:
    return (
        f"{COLOURS[p]}: {_coats(after, p) - _coats(before, p) - after['bonus'][p]} coats for what is left, {after['bonus'][p]} for "
        f"majorities; {len(members(after['laid'][p]))} missions and {_coats(after, p)} coats make {after['score'][p]} points"
    )


def _coats(s: Any, p: int) -> int:
    return int(s["coats"][p].sum() + s["blanks"][p] + s["bonus"][p])


def _changes_of(before: Any, after: Any, p: int) -> str:
    """What player p won or lost, as ": +1 helmet, -3 louisdor"; cards played and missions laid are told by the action."""
    drawing = before["stage"] == st.SUPPLY or before["stage"] >= st.INTRIGUE
    now, then = ({name: int(n) for name, n in _belongings(s, p, drawing)} for s in (after, before))
    changes = [(now[name] - then[name], name) for name in now]
    fetched = min(after["own"][p] - before["own"][p], before["general"][p] - after["general"][p])
    parts = [f"{change:+d} {name}" for change, name in changes if change]
    if fetched > 0:
        parts.append(f"fetches {fetched}")
    if before["ask"] == st.ASK_INTRIGUE and after["ask"] == st.ASK_NOTHING:
        parts = [_placed(before, after, p)] if _placed(before, after, p) else []
    return f": {', '.join(parts)}" if parts else ""


def _belongings(s: Any, p: int, with_hand: bool) -> list[tuple[str, int]]:
    chips = list(zip(CHIP_NAMES, s["chips"][p], strict=True))
    cards = len(members(s["hand"][p])) if with_hand else 0
    return [
        ("louisdor", s["coins"][p]), *chips, ("coats", _coats(s, p)), ("influence card", cards),
        ("intrigue card", len(members(s["intrigue"][p]))),
    ]  # fmt: skip
