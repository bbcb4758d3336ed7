"""Runs the routes under uvicorn on a socket of its own."""

import ipaddress
import os
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from louis14_env.core.game import Game
from louis14_env.web.api import create_app
from louis14_env.web.bench import warm_up
from louis14_env.web.limits import MOST_CONNECTIONS
from louis14_env.web.lobby import Lobby
from louis14_env.web.patience import PatientProtocol
from louis14_env.web.store import Store

BACKLOG = 512
KEEP_ALIVE_SECONDS = 30
SHUTDOWN_SECONDS = 3
ANY_HOST = "*"


def default_database() -> Path:
    """Where games are kept unless another place is named."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "louis14_env" / "games.sqlite"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens; raises OSError, with the place in words, if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error
        raise OSError(f"cannot listen on {host} port {port}: {reason}; choose another with --port") from None


class Server(uvicorn.Server):
    """A server that says when it can be reached."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], object]):
        super().__init__(config)
        self.on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_ready()


def serve(
    game: Game, listening: socket.socket, store: Store, page: str, open_browser: bool, say: Callable[[str], object]
) -> None:
    """Serves until it is told to stop; `page` is the part of the address after the #."""
    host, port = listening.getsockname()[:2]
    warm_up(game)
    lobby = Lobby(game, store)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/{page}"

    def ready() -> None:
        say(f"Serving on {address} (Ctrl-C ends it; games are kept)")
        if open_browser:
            webbrowser.open(address)

    app = create_app(lobby, [shown if is_loopback(host) else ANY_HOST])
    config = uvicorn.Config(
        app, http=PatientProtocol, log_level="warning", access_log=False, limit_concurrency=MOST_CONNECTIONS, backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS, timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )  # fmt: skip
    Server(config, ready).run(sockets=[listening])
