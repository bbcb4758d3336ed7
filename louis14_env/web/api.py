"""The routes: what a page may ask for, checked and bounded."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from louis14_env import __version__
from louis14_env.bots import View
from louis14_env.bots.registry import bot_kinds
from louis14_env.core.game import MOST_SEED
from louis14_env.core.specs import SpecError, read_arguments, split_spec
from louis14_env.web import explain, replays
from louis14_env.web.bench import SEARCH, checkpoints
from louis14_env.web.guard import Guard
from louis14_env.web.limits import (
    BOTS_SECONDS,
    LONGEST_ID,
    LONGEST_SPEC,
    MOST_ANALYSIS,
    MOST_UPLOAD,
    VALUES_SECONDS,
    WAIT_SECONDS,
)
from louis14_env.web.lobby import Lobby
from louis14_env.web.refusal import CONFLICT, FORBIDDEN, UNPROCESSABLE, Refusal
from louis14_env.web.session import Session

STATIC = Path(__file__).with_name("static")
BEARER = "Bearer "
LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]", "testserver"]
MOST_SEATS = 16
MARK_BYTES = 12
MOST_NUMBER = 2**31 - 1

Id = Annotated[str, Field(max_length=LONGEST_ID)]
Spec = Annotated[str, Field(min_length=1, max_length=LONGEST_SPEC)]
Answered = tuple[Session, int, Response]
Turn = Annotated[int, Field(ge=0, le=MOST_NUMBER)]


class Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class NewGame(Body):
    seats: Annotated[list[Spec], Field(max_length=MOST_SEATS)]  # "human" or a bot's spec
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] | None = None
    start_player: Annotated[int, Field(ge=0, lt=MOST_SEATS)] = 0


class Move(Body):
    turn: Turn  # of the seat, as the player saw it
    action: Annotated[int, Field(ge=0, le=MOST_NUMBER)]


class Undo(Body):
    turn: Turn


class Hint(Body):
    turn: Turn
    bot: Spec


class Upload(Body):
    text: Annotated[str, Field(max_length=MOST_UPLOAD)]  # records, one a line, or an arena's journal
    number: Annotated[int, Field(ge=1, le=MOST_NUMBER)] = 1  # of the game in the file


def token(authorization: Annotated[str, Header(max_length=2 * LONGEST_ID)] = "") -> str:
    """The token that a request shows."""
    if not authorization.startswith(BEARER):
        raise Refusal(FORBIDDEN, "a seat's token is needed")
    return authorization.removeprefix(BEARER)


Token = Annotated[str, Depends(token)]


def answer(content: Any, status: int = 200) -> Response:
    """JSON, the same bytes for the same content."""
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    return Response(text, status, media_type="application/json")


def create_app(lobby: Lobby, hosts: Sequence[str] = ()) -> FastAPI:
    """The server's routes over a lobby; `hosts` are the names it answers to, beside the local ones."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        lobby.loop = asyncio.get_running_loop()
        yield
        await run_in_threadpool(lobby.close)

    app = FastAPI(title=lobby.game.title, version=__version__, lifespan=lifespan, openapi_url=None)
    app.state.lobby = lobby
    _add_errors(app)
    _add_games(app, lobby)
    _add_replays(app, lobby)
    app.mount("/", StaticFiles(directory=STATIC, html=True))
    app.add_middleware(Guard)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=[*LOCAL_HOSTS, *hosts])
    return app


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refuse(request: Request, error: Refusal) -> Response:
        return answer({"error": error.reason}, error.status)

    @app.exception_handler(RequestValidationError)
    async def refuse_body(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")
        return answer({"error": f"{place or 'the request'}: {first['msg']}"}, UNPROCESSABLE)

    @app.exception_handler(HTTPException)
    async def refuse_route(request: Request, error: HTTPException) -> Response:
        return answer({"error": str(error.detail)}, error.status_code)

    @app.exception_handler(RecursionError)
    async def refuse_depth(request: Request, error: RecursionError) -> Response:
        return answer({"error": "the request is nested too deeply"}, UNPROCESSABLE)


# --- Games ---------------------------------------------------------------------------------------------------------------
def _add_games(app: FastAPI, lobby: Lobby) -> None:
    @app.get("/api/about")
    def about() -> Response:
        game = lobby.game
        return answer({
            "title": game.title, "id": game.id, "version": __version__, "min_players": game.min_players, "max_players": game.max_players,
            "names": explain.names(game, game.max_players), "bots": lobby.bench.menu(), "checkpoints": [{"name": name, "players": players} for name, players in checkpoints(game).items()],
            "actions": explain.action_table(game), "rules": explain.rules(game),
        })  # fmt: skip

    @app.post("/api/games")
    def create(body: NewGame) -> Response:
        count = len(body.seats)
        try:
            lobby.game.check_players(count)
        except ValueError:
            allowed = f"{lobby.game.min_players}..{lobby.game.max_players}"
            raise Refusal(UNPROCESSABLE, f"a game has {allowed} seats, not {count}") from None
        if body.start_player >= count:
            raise Refusal(UNPROCESSABLE, f"start_player must be 0..{count - 1}, not {body.start_player}")
        session, tokens = lobby.create(body.seats, body.seed, body.start_player)
        return answer({"game": session.id, "tokens": tokens, "watched": session.is_watched}, status=201)

    @app.get("/api/games/{game}")
    async def look(game: Id, token: Token, after: Annotated[str, Query(max_length=LONGEST_ID)] = "") -> Response:
        session, seat, seen = await _at_once(lobby, game, _look, token)
        return await _news(session, seat, after) if after == _mark(seen) else seen

    @app.post("/api/games/{game}/moves")
    async def move(game: Id, token: Token, body: Move) -> Response:
        session, seat, seen = await _at_once(lobby, game, _move, token, body)
        return seen if session.bot is None else await _settled(session, seat)

    @app.post("/api/games/{game}/undo")
    def undo(game: Id, token: Token, body: Undo) -> Response:
        session, seat = _enter(lobby, game, token)
        with session.lock:
            session.undo(lobby.store, seat, body.turn)
        lobby.announce(session)
        return _seen(session, seat)

    @app.post("/api/games/{game}/hint")
    async def hint(game: Id, token: Token, body: Hint) -> Response:
        session, seat = await run_in_threadpool(_enter, lobby, game, token)
        future = await run_in_threadpool(_ask, lobby, session, seat, body)
        advice = await asyncio.wrap_future(future)
        return answer(advice.to_json())

    @app.post("/api/games/{game}/replay")
    def save(game: Id, token: Token) -> Response:
        session, _ = _enter(lobby, game, token)
        with session.lock:
            _require_over(session)
            record = session.course.record()
        return answer({"replay": lobby.open_record(record)}, status=201)

    @app.get("/api/games/{game}/record")
    def record(game: Id, token: Token) -> Response:
        session, _ = _enter(lobby, game, token)
        with session.lock:
            _require_over(session)
            return _as_file(session.course.record().to_line())


async def _at_once(lobby: Lobby, game: str, function: Callable[..., Answered], *more: Any) -> Answered:
    """What a function gives for a game: at once, since a change of thread takes longer on a busy machine, unless it must be loaded."""
    if lobby.is_loaded(game):
        return function(lobby, game, *more)
    return await run_in_threadpool(function, lobby, game, *more)


def _enter(lobby: Lobby, game: str, token: str) -> tuple[Session, int]:
    session = lobby.find(game)
    return session, session.seat_of(token)


def _seen(session: Session, seat: int) -> Response:
    """What a player sees, marked with a digest of it."""
    with session.lock:
        response = answer(session.seen_by(seat))
    response.headers["ETag"] = f'"{hashlib.blake2b(response.body, digest_size=MARK_BYTES).hexdigest()}"'
    return response


def _mark(response: Response) -> str:
    return response.headers["ETag"].strip('"')


def _look(lobby: Lobby, game: str, token: str) -> Answered:
    session, seat = _enter(lobby, game, token)
    return session, seat, _seen(session, seat)


def _move(lobby: Lobby, game: str, token: str, body: Move) -> Answered:
    session, seat = _enter(lobby, game, token)
    with session.lock:
        changed = session.move(lobby.store, seat, body.turn, body.action)
    if changed:
        lobby.go_on(session)
    return session, seat, _seen(session, seat)


def _ask(lobby: Lobby, session: Session, seat: int, body: Hint) -> Any:
    with session.lock:
        if session.course.player != seat:
            raise Refusal(CONFLICT, "a hint is for who is to decide")
        session.check_turn(seat, body.turn)
        table, seed = session.course.table.copy(), body.turn  # not the game's seed: a hint must not depend on it
    return lobby.ask(body.bot, table, seed)


def _require_over(session: Session) -> None:
    if session.course.player is not None:
        raise Refusal(CONFLICT, "the game is not over: its record would show what is hidden")


async def _news(session: Session, seat: int, after: str) -> Response:
    """What a player sees as soon as it is not what `after` marks, or after a while anyway."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        change = session.news = session.news or asyncio.Event()
        seen = _seen(session, seat)
        if _mark(seen) != after or time.monotonic() >= until:
            return seen
        await _wait(change, until)


async def _settled(session: Session, seat: int) -> Response:
    """What a player sees when the bots have decided, or after a moment."""
    until = time.monotonic() + BOTS_SECONDS
    while session.bot and not session.trouble and time.monotonic() < until:
        change = session.news = session.news or asyncio.Event()
        if session.bot:
            await _wait(change, until)
    return _seen(session, seat)


async def _wait(change: asyncio.Event, until: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(change.wait(), max(0.0, until - time.monotonic()))


def _as_file(line: str) -> Response:
    return Response(
        line + "\n", media_type="application/jsonl", headers={"Content-Disposition": 'attachment; filename="game.jsonl"'}
    )


# --- Replays -------------------------------------------------------------------------------------------------------------
def _add_replays(app: FastAPI, lobby: Lobby) -> None:
    @app.post("/api/replays")
    def upload(body: Upload) -> Response:
        replay, count = lobby.open_text(body.text, body.number)
        return answer({"replay": replay, "games": count}, status=201)

    @app.get("/api/replays/{replay}")
    def summary(replay: Id) -> Response:
        course, session = lobby.find_replay(replay)
        running = session is not None and course.player is not None
        seats = list(session.seats) if session else []
        return answer({**replays.summary(course, running, seats), "trouble": session.trouble if session else ""})

    @app.get("/api/replays/{replay}/steps/{number}")
    def step(replay: Id, number: int, viewer: int | None = None) -> Response:
        course, _ = lobby.find_replay(replay)
        return answer(replays.step(course, number, viewer))

    @app.get("/api/replays/{replay}/record")
    def record(replay: Id) -> Response:
        course, _ = lobby.find_replay(replay)
        return _as_file(course.record().to_line())

    @app.get("/api/replays/{replay}/advice/{number}")
    async def advice(replay: Id, number: int, bot: Spec) -> Response:
        course, _ = await run_in_threadpool(lobby.find_replay, replay)
        future = await run_in_threadpool(lobby.ask, bot, replays.position(course, number), number)
        return answer((await asyncio.wrap_future(future)).to_json())

    @app.get("/api/replays/{replay}/values")
    async def values(replay: Id, bot: Spec, first: Annotated[int, Query(ge=0, le=MOST_NUMBER)] = 0) -> Response:
        course, _ = await run_in_threadpool(lobby.find_replay, replay)
        await run_in_threadpool(_require_quick, lobby, bot)
        future = lobby.think(lambda: _values(lobby, course.positions or [], bot, first))
        return answer({"first": first, "values": await asyncio.wrap_future(future)})


def _require_quick(lobby: Lobby, bot: str) -> None:
    """Refuses a bot that thinks too long to look at every decision of a game."""
    try:
        lobby.bench.check(bot)
        name, given = split_spec(bot)
        found = read_arguments(name, given, bot_kinds(lobby.game)[name].arguments)
    except SpecError as error:
        raise Refusal(UNPROCESSABLE, str(error)) from None
    if name == SEARCH and (found["ms"] or found["iterations"] > MOST_ANALYSIS):
        raise Refusal(UNPROCESSABLE, f"a whole game is looked at with at most {MOST_ANALYSIS} iterations, not with milliseconds")


def _values(lobby: Lobby, positions: list[Any], bot: str, first: int) -> list[list[Any]]:
    """Of the decisions from `first` on, as many as a moment allows: who decides, and what share of the win the bot expects."""
    until, found = time.monotonic() + VALUES_SECONDS, []
    for number in range(first, len(positions)):
        table = positions[number]
        if table.is_over or time.monotonic() > until:
            break
        advice = lobby.advise(bot, View(table, number))
        found.append([advice.player, advice.value])
    return found
