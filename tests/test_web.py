"""The server behind the page: games by request, secrets kept, nothing lost, everything bounded."""

import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the page needs the extra `web`")

from fastapi.testclient import TestClient
from serving import SERVE, served

from louis14_env.arena.match import play_match
from louis14_env.bots import View
from louis14_env.core import Table
from louis14_env.core.record import parse_record, replay
from louis14_env.games import get_game
from louis14_env.networks import compiled as networks
from louis14_env.networks.checkpoint import save_checkpoint
from louis14_env.web import api, bench, explain, guard, limits, lobby, store
from louis14_env.web.advice import advise
from louis14_env.web.api import create_app
from louis14_env.web.bench import Bench
from louis14_env.web.course import Course
from louis14_env.web.lobby import Lobby
from louis14_env.web.refusal import Refusal
from louis14_env.web.session import key_of
from louis14_env.web.store import Store, StoreError
from louis14_env.web.undo import told_nothing

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


@pytest.fixture
def client(game):
    with serving(game) as client:
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


# --- Games -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_played_and_its_record_replays(client, game, players):
    (seat,) = new_game(client, HUMAN, *["random"] * (players - 1))
    play_on([seat], random.Random(players))
    assert len(seat.state["results"]) == players and seat.state["legal"] == []
    record = parse_record(seat.get("/record").text)
    table = replay(game, record)
    session = lobby_of(client).find(seat.game)
    assert table.hash() == session.course.table.hash()
    assert [result["score"] for result in seat.state["results"]] == record.scores


def test_a_fixed_seed_deals_the_same_game(client):
    pictures = []
    for _ in range(2):
        (seat,) = new_game(client, HUMAN, "random", seed=7, start_player=0)
        pictures.append(seat.look()["picture"])
    assert pictures[0] == pictures[1]
    (other,) = new_game(client, HUMAN, "random", seed=8)
    assert other.look()["picture"] != pictures[0]


def test_several_persons_play_one_game(client):
    seats = new_game(client, HUMAN, "random", HUMAN)
    decided = []
    play_on(seats, random.Random(1), watch=lambda seat: decided.append(seat.state["seat"]))
    assert set(decided) == {0, 2}


def test_bots_alone_are_watched_step_by_step(client, game):
    made = good(client.post("/api/games", json={"seats": ["random", "heuristic"]}), 201)
    assert made["watched"] and made["tokens"] == ["", ""]
    while (summary := good(client.get(f"/api/replays/{made['game']}")))["running"]:
        time.sleep(0.02)
    assert summary["over"] and summary["seats"] == ["random", "heuristic"]
    step = good(client.get(f"/api/replays/{made['game']}/steps/{summary['decisions']}"))
    assert step["hash"] == summary["hash"] and step["next"] is None and len(step["results"]) == 2
    record = parse_record(client.get(f"/api/replays/{made['game']}/record").text)
    assert replay(game, record).hash() == summary["hash"]


@pytest.mark.parametrize(
    "body, parts",
    [
        ({"seats": [HUMAN]}, ["2..4 seats, not 1"]),
        ({"seats": [HUMAN] * 5}, ["2..4 seats, not 5"]),
        ({"seats": [HUMAN] * 17}, ["seats"]),
        ({"seats": [HUMAN, "clever"]}, ["no bot 'clever'; there are: random"]),
        ({"seats": [HUMAN, "policy:nobody"]}, ["no checkpoint 'nobody'"]),
        ({"seats": [HUMAN, "policy:/etc/passwd"]}, ["by name"]),
        ({"seats": [HUMAN, "policy:../secret"]}, ["by name"]),
        ({"seats": [HUMAN, f"ismcts:iterations={limits.MOST_ITERATIONS + 1}"]}, ["at most 5000"]),
        ({"seats": [HUMAN, "ismcts:ms=999999"]}, ["at most 5000"]),
        ({"seats": [HUMAN, "random" + " " * 200]}, ["120"]),
        ({"seats": [HUMAN, "heuristic:noise=0.5\n"]}, ["no line breaks", r"heuristic:noise=0.5\n"]),
        ({"seats": [HUMAN, "random"], "seed": -1}, ["seed"]),
        ({"seats": [HUMAN, "random"], "seed": 2**62}, ["seed"]),
        ({"seats": [HUMAN, "random"], "seed": "7"}, ["seed"]),
        ({"seats": [HUMAN, HUMAN], "seed": 7}, ["who knows the seed knows all cards"]),
        ({"seats": [HUMAN, "random"], "start_player": 2}, ["start_player must be 0..1"]),
        ({"seats": [HUMAN, "random"], "colour": "red"}, ["colour"]),
        ({"seats": "human"}, ["seats"]),
        ({}, ["seats"]),
        ([], ["request"]),
    ],
)
def test_games_that_cannot_be(client, body, parts):
    refused(client.post("/api/games", json=body), 422, *parts)


# --- Secrets ---------------------------------------------------------------------------------------------------------
def in_other_worlds(client, seat, ask, seeds):
    """The answers to a request in positions that the seat cannot tell from the true one."""
    session = lobby_of(client).find(seat.game)
    true = session.course.table
    number = seat.state["seat"]
    try:
        for seed in seeds:
            session.course.table = true.redeterminize(number, seed)
            yield ask().content
    finally:
        session.course.table = true


@pytest.mark.parametrize("players", [2, 3, 4])
def test_answers_are_the_same_in_all_positions_a_player_cannot_tell_apart(client, players):
    seats = new_game(client, *[HUMAN] * players)
    decisions = moved = compared = 0

    def watch(_):
        nonlocal decisions, moved, compared
        decisions += 1
        if decisions % 6:  # now and then, over the whole game
            return
        compared += 1
        for seat in seats:
            mine = seat.get().content
            assert set(in_other_worlds(client, seat, seat.get, (1, 2))) == {mine}
            other = next(one for one in seats if one is not seat)
            theirs = other.get().content
            moved += set(in_other_worlds(client, seat, other.get, [1])) != {theirs}

    play_on(seats, random.Random(players), watch=watch)
    assert compared > 5 and moved > compared  # what one player cannot know is what another one sees


