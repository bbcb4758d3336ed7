"""Self-play PPO: advantages against a slow reference, gradients of the legal head, exact resumption, masks, and that it learns."""

import dataclasses
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")

from louis14_env.bots import Games, make_bot  # noqa: E402
from louis14_env.core.conformance import random_positions  # noqa: E402
from louis14_env.core.threads import Threads  # noqa: E402
from louis14_env.networks.checkpoint import load_checkpoint  # noqa: E402
from louis14_env.networks.compiled import Network  # noqa: E402
from training import ppo  # noqa: E402
from training.network import Choices, PolicyNetwork, common_words  # noqa: E402
from training.settings import from_json, to_json  # noqa: E402

SMALL = {
    "hidden": (32,),
    "games": 8,
    "minibatch": 64,
    "workers": 1,
    "evaluate_every": 0,
    "evaluate_deals": 2,
    "baselines": ("random",),
}


def settings(tmp_path, **changes):
    return ppo.Settings(**{"out": tmp_path / "run", **SMALL, **changes})


# Advantages


def slow_advantages(values, potentials, tracks, rewards, shaping, trace):
    """Straight from the definition: for each player alone, the rewards between its decisions, then lambda-weighted sums of n-step errors."""
    found = np.zeros(len(values))
    for track in set(tracks):
        own = [k for k in range(len(values)) if tracks[k] == track]
        gained = [shaping * (potentials[b] - potentials[a]) for a, b in pairwise(own)]
        gained.append(rewards[track] - shaping * potentials[own[-1]])
        expected = [values[k] for k in own] + [0.0]
        errors = [gained[j] + expected[j + 1] - expected[j] for j in range(len(own))]
        for j, k in enumerate(own):
            found[k] = sum(trace**m * error for m, error in enumerate(errors[j:]))
    return found


def test_a_hand_made_game_of_two_waiting_players():
    # player 0 decides, player 1 decides twice, player 0 decides: 0 wins (1), 1 does not (0)
    values = np.array([0.5, 0.4, 0.3, 0.6])
    tracks = np.array([0, 1, 1, 0])
    out = np.zeros(4)
    ppo.advantages(values, np.zeros(4), tracks, np.array([1.0, 0.0]), 0.0, 1.0, out)
    np.testing.assert_allclose(out, [0.5, -0.4, -0.3, 0.4])
    ppo.advantages(values, np.zeros(4), tracks, np.array([1.0, 0.0]), 0.0, 0.0, out)
    np.testing.assert_allclose(out, [0.1, -0.1, -0.3, 0.4])
    # standing: what 0 gains while 1 plays (0.25 -> 0.75) belongs to its first decision
    potentials = np.array([0.25, 0.0, -0.5, 0.75])
    ppo.advantages(values, potentials, tracks, np.array([1.0, 0.0]), 2.0, 0.0, out)
    np.testing.assert_allclose(out, [0.1 + 1.0, -0.1 - 1.0, -0.3 + 1.0, 0.4 - 1.5])


@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_advantages_agree_with_the_slow_reference(trace):
    rng = np.random.default_rng(3)
    tracks = rng.integers(5, size=200)
    values, potentials, rewards = rng.random(200), rng.standard_normal(200), rng.random(5)
    out = np.zeros(200)
    ppo.advantages(values, potentials, tracks, rewards, 0.3, trace, out)
    np.testing.assert_allclose(out, slow_advantages(values, potentials, tracks, rewards, 0.3, trace), atol=1e-12)


def test_tracks_end_with_the_right_player_s_reward(game, tmp_path):
    trainer = ppo.Trainer(settings(tmp_path, players=(2, 3), shaping=0.5, past=0.0, bots=("random",), bot_share=0.5))
    e = trainer.play(lesson=False)
    assert set(e.heads) == {0, 1} and e.solo.any() and not e.solo.all()
    seen = np.concatenate(e.seen)
    for track in np.unique(e.tracks):
        own = e.tracks == track
        n = 2 + e.heads[own][0]
        assert e.rewards[track] == pytest.approx(e.results[track, 0])  # the share of the win
        # what the learner saw last is its own seat's: its own number of players stands in the first piece
        assert (seen[own][:, :3].argmax(axis=1) == n - 2).all()
    games = e.rewards.reshape(-1, game.max_players).sum(axis=1)
    np.testing.assert_allclose(games, 1.0)
    starts = np.concatenate(([0], np.cumsum(e.counts)))
    np.testing.assert_array_equal(e.legal[starts[:-1] + e.places], e.actions)


