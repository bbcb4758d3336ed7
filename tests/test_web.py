"""The page's games by request: moves, undo, and what is explained and shipped."""

import json
import random
import re
import time

import pytest
from website import HUMAN, ROOT, STATIC, good, lobby_of, new_game, play_on, played, refused, serving

from louis14_env.core import Table
from louis14_env.core.record import parse_record, replay
from louis14_env.web import explain, guard, limits
from louis14_env.web.undo import told_nothing


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