def test_hints_are_the_same_in_all_positions_a_player_cannot_tell_apart(client):
    seats = new_game(client, HUMAN, HUMAN, HUMAN)
    asked = 0

    def watch(seat):
        nonlocal asked
        for bot in ("ismcts:iterations=20", "heuristic", "random"):
            ask = partial(seat.post, "hint", {"turn": seat.state["turn"], "bot": bot})
            assert set(in_other_worlds(client, seat, ask, (1, 2))) == {ask().content}
            asked += 1

    play_on(seats, random.Random(5), most=12, watch=watch)
    assert asked > 30


def test_the_log_tells_nothing_that_differs_between_worlds(game):
    """An action of another player that leads to the same sight is told in the same words, whatever is hidden."""
    compared = told = 0
    for seed in range(12):
        course, chance = Course(game, 3, seed, 0), random.Random(seed)
        while course.player is not None:
            viewer = (course.player + 1) % 3
            world = course.table.redeterminize(viewer, chance.randrange(1000))
            action = chance.choice(course.table.legal_actions())
            course.play(action)
            if not world.mask[action]:
                continue
            lines = tuple(world.narrate(action))
            if np.array_equal(world.observe(viewer), course.table.observe(viewer)):
                compared += 1
                told += bool(lines)
                assert lines == course.decisions[-1].lines, (seed, len(course))
    assert compared > 500 and told > 300


def test_what_is_done_face_down_is_not_shown_to_others(game):
    """C7: a mission goes back face down; E1: nobody notices a declined intrigue card."""
    table = Table(game, 2)
    table.from_text("players 2\nseat 0: missions stone:S? stone:L?, laid swap:R?, chips S\nseat 1: coins 3\nnext: missions\n")
    course = Course(game, 2, 0, 0)
    course.table = table
    secret = next(action for action in table.legal_actions() if table.game.action_text(action).startswith("return"))
    course.play(secret)
    assert course.shown_action(1, viewer=0) == secret and course.shown_action(1, viewer=None) == secret
    assert course.shown_action(1, viewer=1) is None
    shown = [(d.open, game.action_text(d.action).split()[0]) for d in played(game, 3).decisions]
    assert {verb for is_open, verb in shown if is_open} >= {"play", "path", "bribe", "lay", "pay"}


def played(game, seed, players=4):
    course, chance = Course(game, players, seed, 0, keep=True), random.Random(seed)
    while course.player is not None:
        course.play(chance.choice(course.table.legal_actions()))
    return course


def test_nothing_tells_the_seed_or_the_number_of_decisions_before_the_end(client):
    seats = new_game(client, HUMAN, HUMAN)
    session = lobby_of(client).find(seats[0].game)
    names = {"game", "turn", "seat", "decides", "names", "seats", "legal", "question", "can_undo", "trouble", "over", "results",
             "log", "description", "picture"}  # fmt: skip

    def watch(seat):
        assert set(seat.state) == names
        text = seat.get().text
        assert str(session.course.seed) not in text and session.course.hashes[-1] not in text
        for path in ("/record",):
            refused(seat.get(path), 409, "not over")
        refused(seat.post("replay", {}), 409, "not over")
        refused(client.get(f"/api/replays/{seat.game}"), 404)
        for path in ("steps/0", "record", "values?bot=random", "advice/0?bot=random"):
            refused(client.get(f"/api/replays/{seat.game}/{path}"), 404)

    play_on(seats, random.Random(0), most=10, watch=watch)


def test_seats_are_opened_by_their_tokens_alone(client):
    seats = new_game(client, HUMAN, HUMAN, "random")
    (stranger,) = new_game(client, HUMAN, "random")
    assert len({seat.token for seat in seats}) == 2 and all(len(seat.token) >= 32 for seat in seats)
    for token in ("", "x", stranger.token, seats[0].token[:-1], seats[0].token + "x", seats[0].token.swapcase(), "é" * 3):
        wrong = Seat(client, seats[0].game, token)
        headers = {"Authorization": f"Bearer {token}".encode()}
        for response in (
            client.get(f"/api/games/{wrong.game}", headers=headers),
            client.post(f"/api/games/{wrong.game}/moves", headers=headers, json={"turn": 0, "action": 0}),
            client.post(f"/api/games/{wrong.game}/undo", headers=headers, json={"turn": 0}),
            client.post(f"/api/games/{wrong.game}/hint", headers=headers, json={"turn": 0, "bot": "random"}),
            client.get(f"/api/games/{wrong.game}/record", headers=headers),
        ):
            refused(response, 403)
    refused(client.get(f"/api/games/{seats[0].game}"), 403, "token is needed")
    refused(
        seats[1].move(0) if seats[1].look()["legal"] else seats[1].post("moves", {"turn": 0, "action": 0}), 409, "not your turn"
    )
    refused(seats[1].post("hint", {"turn": 0, "bot": "random"}), 409)


def test_the_database_holds_no_token(game, tmp_path):
    path = tmp_path / "games.sqlite"
    with serving(game, path) as client:
        (seat,) = new_game(client, HUMAN, "random")
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert seat.game.encode() in stored and seat.token.encode() not in stored and key_of(seat.token).encode() in stored


# --- Moves -----------------------------------------------------------------------------------------------------------
def test_a_repeated_move_changes_nothing_and_a_late_one_is_refused(client):
    (seat,) = new_game(client, HUMAN, "random")
    seat.until_asked()
    first = {"turn": seat.state["turn"], "action": seat.state["legal"][0]}
    after = good(seat.post("moves", first))
    session = lobby_of(client).find(seat.game)
    seat.until_asked()
    count = len(session.course)
    assert good(seat.post("moves", first))["turn"] == after["turn"] == 1
    assert len(session.course) == count
    refused(seat.post("moves", {**first, "action": first["action"] + 1}), 409, "gone on")
    refused(seat.post("moves", {"turn": 99, "action": first["action"]}), 409, "gone on")
    assert len(session.course) == count


