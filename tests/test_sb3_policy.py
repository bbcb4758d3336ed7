"""Zips of Stable-Baselines3: trained, played as bots exactly as the library plays them, and never unpickled."""

import base64
import hashlib
import importlib.util
import io
import json
import pickle
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from louis14_env.bots import Games, SpecError, make_bot
from louis14_env.core.conformance import random_positions
from louis14_env.networks.checkpoint import CheckpointError, seal, write_network

pytest.importorskip("sb3_contrib", reason="needs the extra train")
torch = pytest.importorskip("torch", reason="needs the extra train")

from sb3_contrib import MaskablePPO  # noqa: E402

from louis14_env.adapters.sb3 import GameVecEnv  # noqa: E402
from louis14_env.adapters.sb3_policy import load_zip  # noqa: E402
from training import sb3  # noqa: E402

HIDDEN = (32, 16)
PLAYERS = 3
SHARPER = 30.0  # makes a new policy, which is nearly uniform, one with likes and dislikes
CLOSE = 1e-4
LEARNING = Path(__file__).parent.parent / "benchmarks" / "learning.py"
RELU = {"net_arch": list(HIDDEN), "activation_fn": torch.nn.ReLU}


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def make_model(**policy):
    env = GameVecEnv("louis14", 2, num_players=PLAYERS, seed=1)
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, seed=1, device="cpu", policy_kwargs={**RELU, **policy})
    with torch.no_grad():
        model.policy.action_net.weight *= SHARPER
        for name, parameter in model.policy.named_parameters():
            if name.endswith("bias"):
                parameter.normal_()
    return model


def zipped(model):
    buffer = io.BytesIO()
    model.save(buffer)
    return buffer.getvalue()


def rewritten(data, files):
    """The zip with other contents of some files; None leaves a file out."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        contents = {name: old.read(name) for name in old.namelist()} | files
        for name, content in contents.items():
            if content is not None:
                new.writestr(name, content)
    return out.getvalue()


def with_weights(data, change):
    """The zip with weights that `change` has edited in place."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        state = torch.load(io.BytesIO(archive.read("policy.pth")), weights_only=True)
    change(state)
    buffer = io.BytesIO()
    torch.save(state, buffer)
    return rewritten(data, {"policy.pth": buffer.getvalue()})


@pytest.fixture(scope="module")
def model():
    return make_model()


@pytest.fixture(scope="module")
def data(model):
    return zipped(model)


@pytest.fixture
def path(game, data, tmp_path):
    write_network(tmp_path / "model.zip", data, game, [PLAYERS])
    return tmp_path / "model.zip"


def real_games(game):
    tables = [table for seed in range(3) for table in random_positions(game, PLAYERS, seed, every=3) if not table.is_over]
    assert len(tables) > 50
    states, masks = np.concatenate([t.states for t in tables]), np.stack([t.mask for t in tables])
    current = np.array([t.current_player for t in tables])
    return Games(game, PLAYERS, states, masks, current), np.stack([t.observe(t.current_player) for t in tables])


def test_the_bot_has_the_models_own_distribution(game, model, path):
    """Both the log-probabilities of drawn actions and the most probable actions are those of model.policy."""
    games, seen = real_games(game)
    rows, masks = np.arange(len(seen)), games.masks.astype(bool)
    with torch.no_grad():
        chances = model.policy.get_distribution(torch.from_numpy(seen), action_masks=masks).distribution.probs.numpy()
    assert np.median(chances.max(axis=1) * masks.sum(axis=1)) > 1.5  # not nearly uniform

    logits, values = make_bot(f"sb3:{path}", game).network(seen)
    exps = np.exp(logits - logits.max(axis=1, where=masks, initial=-np.inf, keepdims=True)) * masks
    np.testing.assert_allclose(exps / exps.sum(axis=1, keepdims=True), chances, atol=CLOSE)
    assert not values.any()

    bot = make_bot(f"sb3:{path},temperature=1", game)
    drawn = bot.network.decide(games, rows, rows, bot.temperature)
    np.testing.assert_allclose(np.exp(drawn.chances), chances[rows, drawn.actions], atol=CLOSE)
    best = make_bot(f"sb3:{path}", game).act_many(games, rows, rows)
    assert best.tolist() == model.predict(seen, action_masks=masks, deterministic=True)[0].tolist()


def test_specs(game, path):
    plain = f"sb3:{path}"
    for spec in (plain, f"{plain},temperature=0.5"):
        assert make_bot(spec, game).spec == spec
    assert make_bot(plain.removesuffix(".zip"), game).checkpoint.name == "model"


