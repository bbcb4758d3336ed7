"""One bot against each of several others, for several player counts: the table that says what a policy is worth."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from louis14_env.arena.intervals import Estimate
from louis14_env.arena.match import Maker, play_match
from louis14_env.arena.report import Section
from louis14_env.arena.schedule import EVALUATION_SEED, fill_seats
from louis14_env.arena.stats import summarise
from louis14_env.bots import bot_kinds, make_bot
from louis14_env.bots.policy import PolicyBot
from louis14_env.core.game import Game
from louis14_env.core.specs import FIRST, FIRST_NAME, split_spec
from louis14_env.networks.checkpoint import CARD, find_checkpoint, write_card

PERCENT = 100
DIGITS = 4

Watcher = Callable[[int, int], None]


@dataclass(frozen=True)
class Row:
    """How one bot did against n-1 of another, every deal from every seat."""

    players: int
    against: str
    deals: int
    seed: int
    win: Estimate
    score: Estimate

    def facts(self) -> dict[str, Any]:
        """The row as a card and a curve store it."""
        rounded = {name: [round(number, DIGITS) for number in getattr(self, name)] for name in ("win", "score")}
        return {"players": self.players, "against": self.against, "deals": self.deals, "seed": self.seed} | rounded

    @property
    def text(self) -> str:
        """The win share in per cent with its interval."""
        return f"{PERCENT * self.win.value:.1f} ({PERCENT * self.win.low:.1f}-{PERCENT * self.win.high:.1f})"


def measure(
    game: Game,
    spec: str,
    against: str,
    players: int,
    deals: int,
    seed: int = EVALUATION_SEED,
    path: Path | None = None,
    threads: int | None = None,
    watch: Watcher | None = None,
    make: Maker | None = None,
    records: bool = False,
) -> Row:
    """One bot against n-1 of another; with a path, its journal is continued there or begun."""
    results = play_match(game, fill_seats([spec, against], players), deals, seed, path, threads, records, watch, make)
    bot = summarise(results.by_seat[:, 0], results.by_entrant[:, 0], results.owners(0)).bots[0]
    return Row(players, against, deals, seed, bot.win, bot.score)


def evaluate_bot(
    game: Game,
    name: str,
    against: Sequence[str],
    players: Sequence[int] | None = None,
    deals: int = 200,
    seed: int = EVALUATION_SEED,
    folder: Path | None = None,
    threads: int | None = None,
    watch: Watcher | None = None,
    needs_card: bool = False,
    records: bool = False,
) -> tuple[str, list[Row]]:
    """The spec and the rows of a checkpoint, given by name or path, or of any bot; without player counts, for those it was trained for."""
    spec = name if name.partition(":")[0] in bot_kinds(game) else f"policy:{name}"
    bot = make_bot(spec, game)
    if needs_card and not isinstance(bot, PolicyBot):
        raise ValueError(f"{spec!r} has no card to write results onto: a checkpoint is needed")
    own = bot.checkpoint.card["players"] if isinstance(bot, PolicyBot) else range(game.min_players, game.max_players + 1)
    counts = [game.check_players(count) for count in players or own]
    for other in against:
        make_bot(other, game)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for count in counts:
        for other in against:
            path = folder / journal_name(count, spec, other) if folder else None
            rows.append(measure(game, spec, other, count, deals, seed, path, threads, watch, records=records))
    return spec, rows


def evaluation_table(spec: str, rows: Sequence[Row]) -> Section:
    """A line an opponent, a column a player count."""
    counts = sorted({row.players for row in rows})
    found = {(row.against, row.players): row for row in rows}
    columns = ["against", *(f"{count} players, {PERCENT / count:.0f} is parity" for count in counts)]
    lines = []
    for against in dict.fromkeys(row.against for row in rows):
        cells = [found.get((against, count)) for count in counts]
        lines.append([f"{against}", *(f"{cell.text}  {cell.score.value:.1f} points" if cell else "" for cell in cells)])
    deals = sorted({row.deals for row in rows})
    note = f"Win share in %, 95 % intervals; one seat against all others, {' or '.join(map(str, deals))} deals from every seat."
    return Section(f"{spec}", columns, lines, note)


def journal_name(players: int, spec: str, against: str) -> str:
    """A file name for the journal of a row."""
    return "-".join([f"{players}p", spec, against]).replace(":", "_").replace("/", "_").replace("=", "") + ".jsonl"


def write_results(spec: str, rows: Sequence[Row]) -> Path:
    """Puts the rows onto the card of a policy, in place of older ones of the same players and opponent; returns the card's path."""
    _, given = split_spec(spec)
    path = Path(f"{find_checkpoint(given.get(FIRST) or given[FIRST_NAME])}{CARD}")
    card = json.loads(path.read_text(encoding="utf-8"))
    new = {(row.players, row.against): row.facts() for row in rows}
    old = {(row["players"], row["against"]): row for row in card.get("results", [])}
    card["results"] = [*(old | new).values()]
    write_card(path, card)
    return path
