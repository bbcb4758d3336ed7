"""The learning curves of several runs in one picture: python -m training.plot runs/seed-* --against heuristic --out docs/learning-4p

Reads the runs' curve.jsonl and writes OUT.csv, the data, and OUT.svg: the median and the range over runs of the win share, at the numbers
of decisions that all of them reached, with parity as a line.
"""

import argparse
import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from louis14_env.core.files import replacing
from training.ppo import CURVE

MILLION = 1e6
SIZE = (7.0, 4.0)  # inches


@dataclass(frozen=True)
class Curves:
    """Win shares of several runs against one opponent."""

    players: int
    against: str
    runs: list[str]
    decisions: np.ndarray  # [point]
    wins: np.ndarray  # [run, point]


def read_curves(folders: Sequence[Path], against: str, players: int) -> Curves:
    """The curves as far as all runs went; raises ValueError if a run has none."""
    decisions, wins = [], []
    for folder in folders:
        try:
            rows = [json.loads(line) for line in (folder / CURVE).read_text(encoding="utf-8").splitlines()]
            own = [row for row in rows if row["against"] == against and row["players"] == players]
            decisions.append([row["decisions"] for row in own])
            wins.append([row["win"][0] for row in own])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{folder / CURVE}: no curve: {error}") from None
        if not own:
            raise ValueError(f"{folder / CURVE}: nothing against {against} with {players} players")
    points = min(map(len, wins))
    mean = np.mean([one[:points] for one in decisions], axis=0)
    return Curves(players, against, [folder.name for folder in folders], mean, np.array([one[:points] for one in wins]))


def to_csv(curves: Curves) -> str:
    """A line a point: decisions, the win share of each run, their median, least and most."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["decisions", *curves.runs, "median", "least", "most"])
    for k, decisions in enumerate(curves.decisions):
        column = curves.wins[:, k]
        numbers = [*column, np.median(column), column.min(), column.max()]
        writer.writerow([round(decisions), *(f"{number:.4f}" for number in numbers)])
    return out.getvalue()


def to_svg(curves: Curves) -> str:
    """The picture."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "curves"  # the same data, the same bytes
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=SIZE, layout="constrained")
    x = curves.decisions / MILLION
    axes.fill_between(x, 100 * curves.wins.min(axis=0), 100 * curves.wins.max(axis=0), alpha=0.25, linewidth=0, label="range")
    axes.plot(x, 100 * np.median(curves.wins, axis=0), marker="o", label=f"median of {len(curves.runs)} runs")
    axes.axhline(100 / curves.players, color="grey", linestyle="--", label="parity")
    axes.set(xlabel="million decisions learned from", ylabel="win share, %", ylim=(0, None), xlim=(0, None))
    axes.set_title(f"One learner against {curves.players - 1} {curves.against}, {curves.players} players")
    axes.legend(loc="lower right")
    axes.grid(alpha=0.3)
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    return out.getvalue()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training.plot", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", type=Path, nargs="+", help="folders of runs")
    parser.add_argument("--against", default="heuristic", help="the opponent [heuristic]")
    parser.add_argument("--players", type=int, default=4, help="the player count [4]")
    parser.add_argument("--out", type=Path, required=True, help="files without ending")
    parsed = parser.parse_args(arguments)
    try:
        curves = read_curves(parsed.runs, parsed.against, parsed.players)
        parsed.out.parent.mkdir(parents=True, exist_ok=True)
        for ending, text in ((".csv", to_csv(curves)), (".svg", to_svg(curves))):
            with replacing(parsed.out.with_suffix(ending)) as out:
                out.write(text)
    except (ValueError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
