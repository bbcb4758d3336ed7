"""The `louis14` command."""

import random
import re
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import track
from rich.table import Table as Grid

from louis14_env import __version__

GAME = "louis14"
COLOURS = {"Yellow": "yellow", "Red": "red", "Green": "green", "Blue": "blue", "Neutral": "white"}
MOST_RANDOM_SEED = 2**31 - 1
INTERRUPTED = 130  # exit code after Ctrl-C

app = typer.Typer(
    help="Louis XIV as a reinforcement-learning environment: play, look up, measure, record.",
    no_args_is_help=True,
    add_completion=False,
)
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

Players = Annotated[int, typer.Option("--players", "-p", min=2, max=4, help="Number of players.")]
Seed = Annotated[int | None, typer.Option("--seed", "-s", min=0, help="Seed of the game; random, and printed, if not given.")]
Start = Annotated[int, typer.Option("--start", min=0, max=3, help="Seat of the first start player.")]


def fail(reason: object) -> NoReturn:
    errors.print("[red]louis14:[/]", escape(str(reason)), soft_wrap=True)
    raise typer.Exit(2)


def load_game() -> Any:
    """The game; a broken components file ends the program with its reason."""
    from louis14_env.games import get_game

    try:
        return get_game(GAME)
    except ValueError as error:
        fail(error)


def coloured(line: str) -> str:
    """A line of the log with the players' names in their colours."""
    return re.sub("|".join(COLOURS), lambda name: f"[{COLOURS[name[0]]}]{name[0]}[/]", escape(line))


def show_result(table: Any) -> None:
    from louis14_env.games.louis14.text import COLOURS as NAMES

    grid = Grid("Player", "Points", "Rank", "Win share", title="Result")
    for seat, (win, score, rank) in enumerate(table.returns()):
        grid.add_row(coloured(NAMES[seat]), f"{score:.0f}", f"{rank:g}", f"{win:.2f}")
    console.print(grid)


@app.callback(invoke_without_command=True)
def main(version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False) -> None:
    if version:
        console.print(f"louis14_env {__version__}")
        raise typer.Exit


@app.command()
def play(
    bots: Annotated[
        list[str] | None,
        typer.Argument(help="Who plays, by seat, such as human or ismcts:iterations=400; the last one fills the rest."),
    ] = None,
    players: Players = 4,
    seed: Seed = None,
    start: Start = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the result.")] = False,
) -> None:
    """Play one game, of random agents if nobody is named, and tell what happens."""
    from louis14_env.bots import View
    from louis14_env.bots.human import Quit
    from louis14_env.core import Table

    game = load_game()
    names = bots or ["random"]
    if len(names) > players:
        fail(f"{len(names)} bots are named for {players} players")
    seed = random.randint(0, MOST_RANDOM_SEED) if seed is None else seed
    try:
        table = Table(game, players, seed, start)
        seats = make_seats(game, names, players)
    except ValueError as error:
        fail(error)
    console.print(f"[bold]{game.title}[/], {players} players, seed {seed}")
    if bots:
        from louis14_env.games.louis14.text import COLOURS as NAMES

        console.print(", ".join(f"{coloured(NAMES[seat])}: {escape(bot.spec)}" for seat, bot in enumerate(seats)))
    lines, decision = table.opening(), 0
    while True:
        if not quiet:
            for line in lines:
                console.print(coloured(line), soft_wrap=True)
        if table.is_over:
            break
        try:
            action = seats[table.current_player or 0].act(View(table, decision_seed(seed, decision)))
        except Quit as reason:
            fail(f"the game was not finished: {reason}")
        except KeyboardInterrupt:
            errors.print("the game was not finished: interrupted")
            raise typer.Exit(INTERRUPTED) from None
        lines, decision = table.narrate(action), decision + 1
    show_result(table)
    console.print(f"State {table.hash()}")


def make_seats(game: Any, names: list[str], players: int) -> list[Any]:
    """A bot for each seat; the last name fills the rest."""
    from louis14_env.bots import make_bot

    made = {name: make_bot(name, game) for name in set(names)}
    return [made[names[min(seat, len(names) - 1)]] for seat in range(players)]


def decision_seed(seed: int, decision: int) -> int:
    """The seed of a bot's own chance at one decision."""
    return random.Random(f"{seed} {decision}").randint(0, MOST_RANDOM_SEED)


