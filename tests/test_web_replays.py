"""Replays on the page, and what bots think of a decision."""

import json
from dataclasses import replace

import pytest
from website import HUMAN, good, lobby_of, new_game, played, refused, upload

from louis14_env.arena.match import play_match
from louis14_env.web import lobby


# --- Replays ---------------------------------------------------------------------------------------------------------
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


# --- Advice ----------------------------------------------------------------------------------------------------------
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
