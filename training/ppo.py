"""Masked PPO by self-play: python -m training.ppo --out runs/4p --players 4

One policy plays all seats. An iteration plays whole games side by side, then learns from every decision that the policy took in them. In a
share of the games it holds one seat only, and past selves or bots hold the others. `--teacher` begins with imitation. All chance comes from
(seed, iteration), so a run that is broken off goes on exactly: python -m training.ppo --resume runs/4p
"""

import argparse
import dataclasses
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from louis14_env.arena.evaluate import measure
from louis14_env.bots import Bot, Games, SpecError, make_bot
from louis14_env.bots.policy import NetworkBot
from louis14_env.core.files import replacing
from louis14_env.core.game import SCORE, WIN, Game
from louis14_env.core.kernels import compile_kernels, new_states
from louis14_env.core.rewards import REWARDS, reward_kind
from louis14_env.core.rng import RNG_WORDS
from louis14_env.core.rows import row_kernels
from louis14_env.core.threads import Threads
from louis14_env.games import GAMES, get_game
from louis14_env.networks.checkpoint import (
    CARD,
    MOST_PRIOR,
    Checkpoint,
    CheckpointError,
    load_checkpoint,
    num_hidden,
    save_checkpoint,
)
from louis14_env.networks.compiled import Network
from training.network import Choices, PolicyNetwork
from training.settings import SETTINGS, add_options, check, chosen, option, to_json

LEARNER = 0  # owner of a seat; k > 0 is the kth opponent
PAST_AT_ONCE = 2  # past selves in one iteration
START_PLAYER = 0
AUTO_PLAY = True
INTERRUPTED = 130  # exit code after Ctrl-C
SURE = np.log(0.9)  # a decision of at least this log-probability teaches little: its gradient is 1 - probability
SELF = "self"  # how the learner is called in an evaluation
STATE, POLICY, CURVE = "state.pt", "policy", "curve.jsonl"  # what a run's folder holds beside its settings


@dataclass(frozen=True)
class Settings:
    """What a run is made of."""

    out: Path = option(Path("runs/ppo"), "folder of the run: settings, state, policy, curve and TensorBoard's events")
    game: str = option("louis14", "the game", allowed=list(GAMES))
    players: tuple[int, ...] = option((4,), "player counts, each with the same number of games", least=1)
    decisions: int = option(20_000_000, "decisions to learn from, lessons included", least=1)
    games: int = option(384, "games an iteration", least=1)
    hidden: tuple[int, ...] = option((256, 256), "sizes of the hidden layers", least=1, most=8192)
    start: str = option("", "checkpoint to begin with, by name or path")
    sharpen: float = option(
        1.0, "factor for the logits of the checkpoint to begin with, its prior included: it errs less at first", least=0.01
    )
    prior: float = option(
        0.0, "weight of the game's own scores in the logits: the policy corrects the strongest bot", least=0, most=MOST_PRIOR
    )
    teacher: str = option("", "bot to imitate at first")
    lessons: int = option(0, "decisions of the teacher to imitate", least=0)
    epochs: int = option(3, "passes over the decisions of an iteration", least=1)
    minibatch: int = option(4096, "decisions a gradient step", least=1)
    skim: float = option(
        1.0, "share of the decisions taken with more than 90 % to learn from, each for all of them", least=0.01, most=1
    )
    learning_rate: float = option(5e-4, "Adam's step at the beginning", least=0)
    final_learning_rate: float = option(2e-5, "and at the end; linear between", least=0)
    clip: float = option(0.2, "how far a probability may move in an iteration, as a ratio", least=0)
    trace: float = option(0.9, "lambda of the advantages", least=0, most=1)
    value_trace: float = option(0.95, "lambda of what the value learns", least=0, most=1)
    entropy: float = option(0.01, "weight of the policy's entropy at the beginning", least=0)
    final_entropy: float = option(0.001, "and at the end; linear between", least=0)
    average: float = option(
        0.0,
        "the policy measured and saved is a running mean of the weights: its share from before an iteration; 0: the last ones",
        least=0,
        most=0.9999,
    )
    value_weight: float = option(1.0, "weight of the value's squared error", least=0)
    norm: float = option(0.5, "largest norm of a gradient", least=0)
    past: float = option(0.15, "share of games against past selves", least=0, most=1)
    past_every: int = option(25, "iterations between past selves", least=1)
    most_past: int = option(12, "past selves kept; a random one makes room", least=1)
    bots: tuple[str, ...] = option(("heuristic",), "bots to play against")
    bot_share: float = option(0.25, "share of games against bots", least=0, most=1)
    reward: str = option("win", "what counts at the end", allowed=REWARDS)
    softness: float = option(
        0.0, "points: the win is shared by the softmax of the scores over so many; 0: the best takes it", least=0
    )
    shaping: float = option(0.0, "weight of the standing's changes before the end", least=0)
    baselines: tuple[str, ...] = option(("random", "heuristic"), "bots of the evaluation")
    evaluate_every: int = option(25, "iterations between evaluations; 0: only at the end", least=0)
    evaluate_deals: int = option(60, "deals of an evaluation, each played from every seat", least=2)
    save_every: int = option(10, "iterations between saves", least=1)
    seed: int = option(0, "of all chance", least=0, most=2**31)
    bfloat16: bool = option(False, "hidden layers learn in numbers of half the length: faster, less exact")
    workers: int = option(min(2, os.cpu_count() or 1), "threads; part of what makes a run exact", least=1, most=256)

    def __post_init__(self) -> None:
        check(self)
        for count in self.players or (0,):
            get_game(self.game).check_players(count)
        if self.past + self.bot_share > 1:
            raise ValueError(f"past and bot_share must be at most 1 together, not {self.past} + {self.bot_share}")
        if self.softness > 0 and self.reward != "win":
            raise ValueError(f"softness is {self.softness}: reward must be win, not {self.reward}")
        if self.bot_share > 0 and not self.bots:
            raise ValueError(f"bot_share is {self.bot_share}: bots must name at least one")
        if self.lessons > 0 and not self.teacher:
            raise ValueError(f"lessons is {self.lessons}: teacher must name a bot")
        if not self.hidden:
            raise ValueError("hidden must have at least one layer")
        if self.games < len(self.players) * self.workers:
            raise ValueError(
                f"games must be at least {len(self.players) * self.workers}, one a thread and player count, not {self.games}"
            )


