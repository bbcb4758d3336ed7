"""Checkpoints and the bot that plays them: exact, checked, and blind to what is hidden."""

import json
import os
import pickle

import numpy as np
import pytest
from networks import make_tensors

from louis14_env.bots import Games, SpecError, View, make_bot
from louis14_env.core import Table
from louis14_env.core.conformance import random_positions
from louis14_env.networks.checkpoint import CheckpointError, load_checkpoint, num_hidden, save_checkpoint, seal
from louis14_env.networks.compiled import Network

HIDDEN = (32, 16)


def tensors(game):
    return make_tensors(game, hidden=HIDDEN)


@pytest.fixture
def base(game, tmp_path, monkeypatch):
    monkeypatch.setenv("LOUIS14_CHECKPOINTS", str(tmp_path))
    save_checkpoint(tmp_path / "small", tensors(game), game, [4], command="made by a test")
    return tmp_path / "small"


def test_the_network_computes_what_its_tensors_say(game, base):
    checkpoint = load_checkpoint("small", game)
    assert checkpoint.card["command"] == "made by a test" and num_hidden(checkpoint.tensors) == 2
    seen = np.stack([table.observe(0) for table in random_positions(game, 4, 1, every=10)])
    x = seen
    for k in range(2):
        x = np.maximum(x @ checkpoint.tensors[f"hidden.{k}.weight"] + checkpoint.tensors[f"hidden.{k}.bias"], 0)
    logits, values = Network(checkpoint.tensors, game)(seen)
    np.testing.assert_allclose(
        logits, x @ checkpoint.tensors["policy.weight"] + checkpoint.tensors["policy.bias"], rtol=1e-4, atol=1e-4
    )
    np.testing.assert_allclose(
        values, x @ checkpoint.tensors["value.weight"] + checkpoint.tensors["value.bias"], rtol=1e-4, atol=1e-4
    )


@pytest.mark.parametrize("spec", ["policy:small", "policy:small,temperature=1.5"])
def test_many_games_side_by_side_give_what_each_gives_alone(game, base, spec):
    bot = make_bot(spec, game)
    assert bot.spec == spec and make_bot(str(bot.spec), game).spec == spec
    tables = [table for table in random_positions(game, 3, 2, every=4) if not table.is_over]
    games = Games(
        game, 3, np.concatenate([t.states for t in tables]), np.stack([t.mask for t in tables]), np.array([t.current_player for t in tables])
    )  # fmt: skip
    rows = np.arange(len(tables))[::-1].copy()
    together = bot.act_many(games, rows, rows + 5)
    for row, action in zip(rows, together, strict=True):
        assert action == bot.act(View(tables[row], int(row) + 5)) and tables[row].mask[action]
        twin = tables[row].redeterminize(tables[row].current_player, 3)
        assert action == bot.act(View(twin, int(row) + 5))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_shipped_policy_gives_the_same_distribution_whatever_is_hidden(game, players):
    """Its logits count the game's own scores too, which must not know more than the player."""
    network = make_bot(f"policy:louis14-{players}p", game).network
    assert network.prior > 0
    compared = 0
    for table in random_positions(game, players, 6, every=7):
        if table.is_over:
            continue
        found = []
        for twin in (table, *(table.redeterminize(table.current_player, k) for k in range(3))):
            games = Games(game, players, twin.states, twin.mask[None], np.array([twin.current_player], np.int32))
            decided = network.decide(games, np.zeros(1, np.int64), np.zeros(1, np.int64), 1.0)
            logits, values = network(decided.seen)
            found.append([array.tobytes() for array in (decided.legal, decided.biases, decided.chances, logits, values)])
            compared += not (twin.states == table.states).all()
        assert all(one == found[0] for one in found)
    assert compared > 10


def test_a_temperature_draws_from_the_softmax_of_the_legal_actions(game, base):
    table = Table(game, 4, 3)
    bot = make_bot("policy:small,temperature=2", game)
    legal = table.legal_actions()
    logits = bot.network(table.observe(table.current_player)[None])[0][0][legal] / 2
    chances = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    drawn = [bot.act(View(table, seed)) for seed in range(2000)]
    shares = np.array([drawn.count(action) for action in legal]) / len(drawn)
    np.testing.assert_allclose(shares, chances, atol=0.05)
    assert make_bot("policy:small", game).act(View(table)) == legal[int(chances.argmax())]


def refused(game, name, reason):
    with pytest.raises(CheckpointError, match=reason):
        load_checkpoint(name, game)
    with pytest.raises(SpecError, match=reason):
        make_bot(f"policy:{name}", game)


def test_names_and_paths(game, base):
    refused(game, "large", "no checkpoint 'large' in .*; there are: .*small")
    with pytest.raises(SpecError, match="needs the name or the path"):
        make_bot("policy", game)
    for name in (str(base), f"{base}.safetensors", f"{base}.json"):
        assert make_bot(f"policy:{name}", game).checkpoint.name == "small"


