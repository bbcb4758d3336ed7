"""Checks that any Game can be run through: random play in compiled code, and single positions in detail."""

import random
from collections.abc import Iterator

import numpy as np

from louis14_env.core.actions import IllegalAction
from louis14_env.core.game import Game
from louis14_env.core.kernels import compile_kernels, new_states
from louis14_env.core.table import Table

CHECKS = (
    "the position is sound",
    "the mask of a step equals the mask asked for anew",
    "there is a legal action, the count of legal actions is that of the mask, and no forced decision is left over",
    "the player to decide has a seat",
    "playing on a copy leaves the original as it was",
    "a copy plays on like the original",
    "the game is not longer than it can be",
    "the shares of the win add up to one",
)


class ConformanceError(AssertionError):
    """A Game that breaks its contract."""


def check_random_play(game: Game, num_players: int, games: int, seed: int = 0, auto_play: bool = True) -> int:
    """Plays random games, checking CHECKS at every decision; returns the number of decisions."""
    states, raw = new_states(game, 3)
    report = np.zeros(3, np.int64)
    kernels = compile_kernels(game)
    failed = kernels.check_random_games(
        states, raw, 0, game.check_players(num_players), seed, games, auto_play, game.most_decisions, report
    )
    if failed:
        number, decision, detail = report.tolist()
        what = game.invariants[detail - 1] if failed == 1 else f"detail {detail}"
        raise ConformanceError(
            f"{game.id}, {num_players} players, seed {seed}, game {number}, decision {decision}: not true that {CHECKS[failed - 1]} ({what})"
        )
    return int(report[0])


def random_positions(game: Game, num_players: int, seed: int, every: int = 1, auto_play: bool = True) -> Iterator[Table]:
    """The tables of a random game before each `every`th decision; copies, free to play with."""
    chance = random.Random(seed)
    table = Table(game, num_players, seed, seed % num_players, auto_play)
    decision = 0
    while not table.is_over:
        if decision % every == 0:
            yield table.copy()
        table.step(chance.choice(table.legal_actions()))
        decision += 1
    yield table.copy()


def check_position(table: Table) -> None:
    """Round trips of bytes and text, and every action, legal or not, tried on the position."""
    before = table.hash()
    _require(table.status() is None, table, f"status: {table.status()}")
    twin = Table(table.game, table.num_players, auto_play=table.auto_play)
    twin.from_bytes(table.to_bytes())
    _require(_same(twin, table), table, "bytes do not round trip")
    twin.from_text(table.to_text())
    _require(_same(twin, table), table, f"text does not round trip:\n{table.to_text()}\n{twin.to_text()}")
    legal = table.legal_actions()
    for action in range(table.game.actions.size):
        twin = table.copy()
        if action in legal:
            twin.step(action)
            _require(twin.status() is None, table, f"after {table.game.action_text(action)!r}: {twin.status()}")
        else:
            _expect_illegal(twin, action)
            _require(_same(twin, table), table, f"illegal {table.game.action_text(action)!r} changed the state")
    _require(table.hash() == before, table, "playing on a copy changed the original")


def check_hidden(table: Table, times: int, seed: int = 0) -> None:
    """For each viewer and `times` redeterminisations: all that the viewer sees is the same, and the position is sound."""
    for viewer in range(table.num_players):
        seen = what_is_seen(table, viewer)
        for k in range(times):
            twin = table.redeterminize(viewer, seed + k)
            _require(twin.status() is None, table, f"redeterminised for {viewer}: {twin.status()}")
            mask = twin.mask.copy()
            table.kernels.resume(twin.states, 0, mask, False)
            _require(bool((mask == twin.mask).all()), table, "a redeterminised copy has a mask that is not its own")
            _require(what_is_seen(twin, viewer) == seen, table, f"player {viewer} sees hidden information")
            again = twin.redeterminize(viewer, seed + k + 1).to_bytes() == table.redeterminize(viewer, seed + k + 1).to_bytes()
            _require(again, table, "what is dealt anew depends on how the hidden cards lay")


def what_is_seen(table: Table, viewer: int) -> tuple[bytes, str, bytes | None]:
    """Observation, description and, for the player to decide, the mask."""
    mask = table.mask.tobytes() if table.current_player == viewer else None
    return table.observe(viewer).tobytes(), table.describe(viewer), mask


def check_action_texts(game: Game) -> None:
    """Every action's text parses back to it."""
    for action in range(game.actions.size):
        if game.parse_action(game.action_text(action)) != action:
            raise ConformanceError(f"{game.id}: the text of action {action} does not parse back")


def _same(a: Table, b: Table) -> bool:
    return a.to_bytes() == b.to_bytes() and a.current_player == b.current_player and bool((a.mask == b.mask).all())


def _expect_illegal(table: Table, action: int) -> None:
    try:
        table.step(action)
    except IllegalAction:
        return
    raise ConformanceError(f"{table.game.id}: {table.game.action_text(action)!r} is masked out but was played")


def _require(good: bool, table: Table, what: str) -> None:
    if not good:
        raise ConformanceError(f"{table.game.id}: {what}\n{table.describe()}")