# Playing


class Notebook:
    """Rows of what players saw, written one after another: the same memory in each iteration, and nothing is copied."""

    ROWS = 8192  # of a block

    def __init__(self, width: int):
        self.width, self.blocks, self.block, self.at = width, [], 0, 0  # type: ignore[var-annotated]

    def begin(self) -> None:
        """What was written is over."""
        self.block = self.at = 0

    def rows(self, count: int) -> np.ndarray:
        """The next so many rows, to be written."""
        if self.blocks and self.at + count > len(self.blocks[self.block]):
            self.block, self.at = self.block + 1, 0
        while self.block >= len(self.blocks) or count > len(self.blocks[self.block]):
            self.blocks.insert(self.block, np.empty((max(count, self.ROWS), self.width), np.float32))
        self.at += count
        return self.blocks[self.block][self.at - count : self.at]


def gather(parts: Sequence[np.ndarray], rows: np.ndarray, out: torch.Tensor) -> None:
    """Copies `rows`, in ascending order, of all parts one after another, in the numbers of `out`."""
    ends = np.cumsum([len(part) for part in parts])
    cuts = np.searchsorted(rows, [0, *ends])
    for part, end, first, last in zip(parts, ends, cuts[:-1], cuts[1:], strict=True):
        out[first:last] = torch.from_numpy(part)[torch.from_numpy(rows[first:last] - (end - len(part)))]


@dataclass
class Experience:
    """The learner's decisions in the order they were taken, a row each; a track is all decisions of one seat of one game."""

    seen: list[np.ndarray]  # [decision, value] in parts, in notebooks
    legal: np.ndarray  # the legal actions of one decision after another
    biases: np.ndarray  # what the prior adds to their logits
    counts: np.ndarray  # [decision] how many of these are its own
    places: np.ndarray  # [decision] which of them was chosen
    actions: np.ndarray  # [decision]
    chances: np.ndarray  # [decision] log-probability of the action
    values: np.ndarray  # [decision] what the learner expected
    potentials: np.ndarray  # [decision] how well it stood
    heads: np.ndarray  # [decision] the value head's output: the player count
    tracks: np.ndarray  # [decision]
    rewards: np.ndarray  # [track] the final reward; for a win, its share
    results: np.ndarray  # [track, (win, score, rank)]
    solo: np.ndarray  # [track] whether the other seats were others'
    lengths: np.ndarray  # [game] decisions of all players

    def __len__(self) -> int:
        return len(self.actions)


