"""Nothing hidden is told by the page's server: not of the game, not of the server's files."""

import random
from functools import partial

import numpy as np
import pytest
from website import HUMAN, Seat, good, lobby_of, new_game, play_on, played, refused, serving, upload

from louis14_env.bots import View
from louis14_env.core import Table
from louis14_env.games import get_game
from louis14_env.networks import compiled as networks
from louis14_env.web import bench
from louis14_env.web.advice import advise
from louis14_env.web.bench import Bench
from louis14_env.web.course import Course
from louis14_env.web.session import key_of


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