@app.command()
def rules(
    ids: Annotated[list[str] | None, typer.Argument(help="Rule ids such as E6 C19 Q4; the whole page if none is given.")] = None,
    search: Annotated[str | None, typer.Option("--search", help="Show the rules that contain this text.")] = None,
) -> None:
    """Show the rules, by id or by text."""
    from louis14_env.games.louis14.page import PAGE, rule_texts

    texts = rule_texts()
    if not ids and search is None:
        console.print(Markdown(PAGE.read_text(encoding="utf-8")))
        return
    wanted = [name.upper() for name in ids or []]
    unknown = [name for name in wanted if name not in texts]
    if unknown:
        fail(f"no rule {', '.join(unknown)}; there are {', '.join(texts)}")
    found = {name: texts[name] for name in wanted} if wanted else texts
    if search is not None:
        found = {name: text for name, text in found.items() if search.lower() in text.lower()}
        if not found:
            fail(f"no rule contains {search!r}")
    for name, text in found.items():
        console.print(f"[bold]{name}[/] {escape(text)}")


@app.command()
def actions(
    which: Annotated[
        list[str] | None, typer.Argument(help="Action numbers or texts; the table of ranges if none is given.")
    ] = None,
) -> None:
    """Show the action table, or translate numbers and texts of actions."""
    table = load_game().actions
    if not which:
        grid = Grid("First", "Count", "Range", "Meaning", "Example", title=f"{table.size} actions")
        for entry, first in zip(table.ranges, table.starts, strict=True):
            grid.add_row(str(first), str(len(entry.texts)), entry.name, entry.meaning, entry.texts[-1])
        console.print(grid)
        return
    try:
        for word in which:
            number = int(word) if re.fullmatch(r"-?\d+", word) else table.parse(word)
            typer.echo(f"{number}\t{table.text(number)}")
    except ValueError as error:
        fail(error)


@app.command()
def bench(
    games: Annotated[int, typer.Option(min=2, max=100_000, help="Games in the batch.")] = 1024,
    players: Players = 4,
    cold: Annotated[bool, typer.Option(help="Measure a first compilation too (half a minute).")] = True,
) -> None:
    """Measure the engine's speed."""
    from louis14_env.bench import measures

    grid = Grid("Measure", "Value", "Unit", title=f"{players} players, {games} games, random legal actions")
    with console.status("measuring ..."):
        for measure in measures(load_game(), games=games, players=players, cold=cold):
            value = measure["value"]
            grid.add_row(measure["name"], f"{value:,}", measure["unit"])
    console.print(grid)


@app.command()
def record(
    path: Annotated[Path, typer.Argument(help="File to write, one JSON line a game; replaced if it exists.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 1,
    players: Players = 4,
    seed: Seed = None,
    start: Start = 0,
) -> None:
    """Record games of random legal agents."""
    from louis14_env.core import Table
    from louis14_env.core.record import record_game, write_records

    game = load_game()
    first = random.randint(0, MOST_RANDOM_SEED) if seed is None else seed
    chance = random.Random(first)

    def played():
        for k in track(range(games), "recording", console=errors, disable=not sys.stderr.isatty()):
            table = Table(game, players, first + k, start)
            yield record_game(table, first + k, start, lambda table: chance.choice(table.legal_actions()))

    try:
        count = write_records(path, played())
    except (OSError, ValueError) as error:
        fail(error)
    console.print(f"{count} games of {players} players, seeds from {first}, in {path}", soft_wrap=True)


@app.command()
def replay(
    path: Annotated[Path, typer.Argument(help="File written by `louis14 record`.")],
    number: Annotated[int | None, typer.Option("--game", "-g", min=1, help="Only this game of the file, counted from 1.")] = None,
    log: Annotated[bool, typer.Option("--log", help="Tell what happens.")] = False,
) -> None:
    """Replay recorded games and verify the state's hash at every decision."""
    from louis14_env.core.record import RecordError, read_records
    from louis14_env.core.record import replay as replay_record

    game = load_game()

    def tell(table, action):
        for line in table.narrate(action):
            console.print(coloured(line), soft_wrap=True)

    checked = decisions = seen = 0
    try:
        for seen, entry in enumerate(read_records(path), start=1):
            if number is None or seen == number:
                table = replay_record(game, entry, tell if log else None)
                checked, decisions = checked + 1, decisions + len(entry.actions)
                if log and table.is_over:
                    show_result(table)
    except RecordError as error:
        fail(f"game {seen}: {error}" if str(path) not in str(error) else error)
    if number is not None and not checked:
        fail(f"{path} has {seen} games, there is no game {number}")
    console.print(f"{checked} games, {decisions} decisions: every state is as recorded")


from louis14_env.arena import commands  # noqa: E402, F401  (adds match, tournament and report)
from louis14_env.drawing import commands as pictures  # noqa: E402, F401  (adds draw and film)
from louis14_env.web import commands as web_commands  # noqa: E402, F401  (adds serve)
