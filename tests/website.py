"""The page's server without a network, for tests: seats, games and answers."""

import random
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the page needs the extra `web`")

from fastapi.testclient import TestClient

from louis14_env.web.api import create_app
from louis14_env.web.course import Course
from louis14_env.web.lobby import Lobby
from louis14_env.web.store import Store

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "louis14_env" / "web" / "static"
HUMAN = "human"
START_SECONDS = 120


@dataclass
class Seat:
    """A player's side of a game: what a page would send."""

    client: Any
    game: str
    token: str
    state: dict[str, Any] | None = None

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path="", **query):
        return self.client.get(f"/api/games/{self.game}{path}", headers=self.headers, params=query)

    def post(self, path, body):
        return self.client.post(f"/api/games/{self.game}/{path}", headers=self.headers, json=body)

    def look(self):
        self.state = good(self.get())
        return self.state

    def move(self, action):
        return self.post("moves", {"turn": self.state["turn"], "action": action})

    def play(self, action):
        self.state = good(self.move(action))
        return self.state

    def undo(self):
        return self.post("undo", {"turn": self.state["turn"]})

    def until_asked(self):
        """Waits until this seat is to decide or the game is over."""
        self.look()
        until = time.monotonic() + START_SECONDS
        while not self.state["decides"] and not self.state["over"]:
            assert time.monotonic() < until and not self.state["trouble"], self.state["trouble"]
            time.sleep(0.005)
            self.look()
        return self.state


def good(response, status=200):
    assert response.status_code == status, response.text
    return response.json()


def refused(response, status, *parts):
    assert response.status_code == status, response.text
    reason = response.json()["error"]
    assert all(part in reason for part in parts), reason
    assert "Traceback" not in response.text and str(ROOT) not in response.text
    return reason


@contextmanager
def serving(game, path=None):
    with TestClient(create_app(Lobby(game, Store(path)))) as client:
        yield client


def lobby_of(client):
    """The lobby behind a client, to look at what no request shows."""
    return client.app.state.lobby


def new_game(client, *seats, **more):
    made = good(client.post("/api/games", json={"seats": list(seats), **more}), 201)
    return [Seat(client, made["game"], token) for token in made["tokens"] if token]


def play_on(seats, chance, most=10_000, watch=lambda seat: None):
    """Random legal moves of all persons until the game is over."""
    for _ in range(most):
        states = [seat.look() for seat in seats]
        if states[0]["over"]:
            return
        seat = next((seat for seat in seats if seat.state["decides"]), None)
        if seat is None:
            time.sleep(0.002)
            continue
        watch(seat)
        seat.play(chance.choice(seat.state["legal"]))


def played(game, seed, players=4):
    course, chance = Course(game, players, seed, 0, keep=True), random.Random(seed)
    while course.player is not None:
        course.play(chance.choice(course.table.legal_actions()))
    return course


def upload(client, text, number=1):
    return client.post("/api/replays", json={"text": text, "number": number})