def refused(game, path, reason):
    with pytest.raises(CheckpointError, match=reason):
        load_zip(str(path), game)
    with pytest.raises(SpecError, match=reason):
        make_bot(f"sb3:{path}", game)


def test_paths(game, path):
    refused(game, path.parent / "other.zip", "other.zip: there is no such file")
    with pytest.raises(SpecError, match="sb3 needs the path of a zip"):
        make_bot("sb3", game)
    path.with_suffix(".json").unlink()
    refused(game, path, "there is no such card")


@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"game": "louis14_v9"}, "game is 'louis14_v9', this game needs 'louis14_v0'"),
        ({"data": "0"}, "data is '0'"),
        ({"observation": 3}, "observation is 3"),
        ({"actions": 3}, "actions is 3"),
        ({"format": 99}, "format is 99"),
        ({"sha256": "0" * 64}, "the card has 000000000000...: the file is damaged"),
        ({"sha256": None}, "sha256 must be a str, not None"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(game, path, changes, reason):
    card = path.with_suffix(".json")
    changed = {**json.loads(card.read_text()), **changes}
    card.write_text(json.dumps(changed | {"seal": seal(changed)}))
    refused(game, path, reason)


def test_foreign_and_damaged_zips_are_refused(game, path, data):
    for content, reason in (
        (b"no zip", "not a zip of Stable-Baselines3"),
        (data[:-200], "not a zip of Stable-Baselines3"),
        (rewritten(data, {"policy.pth": None}), "not a zip of Stable-Baselines3: .*policy.pth"),
        (rewritten(data, {"data": b"{"}), "not a zip of Stable-Baselines3"),
        (rewritten(data, {"data": b"[]"}), "activation_fn is unknown"),
        (rewritten(data, {"policy.pth": b"no tensors"}), "policy.pth does not hold tensors alone"),
        (zipped(make_model(activation_fn=torch.nn.Tanh)), "activation_fn is .*Tanh.*, the compiled network needs .*ReLU"),
    ):
        write_network(path, content, game, [PLAYERS])
        refused(game, path, reason)


def test_wrong_shapes_are_refused(game, path, data):
    def narrow(state):
        state["action_net.weight"], state["action_net.bias"] = state["action_net.weight"][:-1], state["action_net.bias"][:-1]

    def blind(state):
        state["mlp_extractor.policy_net.0.weight"] = state["mlp_extractor.policy_net.0.weight"][:, 1:]

    def endless(state):
        state["action_net.bias"][0] = float("nan")

    for change, reason in (
        (narrow, "policy has the shapes"),
        (blind, "hidden.0 has the shapes"),
        (endless, "policy has values that are not finite"),
        (lambda state: state.pop("action_net.bias"), "its policy has the tensors"),
        (lambda state: state.update({"features_extractor.0.weight": torch.zeros(1)}), "features_extractor"),
        (lambda state: state.update({"action_net.bias": "text"}), "does not hold tensors alone"),
    ):
        write_network(path, with_weights(data, change), game, [PLAYERS])
        refused(game, path, reason)


class Poison:
    """Writes a file when it is unpickled."""

    def __init__(self, witness):
        self.witness = str(witness)

    def __reduce__(self):
        return open, (self.witness, "w")


def test_no_pickle_is_executed(game, path, data, tmp_path):
    witness = tmp_path / "executed"
    poison = pickle.dumps(Poison(witness), protocol=2)  # torch's own
    pickle.loads(poison).close()
    assert witness.exists()  # the poison works
    witness.unlink()
    torch_poison = io.BytesIO()
    torch.save({"action_net.bias": Poison(witness)}, torch_poison)

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        about = json.loads(archive.read("data"))
    for value in about.values():
        if isinstance(value, dict) and ":serialized:" in value:
            value[":serialized:"] = base64.b64encode(poison).decode()
    beside = {"data": json.dumps(about), "pytorch_variables.pth": poison, "policy.optimizer.pth": torch_poison.getvalue()}
    write_network(path, rewritten(data, beside), game, [PLAYERS])
    make_bot(f"sb3:{path}", game)  # what is poisoned is not looked at
    assert not witness.exists()

    for weights in (torch_poison.getvalue(), poison):
        write_network(path, rewritten(data, {"policy.pth": weights}), game, [PLAYERS])
        refused(game, path, "does not hold tensors alone")
        assert not witness.exists()


def test_without_torch_the_error_names_the_extra(game, path, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    refused(game, path, "the extra train")


SHORT = [
    "--players", "2", "--opponents", "random", "--games", "4", "--rollout", "16", "--minibatch", "32", "--hidden", "16", "8", "--workers", "1",
    "--evaluate-deals", "2", "--save-every", "1",
]  # fmt: skip


def test_training_saves_a_zip_that_plays_and_goes_on(game, tmp_path, capsys):
    out = tmp_path / "run"
    sb3.main(["--out", str(out), "--steps", "128", *SHORT])
    path = out / "model.zip"
    card = json.loads((out / "model.json").read_text())
    assert card["steps"] == 128 and card["players"] == [2] and card["game"] == game.id and card["data"] == game.digest
    assert (card["observation"], card["actions"]) == (game.observation.size, game.actions.size)
    assert card["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert card["seconds"] > 0 and "training.sb3" in card["command"] and "commit" in card
    assert [row["against"] for row in card["results"]] == ["random", "heuristic"]
    for row in card["results"]:
        assert len(row["win"]) == len(row["score"]) == 3 and row["win"][1] <= row["win"][0] <= row["win"][2]
    assert list(out.glob("events.out.tfevents.*")) and not list(out.glob("*.part"))
    shown = capsys.readouterr().out
    assert "heuristic" in shown and "interval" in shown and "sb3:" in shown

    first = load_zip(str(path), game)
    sb3.main(["--resume", str(path), "--steps", "192"])
    second = load_zip(str(path), game)
    assert second.card["steps"] == 192 and second.card["seconds"] > first.card["seconds"]
    assert MaskablePPO.load(path, device="cpu").num_timesteps == 192
    assert not np.array_equal(first.tensors["policy.weight"], second.tensors["policy.weight"])


def test_a_run_saves_now_and_then(tmp_path, monkeypatch):
    steps = []
    monkeypatch.setattr(sb3, "write_network", lambda *_, **card: steps.append(card["steps"]))
    monkeypatch.setattr(sb3.Run, "evaluate", lambda run: [])
    sb3.main(["--out", str(tmp_path), "--steps", "256", *SHORT, "--save-every", "2"])
    assert steps == [128, 256, 256]  # after two updates of four games of 16, at the end, and with the results


def wrong(arguments, reason, capsys):
    with pytest.raises(SystemExit):
        sb3.main(arguments)
    assert reason in " ".join(capsys.readouterr().err.split())


def test_wrong_settings_and_zips_are_refused(path, capsys):
    folder = ["--out", str(path.parent)]
    wrong([*folder, *SHORT, "--steps", "64"], "is there already", capsys)
    wrong([*folder, "--players", "9"], "players", capsys)
    wrong(["--opponents", "clever", "--out", str(path.parent / "new")], "opponents: 'clever' must be one of", capsys)
    wrong(["--games", "2", "--rollout", "2"], "minibatch must be at most", capsys)
    wrong(["--resume", str(path), "--games", "2"], "leave out games", capsys)
    wrong(["--resume", str(path)], "no settings", capsys)
    (path.parent / "settings.json").write_text("{}")
    path.write_bytes(path.read_bytes()[:-1])
    wrong(["--resume", str(path)], "the file is damaged", capsys)


def test_the_benchmark_of_learning_measures_what_it_says():
    spec = importlib.util.spec_from_file_location("learning", LEARNING)
    learning = importlib.util.module_from_spec(spec)
    sys.modules["learning"] = learning
    spec.loader.exec_module(learning)
    lines = list(learning.lines(learning.TINY))
    assert [line["name"] for line in lines if "games" not in line] == ["network_limit", "sb3_learning"]
    assert {line["name"] for line in lines} == set(learning.NAMES)
    found = {(line["name"], line.get("games"), line.get("part")): line["value"] for line in lines}
    limit, theirs = found["network_limit", None, None], found["sb3_learning", None, None]
    for games in learning.MODES:
        speed = found["ppo_learning", games, None]
        assert found["efficiency", games, None] == pytest.approx(speed / limit, rel=0.05)
        assert found["ratio", games, None] == pytest.approx(speed / theirs, rel=0.05)
        assert all(found["ppo_time", games, part] > 0 for part in ("engine", "inference", "update"))
    (network,) = (line for line in lines if line["name"] == "network_limit")
    assert all(line["cores"] > 0 for line in lines if line["unit"] == "decisions/s")
    assert limit == pytest.approx(1 / (1 / network["forward"] + 3 / network["train"]), rel=0.01)
    assert [line["name"] for line in learning.lines(learning.TINY, ["network_limit"])] == ["network_limit"]
    assert learning.wanted(["ratio"]) == {"ratio", "ppo_learning", "sb3_learning"}