def test_a_soft_win_is_shared_by_the_scores(game, tmp_path):
    shares = ppo.soft_shares(np.array([[50.0, 46.0, 46.0], [40.0, 40.0, 20.0]]), 4.0)
    lost = np.exp(-1.0)
    np.testing.assert_allclose(shares[0], np.array([1, lost, lost]) / (1 + 2 * lost))
    assert shares[1, 0] == shares[1, 1] > 70 * shares[1, 2]
    np.testing.assert_allclose(ppo.soft_shares(np.array([[50.0, 49.0]]), 0.01), [[1, 0]], atol=1e-9)
    e = ppo.Trainer(settings(tmp_path, players=(2, 3), softness=6.0)).play(lesson=False)
    scores, rewards = e.results[:, 1].reshape(-1, game.max_players), e.rewards.reshape(-1, game.max_players)
    np.testing.assert_allclose(rewards.sum(axis=1), 1.0)
    np.testing.assert_allclose(rewards[:, 0] / rewards[:, 1], np.exp((scores[:, 0] - scores[:, 1]) / 6.0))


def test_skimmed_decisions_stand_for_all():
    chances = np.log(np.random.default_rng(0).choice([0.3, 0.89, 0.91, 0.999], 40_000))
    values = np.random.default_rng(1).random(40_000) * np.exp(chances)
    kept, weights = ppo.skim(chances, 0.25, np.random.default_rng(2))
    open_ones = chances < ppo.SURE
    assert set(np.flatnonzero(open_ones)) <= set(kept) and len(kept) == pytest.approx(40_000 * 0.625, rel=0.02)
    assert (weights * values)[kept].mean() == pytest.approx(values.mean(), rel=0.02)
    kept, weights = ppo.skim(chances, 1.0, np.random.default_rng(2))
    assert len(kept) == 40_000 and (weights == 1).all()


def test_the_policy_is_a_running_mean_of_the_weights(tmp_path):
    trainer = ppo.Trainer(settings(tmp_path, players=(2,), average=0.5))
    weights = []
    for _ in range(3):
        trainer.iterate()
        weights.append(trainer.network.tensors()["value.weight"])
    expected = 0.25 * weights[0] + 0.25 * weights[1] + 0.5 * weights[2]  # the first two count alike
    np.testing.assert_allclose(trainer.policy["value.weight"], expected, rtol=1e-5, atol=1e-7)
    assert not np.allclose(weights[0], weights[2])


def test_a_policy_that_grew_too_sure_to_be_skimmed_learns_from_all(tmp_path):
    trainer = ppo.Trainer(settings(tmp_path, players=(2,), skim=0.01, minibatch=400))
    e = trainer.play(lesson=False)
    e.chances[:] = np.log(0.99)
    assert len(e) > 400 > 0.05 * len(e)
    before = trainer.network.tensors()["value.weight"]
    trainer.learn(e, lesson=False)
    assert (trainer.network.tensors()["value.weight"] != before).any()


# The network


