"""The environments of the standard APIs: their own checkers, and what those do not check."""

import copy
import pickle
import random
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env as check_gymnasium
from pettingzoo.test import api_test, performance_benchmark, seed_test

import louis14_env
from louis14_env import louis14_v0
from louis14_env.adapters.gym import GameEnv, GameVectorEnv
from louis14_env.adapters.learner import LearnerBatch
from louis14_env.core import Batch, IllegalAction, Table
from louis14_env.games import GAMES, get_game

PLAYERS = [2, 3, 4]
OPTIONS = [
    {},
    {"observation": "dict"},
    {"reward": "score"},
    {"reward": "rank", "shaping": 0.1},
    {"auto_play": False},
    {"start_player": 1},
    {"start_player": "random"},
    {"render_mode": "ansi"},
]
INHERENT = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
)  # of every Dict observation


def play_on(env, chance, steps=10**9):
    """Random legal play; returns each agent's rewards as `last()` gave them, summed."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(steps):
        observation, reward, termination, truncation, info = env.last()
        got[agent] += reward
        if termination or truncation:
            env.step(None)
        else:
            assert (observation["action_mask"] == info["action_mask"]).all()
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return got


# --- Their own checkers ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_pettingzoo_api(players, options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(louis14_v0.env(num_players=players, **options), num_cycles=300)
    assert [w for w in caught if not str(w.message).startswith(INHERENT)] == []


@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_seeds(players):
    seed_test(lambda: louis14_v0.env(num_players=players, start_player="random"), num_cycles=200)


def test_pettingzoo_performance_benchmark(capsys):
    performance_benchmark(louis14_v0.env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", [o for o in OPTIONS if "observation" not in o], ids=str)
def test_gymnasium_checker(players, options):
    env = gymnasium.make("Louis14-v0", num_players=players, illegal="replace", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_gymnasium(env.unwrapped, skip_render_check=True)  # test_drawing has the render checks


@pytest.mark.parametrize("players", PLAYERS)
def test_stable_baselines_checker(players):
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="needs the extra train")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(gymnasium.make("Louis14-v0", num_players=players))


def test_registries():
    assert isinstance(pettingzoo.make("aec", "louis14_v0", num_players=2), pettingzoo.AECEnv)
    assert isinstance(gymnasium.make("Louis14-v0").unwrapped, GameEnv)
    assert isinstance(gymnasium.make_vec("Louis14-v0", num_envs=3), GameVectorEnv)
    assert louis14_env.louis14_v0.env().metadata["name"] == "louis14_v0"
    import louis14_env.louis14_v0 as again

    assert again.raw_env is louis14_v0.raw_env
    assert not hasattr(louis14_env, "chess_v9")
    for name, entry in GAMES.items():
        assert get_game(name).version == entry.version


# --- AEC, beyond the checkers ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("reward", ["win", "score", "rank"])
@pytest.mark.parametrize("shaping", [0.0, 0.5])
def test_rewards_sum_to_returns_over_several_games(players, reward, shaping):
    env = louis14_v0.env(num_players=players, reward=reward, shaping=shaping)
    chance = np.random.default_rng(1)
    for episode in range(4):
        env.reset(seed=7 if episode == 0 else None)
        steps = dict.fromkeys(env.agents, 0.0)
        got = dict.fromkeys(env.agents, 0.0)
        while env.agents:
            agent = env.agent_selection
            observation, last_reward, done, _, _ = env.last()
            got[agent] += last_reward
            if not done:
                env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
                for name, value in env.rewards.items():
                    steps[name] += value
                    assert value == 0 or shaping or env.terminations[name]
            else:
                assert all(env.terminations.values())
                results = env.table.returns()
                env.step(None)
        n = players
        expected = {
            "win": results[:, 0] - 1 / n,
            "score": (results[:, 1] - results[:, 1].mean()) / 20,
            "rank": ((n + 1) / 2 - results[:, 2]) / ((n - 1) / 2),
        }[reward]
        assert list(steps.values()) == pytest.approx(expected) and list(got.values()) == pytest.approx(expected)
        assert sum(steps.values()) == pytest.approx(0)
        assert env.agents == [] and env.terminations == {}


@pytest.mark.parametrize("players", PLAYERS)
def test_same_seed_same_games_whatever_happens_elsewhere(players):
    def hashes(burn):
        env = louis14_v0.env(num_players=players, start_player="random")
        chance = np.random.default_rng(3)
        found = []
        for episode in range(3):
            env.reset(seed=11 if episode == 0 else None)
            for agent in env.agent_iter(10**6 if episode != 1 else 30):  # the second game is abandoned
                observation, _, done, _, _ = env.last()
                found.append(env.table.hash())
                if burn:
                    random.random(), np.random.random(), env.action_space(agent).sample()
                env.step(None if done else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        return found

    assert hashes(False) == hashes(True)


def test_reset_with_a_seed_after_finished_and_abandoned_games():
    env = louis14_v0.env(num_players=3)
    env.reset(seed=5)
    first = env.table.hash()
    play_on(env, np.random.default_rng(0), steps=20)
    env.reset(seed=5)
    assert env.table.hash() == first and env._cumulative_rewards == dict.fromkeys(env.agents, 0)
    play_on(env, np.random.default_rng(0))
    env.reset(seed=5)
    assert env.table.hash() == first == Table(get_game("louis14"), 3, 5).hash()


def test_mask_is_zero_for_agents_not_selected():
    env = louis14_v0.env()
    env.reset(seed=1)
    for agent in env.agents:
        selected = agent == env.agent_selection
        assert env.observe(agent)["action_mask"].any() == selected == env.infos[agent]["action_mask"].any()


def test_several_decisions_in_a_row():
    env = louis14_v0.env()
    env.reset(seed=1)
    env.step(next(a for a in env.legal_actions() if env.game.action_text(a).endswith("to place")))
    assert env.agent_selection == "player_0" and env.game.action_text(env.legal_actions()[0]).startswith("path")


@pytest.mark.parametrize("action", [None, -1, 528, 527, 1.5, "nonsense", np.array([1, 2])])
def test_bad_actions_change_nothing(action):
    env = louis14_v0.env()
    env.reset(seed=1)
    before = env.save()
    with pytest.raises(IllegalAction):
        env.step(action)
    assert env.save() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 5}, "num_players must be 2..4"),
        ({"reward": "glory"}, "reward must be one of win, score, rank, not 'glory'"),
        ({"observation": "picture"}, "observation must be one of 'flat', 'dict'"),
        ({"start_player": 4}, "start_player must be 0..3"),
        ({"start_player": "any"}, "start_player must be one of 'random'"),
        ({"shaping": float("nan")}, "shaping must be a finite number"),
        ({"render_mode": "hologram"}, "render_mode must be one of"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        louis14_v0.env(**options)


def test_calls_in_the_wrong_order():
    env = louis14_v0.env()
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.save, env.legal_actions, env.state):
        with pytest.raises(RuntimeError, match="reset"):
            call()
    with pytest.raises(ValueError, match="seed must be"):
        env.reset(seed=-1)
    env.reset(seed=1)
    play_on(env, np.random.default_rng(0))
    with pytest.raises(RuntimeError, match="all agents are gone"):
        env.step(None)


def test_observations_stay_in_their_spaces_and_are_the_users_own():
    for players in PLAYERS:
        env = louis14_v0.env(num_players=players)
        chance = np.random.default_rng(2)
        for _ in range(15):
            env.reset(seed=int(chance.integers(2**40)))
            kept = env.observe("player_0")
            before = kept["observation"].copy()
            for agent in env.agent_iter():
                observation, _, done, _, _ = env.last()
                assert env.observation_space(agent).contains(observation)
                env.step(None if done else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
            assert (kept["observation"] == before).all()


def test_dict_observations_are_the_pieces_of_the_flat_ones():
    flat, pieces = louis14_v0.env(), louis14_v0.env(observation="dict")
    flat.reset(seed=3)
    pieces.reset(seed=3)
    split = flat.game.observation.split(flat.observe("player_0")["observation"])
    assert all((split[name] == value).all() for name, value in pieces.observe("player_0")["observation"].items())
    assert pieces.observation_space("player_0").contains(pieces.observe("player_0"))
    assert flat.state_space.contains(flat.state())


def test_render_shows_only_what_the_selected_agent_sees():
    env = louis14_v0.env(render_mode="ansi")
    env.reset(seed=4)
    for _ in range(40):
        text = env.render()
        assert text == env.determinize(env.agent_selection, 9).render() and text.count("cards: ") == 1
        env.step(env.legal_actions()[0])
    silent = louis14_v0.env()
    silent.reset(seed=4)
    assert silent.render() is None


# --- The search state ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("how", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), lambda e: e.clone(exact=True), "save"])
@pytest.mark.parametrize("done", [False, True])
def test_copies_go_on_identically(how, done):
    env = louis14_v0.env(num_players=3, shaping=0.2)
    env.reset(seed=8)
    play_on(env, np.random.default_rng(0), steps=40)
    if done:
        while not any(env.terminations.values()):
            env.step(env.legal_actions()[0])
        env.step(None)  # one agent is gone already
    if how == "save":
        twin = louis14_v0.env(num_players=3, shaping=0.2)
        twin.load(env.save())
    else:
        twin = how(env)
    assert twin.save() == env.save()
    assert play_on(twin, np.random.default_rng(5)) == play_on(env, np.random.default_rng(5))
    env.reset()
    twin.reset()
    assert env.table.hash() == twin.table.hash()


def test_a_clone_for_planning_has_another_future():
    env = louis14_v0.env()
    env.reset(seed=8)
    ends = set()
    for twin in (
        env.clone(exact=True),
        env.clone(exact=True),
        env.clone(seed=1),
        env.clone(seed=1),
        env.clone(seed=2),
        env.clone(),
    ):
        play_on(twin, np.random.default_rng(0))
        ends.add(twin.table.hash())
    assert len(ends) == 4
    assert env.table.hash() == Table(env.game, 4, 8).hash()


def test_determinize_keeps_what_the_agent_sees():
    env = louis14_v0.env()
    env.reset(seed=8)
    twins = [env.determinize("player_1", seed) for seed in range(5)]
    seen = env.observe("player_1")["observation"]
    assert all((twin.observe("player_1")["observation"] == seen).all() for twin in twins)
    assert len({twin.table.hash() for twin in twins}) == 5
    for twin in twins:
        play_on(twin, np.random.default_rng(0))
    with pytest.raises(ValueError, match="agent must be one of player_0"):
        env.determinize("nobody", 1)


def test_foreign_and_damaged_saves_are_refused():
    env = louis14_v0.env(num_players=3)
    env.reset(seed=1)
    good = env.save()
    broken = bytearray(good)
    broken[len(good) // 2] ^= 1
    for data, message in (
        (b"", "not the bytes"),
        ("text", "not the bytes"),
        (b"something else", "not the bytes"),
        (bytes(broken), "damaged"),
        (good[:-1], "damaged"),
    ):
        with pytest.raises(ValueError, match=message):
            env.load(data)
    assert env.save() == good
    other = louis14_v0.env(num_players=4)
    with pytest.raises(ValueError, match="the saved game has the options"):
        other.load(good)


# --- Gymnasium, vector and SB3 ---------------------------------------------------------------------------------------
def sb3_env(*arguments, **options):
    sb3 = pytest.importorskip("louis14_env.adapters.sb3", reason="needs the extra train", exc_type=ImportError)
    return sb3.GameVecEnv(*arguments, **options)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(
    "options", [{}, {"seat": 1}, {"reward": "score", "shaping": 0.3, "start_player": "random"}, {"auto_play": False}], ids=str
)
def test_the_same_game_through_all_environments(players, options):
    """Gymnasium, vector and SB3: the same observations, masks and rewards, through restarts."""
    options = {"num_players": players, **options}
    single = gymnasium.make("Louis14-v0", **options).unwrapped
    vector = gymnasium.make_vec("Louis14-v0", num_envs=3, **options)
    many = sb3_env("louis14", 3, seed=40, **options)
    observation, info = single.reset(seed=40)
    observations, infos = vector.reset(seed=40)
    seen = many.reset()
    chance = np.random.default_rng(0)
    finished = 0
    for _ in range(250):
        assert (observation == observations[0]).all() and (observations == seen).all()
        assert (info["action_mask"] == infos["action_mask"][0]).all() and (infos["action_mask"] == many.action_masks()).all()
        assert single.seat == info["seat"] == infos["seat"][0]
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        observation, reward, over, _, info = single.step(actions[0])
        observations, rewards, overs, _, infos = vector.step(actions)
        seen, gains, dones, details = many.step(actions)
        assert reward == pytest.approx(rewards[0]) and rewards == pytest.approx(gains, abs=1e-6)
        assert (overs == dones).all() and over == overs[0]
        if over:
            finished += 1
            assert (infos["final_obs"][0] == observation).all() and (details[0]["terminal_observation"] == observation).all()
            assert info["win"] == infos["final_info"]["win"][0] == details[0]["win"]
            assert info["score"] == infos["final_info"]["score"][0] == details[0]["score"]
            assert details[0]["episode"]["l"] > 10
            observation, info = single.reset()
    assert finished >= 1


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("shaping", [0.0, 0.3])
def test_the_same_game_through_aec_gymnasium_and_the_bare_batch(game, players, shaping):
    """Every decision of a Gymnasium game, the opponents' included, also through AEC and the batch."""

    def last_action(observation, mask):
        return int(np.flatnonzero(mask)[-1])

    batch = Batch(game, 1, players, seed=6)
    seed = int(batch.kernels.call_derive_seed(np.zeros(4, np.int64), 6, 0, 0))
    env = GameEnv("louis14", players, reward="score", shaping=shaping, opponents=last_action, seat=1)
    aec = louis14_v0.env(num_players=players, reward="score", shaping=shaping)
    env.reset(seed=seed)
    aec.reset(seed=seed)
    me = "player_1"

    def both(action):
        observation, _, _, _, info = aec.last()
        assert (observation["observation"] == batch.observations[0]).all()
        assert (observation["action_mask"] == batch.masks[0]).all() and (info["action_mask"] == batch.masks[0]).all()
        aec.step(action)
        batch.step([action])

    def others():
        while aec.agent_selection != me and not batch.done[0]:
            both(aec.legal_actions()[-1])

    others()
    over, total = False, 0.0
    while not over:
        observation, reward, _, _, _ = aec.last()
        total += reward
        assert (observation["observation"] == env.table.observe(1)).all() and (observation["action_mask"] == env.table.mask).all()
        action = aec.legal_actions()[0]
        _, gain, over, _, _ = env.step(action)
        both(action)
        others()
        assert batch.done[0] == over == aec.terminations[me]
        assert aec._cumulative_rewards[me] == pytest.approx(gain)
    assert aec.table.hash() == env.table.hash()
    assert (batch.results[0, :players] == env.table.returns()).all()


