"""Our speed beside that of other libraries' environments, as JSON lines: python benchmarks/peers.py [--quick]

Random legal play with new episodes included. What a user reads at each decision, observation and legal actions, is read. Ours and
theirs take turns, so that a busy machine slows both; the best repetition of each counts. `value` is ours divided by theirs, for
`sb3_vecenv` decisions a second. Nothing is installed: pip install 'louis14-env[peers,train]' brings what is compared.
"""

import importlib.metadata
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from louis14_env import louis14_v0
from louis14_env.core import Batch
from louis14_env.core.kernels import compile_kernels
from louis14_env.core.rng import RNG_WORDS
from louis14_env.games import get_game

REPEATS, SECONDS = 5, 0.6
QUICK_REPEATS, QUICK_SECONDS = 1, 0.05
PLAYERS = 4
BATCH_GAMES = 1024
VECENV_GAMES = 256
WARM_UP_STEPS = 200  # to where games of a batch are spread over all phases
BRIDGE = "bridge(use_double_dummy_result=false)"  # with the play; by default a solver replaces it, about a second a deal

Play = Callable[[], int]  # plays a little and returns how many decisions that were
Peer = dict[str, Play]  # "theirs", which ours is compared with, and variants


# --- What is played ------------------------------------------------------------------------------------------------------
def aec_game(env: Any) -> Play:
    """A game of a PettingZoo AEC environment, as its documentation plays one."""
    rng = random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                decisions += 1
        return decisions

    return play


def louis14_aec() -> Play:
    return aec_game(louis14_v0.env(num_players=PLAYERS))


def wrapped_and_not(make: Callable[[], Any]) -> Peer:
    """An environment as its `env()` gives it, and without the wrappers around it, which are much of its time; ours has none."""
    return {"theirs": aec_game(make()), "theirs_unwrapped": aec_game(make().unwrapped)}


def tictactoe() -> Peer:
    from pettingzoo.classic import tictactoe_v3

    return wrapped_and_not(tictactoe_v3.env)


def hanabi() -> Peer:
    from pettingzoo.classic import hanabi_v5

    return wrapped_and_not(hanabi_v5.env)


def bridge() -> Peer:
    """A deal of open_spiel's bridge; its chance nodes are uniform, so that a card is dealt as an action is chosen."""
    import pyspiel

    rng = random.Random(1)
    game = pyspiel.load_game(BRIDGE)

    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                decisions += 1
            state.apply_action(rng.choice(state.legal_actions()))
        return decisions

    return {"theirs": play}


def louis14_batch() -> Play:
    """A step of the batch, with masks and observations, on one thread."""
    batch = Batch(get_game("louis14"), BATCH_GAMES, PLAYERS, seed=1, observe=True)

    def play() -> int:
        batch.step(batch.random_actions())
        _ = batch.observations, batch.masks
        return BATCH_GAMES

    return warmed_up(play)


def louis14_vecenv() -> Play:
    """A step of the Stable-Baselines3 VecEnv; the three opponents' decisions are made inside and not counted."""
    from louis14_env.adapters.sb3 import GameVecEnv

    game = get_game("louis14")
    kernels = compile_kernels(game)
    env = GameVecEnv(game.name, VECENV_GAMES, seed=1, num_players=PLAYERS)
    env.reset()
    rngs = np.zeros((VECENV_GAMES, RNG_WORDS), np.int64)
    actions = np.zeros(VECENV_GAMES, np.int64)
    kernels.start_generators(rngs, 1)

    def play() -> int:
        kernels.random_actions(env.action_masks().view(np.int8), rngs, actions, 0, VECENV_GAMES)
        env.step(actions)
        return VECENV_GAMES

    return warmed_up(play)


# --- How it is measured --------------------------------------------------------------------------------------------------
def warmed_up(play: Play) -> Play:
    for _ in range(WARM_UP_STEPS):
        play()
    return play


def speed(play: Play, seconds: float) -> float:
    """Decisions a second, over at least that many seconds."""
    decisions, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        decisions += play()
    return decisions / passed


def best_speeds(plays: list[Play], repeats: int, seconds: float) -> list[int]:
    """The best speed of each; they take turns."""
    for play in plays:
        play()
    rounds = [[speed(play, seconds) for play in plays] for _ in range(repeats)]
    return [round(max(speeds)) for speeds in zip(*rounds, strict=True)]


def missing(error: ImportError, extra: str) -> dict[str, Any]:
    """A line without a value; PettingZoo's own advice hides the package that is missing behind the error's cause."""
    return {"value": None, "reason": f"{error.__cause__ or error}; pip install 'louis14-env[{extra}]' brings the extra {extra}"}


def ratio(ours: Callable[[], Play], theirs: Callable[[], Peer], repeats: int, seconds: float) -> dict[str, Any]:
    """How many times as fast as theirs ours is, and the speeds in decisions a second."""
    try:
        peer = theirs()
    except ImportError as error:
        return {**missing(error, "peers"), "unit": "times"}
    speeds = dict(zip(("ours", *peer), best_speeds([ours(), *peer.values()], repeats, seconds), strict=True))
    return {"value": round(speeds["ours"] / speeds["theirs"], 2), "unit": "times", **speeds}


def absolute(ours: Callable[[], Play], repeats: int, seconds: float) -> dict[str, Any]:
    """Ours alone, which needs Stable-Baselines3."""
    unit = {"unit": "decisions/s"}
    try:
        play = ours()
    except ImportError as error:
        return {**missing(error, "train"), **unit}
    (value,) = best_speeds([play], repeats, seconds)
    return {"value": value, **unit, "ours": value}


def versions(*packages: str) -> dict[str, str]:
    """The installed versions."""
    found = {}
    for package in packages:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "missing"
    return found


def main(quick: bool) -> None:
    effort = (QUICK_REPEATS, QUICK_SECONDS) if quick else (REPEATS, SECONDS)
    aec = {"speeds": "decisions/s", "chooser": "random.choice over flatnonzero of the mask, for both"}
    spiel = {
        "speeds": "decisions/s", "chooser": "ours compiled, theirs random.choice over legal_actions()", "games": BATCH_GAMES,
        "threads": 1, "peer": BRIDGE,
    }  # fmt: skip
    vecenv = {"chooser": "compiled, over action_masks()", "games": VECENV_GAMES, "threads": 1, "opponents": "random"}
    for name, run, details, packages in (
        (
            "aec_vs_tictactoe",
            lambda: ratio(louis14_aec, tictactoe, *effort),
            aec | {"peer": "tictactoe_v3.env()"},
            ("pettingzoo",),
        ),
        (
            "aec_vs_hanabi",
            lambda: ratio(louis14_aec, hanabi, *effort),
            aec | {"peer": "hanabi_v5.env(), two players"},
            ("pettingzoo", "shimmy", "open_spiel"),
        ),
        ("batch_vs_openspiel_bridge", lambda: ratio(louis14_batch, bridge, *effort), spiel, ("open_spiel",)),
        ("sb3_vecenv", lambda: absolute(louis14_vecenv, *effort), vecenv, ("stable-baselines3",)),
    ):
        common = {"players": PLAYERS, "best_of": effort[0], **details, "versions": versions(*packages)}
        print(json.dumps({"name": name, **run(), **common}), flush=True)


if __name__ == "__main__":
    main(quick="--quick" in sys.argv[1:])