def side_by_side(game, players, tables):
    current = np.array([table.current_player for table in tables])
    return Games(game, players, np.concatenate([t.states for t in tables]), np.stack([t.mask for t in tables]), current)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_legal_head_equals_a_dense_masked_head_and_its_gradients(game, threads):
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    network = PolicyNetwork(game, (16,))
    for parameter in (*network.policy.parameters(), network.shared_weight, network.shared_bias):
        torch.nn.init.normal_(parameter)
    legal = [np.sort(rng.permutation(game.actions.size)[: rng.integers(2, 30)]).astype(np.int32) for _ in range(40)]
    counts = np.array([len(one) for one in legal])
    places = np.array([rng.integers(n) for n in counts])
    biases = rng.standard_normal(counts.sum()).astype(np.float32)
    choices = Choices(np.concatenate(legal), biases, counts, places)
    index = rng.permutation(40)[:33]
    seen = torch.from_numpy(rng.random((33, game.observation.size)).astype(np.float32))

    def gradients(chances, entropies, values):
        network.zero_grad()
        (chances.square().sum() + 3 * entropies.sum() + values.sum()).backward()
        return [p.grad.clone() for p in network.parameters()]

    found = network(seen, choices, index, Threads(threads, 33))
    mine = gradients(*found)
    hidden = network.trunk(seen)
    logits = network.policy(hidden) + (hidden @ network.shared_weight.T + network.shared_bias) @ network.words.T
    masked = torch.full_like(logits, -torch.inf)
    for row, k in enumerate(index):
        added = torch.from_numpy(biases[choices.starts[k] : choices.starts[k + 1]])
        masked[row, legal[k]] = logits[row, legal[k]] + added
    logs = masked.log_softmax(dim=1)
    chances = logs[torch.arange(33), torch.tensor([int(legal[k][places[k]]) for k in index])]
    entropies = -(logs.exp() * logs.nan_to_num(neginf=0)).sum(dim=1)
    torch.testing.assert_close(found[0], chances, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found[1], entropies, rtol=1e-4, atol=1e-4)
    for a, b in zip(mine, gradients(chances, entropies, network.value(hidden)), strict=True):
        torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-3)


def test_the_compiled_network_plays_what_pytorch_learns(game):
    torch.manual_seed(1)
    network = PolicyNetwork(game, (32, 16))
    torch.nn.init.normal_(network.policy.weight)
    torch.nn.init.normal_(network.shared_weight)
    tables = [table for table in random_positions(game, 4, 1, every=9) if not table.is_over]
    games = side_by_side(game, 4, tables)
    rows = np.arange(len(tables))
    decided = Network(network.tensors(), game).decide(games, rows, rows, 1.0)
    choices = Choices(decided.legal, decided.biases, decided.counts, decided.places)
    chances, _, values = network(torch.from_numpy(decided.seen), choices, rows, Threads(1, len(rows)))
    np.testing.assert_allclose(decided.chances, chances.detach(), atol=1e-4)
    np.testing.assert_allclose(decided.values, values.detach(), atol=1e-4)
    other = PolicyNetwork(game, (32, 16))
    torch.nn.init.normal_(other.shared_weight)
    other.load_tensors(network.tensors())
    assert all((network.tensors()[name] == tensor).all() for name, tensor in other.tensors().items())


def test_actions_share_the_weights_of_their_common_words(game):
    words = common_words(game.actions)
    having = {frozenset(game.action_text(a) for a in np.flatnonzero(column)) for column in words.T}
    assert len(having) == words.shape[1] and all(1 < len(those) < game.actions.size for those in having)
    texts = game.actions.texts
    assert frozenset(text for text in texts if "11:2" in text.split()) in having
    assert frozenset(text for text in texts if text.startswith("path") and " 11:" in text) in having
    assert frozenset(text for text in texts if text.startswith("path")) in having
    assert frozenset(text for text in texts if "Colbert" in text) in having
    assert (
        frozenset(text for text in texts if text.startswith("play Colbert")) not in having
    )  # "fetch" and "place" are two ranges
    network = PolicyNetwork(game, (4,))
    before = network.tensors()["policy.weight"]
    with torch.no_grad():
        network.shared_weight[[*map(tuple, words.T)].index(tuple(float("11:2" in text.split()) for text in texts))] += 1
    moved = (network.tensors()["policy.weight"] - before).any(axis=0)
    assert {texts[action] for action in np.flatnonzero(moved)} == {text for text in texts if "11:2" in text.split()}


def test_a_million_sampled_actions_are_legal(game):
    """The learner's games are played without checks, so they are checked here, with a network that has an opinion."""
    torch.manual_seed(2)
    network = PolicyNetwork(game, (16,))
    torch.nn.init.normal_(network.policy.weight, std=2.0)
    policy = Network(network.tensors(), game)
    drawn = 0
    while drawn < 1_000_000:
        players = 2 + drawn % 3
        positions = [table for table in random_positions(game, players, drawn, every=2) if not table.is_over]
        games = side_by_side(game, players, positions)
        rows = np.repeat(np.arange(len(positions)), 300)
        decided = policy.decide(games, rows, np.arange(len(rows)) + drawn, 1.0)
        assert games.masks[rows, decided.actions].all()
        drawn += len(rows)


# Runs