def together(parts: Sequence[Any]) -> Any:
    """Arrays as one array, lists as one list."""
    return [one for part in parts for one in part] if isinstance(parts[0], list) else np.concatenate(parts)


def join(parts: Sequence[Experience]) -> Experience:
    """Experiences one after another, their tracks numbered anew."""
    shifts = np.cumsum([0, *(len(part.rewards) for part in parts)])
    joined = {f.name: together([getattr(part, f.name) for part in parts]) for f in dataclasses.fields(Experience)}
    joined["tracks"] = np.concatenate([part.tracks + shift for part, shift in zip(parts, shifts, strict=False)])
    return Experience(**joined)


class Hall:
    """Games of one player count, side by side, with an owner for each seat."""

    def __init__(self, game: Game, num_players: int, owners: np.ndarray, seeds: np.ndarray):
        count = len(seeds)
        self.game, self.n, self.owners, self.seeds = game, num_players, owners, seeds
        masks = np.zeros((count, game.actions.size), np.int8)
        self.games = Games(game, num_players, new_states(game, count)[0], masks, np.zeros(count, np.int32))
        self.kernels = row_kernels(game)
        self.lengths = np.zeros(count, np.int64)
        self.kernels.start_rows(self.games.states, num_players, START_PLAYER, seeds, masks, self.games.current, AUTO_PLAY)

    def play(
        self, learner: Network, opponents: Sequence[Bot], teacher: Bot | None, notebook: Notebook, settings: Settings
    ) -> Experience:
        """Plays all games to their ends. With a teacher, its actions are played and kept instead of the learner's own."""
        games, kept, scratch = self.games, [], np.zeros(RNG_WORDS, np.int64)
        while (rows := np.flatnonzero(games.current >= 0)).size:
            actions, seeds = np.empty(len(rows), np.int64), np.empty(len(rows), np.int64)
            self.kernels.derive_rows(scratch, self.seeds, self.lengths, rows, seeds)
            owners = self.owners[rows, games.current[rows]]
            for owner in np.unique(owners):
                mine = owners == owner
                if owner == LEARNER:
                    kept.append(self.decide(learner, teacher, rows[mine], seeds[mine], notebook, settings.shaping))
                    actions[mine] = kept[-1]["actions"]
                else:
                    actions[mine] = opponents[owner - 1].act_many(games, rows[mine], seeds[mine])
            self.kernels.play_rows(games.states, rows, actions, games.masks, games.current, AUTO_PLAY)
            self.lengths[rows] += 1
        return self.experience({name: together([step[name] for step in kept]) for name in kept[0]}, settings)

    def decide(
        self, learner: Network, teacher: Bot | None, rows: np.ndarray, seeds: np.ndarray, notebook: Notebook, shaping: float
    ) -> dict[str, Any]:
        decided = learner.decide(self.games, rows, seeds, 1.0, notebook.rows(len(rows)))
        potentials = np.zeros(len(rows))
        if shaping > 0:
            self.kernels.potential_rows(self.games.states, rows, self.games.current, potentials)
        if teacher:
            decided.actions = teacher.act_many(self.games, rows, seeds)
            starts = np.concatenate(([0], np.cumsum(decided.counts)[:-1]))
            decided.places = np.add.reduceat(decided.legal < np.repeat(decided.actions, decided.counts), starts)
        head = self.n - self.game.min_players
        kept = vars(decided) | {"seen": [decided.seen], "values": decided.values[:, head], "potentials": potentials}
        return kept | {"heads": np.full(len(rows), head), "tracks": rows * self.game.max_players + self.games.current[rows]}

    def experience(self, kept: dict[str, Any], settings: Settings) -> Experience:
        count, most = len(self.seeds), self.game.max_players
        rewards, results = np.zeros((count, most)), np.zeros((count, most, 3))
        for row in range(count):
            compile_kernels(self.game).call_returns(self.games.states, row, results[row])
        solo = np.repeat((self.owners != LEARNER).any(axis=1)[:, None], most, axis=1)
        if settings.softness > 0:
            rewards[:, : self.n] = soft_shares(results[:, : self.n, SCORE], settings.softness)
        else:
            self.kernels.rewards_of_all(self.games.states, reward_kind(settings.reward), rewards)
            rewards[:, : self.n] += 1 / self.n if settings.reward == "win" else 0.0  # so that values are shares of the win
        return Experience(
            **kept, rewards=rewards.ravel(), results=results.reshape(-1, 3), solo=solo.ravel(), lengths=self.lengths
        )


