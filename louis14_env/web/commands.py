"""The command `louis14 serve`."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from louis14_env.cli import app, console, errors, fail, load_game

DEFAULT_PORT = 8014
LAST_PORT = 65535


@app.command()
def serve(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; the default is reached from this machine only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=LAST_PORT, help="Port to listen on; 0: any free one.")] = DEFAULT_PORT,
    database: Annotated[Path | None, typer.Option("--database", help="SQLite file the games are kept in.")] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    replay: Annotated[
        Path | None, typer.Option("--replay", help="Open a game of this file: records, or an arena's journal.")
    ] = None,
    number: Annotated[int, typer.Option("--game", "-g", min=1, help="Which game of the file, counted from 1.")] = 1,
) -> None:
    """Play, watch and replay in the browser."""
    try:
        from louis14_env.web import server
    except ModuleNotFoundError as error:
        fail(f"the page needs {error.name}: pip install 'louis14-env[web]'")
    from louis14_env.web.refusal import Refusal
    from louis14_env.web.store import Store, StoreError

    game = load_game()
    path = database or server.default_database()
    try:
        if database is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        listening = server.bind(host, port)
        store = Store(path)
        page = _open_file(game, store, replay, number) if replay else ""
    except (OSError, StoreError, ValueError, Refusal) as error:
        fail(error)
    if not server.is_loopback(host):
        errors.print(f"louis14: everybody who reaches {escape(host)} can open games here", soft_wrap=True)
    server.serve(game, listening, store, page, open_browser, lambda text: console.print(escape(text), soft_wrap=True))


def _open_file(game: Any, store: Any, path: Path, number: int) -> str:
    """Stores a game of a file and returns the page that shows it."""
    from louis14_env.core.record import replay as verify
    from louis14_env.web.replays import pick, replay_id

    record, _ = pick(game, path.read_text(encoding="utf-8"), number)
    verify(game, record)
    store.add_replay(replay_id(record), record.to_line())
    return f"#/replay/{replay_id(record)}"