def test_illegal_moves_are_refused_with_the_reason(client):
    (seat,) = new_game(client, HUMAN, "random")
    state = seat.until_asked()
    illegal = next(action for action in range(500) if action not in state["legal"])
    refused(seat.move(illegal), 422, "is not legal: player 0 may")
    refused(seat.move(99_999), 422, "is not in 0..")
    for action in (-1, 1.5, "0", None, True, 2**70):
        refused(seat.move(action), 422, "action")
    assert seat.look() == state
    play_on([seat], random.Random(0))
    refused(seat.move(0), 409, "the game is over")
    refused(seat.post("hint", {"turn": seat.state["turn"], "bot": "random"}), 409)


@pytest.mark.parametrize("path", ["games", "games/nobody/moves", "games/nobody/undo", "games/nobody/hint", "replays"])
@pytest.mark.parametrize("body", [b"{", b"", b"[]", b"null", b'"x"', b'{"a":' * 2000, b"\xff\xfe", b'{"turn": NaN}'])
def test_bad_json_is_refused(client, path, body):
    headers = {"Content-Type": "application/json", "Authorization": "Bearer x"}
    response = client.post(f"/api/{path}", content=body, headers=headers)
    assert 400 <= response.status_code < 500 and response.json()["error"]


def test_unknown_games_replays_and_routes_are_not_found(client):
    for name in ("nobody", "x" * 64, "..%2f..%2fetc", "%00"):
        refused(client.get(f"/api/games/{name}", headers={"Authorization": "Bearer x"}), 404)
        refused(client.get(f"/api/replays/{name}"), 404)
    refused(client.get(f"/api/games/{'x' * 65}", headers={"Authorization": "Bearer x"}), 422)
    refused(client.get("/api/nothing"), 404)
    refused(client.get("/../setup.cfg"), 404)
    refused(client.get("/%2e%2e/%2e%2e/setup.cfg"), 404)
    assert client.delete("/api/games").status_code == 405


def test_large_requests_are_refused(client, monkeypatch):
    large = json.dumps({"seats": ["x" * limits.MOST_BODY]})
    refused(client.post("/api/games", content=large, headers={"Content-Type": "application/json"}), 413, "16384 bytes")

    def chunks():
        for _ in range(40):
            yield b" " * 1000

    refused(client.post("/api/games", content=chunks(), headers={"Content-Type": "application/json"}), 413)
    monkeypatch.setattr(guard, "MOST_UPLOAD", 1000)
    refused(client.post("/api/replays", json={"text": "x" * 1000}), 413)
    refused(client.post("/api/replays", json={"text": "x" * 100}), 422, "line 1: not JSON")


def test_forms_and_foreign_hosts_are_refused(client):
    refused(client.post("/api/games", content=b"seats=human", headers={"Content-Type": "text/plain"}), 415)
    assert client.get("/api/about", headers={"Host": "evil.example"}).status_code == 400
    headers = client.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"] and headers["x-content-type-options"] == "nosniff"


# --- Undo ------------------------------------------------------------------------------------------------------------
def test_a_card_is_taken_back_while_its_path_is_open(client):
    (seat,) = new_game(client, HUMAN, "random", seed=7)
    before = seat.until_asked()
    assert not before["can_undo"]
    refused(seat.undo(), 409, "nothing can be taken back")
    card = next(action for action in before["legal"] if "to place" in good(client.get("/api/about"))["actions"]["texts"][action])
    late = {"turn": before["turn"], "action": card}
    assert seat.play(card)["can_undo"]
    after = good(seat.undo())
    assert {**after, "turn": 0} == {**before, "turn": 0} and after["turn"] == 2
    refused(seat.post("moves", late), 409, "gone on")  # a repetition that comes after the undo
    refused(seat.undo(), 409)  # nor is the undo repeated
    seat.state = after
    seat.play(card)
    path = seat.state["legal"][0]
    seat.play(path)
    assert not seat.until_asked()["can_undo"] or seat.state["turn"] < 4  # the bot has decided since


@pytest.mark.parametrize("players", [2, 3, 4])
def test_undo_gives_back_the_position_and_never_a_secret(game, players):
    """What can be taken back brought its player no card, no coat and no knowledge."""
    possible = revealed = 0
    for seed in range(8):
        table, chance = Table(game, players, seed), random.Random(seed)
        while not table.is_over:
            before, action, player = table.copy(), chance.choice(table.legal_actions()), table.current_player
            table.step(action)
            old, new = before.states[0], table.states[0]
            knows = any(
                new[name][player] & ~old[name][player] for name in ("knows_influence", "knows_intrigue", "knows_missions")
            )
            learned = knows or new["coats"].sum() != old["coats"].sum() or new["round_no"] != old["round_no"]
            if table.current_player == player:
                allowed = told_nothing(before, action, table)
                assert not (learned and allowed), (seed, game.action_text(action))
                possible, revealed = possible + allowed, revealed + learned
            else:
                assert not told_nothing(before, action, table)
    assert possible > 100 and revealed > 20


def test_a_drawn_mission_is_not_taken_back(client, game):
    """M1: the chips paid can be taken back while the stack is chosen, the card drawn cannot."""
    table = Table(game, 2)
    table.from_text("players 2\nseat 0: missions stone:S? stone:L?, chips SSLL\nnext: missions\n")
    steps = []
    for text in ("lay stone:S?", "pay S+L", "draw dark"):
        before = table.copy()
        table.step(text)
        steps.append(told_nothing(before, game.parse_action(text), table))
    assert steps == [True, True, False]


def test_undo_is_stored(game, tmp_path):
    path = tmp_path / "games.sqlite"
    with serving(game, path) as client:
        (seat,) = new_game(client, HUMAN, "random", seed=7)
        state = seat.until_asked()
        for _ in range(2):
            seat.play(state["legal"][0])
            taken_back = good(seat.undo())
            seat.state = taken_back
        seat.play(state["legal"][0])
        before = seat.get().content
    with serving(game, path) as client:
        seat.client = client
        assert seat.get().content == before and seat.look()["can_undo"]
        assert good(seat.undo())["turn"] == 6