def test_seats_rotate():
    env = gymnasium.make("Louis14-v0", num_players=3).unwrapped
    seats = []
    for episode in range(6):
        env.reset(seed=1 if episode == 0 else None)
        seats.append(env.seat)
    assert seats == [0, 1, 2, 0, 1, 2]


def test_opponents_can_be_callables_and_are_told_apart():
    calls = []

    def careful(observation, mask):
        assert observation.shape == (451,) and mask.any()
        calls.append("careful")
        return int(np.flatnonzero(mask)[0])

    env = GameEnv("louis14", 3, opponents=[careful, "random"], seat=0)
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, _ = env.step(env.action_space.sample())
    assert len(calls) > 10
    with pytest.raises(ValueError, match="3 players need 2 opponents, not 3"):
        GameEnv("louis14", 3, opponents=["random"] * 3)
    with pytest.raises(ValueError, match="opponents: 'deep blue' must be one of 'random', 'sane', 'peaceful', 'heuristic'"):
        GameEnv("louis14", 3, opponents="deep blue")
    cheat = GameEnv("louis14", 2, opponents=lambda observation, mask: 527, seat=1)
    with pytest.raises(IllegalAction, match="the opponent in seat 0: 'done'"):
        cheat.reset(seed=1)


def test_illegal_actions_of_learners():
    env = gymnasium.make("Louis14-v0")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(527)
    vector = gymnasium.make_vec("Louis14-v0", num_envs=3)
    with pytest.raises(RuntimeError, match="reset"):
        vector.step(np.zeros(3, int))
    vector.reset(seed=1)
    before = vector.batch.states.tobytes()
    actions = vector.action_space.sample()
    actions[1] = 527
    with pytest.raises(IllegalAction, match="game 1: 'done'"):
        vector.step(actions)
    assert vector.batch.states.tobytes() == before


