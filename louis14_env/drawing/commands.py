"""The commands `louis14 draw` and `louis14 film`."""

import os
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

from louis14_env.cli import (
    INTERRUPTED,
    MOST_RANDOM_SEED,
    Players,
    Seed,
    Start,
    app,
    console,
    decision_seed,
    errors,
    fail,
    load_game,
    make_seats,
)
from louis14_env.core.game import check_int

ALL = "all"
LEAST_WIDTH, MOST_WIDTH = 100, 4000
LEAST_SECONDS, MOST_SECONDS = 0.02, 60.0
STILLS = (".svg", ".png")

Viewer = Annotated[str, typer.Option("--viewer", "-v", help="Whose view: a seat, or all for open cards.")]
Width = Annotated[int, typer.Option("--width", "-w", help=f"Width in pixels, {LEAST_WIDTH}..{MOST_WIDTH}.")]


@app.command()
def draw(
    path: Annotated[Path, typer.Argument(help="File written by `louis14 record`.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Picture to write, .svg or .png; replaced if it exists.")],
    number: Annotated[int, typer.Option("--game", "-g", help="Which game of the file, counted from 1.")] = 1,
    at: Annotated[int | None, typer.Option("--at", help="After so many decisions; after the last if not given.")] = None,
    viewer: Viewer = ALL,
    width: Width = 1200,
) -> None:
    """Draw a position of a recorded game."""
    from louis14_env.core.files import replacing

    game = load_game()
    try:
        _check_target(out, STILLS)
        check_int(width, "--width", LEAST_WIDTH, MOST_WIDTH)
        entry = _find_record(path, number)
        decision = len(entry.actions) if at is None else check_int(at, "--at", 0, len(entry.actions))
        seat = _seat(viewer, entry.num_players)
        svg = _draw_record(game, entry, decision, seat)
        data = svg.encode() if out.suffix.lower() == ".svg" else _png(svg, width)
        with replacing(out, binary=True) as file:
            file.write(data)
    except (OSError, ValueError, ImportError) as error:
        fail(error)
    console.print(f"game {number} after {decision} of {len(entry.actions)} decisions, in {out}", soft_wrap=True)


def _find_record(path: Path, number: int) -> Any:
    from louis14_env.core.record import read_records

    seen = 0
    for seen, entry in enumerate(read_records(path), start=1):
        if seen == number:
            return entry
    raise ValueError(f"{path} has {seen} games, there is no game {number}")


def _draw_record(game: Any, entry: Any, decision: int, viewer: int | None) -> str:
    """The picture after so many decisions; every state up to there is verified."""
    from louis14_env.core.record import replay

    start = replace(entry, actions=entry.actions[:decision], hashes=entry.hashes[: decision + 1], scores=[])
    return game.draw(replay(game, start).states, 0, viewer, start.actions[-1] if decision else None)


def _png(svg: str, width: int) -> bytes:
    from louis14_env.drawing.raster import to_png

    return to_png(svg, width)


@app.command()
def film(
    out: Annotated[Path, typer.Option("--out", "-o", help="Film to write, .gif, .png or .apng; replaced if it exists.")],
    bots: Annotated[list[str] | None, typer.Argument(help="Who plays, by seat, as in `louis14 play`; random if nobody.")] = None,
    players: Players = 4,
    seed: Seed = None,
    start: Start = 0,
    seconds: Annotated[
        float, typer.Option("--seconds", help=f"How long each picture is shown, {LEAST_SECONDS:g}..{MOST_SECONDS:g}.")
    ] = 0.8,
    viewer: Viewer = ALL,
    width: Width = 900,
) -> None:
    """Play one game of bots and write it as a moving picture."""
    from louis14_env.core import Table
    from louis14_env.drawing.film import FORMATS, play_pictures, write_film
    from louis14_env.drawing.raster import check_installed

    game = load_game()
    names = bots or ["random"]
    seed = random.randint(0, MOST_RANDOM_SEED) if seed is None else seed
    try:
        _check_target(out, tuple(FORMATS))
        check_int(width, "--width", LEAST_WIDTH, MOST_WIDTH)
        if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
            raise ValueError(f"--seconds must be {LEAST_SECONDS:g}..{MOST_SECONDS:g}, not {seconds:g}")
        if len(names) > players:
            raise ValueError(f"{len(names)} bots are named for {players} players")
        if "human" in names:
            raise ValueError("a film is played by bots, not by human; `louis14 play` is for people")
        check_installed()
        seat, table, seats = _seat(viewer, players), Table(game, players, seed, start), make_seats(game, names, players)
        with Progress(console=errors, transient=True, disable=not sys.stderr.isatty()) as bar:
            task = bar.add_task("playing", total=None)
            pictures = list(play_pictures(table, seats, lambda decision: decision_seed(seed, decision), seat))
            bar.update(task, description="drawing", total=len(pictures))
            write_film(out, pictures, seconds, width, lambda done: bar.update(task, completed=done))
    except (OSError, ValueError, ImportError) as error:
        fail(error)
    except KeyboardInterrupt:
        errors.print("louis14: interrupted; no film was written")
        raise typer.Exit(INTERRUPTED) from None
    console.print(f"{len(pictures)} pictures of a game of {players} players, seed {seed}, in {out}", soft_wrap=True)


def _check_target(path: Path, allowed: tuple[str, ...]) -> None:
    """Finds out before the work whether its file can be written."""
    if path.suffix.lower() not in allowed:
        raise ValueError(f"--out must end in {', '.join(allowed)}, not {path.name!r}")
    if path.is_dir():
        raise ValueError(f"{path} is a directory, not a file")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise ValueError(f"{path.parent} is not a directory that can be written to")


def _seat(viewer: str, players: int) -> int | None:
    """The seat that looks, or None for all."""
    if viewer == ALL:
        return None
    if viewer not in [str(seat) for seat in range(players)]:
        raise ValueError(f"--viewer must be {ALL} or a seat 0..{players - 1}, not {viewer!r}")
    return int(viewer)