def soft_shares(scores: np.ndarray, softness: float) -> np.ndarray:
    """Shares of the win [game, seat] that a narrow defeat keeps a part of: less noise to learn from than the win itself."""
    powers = np.exp((scores - scores.max(axis=1, keepdims=True)) / softness)
    return powers / powers.sum(axis=1, keepdims=True)


@numba.njit(nogil=True, cache=True)
def advantages(values, potentials, tracks, rewards, shaping, trace, out):
    """Fills out[k] with the generalised advantage of decision k over the later decisions of its own track.

    What a player gets between two of its decisions, and at the end, belongs to the earlier decision. Nothing is discounted.
    """
    later = np.full(len(rewards), -1)
    for k in range(len(values) - 1, -1, -1):
        track = tracks[k]
        after = later[track]
        if after < 0:
            out[k] = rewards[track] - shaping * potentials[k] - values[k]
        else:
            gained = shaping * (potentials[after] - potentials[k])
            out[k] = gained + values[after] - values[k] + trace * out[after]
        later[track] = k


# Learning


class Crew:
    """The bots of one thread, and its notebook."""

    def __init__(self, game: Game, settings: Settings):
        self.notebook = Notebook(game.observation.size)
        self.bots = [make_bot(spec, game) for spec in settings.bots]
        self.teacher = make_bot(settings.teacher, game) if settings.teacher else None