def test_threads_do_not_change_the_learners_games(game):
    def run(threads):
        batch = LearnerBatch(game, 9, 4, threads=threads, shaping=0.1)
        batch.reset(3)
        chance = np.random.default_rng(0)
        out = []
        for _ in range(120):
            batch.step(np.array([chance.choice(np.flatnonzero(mask)) for mask in batch.masks]))
            out.append(batch.observations.tobytes() + batch.rewards.tobytes() + batch.results.tobytes())
        batch.close()
        return out

    assert run(1) == run(2)


def test_vector_environment_deals_with_seeds():
    vector = gymnasium.make_vec("Louis14-v0", num_envs=3)
    first, _ = vector.reset(seed=5)
    second, _ = vector.reset()
    third, _ = vector.reset(seed=[5, 6, 7])
    assert (first == third).all() and (first != second).any()
    with pytest.raises(ValueError, match="3 games need as many seeds, not 2"):
        vector.reset(seed=[1, 2])


def test_sb3_environment_offers_what_sb3_asks_for():
    env = sb3_env("louis14", 4, num_players=2)
    env.seed(3)
    first = env.reset()
    assert env.seed(3) == [3, 4, 5, 6] and (env.reset() == first).all()
    assert env.has_attr("action_masks") and not env.has_attr("wings")
    masks = np.stack(env.env_method("action_masks"))
    assert masks.shape == (4, 528) and masks.dtype == bool and (env.get_attr("action_masks", 2)[0]() == masks[2]).all()
    assert env.env_method("action_masks", indices=[1])[0].shape == (528,)
    with pytest.raises(AttributeError):
        env.env_method("fly")
    with pytest.raises(AttributeError):
        env.set_attr("x", 1)
    assert env.get_attr("render_mode") == [None] * 4
    env.close()


