"""What every request passes: size and time limits, and headers that keep other pages out."""

import asyncio
import json
from typing import Any

from louis14_env.web.limits import BODY_SECONDS, MOST_BODY, MOST_UPLOAD
from louis14_env.web.refusal import TOO_LARGE, TOO_SLOW, WRONG_TYPE

UPLOADS = "/api/replays"
JSON = b"application/json"
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),
]


class Guard:
    """Reads a request's body whole, within limits, before anything else sees it."""

    def __init__(self, app: Any):
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] not in ("POST", "PUT", "PATCH"):
            await self.app(scope, receive, _with_headers(send))
            return
        most = MOST_UPLOAD if scope["path"] == UPLOADS else MOST_BODY
        headers = dict(scope["headers"])
        if headers.get(b"content-length", b"0").isdigit() and int(headers.get(b"content-length", b"0")) > most:
            await _refuse(send, TOO_LARGE, f"a request has at most {most} bytes here")
            return
        try:
            body = await asyncio.wait_for(_read(receive, most), BODY_SECONDS)
        except TimeoutError:
            await _refuse(send, TOO_SLOW, f"the request did not arrive within {BODY_SECONDS:g} seconds")
            return
        if body is None:
            return  # the client has gone
        if len(body) > most:
            await _refuse(send, TOO_LARGE, f"a request has at most {most} bytes here")
        elif body and not headers.get(b"content-type", b"").startswith(JSON):
            await _refuse(send, WRONG_TYPE, "a request is JSON, with the content type application/json")
        else:
            await self.app(scope, _replayed(body, receive), _with_headers(send))


async def _read(receive: Any, most: int) -> bytes | None:
    """The body, as far as just past the limit; None if the client went away."""
    body = b""
    while len(body) <= most:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return body


def _replayed(body: bytes, receive: Any) -> Any:
    """A receive that gives the body once, then what comes after it."""
    given = False

    async def again() -> Any:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Any) -> Any:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await send(message)

    return sending


async def _refuse(send: Any, status: int, why: str) -> None:
    body = json.dumps({"error": why}).encode()
    headers = [(b"content-type", JSON), (b"content-length", str(len(body)).encode()), (b"connection", b"close"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
