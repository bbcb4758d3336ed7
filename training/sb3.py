"""The same game with the standard library: sb3-contrib's MaskablePPO on our VecEnv: python -m training.sb3 --out runs/sb3

One seat of each game learns, a compiled bot plays the others. The run's folder holds model.zip, which Stable-Baselines3 loads and which
plays as the bot sb3:runs/sb3/model.zip, its card model.json, the settings and TensorBoard's events. A run that is broken off goes on with
new games: python -m training.sb3 --resume runs/sb3/model.zip (resuming unpickles the zip: resume only your own)
"""

import argparse
import io
import json
import os
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import LinearSchedule

from louis14_env.adapters.sb3 import GameVecEnv
from louis14_env.adapters.sb3_policy import ZIP, load_zip, zip_path
from louis14_env.arena.evaluate import measure
from louis14_env.bots import SpecError, make_bot
from louis14_env.core.files import replacing
from louis14_env.core.rewards import REWARDS
from louis14_env.games import GAMES, get_game
from louis14_env.networks.checkpoint import CheckpointError, write_network
from training.ppo import git_commit
from training.settings import SETTINGS, add_options, check, chosen, option, to_json

MODEL = f"model{ZIP}"  # what a run's folder holds beside its settings
PROGRESS_SECONDS = 120  # over which the time left is estimated
INTERRUPTED = 130  # exit code after Ctrl-C


@dataclass(frozen=True)
class Settings:
    """What a run is made of."""

    out: Path = option(Path("runs/sb3"), "folder of the run: settings, model, card and TensorBoard's events")
    game: str = option("louis14", "the game", allowed=list(GAMES))
    players: int = option(4, "players of a game", least=1)
    opponents: str = option("heuristic", "compiled bot in the other seats, such as random or heuristic:noise=0.1")
    steps: int = option(4_000_000, "decisions to learn from", least=1)
    games: int = option(128, "games side by side", least=1)
    rollout: int = option(128, "decisions a game between two updates", least=2)
    hidden: tuple[int, ...] = option(
        (256, 256), "sizes of the hidden layers, of policy and value network alike", least=1, most=8192
    )
    epochs: int = option(3, "passes over the decisions of an update", least=1)
    minibatch: int = option(4096, "decisions a gradient step", least=2)
    learning_rate: float = option(1e-3, "Adam's step at the beginning", least=0)
    final_learning_rate: float = option(1e-4, "and at the end; linear between", least=0)
    clip: float = option(0.2, "how far a probability may move in an update, as a ratio", least=0)
    trace: float = option(0.95, "lambda of the advantages", least=0, most=1)
    entropy: float = option(0.01, "weight of the policy's entropy", least=0)
    value_weight: float = option(0.5, "weight of the value's squared error", least=0)
    norm: float = option(0.5, "largest norm of a gradient", least=0)
    reward: str = option("win", "what counts at the end", allowed=REWARDS)
    shaping: float = option(0.2, "weight of the standing's changes before the end", least=0)
    baselines: tuple[str, ...] = option(("random", "heuristic"), "bots of the evaluation at the end")
    evaluate_deals: int = option(250, "deals of the evaluation, each played from every seat", least=2)
    save_every: int = option(10, "updates between saves", least=1)
    seed: int = option(0, "of all chance", least=0, most=2**31)
    workers: int = option(min(2, os.cpu_count() or 1), "threads", least=1, most=256)

    def __post_init__(self) -> None:
        check(self)
        get_game(self.game).check_players(self.players)
        if not self.hidden:
            raise ValueError("hidden must have at least one layer")
        if self.minibatch > self.games * self.rollout:
            raise ValueError(f"minibatch must be at most games x rollout, {self.games * self.rollout}, not {self.minibatch}")


def make_env(settings: Settings) -> GameVecEnv:
    """The games, with one learning seat each."""
    return GameVecEnv(
        settings.game, settings.games, threads=settings.workers, num_players=settings.players, opponents=settings.opponents,
        reward=settings.reward, shaping=settings.shaping,
    )  # fmt: skip


def make_model(settings: Settings, env: GameVecEnv) -> MaskablePPO:
    """MaskablePPO with networks of rectifiers, as the compiled bot needs them."""
    return MaskablePPO(
        "MlpPolicy", env, device="cpu", gamma=1.0, n_steps=settings.rollout, n_epochs=settings.epochs, batch_size=settings.minibatch,
        learning_rate=LinearSchedule(settings.learning_rate, settings.final_learning_rate, 1.0), clip_range=settings.clip,
        gae_lambda=settings.trace, ent_coef=settings.entropy, vf_coef=settings.value_weight, max_grad_norm=settings.norm,
        policy_kwargs={"net_arch": list(settings.hidden), "activation_fn": torch.nn.ReLU},
    )  # fmt: skip


def chance(settings: Settings, steps: int) -> int:
    """The seed of a run that begins or goes on after so many steps."""
    return int(np.random.SeedSequence([settings.seed, steps]).generate_state(1)[0])