def tensors_of(folder, game):
    return load_checkpoint(str(folder / "policy"), game).tensors


def train(arguments):
    ppo.main([str(argument) for argument in arguments])


ARGUMENTS = ["--hidden", 32, "--games", 8, "--minibatch", 64, "--workers", 1, "--evaluate-every", 2, "--evaluate-deals", 2,
             "--baselines", "random", "--past-every", 1, "--most-past", 2, "--past", 0.4, "--bot-share", 0.2, "--bots", "random",
             "--teacher", "sane", "--lessons", 2000, "--save-every", 1, "--skim", 0.5, "--average", 0.7]  # fmt: skip


def test_a_resumed_run_equals_an_unbroken_one_byte_for_byte(game, tmp_path):
    train(["--out", tmp_path / "whole", "--decisions", 9000, *ARGUMENTS])
    # the learning rate is annealed over all decisions, so the broken run has the same settings and is cut off after a save
    script = (
        "import sys, os\nfrom training import ppo\nsaves = []\nold = ppo.Run.save\n"
        "def save(self):\n    old(self)\n    saves.append(1)\n    if len(saves) == 3: os.kill(os.getpid(), 9)\n"
        "ppo.Run.save = save\nppo.main(sys.argv[1:])\n"
    )
    broken = [str(a) for a in ["--out", tmp_path / "broken", "--decisions", 9000, *ARGUMENTS]]
    done = subprocess.run(
        [sys.executable, "-c", script, *broken], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1]
    )
    assert done.returncode == -9, done.stderr
    before = json.loads((tmp_path / "broken/policy.json").read_text())["decisions"]
    assert 0 < before < 9000
    for name in ("policy.json", "policy.safetensors", "curve.jsonl"):
        (tmp_path / "broken" / name).unlink()  # as if it had been killed between the state and these
    train(["--resume", tmp_path / "broken"])
    whole, resumed = tensors_of(tmp_path / "whole", game), tensors_of(tmp_path / "broken", game)
    assert all((whole[name] == resumed[name]).all() for name in whole)
    curves = [
        [{**json.loads(line), "seconds": 0} for line in (tmp_path / name / "curve.jsonl").open()] for name in ("whole", "broken")
    ]
    assert curves[0] == curves[1] and len(curves[0]) >= 2
    for name in ("policy.json", "policy.safetensors", "curve.jsonl"):
        kept = (tmp_path / "broken" / name).read_bytes()
        (tmp_path / "broken" / name).unlink()
        train(["--resume", tmp_path / "broken"])  # nothing is left to learn, but to save
        assert name == "policy.json" or (tmp_path / "broken" / name).read_bytes() == kept
    card = json.loads((tmp_path / "broken/policy.json").read_text())
    assert (
        card["decisions"] >= 9000
        and card["settings"]["teacher"] == "sane"
        and card["results"]
        and card["command"].startswith("python -m")
    )


def test_a_run_goes_on_from_a_checkpoint_sharpened_and_its_card_tells_of_both(game, tmp_path):
    short = [*ARGUMENTS, "--lessons", 0, "--decisions", 600]
    train(["--out", tmp_path / "first", "--prior", 1, *short])
    first = load_checkpoint(str(tmp_path / "first/policy"), game)
    how = settings(tmp_path, hidden=(32,), start=str(tmp_path / "first/policy"), prior=2.0, sharpen=2.0)
    begun = ppo.Trainer(how).network.tensors()
    for name, array in first.tensors.items():
        np.testing.assert_allclose(begun[name], array * (2 if name.startswith("policy") else 1), rtol=1e-6)
    with pytest.raises(ValueError, match=r"prior must be 2 as in .*, times sharpen, not 1"):
        ppo.Trainer(dataclasses.replace(how, prior=1.0))
    train(["--out", tmp_path / "second", "--start", tmp_path / "first/policy", "--prior", 2, "--sharpen", 2, *short])
    card = load_checkpoint(str(tmp_path / "second/policy"), game).card
    assert [Path(stage["command"].split()[4]).name for stage in card["stages"]] == ["first", "second"]
    for part in ("decisions", "seconds"):
        assert card[part] == sum(stage[part] for stage in card["stages"])
    assert card["decisions"] > first.card["decisions"] >= 600 and card["prior"] == 2
    for ending in (".json", ".safetensors"):  # what it began with may change or go
        (tmp_path / f"first/policy{ending}").unlink()
    train(["--resume", tmp_path / "second", "--decisions", 1200])
    assert json.loads((tmp_path / "second/settings.json").read_text())["decisions"] == 1200
    again = load_checkpoint(str(tmp_path / "second/policy"), game).card
    assert [stage["decisions"] for stage in again["stages"][:-1]] == [first.card["decisions"]]
    assert again["stages"][-1]["decisions"] >= 1200
    commands = json.loads((tmp_path / "second/policy.json").read_text())["command"].split(" && ")
    assert len(commands) == 2 and "--games" in commands[0] and commands[1].endswith("--decisions 1200")


