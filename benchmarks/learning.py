"""How fast learning goes, as JSON lines: python -m benchmarks.learning [--quick] [--only NAME ...]

A value counts decisions that learning consumed, a second, on both cores: four players, two hidden layers of 256, three epochs.

ppo_learning: training.ppo in steady state with its default settings, in self-play alone, so with bfloat16, and as the checkpoints learned:
    with a tenth of the sure decisions for all of them, when beginning near the heuristic, and when going on from the shipped policy, which
    is sure more often; ppo_time: where the time of another iteration goes, the best of as many.
network_limit: the bare passes of a plain dense network of the same sizes, one forward and three of training (forward, backward, Adam) a
    decision, in minibatches of 4096, and nothing else: no game, no masks, no loss.
efficiency: ppo_learning / network_limit. Our network skips zeros and illegal actions, which a dense one cannot.
sb3_learning: sb3-contrib's MaskablePPO over a DummyVecEnv of single Gymnasium environments, random opponents; the learner's decisions.
ratio: ppo_learning / sb3_learning.

All take turns, so that a busy machine slows all; the best repetition of each counts. `cores` is how many the process had in it: far below
those it could use, others had the machine, and the numbers mean little. Needs the extra train.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
from torch import nn

from louis14_env.games import get_game
from louis14_env.networks.compiled import Network
from training.ppo import Hall, Settings, Trainer

PLAYERS = 4
HIDDEN = (256, 256)
EPOCHS = 3
PASSES = 20  # of the bare network, in one repetition
WARM_UP = 2  # repetitions that do not count
NAMES = ("ppo_learning", "ppo_time", "network_limit", "efficiency", "sb3_learning", "ratio")
NEEDS = {"efficiency": {"ppo_learning", "network_limit"}, "ratio": {"ppo_learning", "sb3_learning"}, "ppo_time": {"ppo_learning"}}
ALONE: dict[str, Any] = {"past": 0.0, "bot_share": 0.0}
HALF: dict[str, Any] = {**ALONE, "bfloat16": True}
MODES: dict[str, dict[str, Any]] = {
    "default mix": {},
    "self-play": ALONE,
    "self-play, bfloat16": HALF,
    "self-play, bfloat16, prior 4, skim 0.1": {**HALF, "prior": 4.0, "skim": 0.1},
    "self-play, bfloat16, skim 0.1, from louis14-4p": {**HALF, "start": "louis14-4p", "prior": 8.0, "skim": 0.1},
}


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    repeats: int = 5
    games: int = Settings.games  # of our PPO, an iteration
    minibatch: int = Settings.minibatch
    envs: int = 16  # single environments of SB3
    rollout: int = 512  # decisions of each of them between two updates
    workers: int = Settings.workers


QUICK = Size(repeats=1, envs=16, rollout=256)
TINY = Size(repeats=1, games=8, minibatch=64, envs=2, rollout=32, workers=1)  # for tests: the numbers mean nothing

Measure = Callable[[], tuple[int, float]]  # learns once; returns how many decisions that were, and the seconds


# --- What is measured ----------------------------------------------------------------------------------------------------
def our_trainer(size: Size, mode: str) -> Trainer:
    """Our PPO with its default settings, but for those of the mode."""
    sizes = {"games": size.games, "minibatch": size.minibatch, "workers": size.workers}
    return Trainer(Settings(players=(PLAYERS,), hidden=HIDDEN, epochs=EPOCHS, **sizes, **MODES[mode]))


def ours(trainer: Trainer) -> Measure:
    """An iteration of our PPO: games played to the end, and learnt from."""

    def measure() -> tuple[int, float]:
        before, began = trainer.decisions, time.perf_counter()
        trainer.iterate()
        return trainer.decisions - before, time.perf_counter() - began

    return measure


def dense_network() -> nn.Module:
    """The network's sizes as torch's own layers, both heads in one."""
    game = get_game("louis14")
    sizes = [game.observation.size, *HIDDEN]
    outputs = game.actions.size + game.max_players - game.min_players + 1
    layers = [module for n, m in pairwise(sizes) for module in (nn.Linear(n, m), nn.ReLU())]
    return nn.Sequential(*layers, nn.Linear(sizes[-1], outputs))


def bare_passes(size: Size) -> tuple[Measure, Measure]:
    """Forward passes, and passes of training, of the dense network."""
    torch.manual_seed(0)
    network = dense_network()
    optimizer = torch.optim.Adam(network.parameters(), fused=True)
    seen = torch.rand(size.minibatch, get_game("louis14").observation.size)
    slopes = torch.rand_like(network(seen)) / seen.numel()

    def forward() -> None:
        with torch.no_grad():
            network(seen)

    def train() -> None:
        optimizer.zero_grad()
        network(seen).backward(slopes)
        optimizer.step()

    def timed(call: Callable[[], None]) -> Measure:
        def measure() -> tuple[int, float]:
            torch.set_num_threads(size.workers)
            began = time.perf_counter()
            for _ in range(PASSES):
                call()
            return PASSES * size.minibatch, time.perf_counter() - began

        return measure

    return timed(forward), timed(train)


def sb3(size: Size) -> Measure:
    """A rollout and an update of MaskablePPO, as its documentation has it."""
    import gymnasium
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    import louis14_env  # noqa: F401  registers the environment

    env = DummyVecEnv([lambda: gymnasium.make("Louis14-v0", num_players=PLAYERS)] * size.envs)
    decisions = size.envs * size.rollout
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=size.rollout, batch_size=min(size.minibatch, decisions), n_epochs=EPOCHS, device="cpu", seed=0,
        policy_kwargs={"net_arch": list(HIDDEN), "activation_fn": nn.ReLU},
    )  # fmt: skip

    def measure() -> tuple[int, float]:
        torch.set_num_threads(size.workers)
        began = time.perf_counter()
        model.learn(decisions, reset_num_timesteps=False)
        return decisions, time.perf_counter() - began

    return measure


# --- Where the time goes -------------------------------------------------------------------------------------------------
@contextmanager
def stopwatch(owner: type, method: str) -> Iterator[list[float]]:
    """The seconds of each call of a method, in whichever thread."""
    original, times = getattr(owner, method), []

    def timed(*arguments: Any, **named: Any) -> Any:
        began = time.perf_counter()
        try:
            return original(*arguments, **named)
        finally:
            times.append(time.perf_counter() - began)

    setattr(owner, method, timed)
    try:
        yield times
    finally:
        setattr(owner, method, original)


def time_by_part(trainer: Trainer) -> dict[str, float]:
    """Microseconds a decision of one iteration: inference (observing included), the rest of playing, and the update.

    Playing's time is divided as its threads' time is.
    """
    before = trainer.decisions
    with (
        stopwatch(Network, "decide") as inference,
        stopwatch(Hall, "play") as halls,
        stopwatch(Trainer, "play") as play,
        stopwatch(Trainer, "learn") as learn,
    ):
        trainer.iterate()
    share, decisions = sum(inference) / sum(halls), trainer.decisions - before
    parts = {"engine": (1 - share) * sum(play), "inference": share * sum(play), "update": sum(learn)}
    return {part: 1e6 * seconds / decisions for part, seconds in parts.items()}


# --- The lines -----------------------------------------------------------------------------------------------------------
def measured(measure: Measure) -> tuple[float, float]:
    """Decisions a second, and the cores that the process had meanwhile."""
    busy = time.process_time()
    decisions, seconds = measure()
    return decisions / seconds, (time.process_time() - busy) / seconds


def best_speeds(measures: dict[Any, Measure], repeats: int) -> tuple[dict[Any, float], dict[Any, float]]:
    """The best speed of each, in decisions a second, and the cores it had then; they take turns."""
    rounds = [{name: measured(measure) for name, measure in measures.items()} for _ in range(WARM_UP + repeats)]
    best = {name: max(done[name] for done in rounds[WARM_UP:]) for name in measures}
    return {name: speed for name, (speed, _) in best.items()}, {name: round(cores, 2) for name, (_, cores) in best.items()}


def wanted(only: Sequence[str]) -> set[str]:
    """The names asked for, with those that they are made of."""
    return set(only).union(*(NEEDS.get(name, set()) for name in only))


def lines(size: Size, only: Sequence[str] = NAMES) -> Iterator[dict[str, Any]]:
    """All measures asked for."""
    asked = wanted(only)
    trainers = {games: our_trainer(size, games) for games in MODES} if "ppo_learning" in asked else {}
    measures: dict[Any, Measure] = {games: ours(trainer) for games, trainer in trainers.items()}
    if "network_limit" in asked:
        measures |= dict(zip(("forward", "train"), bare_passes(size), strict=True))
    if "sb3_learning" in asked:
        measures["sb3"] = sb3(size)
    speeds, cores = best_speeds(measures, size.repeats)
    common = {"players": PLAYERS, "hidden": HIDDEN, "epochs": EPOCHS, "threads": size.workers, "best_of": size.repeats}
    speed = {"unit": "decisions/s", **common}
    for games, trainer in trainers.items():
        yield {
            "name": "ppo_learning",
            "games": games,
            "value": round(speeds[games]),
            "cores": cores[games],
            **speed,
            "minibatch": size.minibatch,
        }
        if "ppo_time" in asked:
            times = min((time_by_part(trainer) for _ in range(size.repeats)), key=lambda times: sum(times.values()))
            for part, value in times.items():
                yield {"name": "ppo_time", "games": games, "part": part, "value": round(value, 2), "unit": "us/decision"}
        trainer.close()
    if "network_limit" in asked:
        forward, train = speeds["forward"], speeds["train"]
        limit = 1 / (1 / forward + EPOCHS / train)
        passes = {"forward": round(forward), "train": round(train), "minibatch": size.minibatch}
        yield {"name": "network_limit", "value": round(limit), "cores": cores["train"], **speed, **passes}
        for games in trainers if "efficiency" in asked else ():
            yield {"name": "efficiency", "games": games, "value": round(speeds[games] / limit, 3), "unit": "times", **common}
    if "sb3_learning" in asked:
        theirs = {"envs": size.envs, "rollout": size.rollout, "minibatch": min(size.minibatch, size.envs * size.rollout)}
        yield {"name": "sb3_learning", "value": round(speeds["sb3"]), "cores": cores["sb3"], **speed, **theirs}
        for games in trainers if "ratio" in asked else ():
            yield {"name": "ratio", "games": games, "value": round(speeds[games] / speeds["sb3"], 2), "unit": "times", **common}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one repetition")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="NAME", help=f"of {', '.join(NAMES)}")
    parsed = parser.parse_args(arguments)
    for line in lines(QUICK if parsed.quick else Size(), parsed.only):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