class Run:
    """A model with its folder and its display."""

    def __init__(self, settings: Settings, resume: Path | None, console: Console):
        self.settings, self.console = settings, console
        self.game = get_game(settings.game)
        self.path = zip_path(resume or settings.out / MODEL)
        self.command = shlex.join(["python", "-m", "training.sb3", *sys.argv[1:]])
        for baseline in settings.baselines:  # a wrong one is better found now than at the evaluation
            make_bot(baseline, self.game)
        self.results: list[dict[str, Any]] = []
        self.seconds = 0.0  # of the run before it went on
        torch.set_num_threads(settings.workers)
        self.env = env = make_env(settings)
        if resume:
            self.seconds = float(load_zip(str(self.path), self.game).card["seconds"])
            self.model = MaskablePPO.load(self.path, env=env, device="cpu")
        elif self.path.exists():
            raise ValueError(f"{self.path} is there already: take another --out, or go on with --resume {self.path}")
        else:
            settings.out.mkdir(parents=True, exist_ok=True)
            self.model = make_model(settings, env)
        with replacing(settings.out / SETTINGS) as out:
            out.write(to_json(settings))
        self.model.set_random_seed(chance(settings, self.model.num_timesteps))
        self.model.set_logger(configure(str(settings.out), ["tensorboard"]))
        self.began = time.perf_counter()

    def go(self) -> None:
        """Trains to the end and evaluates; Ctrl-C saves and ends."""
        settings, model = self.settings, self.model
        text = "[bold]training[/] {task.completed:>11,.0f} / {task.total:,.0f} decisions"
        left = (TextColumn("left"), TimeRemainingColumn(), TextColumn("{task.fields[note]}"))
        self.console.print(f"curves: tensorboard --logdir {settings.out}")
        try:
            with Progress(
                TextColumn(text), BarColumn(), TimeElapsedColumn(), *left, console=self.console, speed_estimate_period=PROGRESS_SECONDS
            ) as progress:  # fmt: skip
                steps = max(0, settings.steps - model.num_timesteps)
                model.learn(steps, callback=Watch(self, progress), reset_num_timesteps=False)
            self.save()
            self.results = self.evaluate()
            self.save()
        except KeyboardInterrupt:
            self.save()
            self.console.print(f"stopped; go on with: python -m training.sb3 --resume {self.path}")
            raise SystemExit(INTERRUPTED) from None
        finally:
            model.logger.close()
            self.env.close()
        self.console.print(table_of(self.results))
        self.console.print(f"model: {self.path}; as a bot: sb3:{self.path}")

    def save(self) -> None:
        """The zip and its card, each replaced whole."""
        buffer = io.BytesIO()
        self.model.save(buffer)
        now = time.perf_counter()
        self.seconds, self.began = self.seconds + now - self.began, now
        write_network(
            self.path, buffer.getvalue(), self.game, [self.settings.players], command=self.command, commit=git_commit(),
            settings=json.loads(to_json(self.settings)), steps=self.model.num_timesteps, seconds=round(self.seconds, 1),
            results=self.results,
        )  # fmt: skip

    def evaluate(self) -> list[dict[str, Any]]:
        """The saved model, as a bot, against each baseline: one seat against all others, every deal from every seat."""
        settings, rows = self.settings, []
        for baseline in settings.baselines:
            row = measure(
                self.game, f"sb3:{self.path}", baseline, settings.players, settings.evaluate_deals, threads=settings.workers
            )
            rows.append(row.facts())
        return rows


class Watch(BaseCallback):
    """Moves the progress bar, logs how games end, and saves now and then."""

    def __init__(self, run: Run, progress: Progress):
        super().__init__()
        self.run, self.progress = run, progress
        self.task = progress.add_task("", total=run.settings.steps, completed=run.model.num_timesteps, note="")
        self.updates = 0
        self.ends: list[tuple[float, float]] = []  # (win, score) of the games that ended

    def _on_rollout_start(self) -> None:
        if self.updates and self.updates % self.run.settings.save_every == 0:
            self.run.save()

    def _on_step(self) -> bool:
        self.ends += [(info["win"], info["score"]) for info in self.locals["infos"] if "win" in info]
        self.progress.update(self.task, completed=min(self.num_timesteps, self.run.settings.steps))
        return True

    def _on_rollout_end(self) -> None:
        self.updates += 1
        if self.ends:
            win, score = np.mean(self.ends, axis=0)
            self.logger.record("games/win share", win)
            self.logger.record("games/score", score)
            self.progress.update(self.task, note=f"win share {win:.3f}, score {score:.1f}")
        self.ends = []


def table_of(results: list[dict[str, Any]]) -> Table:
    """The evaluation, to print."""
    table = Table("one seat against", "players", "win share, %", "95 % interval", "even, %", "score", "95 % interval")
    for row in results:
        win, low, high = (f"{100 * value:.1f}" for value in row["win"])
        score, least, most = (f"{value:.1f}" for value in row["score"])
        even = f"{100 / row['players']:.1f}"
        table.add_row(row["against"], str(row["players"]), win, f"{low} - {high}", even, score, f"{least} - {most}")
    return table


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training.sb3", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--resume", type=Path, metavar="ZIP", help="go on with this model; its settings stay, only --steps may grow"
    )
    add_options(parser, Settings)
    parsed = parser.parse_args(arguments)
    try:
        settings = chosen(Settings, parsed, parsed.resume and parsed.resume.parent, "steps")
        run = Run(settings, parsed.resume, Console())
    except (ValueError, SpecError, CheckpointError) as error:
        parser.error(str(error))
    run.go()


if __name__ == "__main__":
    main()