# --- Restart ---------------------------------------------------------------------------------------------------------
def test_games_survive_a_restart(game, tmp_path):
    path, chance = tmp_path / "games.sqlite", random.Random(3)
    with serving(game, path) as client:
        seats = new_game(client, HUMAN, HUMAN, "heuristic")
        play_on(seats, chance, most=20)
        for seat in seats:
            seat.client = client
        seats[0].until_asked() if seats[0].look()["decides"] else seats[1].until_asked()
        before = [seat.get().content for seat in seats]
        watched = good(client.post("/api/games", json={"seats": ["random", "random"]}), 201)["game"]
    with serving(game, path) as client:
        for seat, content in zip(seats, before, strict=True):
            seat.client = client
            assert seat.get().content == content
        play_on(seats, chance)
        record = parse_record(seats[0].get("/record").text)
        while good(client.get(f"/api/replays/{watched}"))["running"]:
            time.sleep(0.01)  # went on where it stood
        saved = good(seats[0].post("replay", {}), 201)["replay"]
    with serving(game, path) as client:
        seats[1].client = client
        assert parse_record(seats[1].get("/record").text) == record
        assert good(client.get(f"/api/replays/{saved}"))["hash"] == replay(game, record).hash()
        assert good(client.get(f"/api/replays/{watched}"))["over"]


def test_games_of_another_version_or_damaged_ones_are_refused(game, tmp_path):
    path = tmp_path / "games.sqlite"
    with serving(game, path) as client:
        seats = [new_game(client, HUMAN, "random")[0] for _ in range(3)]
        for seat in seats:
            seat.until_asked()
            seat.play(seat.state["legal"][0])
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET data = 'other' WHERE id = ?", (seats[0].game,))
        db.execute("UPDATE moves SET action = 527 WHERE game = ? AND number = 0", (seats[1].game,))
    db.close()
    with serving(game, path) as client:
        for seat in seats:
            seat.client = client
        refused(seats[0].get(), 410, "other", game.digest)
        refused(seats[1].get(), 410, "cannot be played again", "not legal")
        seats[2].look()


def test_databases_that_cannot_be_used(tmp_path):
    junk = tmp_path / "junk"
    junk.write_text("this is no database at all, but long enough to be one" * 20)
    with pytest.raises(StoreError, match="not a database"):
        Store(junk)
    with pytest.raises(StoreError, match="unable to open"):
        Store(tmp_path / "no" / "folder")
    other = tmp_path / "other"
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE mine (x)")
    db.commit()
    db.close()
    with pytest.raises(StoreError, match="not those of this version"):
        Store(other)
    held = Store(tmp_path / "held")
    with pytest.raises(StoreError, match="another process"):
        Store(tmp_path / "held")
    held.close()
    Store(tmp_path / "held").close()


def test_a_move_that_cannot_be_stored_is_not_played(client, monkeypatch):
    (seat,) = new_game(client, HUMAN, "random")
    state = seat.until_asked()

    def full(*_):
        raise Refusal(503, "the server cannot store this now: disk full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add_move", full)
        refused(seat.move(state["legal"][0]), 503, "disk full")
    assert seat.look() == state
    assert seat.play(state["legal"][0])["turn"] == 1


@contextmanager
def failing_once(monkeypatch):
    """A store that cannot store one decision."""
    add_move, left = Store.add_move, [1]

    def fail(self, *about):
        if left:
            left.pop()
            raise Refusal(503, "the server cannot store this now: disk full")
        add_move(self, *about)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add_move", fail)
        yield
    assert not left


def test_a_bots_move_that_cannot_be_stored_is_made_at_the_next_look(client, monkeypatch):
    with failing_once(monkeypatch):
        (seat,) = new_game(client, HUMAN, "random", start_player=1)
    assert lobby_of(client).store.find_game(seat.game).moves == ()
    assert seat.until_asked()["decides"] and seat.state["trouble"] == ""
    seat.play(seat.state["legal"][0])
    with failing_once(monkeypatch):
        watched = good(client.post("/api/games", json={"seats": ["random", "random"]}), 201)["game"]
        while not lobby_of(client)._sessions[watched].stalled:
            time.sleep(0.01)
    while (summary := good(client.get(f"/api/replays/{watched}")))["running"]:
        time.sleep(0.01)
    assert summary["over"] and summary["trouble"] == ""


def test_too_many_games_are_refused_and_forgotten_ones_make_room(client, monkeypatch):
    monkeypatch.setattr(store, "MOST_GAMES", 3)
    going, over, _ = [new_game(client, HUMAN, "random")[0] for _ in range(3)]
    refused(client.post("/api/games", json={"seats": [HUMAN, "random"]}), 429, "3 games")
    kept, db = lobby_of(client).store, lobby_of(client).store._db
    db.execute("UPDATE games SET touched = 0 WHERE id IN (?, ?)", (going.game, over.game))
    db.execute("UPDATE games SET over = 1 WHERE id = ?", (over.game,))
    new_game(client, HUMAN, "random")
    assert kept.find_game(going.game) is None and kept.find_game(over.game)  # what is over goes last
    new_game(client, HUMAN, "random")
    assert kept.find_game(over.game) is None
    refused(client.post("/api/games", json={"seats": [HUMAN, "random"]}), 429)


def test_too_many_replays_are_refused_and_forgotten_ones_make_room(client, game, monkeypatch):
    monkeypatch.setattr(store, "MOST_REPLAYS", 2)
    lines = [played(game, seed, players=2).record().to_line() for seed in range(4)]
    first, second = (good(upload(client, line), 201)["replay"] for line in lines[:2])
    assert good(upload(client, lines[0]), 201)["replay"] == first  # one that is there takes no room
    refused(upload(client, lines[2]), 429, "2 replays")
    lobby_of(client)._replays.clear()
    lobby_of(client).store._db.execute("UPDATE replays SET touched = 0")
    good(client.get(f"/api/replays/{first}"))
    good(upload(client, lines[2]), 201)
    lobby_of(client)._replays.clear()
    good(client.get(f"/api/replays/{first}"))  # it was asked for in between
    refused(client.get(f"/api/replays/{second}"), 404)
    refused(upload(client, lines[3]), 429)


def test_no_more_games_begin_than_memory_holds(client, monkeypatch):
    monkeypatch.setattr(lobby, "MOST_LOADED", 2, raising=False)
    seats = [new_game(client, HUMAN, "random")[0] for _ in range(2)]
    refused(client.post("/api/games", json={"seats": [HUMAN, "random"]}), 429, "2 games are being played")
    assert lobby_of(client).store._count("games") == 2
    monkeypatch.setattr(lobby, "LOADED_GAMES", 1)
    monkeypatch.setattr(lobby, "IDLE_SECONDS", -1.0)
    new_game(client, HUMAN, "random")
    assert [seat.until_asked()["decides"] for seat in seats] == [True, True]


