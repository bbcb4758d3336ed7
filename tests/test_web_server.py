"""The page's server under stress: restarts, crowds, slow and broken clients, the command."""

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
from dataclasses import replace

import httpx
import pytest
from serving import SERVE, served
from website import HUMAN, ROOT, START_SECONDS, good, lobby_of, new_game, play_on, played, refused, serving, upload

from louis14_env.core.record import parse_record, replay
from louis14_env.games import get_game
from louis14_env.web import api, limits, lobby, store
from louis14_env.web.bench import Bench
from louis14_env.web.refusal import Refusal
from louis14_env.web.store import Store, StoreError


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
    monkeypatch.setattr(lobby, "MOST_LOADED", 2)
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
    monkeypatch.setattr(lobby, "MOST_WATCHED_SEARCHES", 1)

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