class Trainer:
    """A run: its network, its optimiser, its past selves, and how far it is."""

    def __init__(self, settings: Settings, game: Game | None = None, state: dict[str, Any] | None = None):
        self.settings = settings
        self.game = game or get_game(settings.game)
        torch.set_num_threads(settings.workers)  # even the first weights' last bits depend on it
        torch.manual_seed(settings.seed)
        self.network = PolicyNetwork(self.game, settings.hidden)
        self.stages: list[dict[str, Any]] = []  # of the training that the checkpoint to begin with has behind it
        if settings.start and not state:
            self.begin_with(load_checkpoint(settings.start, self.game))
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.learning_rate, eps=1e-5, fused=True)
        self.crews = [Crew(self.game, settings) for _ in range(settings.workers)]
        self.past: list[dict[str, np.ndarray]] = []
        self.policy = self.network.tensors()  # what is measured and saved
        self.iteration = 0
        self.decisions = 0
        self.seconds = 0.0
        self.threads = Threads(settings.workers, settings.minibatch)
        self.pool = ThreadPoolExecutor(settings.workers)
        self.sheet = torch.empty(
            0, 0, dtype=torch.bfloat16 if settings.bfloat16 else torch.float32
        )  # what an iteration's decisions saw
        self.times = {"play": 0.0, "learn": 0.0, "evaluate": 0.0}
        self.curve: list[dict[str, Any]] = []  # of the evaluations, a row each
        if state:
            self.load_state(state)

    def begin_with(self, checkpoint: Checkpoint) -> None:
        """Takes over a checkpoint's weights and what its card tells of its training."""
        settings, tensors = self.settings, checkpoint.tensors
        prior = checkpoint.prior * settings.sharpen
        if prior != settings.prior:
            raise ValueError(f"prior must be {prior:g} as in {settings.start}, times sharpen, not {settings.prior:g}")
        hidden = tuple(tensors[f"hidden.{k}.bias"].size for k in range(num_hidden(tensors)))
        if hidden != settings.hidden:
            sizes, given = (" ".join(map(str, layers)) for layers in (hidden, settings.hidden))
            raise ValueError(f"hidden must be {sizes} as in {settings.start}, not {given}")
        self.network.load_tensors(tensors)
        with torch.no_grad():
            for parameter in self.network.policy.parameters():
                parameter.mul_(settings.sharpen)
        self.stages = checkpoint.card.get("stages", [])

    @property
    def done(self) -> float:
        """The share of the run that is behind it."""
        return min(1.0, self.decisions / self.settings.decisions)

    def between(self, first: float, last: float) -> float:
        return first + (last - first) * self.done

    def iterate(self) -> dict[str, float]:
        """Plays and learns once; returns what there is to log."""
        began = time.perf_counter()
        if self.iteration % self.settings.past_every == 0 and self.decisions >= self.settings.lessons:
            self.remember()
        lesson = self.decisions < self.settings.lessons
        experience = self.play(lesson)
        played = time.perf_counter()
        torch.set_num_threads(self.settings.workers)
        log = self.learn(experience, lesson)
        self.iteration += 1
        self.blend()
        self.decisions += len(experience)
        now = time.perf_counter()
        self.seconds += now - began
        self.times["play"] += played - began
        self.times["learn"] += now - played
        rates = {"decisions/s": len(experience) / (now - began), "playing": (played - began) / (now - began)}
        return log | {f"speed/{name}": value for name, value in rates.items()} | describe(experience, self.game)

    def compiled(self, tensors: dict[str, np.ndarray]) -> Network:
        """The network that plays."""
        return Network(tensors, self.game, self.settings.prior)

    def blend(self) -> None:
        """Takes the present weights into the policy's mean; the first ones count alike, so that the beginning does not linger."""
        before = min(self.settings.average, 1 - 1 / self.iteration)
        for name, tensor in self.network.tensors().items():
            self.policy[name] = np.float32(before) * self.policy[name] + np.float32(1 - before) * tensor

    def remember(self) -> None:
        """Keeps the present self among the past ones."""
        if len(self.past) == self.settings.most_past:
            del self.past[int(self.chance(1).integers(len(self.past)))]
        self.past.append(self.network.tensors())

    def chance(self, stream: int) -> np.random.Generator:
        """The generator of one purpose in this iteration."""
        return np.random.default_rng([self.settings.seed, self.iteration, stream])

    def play(self, lesson: bool) -> Experience:
        """The games of an iteration, on all threads; their order does not depend on which is faster."""
        settings, chance = self.settings, self.chance(2)
        learner = self.compiled(self.network.tensors())
        chosen = chance.permutation(len(self.past) if settings.past > 0 else 0)[:PAST_AT_ONCE]
        past: list[Bot] = [NetworkBot(self.compiled(self.past[k]), f"past {k}", 1.0) for k in chosen]
        jobs = []
        for crew in self.crews:
            crew.notebook.begin()
        for count in settings.players:
            games = settings.games // len(settings.players)
            owners = seat(games, count, len(past), len(settings.bots), settings, chance, lesson)
            seeds = chance.integers(2**62, size=games)
            for crew, part in zip(self.crews, np.array_split(np.arange(games), settings.workers), strict=True):
                hall = Hall(self.game, count, owners[part], seeds[part])
                jobs.append((hall, learner, past + crew.bots, crew.teacher if lesson else None, crew.notebook, settings))
        crews = [self.pool.submit(play_halls, jobs[worker :: settings.workers]) for worker in range(settings.workers)]
        played = [crew.result() for crew in crews]
        return join([experience for together in zip(*played, strict=True) for experience in together])

    def learn(self, experience: Experience, lesson: bool) -> dict[str, float]:
        """Gradient steps over the decisions, in minibatches of one size; what is left over differs from epoch to epoch."""
        settings, order = self.settings, self.chance(3)
        e, gains, targets = experience, np.empty(len(experience)), np.empty(len(experience))
        facts = (e.values, e.potentials, e.tracks, e.rewards, settings.shaping)
        advantages(*facts, settings.trace, gains)
        advantages(*facts, 1.0 if lesson else settings.value_trace, targets)
        targets += e.values
        if len(e) < settings.minibatch:
            raise ValueError(f"minibatch must be at most the {len(e)} decisions of an iteration, not {settings.minibatch}")
        kept, weights = skim(e.chances, 1.0 if lesson else settings.skim, order)
        if len(kept) < settings.minibatch:
            kept, weights = skim(e.chances, 1.0, order)
        if len(self.sheet) < len(kept):
            self.sheet = torch.empty(len(kept), self.game.observation.size, dtype=self.sheet.dtype)
        data = Minibatches(e, kept, (gains - gains.mean()) / (gains.std() + 1e-8), targets, weights, self.sheet)
        for group in self.optimizer.param_groups:
            group["lr"] = self.between(settings.learning_rate, settings.final_learning_rate)
        logs = []
        for _ in range(1 if lesson else settings.epochs):
            index = order.permutation(len(kept))
            for k in range(0, len(kept) - settings.minibatch + 1, settings.minibatch):
                logs.append(self.step(data, index[k : k + settings.minibatch], lesson))
        names = ("policy loss", "value loss", "entropy", "KL", "clip share", "gradient norm")
        means = torch.tensor(logs).mean(dim=0).tolist()
        explained = 1 - np.var(targets - e.values) / max(np.var(targets), 1e-12)
        rate = self.optimizer.param_groups[0]["lr"]
        log = dict(zip(names, means, strict=True)) | {"explained variance": explained, "learning rate": rate}
        return {f"learning/{name}": value for name, value in log.items()} | {"learning/lesson": float(lesson)}

    def step(self, data: "Minibatches", index: np.ndarray, lesson: bool) -> tuple[float, ...]:
        """One gradient step."""
        settings, rows = self.settings, torch.from_numpy(index)
        seen, weights = data.seen.index_select(0, rows), data.weights[rows]
        chances, entropies, values = self.network(seen, data.choices, data.kept[index], self.threads, settings.bfloat16)
        value = values.gather(1, data.heads[rows, None]).squeeze(1)
        value_loss = (weights * (value - data.targets[rows]).square()).mean()
        change = chances - data.chances[rows]
        ratio, gains = change.exp(), data.gains[rows]
        if lesson:
            policy_loss = -chances.mean()
            loss = policy_loss + settings.value_weight * value_loss
        else:
            clipped_gains = torch.min(ratio * gains, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gains)
            policy_loss = -(weights * clipped_gains).mean()
            bonus = self.between(settings.entropy, settings.final_entropy) * (weights * entropies).mean()
            loss = policy_loss + settings.value_weight * value_loss - bonus
        self.optimizer.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), settings.norm)
        self.optimizer.step()
        with torch.no_grad():
            clipped = (weights * ((ratio - 1).abs() > settings.clip)).mean()
            divergence = (weights * (ratio - 1 - change)).mean()
            parts = (policy_loss, value_loss, (weights * entropies).mean(), divergence, clipped, norm)
            return tuple(float(part) for part in parts)

    def evaluate(self) -> list[dict[str, Any]]:
        """The policy against each baseline, one seat against all others, with intervals."""
        began = time.perf_counter()
        bot = NetworkBot(self.compiled(self.policy), SELF)
        rows = []
        for count in self.settings.players:
            for baseline in self.settings.baselines:
                make = lambda spec: bot if spec == SELF else make_bot(spec, self.game)  # noqa: E731
                deals, threads = self.settings.evaluate_deals, self.settings.workers
                rows.append(measure(self.game, SELF, baseline, count, deals, threads=threads, make=make).facts())
        self.times["evaluate"] += time.perf_counter() - began
        return rows

    def state(self) -> dict[str, Any]:
        """All that a run needs to go on exactly."""
        *past, policy = (
            {name: torch.from_numpy(array) for name, array in tensors.items()} for tensors in (*self.past, self.policy)
        )
        return {
            "network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(), "past": past, "policy": policy,
            "iteration": self.iteration, "decisions": self.decisions, "seconds": self.seconds, "times": self.times,
            "curve": self.curve, "stages": self.stages,
        }  # fmt: skip

    def load_state(self, state: dict[str, Any]) -> None:
        """Takes over a run's state; raises ValueError if it is another version's."""
        try:
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            *self.past, self.policy = (
                {name: tensor.numpy() for name, tensor in tensors.items()} for tensors in (*state["past"], state["policy"])
            )
            self.iteration, self.decisions, self.seconds = state["iteration"], state["decisions"], state["seconds"]
            self.times, self.curve, self.stages = state["times"], state["curve"], state["stages"]
        except (KeyError, RuntimeError, ValueError) as error:
            raise ValueError(
                f"{self.settings.out / STATE} is the state of a run of another version: {str(error)[:200]}"
            ) from None

    def close(self) -> None:
        self.threads.close()
        self.pool.shutdown()


