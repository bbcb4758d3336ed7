"""The mean of several checkpoints' weights as a new one: python -m training.average runs/a/policy runs/b/policy --out runs/mean/policy

Runs that began with the same checkpoint stay near each other; their mean errs less than each. The card tells the stages of all of them.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from louis14_env.core.game import Game
from louis14_env.games import get_game
from louis14_env.networks.checkpoint import CARD, CheckpointError, load_checkpoint, save_checkpoint
from training.ppo import git_commit, told_by

ALIKE = ("prior", "players")  # what the cards must have in common


def average(names: Sequence[str], out: Path, game: Game, command: str) -> None:
    """Writes the mean of checkpoints of the same layers, prior and player counts."""
    if Path(f"{out}{CARD}").exists():
        raise ValueError(f"{out} is there already: take another --out")
    checkpoints = [load_checkpoint(name, game) for name in names]
    first = checkpoints[0]
    for name, other in zip(names, checkpoints, strict=True):
        for part in ALIKE:
            if other.card.get(part) != first.card.get(part):
                raise ValueError(
                    f"{part} must be {first.card.get(part)} as in {names[0]}, not {other.card.get(part)} as in {name}"
                )
        if {key: array.shape for key, array in other.tensors.items()} != {
            key: array.shape for key, array in first.tensors.items()
        }:
            raise ValueError(f"{name} must have the layers of {names[0]}")
    mean = {key: np.mean([one.tensors[key] for one in checkpoints], axis=0) for key in first.tensors}
    stages = []
    for stage in (stage for one in checkpoints for stage in one.card.get("stages", [])):
        if stage not in stages:  # what they have in common was learned once
            stages.append(stage)
    facts = {"prior": first.prior, "command": command, "commit": git_commit(), **told_by([*stages, {"command": command}])}
    save_checkpoint(out, mean, game, first.card["players"], **facts)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training.average", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkpoints", nargs="+", help="names or paths")
    parser.add_argument("--out", type=Path, required=True, help="path of the new checkpoint, without ending")
    parser.add_argument("--game", default="louis14", help="the game [louis14]")
    parsed = parser.parse_args(arguments)
    words = ["training.average", *(arguments or sys.argv[1:])]
    try:
        average(parsed.checkpoints, parsed.out, get_game(parsed.game), shlex.join(["python", "-m", *words]))
    except (ValueError, CheckpointError) as error:
        parser.error(str(error))
    print(f"policy: {parsed.out}; as a bot: policy:{parsed.out}")


if __name__ == "__main__":
    main()