def test_a_game_that_cannot_be_stored_is_not_held_in_memory(client, monkeypatch):
    monkeypatch.setattr(store, "MOST_GAMES", 0)
    refused(client.post("/api/games", json={"seats": [HUMAN, "random"]}), 429)
    assert not lobby_of(client)._sessions


def test_a_game_that_is_loaded_holds_up_no_other_and_is_loaded_once(client, monkeypatch):
    hall = lobby_of(client)
    cold, warm = [new_game(client, HUMAN, "random")[0] for _ in range(2)]
    cold.until_asked()
    before = cold.get().content
    del hall._sessions[cold.game]
    revive, loading, may = hall._revive, threading.Semaphore(0), threading.Event()

    def slowly(stored):
        loading.release()
        assert may.wait(START_SECONDS)
        return revive(stored)

    monkeypatch.setattr(hall, "_revive", slowly)
    with ThreadPoolExecutor(3) as pool:
        try:
            found = [pool.submit(hall.find, cold.game) for _ in range(2)]
            both = [loading.acquire(timeout=5) for _ in found]
            other = pool.submit(hall.find, warm.game).result(timeout=5)
        finally:
            may.set()
    assert both == [True, True] and other.id == warm.game
    assert found[0].result() is found[1].result() is hall._sessions[cold.game]
    assert cold.get().content == before


def test_memory_holds_a_bounded_number_of_games(client, monkeypatch):
    monkeypatch.setattr(lobby, "LOADED_GAMES", 3)
    monkeypatch.setattr(lobby, "IDLE_SECONDS", -1.0)
    seats = [new_game(client, HUMAN, "random")[0] for _ in range(9)]
    for seat in seats:
        seat.until_asked()
        seat.play(seat.state["legal"][0])
        seat.until_asked()
    answers = [seat.get().content for seat in seats]
    assert len(lobby_of(client)._sessions) <= 4
    assert [seat.get().content for seat in seats] == answers


# --- Replays ---------------------------------------------------------------------------------------------------------
def upload(client, text, number=1):
    return client.post("/api/replays", json={"text": text, "number": number})


def test_a_record_is_opened_by_file_and_by_link(client, game):
    course = played(game, 5)
    text = f"{played(game, 4).record().to_line()}\n\n{course.record().to_line()}\n"
    opened = good(upload(client, text, 2), 201)
    assert opened["games"] == 2 and opened == good(upload(client, text, 2), 201)
    link = f"/api/replays/{opened['replay']}"
    summary = good(client.get(link))
    assert summary["hash"] == course.hashes[-1] and summary["decisions"] == len(course) and not summary["running"]
    for number in (0, 1, 7, len(course)):
        step = good(client.get(f"{link}/steps/{number}"))
        assert step["hash"] == course.hashes[number]
        assert step["last"] == (course.decisions[number - 1].action if number else None)
        assert step["next"] == (course.decisions[number].action if number < len(course) else None)
    seen = good(client.get(f"{link}/steps/7?viewer=1"))
    assert seen["picture"] != good(client.get(f"{link}/steps/7"))["picture"]
    refused(client.get(f"{link}/steps/{len(course) + 1}"), 404, "no step")
    refused(client.get(f"{link}/steps/-1"), 404)
    refused(client.get(f"{link}/steps/x"), 422)
    refused(client.get(f"{link}/steps/1?viewer=4"), 404, "4 players")
    assert client.get(f"{link}/record").text == course.record().to_line() + "\n"


def test_replays_are_loaded_again_when_memory_let_go_of_them(client, game, monkeypatch):
    monkeypatch.setattr(lobby, "LOADED_REPLAYS", 1)
    opened = [good(upload(client, played(game, seed).record().to_line()), 201)["replay"] for seed in (1, 2)]
    assert len(lobby_of(client)._replays) == 1
    assert [good(client.get(f"/api/replays/{one}"))["seed"] for one in opened] == ["1", "2"]


@pytest.mark.parametrize(
    "change, parts",
    [
        ({"game": "louis14_v9"}, ["the record is of louis14_v9, this is louis14_v0"]),
        ({"data": "other"}, ["other components (other)"]),
        ({"format": 9}, ["format 9 is not 1"]),
        ({"seed": 6}, ["decision 0: the state is"]),
        ({"seed": -1}, ["seed"]),
        ({"num_players": 3}, ["decision 0"]),
        ({"num_players": 9}, ["num_players"]),
        ({"start_player": 9}, ["start_player"]),
        ({"scores": [1.0, 2.0, 3.0, 4.0]}, ["the scores are"]),
        ({"actions": "x"}, ["actions must be"]),
        ({"extra": 1}, ["exactly the fields"]),
    ],
)
def test_records_of_another_version_or_damaged_ones_are_refused(client, game, change, parts):
    data = json.loads(played(game, 5).record().to_line())
    refused(upload(client, json.dumps({**data, **change})), 422, *parts)


def test_more_damage(client, game):
    record = played(game, 5).record()
    hashes = list(record.hashes)
    hashes[3] = "0" * 16
    refused(upload(client, replace(record, hashes=hashes).to_line()), 422, "decision 3: the state after")
    actions = list(record.actions)
    actions[2] = 527
    refused(upload(client, replace(record, actions=actions).to_line()), 422, "decision 2", "not legal")
    long = replace(record, actions=[0] * 700, hashes=["0" * 16] * 701)
    refused(upload(client, long.to_line()), 422, "no game has more than 600")
    for text in (record.to_line()[:-40], "", "\n\n", "[]", "null", "[" * 5000, "hello", f'{{"seed":{"9" * 5000}}}'):
        refused(upload(client, text), 422)
    refused(upload(client, record.to_line(), 2), 422, "has 1 games, there is no game 2")
    refused(client.post("/api/replays", json={"text": record.to_line(), "number": 0}), 422, "number")


