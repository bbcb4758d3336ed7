"""The engine's speed: every measure is a name, a value and a unit; benchmarks/throughput.py prints them as JSON lines."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from louis14_env.core import Batch, Game
from louis14_env.core.kernels import compile_kernels, new_states

REPEATS = 5
COLD_REPEATS = 1  # compiling takes long and varies little
WARM_UP_STEPS = 200  # to where games of a batch are spread over all phases


def best_of(repeats: int, measure: Callable[[], float]) -> float:
    """The smallest of several measured times."""
    return min(measure() for _ in range(repeats))


def seconds(call: Callable[[], Any], times: int) -> float:
    """How long `times` calls take."""
    began = time.perf_counter()
    for _ in range(times):
        call()
    return time.perf_counter() - began


def throughput(game: Game, threads: int, observe: bool, games: int, steps: int, players: int) -> float:
    """Decisions a second of a batch under uniformly random legal actions."""
    batch = Batch(game, games, players, seed=1, threads=threads, observe=observe)
    seconds(batch.step_random, WARM_UP_STEPS)
    value = games * steps / best_of(REPEATS, lambda: seconds(batch.step_random, steps))
    batch.close()
    return value


def state_copy(game: Game, count: int = 64, times: int = 100_000) -> float:
    """Microseconds for copying a state, in an array that stays in the processor's cache."""
    states, _ = new_states(game, count)
    kernels = compile_kernels(game)
    kernels.copy_states(states, 1)
    return best_of(REPEATS, lambda: seconds(lambda: kernels.copy_states(states, times), 1)) / times * 1e6


def in_new_process(code: str, cache: str | None) -> float:
    """Seconds that a Python process takes for `code`, start of the interpreter included."""
    env = dict(os.environ)
    if cache:
        env["LOUIS14_CACHE_DIR"] = cache
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=env, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


FIRST_STEP = """
from louis14_env.core import Batch
from louis14_env.games import get_game
batch = Batch(get_game("{name}"), 16)
batch.step(batch.random_actions())
batch.observations
"""


def measures(
    game: Game, games: int = 1024, steps: int = 400, players: int | None = None, cold: bool = True
) -> Iterator[dict[str, Any]]:
    """All measures, one after another."""
    n = game.max_players if players is None else game.check_players(players)
    batch = {"unit": "decisions/s", "games": games, "players": n, "best_of": REPEATS}
    for name, threads, observe in (("batch_mask_1t", 1, False), ("batch_mask_obs_1t", 1, True), ("batch_mask_obs_2t", 2, True)):
        yield {"name": name, "value": round(throughput(game, threads, observe, games, steps, n)), **batch}
    yield {"name": "state_copy", "value": round(state_copy(game), 4), "unit": "us", "best_of": REPEATS}
    per_game = game.state.itemsize + game.actions.size + 4 * game.observation.size
    yield {"name": "state_bytes", "value": game.state.itemsize, "unit": "bytes", "with_mask_and_observation": per_game}
    code = FIRST_STEP.format(name=game.name)
    with tempfile.TemporaryDirectory() as empty:
        if cold:
            value = best_of(COLD_REPEATS, lambda: in_new_process(code, empty))
            yield {"name": "cold_compile", "value": round(value, 1), "unit": "s", "best_of": COLD_REPEATS}
        in_new_process(code, None)
        warm = best_of(REPEATS, lambda: in_new_process(code, None))
        yield {"name": "warm_first_step", "value": round(warm, 2), "unit": "s", "best_of": REPEATS}