def test_pickled_environments_go_on():
    env = gymnasium.make("Louis14-v0", num_players=3).unwrapped
    env.reset(seed=4)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.action_space.seed(1)
        env_again = copy.deepcopy(env)
        env_again.action_space.seed(1)
        for _ in range(15):
            action = twin.action_space.sample()
            assert action == env_again.action_space.sample()
            one, two = twin.step(action), env_again.step(action)
            assert (one[0] == two[0]).all() and one[1:4] == two[1:4]
    assert type(pickle.loads(pickle.dumps(env.action_space))) is gymnasium.spaces.Discrete


# --- Hidden information ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_leaks_through_any_environment(players):
    env = louis14_v0.env(num_players=players, observation="dict", render_mode="ansi")
    env.reset(seed=2)
    chance = np.random.default_rng(0)
    for step in range(60):
        agent = env.agent_selection
        seen = [str(env.last()), env.render()]
        for seed in range(10):
            twin = env.determinize(agent, seed)
            assert [str(twin.last()), twin.render()] == seen, step
        env.step(int(chance.choice(env.legal_actions())))
        if not env.agents or any(env.terminations.values()):
            break


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_leaks_through_a_learners_environment(players):
    env = gymnasium.make("Louis14-v0", num_players=players, render_mode="ansi").unwrapped
    env.reset(seed=2)
    for _ in range(25):
        real = env.table

        def seen():
            return env.table.observe(env.seat).tobytes(), str(env._info()), env.render(), env.action_masks().tobytes()

        before = seen()
        for seed in range(10):
            env._table = real.redeterminize(env.seat, seed)
            assert seen() == before
        env._table = real
        if env.step(env.action_space.sample())[2]:
            break