def test_a_run_is_not_overwritten_and_bad_settings_are_named(tmp_path, capsys):
    train(["--out", tmp_path / "run", "--decisions", 600, *ARGUMENTS])
    for arguments, reason in (
        (["--out", tmp_path / "run"], "holds a run already"),
        (["--resume", tmp_path / "run", "--games", 3], "leave out games"),
        (["--resume", tmp_path / "nothing"], "no settings"),
        (["--clip", -1], "clip must be at least 0, not -1.0"),
        (["--players", 5], "num_players must be 2..4, not 5"),
        (["--reward", "fame"], "reward must be one of win, score, rank, not 'fame'"),
        (["--reward", "score", "--softness", 3], "softness is 3.0: reward must be win, not score"),
        (["--past", 0.8, "--bot-share", 0.4], "at most 1 together"),
        (["--bots", "clever", "--out", tmp_path / "x"], "no bot 'clever'"),
        (["--baselines", "clever", "--out", tmp_path / "x"], "no bot 'clever'"),
        (["--start", "nothing", "--out", tmp_path / "x"], "no checkpoint 'nothing'"),
        (["--start", tmp_path / "run/policy", "--out", tmp_path / "x"], "hidden must be 32 as in"),
        (["--lessons", 5], "teacher must name a bot"),
        (["--games", 3, "--players", 2, 3, "--workers", 2], "games must be at least 4"),
        (["--out", tmp_path / "y", "--games", 2, "--workers", 1], "minibatch must be at most the"),
    ):  # fmt: skip
        with pytest.raises(SystemExit):
            train(arguments)
        assert reason in capsys.readouterr().err
    assert not (tmp_path / "x/state.pt").exists()
    (tmp_path / "run/state.pt").write_bytes(b"something else")
    with pytest.raises(SystemExit):
        train(["--resume", tmp_path / "run"])
    assert "not the state of a run" in capsys.readouterr().err
    torch.save({"network": {}}, tmp_path / "run/state.pt")
    with pytest.raises(SystemExit):
        train(["--resume", tmp_path / "run"])
    assert "the state of a run of another version" in capsys.readouterr().err


def test_ctrl_c_ends_after_an_iteration_and_the_run_goes_on_exactly(game, tmp_path, monkeypatch):
    import os
    import signal

    train(["--out", tmp_path / "whole", "--decisions", 4000, *ARGUMENTS])
    learn = ppo.Trainer.learn

    def interrupted(self, *arguments):
        if self.iteration == 1:
            os.kill(os.getpid(), signal.SIGINT)
        return learn(self, *arguments)

    monkeypatch.setattr(ppo.Trainer, "learn", interrupted)
    with pytest.raises(SystemExit) as stopped:
        train(["--out", tmp_path / "broken", "--decisions", 4000, *ARGUMENTS])
    assert stopped.value.code == ppo.INTERRUPTED
    monkeypatch.undo()
    assert json.loads((tmp_path / "broken/policy.json").read_text())["stages"][-1]["iterations"] == 2
    train(["--resume", tmp_path / "broken"])
    whole, resumed = tensors_of(tmp_path / "whole", game), tensors_of(tmp_path / "broken", game)
    assert all((whole[name] == resumed[name]).all() for name in whole)


