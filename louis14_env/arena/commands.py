"""The commands `louis14 match`, `tournament`, `evaluate` and `report`."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from louis14_env.arena.schedule import EVALUATION_SEED
from louis14_env.cli import INTERRUPTED, app, console, errors, fail, load_game

ESTIMATE_SECONDS = 600  # over which the time left is estimated: a game of slow bots takes minutes

Deals = Annotated[int, typer.Option("--deals", "-d", help="Deals; each is played in all rotations of the seats.")]
MatchSeed = Annotated[int, typer.Option("--seed", "-s", help="Seed of the deals and of the bots' chance.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Journal, one JSON line a game; the same command goes on with it.")]
WithRecords = Annotated[bool, typer.Option("--records", help="Keep every action in the journal.")]
Threads = Annotated[int | None, typer.Option("--threads", "-t", help="Threads; one a core if not given.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no tables.")]
MarkdownFile = Annotated[Path | None, typer.Option("--markdown", help="Write the tables to this file.")]
CsvFile = Annotated[Path | None, typer.Option("--csv", help="Write all measures to this file.")]
HtmlFile = Annotated[Path | None, typer.Option("--html", help="Write a page with tables and plots to this file.")]


@app.command()
def match(
    bots: Annotated[list[str], typer.Argument(help="A bot a player, such as random or random:noise=0.5.")],
    players: Annotated[int | None, typer.Option("--players", "-p", help="Players; the last bot takes all seats left.")] = None,
    deals: Deals = 100,
    seed: MatchSeed = 0,
    out: Out = None,
    records: WithRecords = False,
    threads: Threads = None,
    quiet: Quiet = False,
    markdown: MarkdownFile = None,
    csv: CsvFile = None,
    html: HtmlFile = None,
) -> None:
    """Play a match of bots and say how sure its outcome is. With fewer `--deals` than the journal has, the first ones are reported."""

    def play(watch: Callable[[int, int], None]) -> Any:
        from louis14_env.arena.match import play_match
        from louis14_env.arena.schedule import fill_seats

        return play_match(load_game(), fill_seats(bots, players), deals, seed, out, threads, records, watch)

    _play_and_report(play, out, {"markdown": markdown, "csv": csv, "html": html}, quiet)


@app.command()
def tournament(
    bots: Annotated[list[str], typer.Argument(help="Two or more different bots.")],
    players: Annotated[int, typer.Option("--players", "-p", help="Number of players in a game.")] = 4,
    deals: Deals = 25,
    seed: MatchSeed = 0,
    out: Out = None,
    records: WithRecords = False,
    threads: Threads = None,
    quiet: Quiet = False,
    markdown: MarkdownFile = None,
    csv: CsvFile = None,
    html: HtmlFile = None,
) -> None:
    """Play one of each bot against n-1 of each other, and n different bots against each other; rate them all."""

    def play(watch: Callable[[int, int], None]) -> Any:
        from louis14_env.arena.match import play_tournament

        return play_tournament(load_game(), bots, players, deals, seed, out, threads, records, watch)

    _play_and_report(play, out, {"markdown": markdown, "csv": csv, "html": html}, quiet)


@app.command()
def evaluate(
    checkpoint: Annotated[str, typer.Argument(help="Name or path of a checkpoint, or any bot such as ismcts:iterations=100.")],
    against: Annotated[
        list[str] | None, typer.Option("--against", "-a", help="An opponent; may be given again. [random, heuristic]")
    ] = None,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-p", help="Player count; may be given again. [the checkpoint's]")
    ] = None,
    deals: Deals = 200,
    seed: MatchSeed = EVALUATION_SEED,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for journals; the same command goes on with them.")
    ] = None,
    records: WithRecords = False,
    threads: Threads = None,
    quiet: Quiet = False,
    markdown: MarkdownFile = None,
    write: Annotated[bool, typer.Option("--write", help="Put the results onto the checkpoint's card.")] = False,
) -> None:
    """Measure a policy against the baselines and other checkpoints, one seat against all others, every deal from every seat."""
    from louis14_env.arena.block import MatchError
    from louis14_env.arena.evaluate import evaluate_bot, evaluation_table, write_results
    from louis14_env.arena.report import markdown_table
    from louis14_env.core.files import replacing

    try:
        _check_targets([markdown])
        opponents = against or ["random", "heuristic"]
        with _progress(quiet) as show:
            spec, rows = evaluate_bot(
                load_game(), checkpoint, opponents, players, deals, seed, out, threads, show, write, records
            )
        table = evaluation_table(spec, rows)
        if not quiet:
            console.print(_grid(table))
        if markdown:
            with replacing(markdown) as file:
                file.write(markdown_table(table))
        if write:
            console.print(f"results in {write_results(spec, rows)}", soft_wrap=True)
    except KeyboardInterrupt:
        kept = "the same command goes on with the journals" if out else "nothing is kept without --out"
        errors.print("louis14: stopped;", kept, soft_wrap=True)
        os._exit(INTERRUPTED)  # a bot may be deep in thought, and would hold up the end
    except (MatchError, ValueError, TypeError, OSError) as error:
        fail(error)


@app.command()
def report(
    path: Annotated[Path, typer.Argument(help="Journal written by `louis14 match` or `louis14 tournament`, finished or not.")],
    records: Annotated[Path | None, typer.Option("--records", help="Write the games as records for `louis14 replay`.")] = None,
    quiet: Quiet = False,
    markdown: MarkdownFile = None,
    csv: CsvFile = None,
    html: HtmlFile = None,
) -> None:
    """Show the tables of a journal, and write them to files."""
    from louis14_env.arena.journal import read_journal
    from louis14_env.arena.results import gather

    targets = {"markdown": markdown, "csv": csv, "html": html}
    try:
        _check_targets([records, *targets.values()], read=path)
        header, games = read_journal(path)
        results = gather(header, games)
        if records:
            _write_records(path, records)
        _show(results, targets, quiet)
    except (ValueError, OSError) as error:
        fail(error)


def _play_and_report(play: Callable, out: Path | None, targets: dict[str, Path | None], quiet: bool) -> None:
    from louis14_env.arena.block import MatchError

    total = 0
    try:
        _check_targets([out, *targets.values()])
        with _progress(quiet) as show:

            def watch(games: int, of: int) -> None:
                nonlocal total
                total = of
                show(games, of)

            results = play(watch)
        _show(results, targets, quiet)
    except KeyboardInterrupt:
        _stop(total, out)
    except MatchError as error:
        fail(f"{error}{f'; {_games_in(out)} games before it are in {out}' if out else ''}")
    except (ValueError, TypeError, OSError) as error:
        fail(error)


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """A function that shows how far a match is, if anybody is looking."""
    columns = TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(
        *columns, console=errors, transient=True, speed_estimate_period=ESTIMATE_SECONDS, disable=quiet or not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("games", total=None)
        yield lambda games, of: bar.update(task, completed=games, total=of)


def _stop(total: int, out: Path | None) -> NoReturn:
    from louis14_env.arena.match import WORKER

    kept = "nothing is kept without --out"
    if out:
        kept = f"{_games_in(out)} of {total} games are in {out}; the same command goes on from there"
    errors.print("louis14: stopped;", escape(kept), soft_wrap=True)
    if any(thread.name == WORKER for thread in threading.enumerate()):
        os._exit(INTERRUPTED)  # a bot is deep in thought, and would hold up the end
    raise typer.Exit(INTERRUPTED)


def _games_in(path: Path) -> int:
    """The number of games in a journal, whose lines are whole but for the last."""
    lines = path.read_bytes().count(b"\n") if path.exists() else 0
    return max(0, lines - 1)


def _check_targets(paths: list[Path | None], read: Path | None = None) -> None:
    """Finds out before a long match whether files can be written after it, and that none is the one that is read."""
    written = [path.resolve() for path in paths if path]
    given = [*written, read.resolve()] if read else written
    for path in written:
        if given.count(path) > 1:
            raise ValueError(f"{path} is named twice: each file needs a name of its own")
        if path.is_dir():
            raise ValueError(f"{path} is a directory, not a file")
        if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
            raise ValueError(f"{path.parent} is not a directory that can be written to")


def _show(results: Any, targets: dict[str, Path | None], quiet: bool) -> None:
    """Prints the tables of the results and writes the files asked for."""
    from louis14_env.arena.page import to_page
    from louis14_env.arena.report import make_report, to_csv, to_markdown
    from louis14_env.core.files import replacing

    made = make_report(results)
    writers = {"markdown": to_markdown, "csv": to_csv, "html": to_page}
    for name, path in targets.items():
        if path:
            with replacing(path) as file:
                file.write(writers[name](made))
    if not quiet:
        console.print(f"[bold]{escape(made.title)}[/]\n{escape(made.facts)}", soft_wrap=True)
        for section in made.sections:
            console.print(_grid(section))


def _grid(section: Any) -> Grid:
    grid = Grid(title=section.title, caption=section.note, title_justify="left", caption_justify="left")
    for k, column in enumerate(section.columns):
        grid.add_column(escape(column), justify="right" if k else "left", overflow="fold")
    for row in section.rows:
        grid.add_row(*map(escape, row))
    return grid


def _write_records(path: Path, target: Path) -> None:
    from louis14_env.arena.block import Seeds
    from louis14_env.arena.journal import read_journal
    from louis14_env.core.record import write_records

    header, games = read_journal(path)
    seeds = Seeds(load_game(), header.seed)
    count = write_records(target, (game.record(header, seeds.of_deal(game.deal)) for game in games))
    console.print(f"{count} games in {target}", soft_wrap=True)