def test_a_journal_of_the_arena_is_opened(client, game, tmp_path):
    kept, bare = tmp_path / "kept.jsonl", tmp_path / "bare.jsonl"
    play_match(game, ["random", "sane"], 2, 5, kept, 1, True, lambda games, of: None)
    play_match(game, ["random", "sane"], 2, 5, bare, 1, False, lambda games, of: None)
    for number in (1, 4):
        opened = good(upload(client, kept.read_text(), number), 201)
        line = json.loads(kept.read_text().splitlines()[number])
        assert opened["games"] == 4 and good(client.get(f"/api/replays/{opened['replay']}"))["hash"] == line["hash"]
    refused(upload(client, kept.read_text(), 5), 422, "has 4 games")
    refused(upload(client, bare.read_text()), 422, "without --records")
    reason = refused(upload(client, kept.read_text().replace('"rotation":1', '"rotation":7', 1)), 422, "line 3", "out of order")
    assert str(tmp_path) not in reason and "/tmp" not in reason


# --- Bots and files --------------------------------------------------------------------------------------------------
def as_seat(client, bot):
    return client.post("/api/games", json={"seats": [HUMAN, bot]})


def as_adviser(client, bot):
    (seat,) = new_game(client, HUMAN, "random")
    return seat.post("hint", {"turn": seat.until_asked()["turn"], "bot": bot})


def as_analyst(client, bot):
    opened = good(upload(client, played(get_game("louis14"), 4).record().to_line()), 201)
    return client.get(f"/api/replays/{opened['replay']}/values", params={"bot": bot})


@pytest.mark.parametrize("ask", [as_seat, as_adviser, as_analyst])
def test_no_bot_reads_or_tells_of_files(client, tmp_path, ask):
    (tmp_path / "x.json").write_text('{"password": 1}')
    for bot in ("policy:{}/x", "ismcts:policy={}/x", "sb3:{}/x.json", "sb3:name={}/x"):
        for folder in ("/etc", tmp_path, ".."):
            reason = refused(ask(client, bot.format(folder)), 422)
            assert not any(part in reason for part in ("etc", str(tmp_path), "password", "..", ".json")), reason
    refused(ask(client, "ismcts:policy=nobody"), 422, "no checkpoint 'nobody'; there are: louis14-2p")
    assert "sb3" not in [bot["name"] for bot in good(client.get("/api/about"))["bots"]]


def test_checkpoints_are_told_with_their_players_and_bad_ones_left_out(client, checkpoint, tmp_path):
    def told():
        return {entry["name"]: entry["players"] for entry in good(client.get("/api/about"))["checkpoints"]}

    (tmp_path / "junk.json").write_text("no card")
    (tmp_path / "louis14-4p.json").write_text("{}")  # stands before the one that is shipped, also when it is loaded
    assert told() == {"louis14-2p": [2], "louis14-3p": [3], "tiny": [2, 3, 4]}
    (tmp_path / "tiny.safetensors").write_bytes(b"damaged")
    for bot in (checkpoint, "ismcts:policy=tiny"):
        assert str(tmp_path) not in refused(as_seat(client, bot), 422, f"{bot}: its checkpoint cannot be loaded")
    refused(as_seat(client, "policy:louis14-4p"), 422, "no checkpoint")


def test_a_decision_of_a_policy_compiles_nothing_that_the_start_has_not(game, checkpoint, monkeypatch):
    asked = []
    with monkeypatch.context() as patch:
        patch.setattr(bench, "compile_network", asked.append)
        bench.warm_up(game)
        assert asked == [game]
    kinds, decide = [], networks.Network.decide

    def listen(network, games, *more):
        kinds.append(games.current.dtype)  # another kind of numbers would be compiled for once more
        return decide(network, games, *more)

    monkeypatch.setattr(networks.Network, "decide", listen)
    networks._warm_up(game)
    view = View(Table(game, 2))
    with Bench(game).lend(checkpoint) as bot:
        assert bot.act(view) == advise(bot, view).action
    assert len(kinds) >= 3 and set(kinds) == {kinds[0]}


# --- Advice ----------------------------------------------------------------------------------------------------------
@pytest.fixture
def checkpoint(game, tmp_path, monkeypatch):
    """A small network with random weights, found by name."""
    rng = np.random.default_rng(1)
    sizes = {"hidden.0": (game.observation.size, 8), "policy": (8, game.actions.size), "value": (8, 3)}
    tensors = {f"{layer}.weight": rng.normal(size=size).astype(np.float32) for layer, size in sizes.items()}
    tensors |= {f"{layer}.bias": rng.normal(size=size[1]).astype(np.float32) for layer, size in sizes.items()}
    save_checkpoint(tmp_path / "tiny", tensors, game, [2, 3, 4])
    monkeypatch.setenv("LOUIS14_CHECKPOINTS", str(tmp_path))
    return "policy:tiny"


def test_hints_have_the_values_their_bot_has(client, checkpoint):
    (seat,) = new_game(client, HUMAN, checkpoint)
    state = seat.until_asked()

    def hint(bot):
        return good(seat.post("hint", {"turn": state["turn"], "bot": bot}))

    search, policy, plain = hint("ismcts:iterations=50"), hint(checkpoint), hint("heuristic")
    assert sum(row["visits"] for row in search["rows"]) <= 50 and 0 <= search["value"] <= 1
    assert policy["value"] is not None and policy["action"] == policy["rows"][0]["action"]
    assert sum(row["probability"] for row in policy["rows"]) == pytest.approx(1, abs=0.01)
    assert plain["value"] is None and [row["action"] for row in plain["rows"]] == [plain["action"]]
    assert all(advice["action"] in state["legal"] for advice in (search, policy, plain))
    assert seat.look() == state
    for bot, part in ((HUMAN, "not a bot"), ("clever", "no bot"), ("ismcts:iterations=9999", "at most")):
        refused(seat.post("hint", {"turn": state["turn"], "bot": bot}), 422, part)
    refused(seat.post("hint", {"turn": 9, "bot": "random"}), 409, "gone on")