def test_a_search_may_teach_and_oppose_on_several_threads(game, tmp_path):
    """Each thread has bots of its own: a search keeps its tree between two calls."""
    how = {"bots": ("ismcts:iterations=3",), "bot_share": 0.5, "past": 0.0, "games": 4, "players": (2,)}
    found = []
    for workers in (1, 2):
        trainer = ppo.Trainer(settings(tmp_path, **how, workers=workers, teacher="ismcts:iterations=4", lessons=10))
        found.append([trainer.play(lesson) for lesson in (True, False)])
        trainer.close()
    for one, two in zip(*found, strict=True):
        assert sorted(one.lengths) == sorted(two.lengths) and len(one) == len(two)


def test_settings_survive_their_file(tmp_path):
    made = settings(tmp_path, players=(2, 4), bots=("sane", "random"), bfloat16=True)
    (tmp_path / "settings.json").write_text(to_json(made))
    assert from_json(ppo.Settings, tmp_path / "settings.json") == made
    (tmp_path / "settings.json").write_text('{"colour": 3}')
    with pytest.raises(ValueError, match=r"settings.json: no settings: there is no setting colour"):
        from_json(ppo.Settings, tmp_path / "settings.json")


def test_past_selves_make_room(tmp_path):
    trainer = ppo.Trainer(settings(tmp_path, most_past=3))
    for _ in range(6):
        trainer.remember()
        trainer.iteration += 1
    assert len(trainer.past) == 3


# Learning


def test_it_learns_a_game_with_a_known_answer():
    """In the toy game a player may change its card, one of 0..8, once: a low card is to be changed, a high one to be kept."""
    import toy

    how = {"players": (2,), "games": 256, "minibatch": 256, "learning_rate": 1e-2, "past": 0.0, "bots": (), "bot_share": 0.0}
    trainer = ppo.Trainer(ppo.Settings(**{**SMALL, **how}), toy.TOY)
    for _ in range(30):
        trainer.iterate()
    e = trainer.play(lesson=False)
    trainer.close()
    cards = np.concatenate(e.seen)[:, : toy.CARDS].argmax(axis=1)
    changed = [(e.actions[cards == card] == toy.CHANGE).mean() for card in range(toy.CARDS)]
    assert max(changed[:3]) > 0.9 and max(changed[6:]) < 0.1, changed


def test_it_learns_to_beat_random_players(game, tmp_path):
    trainer = ppo.Trainer(
        settings(tmp_path, players=(4,), games=64, minibatch=1024, hidden=(64, 64), decisions=250_000, learning_rate=1e-3, shaping=0.0,
                 bots=("random",), bot_share=0.0, evaluate_deals=60)
    )  # fmt: skip
    while trainer.decisions < 250_000:
        trainer.iterate()
    (row,) = trainer.evaluate()
    assert row["win"][1] > 1 / 4, row
    print(row)


def test_the_policy_loads_as_a_bot(game, tmp_path):
    train(["--out", tmp_path / "run", "--decisions", 600, *ARGUMENTS])
    bot = make_bot(f"policy:{tmp_path / 'run/policy'}", game)
    assert bot.checkpoint.card["players"] == [4]


def test_curves_of_several_runs_in_one_picture(tmp_path, capsys):
    from training import plot

    for run, wins in (("a", [0.1, 0.3, 0.5]), ("b", [0.2, 0.2]), ("c", [0.3, 0.4])):
        (tmp_path / run).mkdir()
        rows = [{"players": 4, "against": "heuristic", "decisions": 1000 * k, "win": [win, 0, 1]} for k, win in enumerate(wins)]
        (tmp_path / run / "curve.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    arguments = [*(str(tmp_path / run) for run in "abc"), "--out", str(tmp_path / "all")]
    plot.main(arguments)
    lines = (tmp_path / "all.csv").read_text().splitlines()
    assert lines[0] == "decisions,a,b,c,median,least,most"
    assert lines[2] == "1000,0.3000,0.2000,0.4000,0.3000,0.2000,0.4000" and len(lines) == 3
    picture = (tmp_path / "all.svg").read_bytes()
    assert b"<svg" in picture
    plot.main(arguments)
    assert (tmp_path / "all.svg").read_bytes() == picture
    for words, reason in (([str(tmp_path)], "no curve"), ([str(tmp_path / "a"), "--against", "sane"], "nothing against sane")):
        with pytest.raises(SystemExit):
            plot.main([*words, "--out", str(tmp_path / "x")])
        assert reason in capsys.readouterr().err
    assert not (tmp_path / "x.csv").exists()