def test_a_spec_makes_its_bot_again_whatever_the_name(game, base):
    odd = base.parent / "lr=0.1"
    for ending in (".json", ".safetensors"):
        (base.parent / f"lr=0.1{ending}").write_bytes(base.with_suffix(ending).read_bytes())
    bot = make_bot(f"policy:name={odd}", game)
    assert bot.spec == f"policy:name={odd}" and make_bot(bot.spec, game).spec == bot.spec
    with pytest.raises(SpecError, match="arguments look like"):
        make_bot("policy:small,other", game)


def test_a_changed_byte_is_refused(game, base):
    path = base.with_suffix(".safetensors")
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    refused(game, "small", "the file is damaged")


def edit_card(base, **changes):
    card = {**json.loads(base.with_suffix(".json").read_text()), **changes}
    base.with_suffix(".json").write_text(json.dumps(card | {"seal": seal(card)}))


@pytest.mark.parametrize("changes", [{"prior": 0.5}, {"players": [2]}, {"seal": "0"}])
def test_a_card_that_was_changed_is_refused(game, base, changes):
    card = json.loads(base.with_suffix(".json").read_text())
    base.with_suffix(".json").write_text(json.dumps(card | {"results": [], "command": "another"}))
    load_checkpoint("small", game)  # what does not change how it plays is not sealed
    base.with_suffix(".json").write_text(json.dumps(card | changes))
    refused(game, "small", "was changed: its seal does not fit")


def test_whoever_is_killed_between_the_two_files_leaves_a_pair_that_can_be_read(game, base, monkeypatch):
    before = load_checkpoint("small", game).tensors
    after, other = (make_tensors(game, hidden=HIDDEN, scale=scale) for scale in (0.5, 0.25))
    replace = os.replace

    def save_and_die(tensors, files, **more):
        left = [1] * files

        def killed(*paths):
            if not left:
                raise KeyboardInterrupt
            left.pop()
            replace(*paths)

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", killed)
            with pytest.raises(KeyboardInterrupt):
                save_checkpoint(base, tensors, game, [4], **more)

    def is_there(tensors):
        return all((load_checkpoint("small", game).tensors[name] == tensors[name]).all() for name in tensors)

    save_and_die(after, files=1)  # its first card is there, its tensors are not
    assert is_there(before)
    save_and_die(other, files=1)  # once more
    assert is_there(before)
    save_and_die(other, files=2)
    assert is_there(other)
    save_and_die(after, files=0, prior=1.0)  # a card with another prior would not fit the old tensors: it is written last
    assert is_there(other)
    save_and_die(after, files=1, prior=1.0)
    refused(game, "small", "the file is damaged")
    save_checkpoint(base, after, game, [4])
    assert (load_checkpoint("small", game).tensors["policy.weight"] == after["policy.weight"]).all()
    assert "before" not in load_checkpoint("small", game).card


@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"game": "louis14_v9"}, "game is 'louis14_v9', this game needs 'louis14_v0'"),
        ({"data": "0"}, "data is '0'"),
        ({"observation": 3}, "observation is 3"),
        ({"actions": 3}, "actions is 3"),
        ({"format": 99}, "format is 99"),
        ({"sha256": None}, "sha256 must be a str, not None"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(game, base, changes, reason):
    edit_card(base, **changes)
    refused(game, "small", reason)


def test_foreign_files_are_refused_and_nothing_is_unpickled(game, base):
    base.with_suffix(".json").write_text("[1]")
    refused(game, "small", "a card is a JSON object")
    base.with_suffix(".json").write_text("{")
    refused(game, "small", "cannot be read as JSON")
    import hashlib

    save_checkpoint(base, tensors(game), game, [4])
    poison = pickle.dumps({"a": 1})
    base.with_suffix(".safetensors").write_bytes(poison)
    edit_card(base, sha256=hashlib.sha256(poison).hexdigest())
    refused(game, "small", "not a safetensors file")
    base.with_suffix(".safetensors").unlink()
    refused(game, "small", "cannot be read")


def test_wrong_shapes_are_refused(game, base):
    good = tensors(game)
    for changed, reason in (
        ({"policy.bias": np.zeros(3)}, "policy has the shapes"),
        ({"hidden.0.weight": good["hidden.0.weight"][:-1]}, "hidden.0 has the shapes"),
        ({"extra": np.zeros(1)}, "has the tensors extra"),
        ({"value.bias": np.full(3, np.nan)}, "not finite"),
    ):
        save_checkpoint(base, {**good, **changed}, game, [4])
        refused(game, "small", reason)
    save_checkpoint(base, make_tensors(game, hidden=()), game, [4])
    refused(game, "small", "with one hidden layer or more")