def test_a_replay_has_values_at_every_decision(client, game, checkpoint):
    course = played(game, 5, players=3)
    link = f"/api/replays/{good(upload(client, course.record().to_line()), 201)['replay']}"
    for bot in ("ismcts:iterations=10", checkpoint):
        values = []
        while len(values) < len(course):
            found = good(client.get(f"{link}/values", params={"bot": bot, "first": len(values)}))
            assert found["first"] == len(values) and found["values"]
            values += found["values"]
        assert [player for player, _ in values] == [decision.player for decision in course.decisions]
        assert all(value is not None for _, value in values)
    assert good(client.get(f"{link}/values", params={"bot": "random", "first": 9999}))["values"] == []
    advice = good(client.get(f"{link}/advice/3", params={"bot": checkpoint}))
    assert advice["player"] == course.decisions[3].player and len(advice["rows"]) > 1
    refused(client.get(f"{link}/advice/{len(course)}", params={"bot": checkpoint}), 409, "over")
    refused(client.get(f"{link}/values", params={"bot": "ismcts:iterations=4000"}), 422, "at most 1000")
    refused(client.get(f"{link}/values", params={"bot": "ismcts:ms=100"}), 422, "milliseconds")
    refused(client.get(f"{link}/values", params={"bot": "clever"}), 422, "no bot")
    refused(client.get(f"{link}/values"), 422)


# --- Many, slow and broken -------------------------------------------------------------------------------------------
def test_200_games_at_once(client):
    seats = [new_game(client, HUMAN, "random", "random")[0] for _ in range(200)]

    def some_moves(seat):
        chance = random.Random(seat.game)
        for _ in range(2):
            seat.until_asked()
            seat.play(chance.choice(seat.state["legal"]))
        return seat.until_asked()["turn"]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(some_moves, seats)) == [2] * 200
    assert not any(lobby_of(client).find(seat.game).trouble for seat in seats)


def test_searches_do_not_hold_up_other_games(client):
    slow = [new_game(client, HUMAN, "ismcts:ms=2000", "ismcts:ms=2000", start_player=1)[0] for _ in range(4)]
    time.sleep(0.2)
    assert not any(seat.look()["decides"] for seat in slow)
    (quick,) = new_game(client, HUMAN, "heuristic")
    began = time.monotonic()
    for _ in range(5):
        quick.until_asked()
        quick.play(quick.state["legal"][0])
    assert time.monotonic() - began < 1.5
    lobby_of(client)._slow.shutdown(wait=False, cancel_futures=True)


def test_too_many_hints_at_once_are_refused(client, game, monkeypatch):
    (seat,) = new_game(client, HUMAN, "random")
    values = f"/api/replays/{good(upload(client, played(game, 5).record().to_line()), 201)['replay']}/values?bot=random"
    with monkeypatch.context() as patch:
        patch.setattr(lobby, "MOST_HINTS", 0)
        refused(seat.post("hint", {"turn": 0, "bot": "random"}), 429)
        refused(client.get(values), 429, "too many hints")
    threads = []

    def note(*_):
        threads.append(threading.current_thread().name)
        raise ValueError("out of ideas")

    monkeypatch.setattr(api, "_values", note)
    for _ in range(limits.MOST_HINTS + 1):  # also those that fail are counted off
        with pytest.raises(ValueError, match="out of ideas"):
            client.get(values)
    assert all(name.startswith("searches") for name in threads)


def test_few_games_are_watched_in_which_bots_search(client, monkeypatch):
    monkeypatch.setattr(lobby, "MOST_WATCHED_SEARCHES", 1, raising=False)

    def begin(*seats):
        return client.post("/api/games", json={"seats": list(seats)})

    game = good(begin("ismcts:ms=300", "random"), 201)["game"]
    refused(begin("random", "random", "ismcts:iterations=10"), 429, "1 games are being watched in which bots search")
    good(begin("random", "heuristic"), 201)
    good(begin(HUMAN, "ismcts:iterations=10"), 201)
    lobby_of(client)._sessions[game].trouble = "it was stopped"
    good(begin("random", "ismcts:iterations=10"), 201)


def test_a_bot_that_fails_is_told_and_harms_no_other_game(client, monkeypatch):
    lend = Bench.lend

    class Silent:
        def act(self, view):
            raise ValueError("out of ideas")

    @contextmanager
    def failing(self, spec):
        with lend(self, spec) as bot:
            if spec == "sane":
                bot = Silent()
            yield bot

    monkeypatch.setattr(Bench, "lend", failing)
    (seat,) = new_game(client, HUMAN, "sane", start_player=1)
    until = time.monotonic() + 10
    while not seat.look()["trouble"] and time.monotonic() < until:
        time.sleep(0.01)
    assert seat.state["trouble"] == "sane cannot go on: out of ideas"
    (other,) = new_game(client, HUMAN, "random", start_player=1)
    assert other.until_asked()["decides"]


def test_news_come_when_there_are_any(client, monkeypatch):
    one, two = new_game(client, HUMAN, HUMAN)
    one.look()
    mark = two.get().headers["etag"].strip('"')
    monkeypatch.setattr(api, "WAIT_SECONDS", 0.2)
    began = time.monotonic()
    assert two.get(after=mark).headers["etag"].strip('"') == mark and time.monotonic() - began > 0.15
    monkeypatch.setattr(api, "WAIT_SECONDS", 20)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(two.get, after=mark)
        time.sleep(0.1)
        assert not waiting.done()
        one.play(one.state["legal"][0])
        assert waiting.result(timeout=5).headers["etag"].strip('"') != mark
    assert two.get(after="x" * 30).status_code == 200
    refused(two.get(after="x" * 100), 422)


# --- The command -----------------------------------------------------------------------------------------------------
def test_a_killed_server_loses_nothing(tmp_path):
    path = tmp_path / "games.sqlite"
    with served(path=path) as (process, address), httpx.Client(base_url=address) as client:
        (seat,) = new_game(client, HUMAN, "random")
        for _ in range(6):
            seat.until_asked()
            seat.play(seat.state["legal"][0])
        seat.until_asked()
        before = seat.get().content
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=30)
    with served(path=path) as (_, address), httpx.Client(base_url=address) as client:
        seat.client = client
        assert seat.get().content == before
        play_on([seat], random.Random(0))
        assert replay(get_game("louis14"), parse_record(seat.get("/record").text)).is_over