class Minibatches:
    """The decisions of an iteration that are learned from, as tensors; `sheet` is memory for what was seen."""

    def __init__(
        self, e: Experience, kept: np.ndarray, gains: np.ndarray, targets: np.ndarray, weights: np.ndarray, sheet: torch.Tensor
    ):
        self.kept, self.seen = kept, sheet[: len(kept)]
        gather(e.seen, kept, self.seen)
        self.chances, self.heads = torch.from_numpy(e.chances[kept]), torch.from_numpy(e.heads[kept])
        arrays = (gains, targets, weights)
        self.gains, self.targets, self.weights = (torch.from_numpy(array[kept].astype(np.float32)) for array in arrays)
        self.choices = Choices(e.legal, e.biases, e.counts, e.places)


def skim(chances: np.ndarray, share: float, chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Which decisions to learn from: all that were open, a share of the sure ones; and weights by which they stand for all."""
    if share == 1:
        return np.arange(len(chances)), np.ones(len(chances))
    sure = chances > SURE
    kept = np.flatnonzero(~sure | (chance.random(len(chances)) < share))
    return kept, np.where(sure, 1 / share, 1.0) * len(kept) / len(chances)


def play_halls(jobs: Sequence[tuple]) -> list[Experience]:
    """Plays halls one after another."""
    return [hall.play(*how) for hall, *how in jobs]


def seat(
    games: int, count: int, past: int, bots: int, settings: Settings, chance: np.random.Generator, lesson: bool
) -> np.ndarray:
    """owners[game, seat] of so many games: the learner in all seats or, in a share of the games, in one, with an opponent in all others."""
    owners = np.full((games, count), LEARNER)
    draws = chance.random(games)
    for k in range(games):
        if lesson or draws[k] >= settings.past + settings.bot_share:
            continue
        if draws[k] < settings.bot_share:
            owner = 1 + past + chance.integers(bots)
        elif past:
            owner = 1 + chance.integers(past)
        else:
            continue
        owners[k] = owner
        owners[k, k % count] = LEARNER
    return owners


def describe(e: Experience, game: Game) -> dict[str, float]:
    """What the games were like: length, scores, and how often a player did what."""
    played = np.unique(e.tracks)
    log = {"games/length": float(e.lengths.mean()), "games/score": float(e.results[played, SCORE].mean())}
    solo = played[e.solo[played]]
    if solo.size:
        log["games/win share against others"] = float(e.results[solo, WIN].mean())
    kinds = np.searchsorted(game.actions.starts, e.actions, side="right") - 1
    times = np.bincount(kinds, minlength=len(game.actions.ranges)) / len(played)
    return log | {f"actions/{r.name}": float(n) for r, n in zip(game.actions.ranges, times, strict=True)}


# Running


class Run:
    """A trainer with its folder, its display and its curves."""

    def __init__(self, settings: Settings, resume: bool, console: Console, command: Sequence[str]):
        self.settings, self.console = settings, console
        self.folder = settings.out
        if not resume and (self.folder / STATE).exists():
            raise ValueError(f"{self.folder} holds a run already: take another --out, or go on with --resume {self.folder}")
        for baseline in settings.baselines:  # a wrong one is better found now than at the evaluation
            make_bot(baseline, get_game(settings.game))
        self.trainer = Trainer(settings, state=read_state(self.folder / STATE) if resume else None)
        self.stopped = False
        self.command = shlex.join(["python", "-m", *command])
        if resume:
            self.command = after_what_was(self.folder / f"{POLICY}{CARD}", self.command)
        self.folder.mkdir(parents=True, exist_ok=True)
        with replacing(self.folder / SETTINGS) as out:
            out.write(to_json(settings))
        from torch.utils.tensorboard import SummaryWriter

        self.writer = SummaryWriter(str(self.folder), purge_step=self.trainer.iteration + 1 if resume else None)

    def go(self) -> None:
        """Trains to the end; at Ctrl-C the iteration is finished and saved, so that the run can go on exactly."""
        trainer, settings = self.trainer, self.settings
        text = "[bold]{task.fields[phase]}[/] {task.completed:>11,.0f} / {task.total:,.0f} decisions"
        columns = (
            TextColumn(text),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        self.console.print(f"curves: tensorboard --logdir {self.folder}")
        before = signal.signal(signal.SIGINT, self.stop)
        try:
            with Progress(*columns, console=self.console, speed_estimate_period=120) as progress:
                task = progress.add_task("", total=settings.decisions, completed=trainer.decisions, phase="training", note="")
                while trainer.decisions < settings.decisions:
                    log = trainer.iterate()
                    for name, value in log.items():
                        self.writer.add_scalar(name, value, trainer.iteration)
                    every = settings.evaluate_every
                    if every and trainer.iteration % every == 0:
                        self.evaluate(progress)
                    if trainer.iteration % settings.save_every == 0:
                        self.save()
                    if self.stopped:
                        break
                    phase = "lessons " if log["learning/lesson"] else "training"
                    note = f"{log['speed/decisions/s']:,.0f}/s, entropy {log['learning/entropy']:.3f}"
                    progress.update(task, completed=min(trainer.decisions, settings.decisions), phase=phase, note=note)
                if not self.stopped:
                    self.evaluate(progress)
            self.save()
        finally:
            signal.signal(signal.SIGINT, before)
            self.writer.close()
            trainer.close()
        if self.stopped:
            self.console.print(f"stopped; go on with: python -m training.ppo --resume {self.folder}")
            raise SystemExit(INTERRUPTED)
        self.console.print(f"policy: {self.folder / POLICY}.safetensors; as a bot: policy:{self.folder / POLICY}")

    def stop(self, *_: Any) -> None:
        """Ends the run after this iteration; asked again, at once."""
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = True
        self.console.print("stopping after this iteration")

    def evaluate(self, progress: Progress) -> None:
        trainer = self.trainer
        if trainer.curve and trainer.curve[-1]["iteration"] == trainer.iteration:
            return  # the end of a run may have been evaluated already
        rows = trainer.evaluate()
        where = {"iteration": trainer.iteration, "decisions": trainer.decisions, "seconds": round(trainer.seconds, 1)}
        trainer.curve += [where | row for row in rows]
        for row in rows:
            name = f"{row['against']} {row['players']}p"
            for kind, value in zip(("win share", "win share low", "win share high"), row["win"], strict=True):
                self.writer.add_scalar(f"{kind}/{name}", value, trainer.iteration)
            self.writer.add_scalar(f"score/{name}", row["score"][0], trainer.iteration)
        shown = ", ".join(
            f"{r['against']} {r['players']}p {100 * r['win'][0]:.1f} ({100 * r['win'][1]:.1f}-{100 * r['win'][2]:.1f}) %"
            for r in rows
        )
        progress.console.print(
            f"{trainer.decisions / 1e6:6.1f} M decisions, {trainer.seconds / 60:5.1f} min: win share against {shown}"
        )

    def save(self) -> None:
        """The state, the curve and the policy, each replaced whole; the state first."""
        trainer = self.trainer
        self.writer.flush()
        buffer = io.BytesIO()
        torch.save(trainer.state(), buffer)
        with replacing(self.folder / STATE, binary=True) as out:
            out.write(buffer.getbuffer())
        with replacing(self.folder / CURVE) as out:
            out.writelines(json.dumps(row) + "\n" for row in trainer.curve)
        last = [row for row in trainer.curve if row["iteration"] == trainer.curve[-1]["iteration"]]
        stage = {
            "command": self.command, "commit": git_commit(), "decisions": trainer.decisions, "iterations": trainer.iteration,
            "seconds": round(trainer.seconds), "seconds_by_part": {k: round(v) for k, v in trainer.times.items()},
        }  # fmt: skip
        stages = [*trainer.stages, stage]
        save_checkpoint(
            self.folder / POLICY, trainer.policy, trainer.game, list(self.settings.players), prior=self.settings.prior,
            command=self.command, commit=stage["commit"], settings=json.loads(to_json(self.settings)), **told_by(stages), results=last,
        )  # fmt: skip


def told_by(stages: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a card says of the stages of a training: all of them, and their sums."""
    return {part: sum(stage.get(part, 0) for stage in stages) for part in ("decisions", "seconds")} | {"stages": [*stages]}


def after_what_was(card: Path, command: str) -> str:
    """The command behind those that made the policy so far, if its card is there: it alone tells no settings."""
    try:
        before = json.loads(card.read_text(encoding="utf-8"))["command"]
    except (OSError, ValueError, KeyError, TypeError):
        return command
    return before if before.endswith(command) else f"{before} && {command}"


def read_state(path: Path) -> dict[str, Any]:
    """A run's state; raises ValueError, naming the file, if it is damaged. Nothing but tensors and plain values is unpickled."""
    try:
        return torch.load(path, weights_only=True)
    except FileNotFoundError:
        raise ValueError(f"{path.parent} holds no run: there is no {path.name}") from None
    except Exception as error:
        raise ValueError(f"{path}: not the state of a run: {str(error).splitlines()[0]}") from None


def git_commit() -> str:
    """The commit of the sources, with a + if they were changed since; empty outside a repository."""
    where = Path(__file__).resolve().parent
    try:
        ask = lambda *words: subprocess.run(["git", *words], cwd=where, capture_output=True, text=True, check=True).stdout.strip()  # noqa: E731
        return ask("rev-parse", "HEAD") + ("+" if ask("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training.ppo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FOLDER",
        help="go on with the run in this folder; its settings stay, only --decisions may grow",
    )
    add_options(parser, Settings)
    parsed = parser.parse_args(arguments)
    try:
        settings = chosen(Settings, parsed, parsed.resume, "decisions")
        run = Run(
            settings, bool(parsed.resume), Console(), ["training.ppo", *(map(str, arguments) if arguments else sys.argv[1:])]
        )
    except (ValueError, SpecError, CheckpointError) as error:
        parser.error(str(error))
    try:
        run.go()
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