def test_slow_and_vanished_clients_harm_nobody(tmp_path):
    with served(path=tmp_path / "games.sqlite") as (process, address), httpx.Client(base_url=address) as client:
        host, port = re.search(r"//([\d.]+):(\d+)", address).groups()
        (seat,) = new_game(client, HUMAN, "random")
        state = seat.until_asked()
        mark = seat.get().headers["etag"].strip('"')
        half = f"POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{{".encode()
        wait = f"GET /api/games/{seat.game}?after={mark} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {seat.token}\r\n\r\n".encode()
        slow = [socket.create_connection((host, int(port))) for _ in range(60)]
        for number, connection in enumerate(slow):
            connection.sendall((half, wait, b"GET / HT")[number % 3])
        for connection in slow[30:]:
            connection.close()
        began = time.monotonic()
        assert good(client.get("/api/about"))["title"] and time.monotonic() - began < 2
        seat.play(state["legal"][0])
        silent = socket.create_connection((host, int(port)))
        second = socket.create_connection((host, int(port)))  # slow with its second request only
        second.sendall(f"HEAD /icon.svg HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert b"200 OK" in second.recv(4096)
        second.sendall(b"GET /icon.svg HTTP/1.1\r\nHo")
        for connection in (slow[0], slow[2], silent, second):  # the rest or the first lines are missing
            connection.settimeout(limits.HEAD_SECONDS + limits.BODY_SECONDS)
            assert connection.recv(4096).startswith(b"HTTP/1.1 408")
        silent.close()
        second.close()
        for connection in slow:
            connection.close()
        assert process.poll() is None
        assert seat.until_asked()["turn"] == 1


def run_serve(*words):
    return subprocess.run(
        [*SERVE, *map(str, words)], cwd=ROOT, capture_output=True, text=True, timeout=START_SECONDS, check=False
    )


def test_every_address_of_this_machine_is_answered(tmp_path):
    with served("--host", "127.0.0.2", path=tmp_path / "a") as (_, address):
        assert address.startswith("http://127.0.0.2:") and good(httpx.get(f"{address}api/about"))["title"]
        assert httpx.get(f"{address}api/about", headers={"Host": "evil.example"}).status_code == 400


def test_a_port_in_use_a_bad_database_and_a_bad_file_are_named(tmp_path, game):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run_serve("--port", port, "--database", tmp_path / "a")
        assert (
            result.returncode == 2
            and f"port {port}: Address already in use" in result.stderr
            and "choose another" in result.stderr
        )
    junk = tmp_path / "junk"
    junk.write_text("no database" * 100)
    record = played(game, 5).record()
    (tmp_path / "bad.jsonl").write_text(replace(record, game="louis14_v9").to_line())
    (tmp_path / "good.jsonl").write_text(record.to_line())
    Store(tmp_path / "full").close()
    with sqlite3.connect(tmp_path / "full") as full:
        rows = ((str(k), "", time.time()) for k in range(limits.MOST_REPLAYS))
        full.executemany("INSERT INTO replays VALUES (?, ?, ?)", rows)
    full.close()
    for words, part in (
        (("--database", junk), "not a database"),
        (("--database", tmp_path / "no" / "folder"), "unable to open"),
        (("--host", "203.0.113.1", "--database", tmp_path / "a"), "cannot listen on 203.0.113.1"),
        (("--database", tmp_path / "a", "--replay", tmp_path / "bad.jsonl"), "louis14_v9"),
        (("--database", tmp_path / "a", "--replay", tmp_path / "missing"), "missing"),
        (("--database", tmp_path / "full", "--replay", tmp_path / "good.jsonl"), f"holds {limits.MOST_REPLAYS} replays"),
    ):
        result = run_serve("--port", 0, *words)
        assert result.returncode == 2 and part in result.stderr and "Traceback" not in result.stderr, result.stderr


def test_a_file_is_opened_from_the_command(tmp_path, game):
    record = played(game, 5).record()
    (tmp_path / "games.jsonl").write_text(record.to_line())
    with served("--replay", str(tmp_path / "games.jsonl"), path=tmp_path / "a") as (_, address):
        base, _, link = address.partition("#/replay/")
        assert good(httpx.get(f"{base}api/replays/{link}"))["hash"] == record.hashes[-1]


# --- What is explained -----------------------------------------------------------------------------------------------
def test_every_range_has_rules_that_exist_and_points_at_what_is_drawn(client, game):
    about = good(client.get("/api/about"))
    for entry in about["actions"]["ranges"]:
        assert all(rule in about["rules"] for rule in entry["rules"]), entry
        assert entry["rules"] or entry["name"] in ("decline", "done"), entry
    assert {name for names in explain.RULES_OF.values() for name in names} <= {
        entry["name"] for entry in about["actions"]["ranges"]
    }
    course, targets, found = played(game, 3), about["actions"]["targets"], set()
    for table in course.positions:
        picture = table.game.draw(table.states, 0, table.current_player)
        for action in table.legal_actions():
            for kind, value in targets[action].items():
                for one in value if kind == "stones" else [value]:
                    assert f'data-{"tile" if kind == "stones" else kind}="{one}"' in picture, table.game.action_text(action)
                    found.add(kind)
    assert found == {"stones", "tile", "card", "mission"}


# --- What is shipped -------------------------------------------------------------------------------------------------
def test_the_page_needs_nothing_from_elsewhere(client):
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert len(files) > 8
    for path in files:
        response = client.get(f"/{path.relative_to(STATIC)}")
        assert response.status_code == 200 and response.content == path.read_bytes()
        found = re.findall(
            r"(?:https?:)?//[a-z][\w.-]+\.[a-z]+[^\s\"']*", re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE)
        )
        assert [link for link in found if "www.w3.org" not in link] == []
    assert "text/javascript" in client.get("/js/main.js").headers["content-type"]
    assert client.get("/").text.startswith("<!doctype html>")


def test_all_static_files_are_in_the_package():
    from setuptools.config.setupcfg import read_configuration

    patterns = read_configuration(str(ROOT / "setup.cfg"))["options"]["package_data"]["louis14_env"]
    package = ROOT / "louis14_env"
    listed = {path for pattern in patterns for path in package.glob(pattern)}
    assert {path for path in STATIC.rglob("*") if path.is_file()} <= listed
