"""The batch: bad input is named and changes nothing; random actions are uniform over the legal ones."""

import numpy as np
import pytest

from louis14_env.core import Batch, IllegalAction
from louis14_env.core.kernels import compile_kernels


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_games": 0}, "num_games must be 1.."),
        ({"num_games": 2.0}, "num_games must be a whole number"),
        ({"num_games": 2, "num_players": 5}, "num_players must be 2..4, not 5"),
        ({"num_games": 2, "seed": -1}, "seed must be 0.."),
        ({"num_games": 2, "threads": 0}, "threads must be 1.."),
        ({"num_games": 2, "num_players": 2, "start_player": 2}, "start_player must be 0..1"),
    ],
)
def test_bad_options(game, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        Batch(game, **options)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([1, 2], "must be 3 whole numbers"),
        ([[1, 2, 3]], r"shape \(1, 3\)"),
        ([1.0, 2.0, 3.0], "whole numbers, not float64"),
        ([True, True, True], "whole numbers, not bool"),
        ("abc", "whole numbers"),
        (None, "whole numbers"),
    ],
)
def test_actions_of_a_wrong_shape(game, actions, message):
    batch = Batch(game, 3, 4)
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction, match=message):
        batch.step(actions)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("bad", [-1, 528, 2**40, 527])
def test_one_illegal_action_stops_all(game, bad):
    batch = Batch(game, 3, 4)
    before = batch.states.tobytes(), batch.masks.tobytes()
    actions = batch.random_actions().copy()
    actions[2] = bad
    with pytest.raises(IllegalAction, match="game 2: "):
        batch.step(actions)
    assert (batch.states.tobytes(), batch.masks.tobytes()) == before


def test_random_actions_are_uniform(game):
    """Over all legal actions, the last and the first included, with more than 127 of them too."""
    kernels = compile_kernels(game)
    size = game.actions.size
    for legal in ([0], [size - 1], [0, 5, size - 1], list(range(3, 327))):
        mask = np.zeros((4000, size), np.int8)
        mask[:, legal] = 1
        rngs, actions = np.zeros((4000, 4), np.int64), np.zeros(4000, np.int64)
        kernels.start_generators(rngs, 1)
        kernels.random_actions(mask, rngs, actions, 0, 4000)
        counts = np.bincount(actions, minlength=size)
        assert counts[legal].sum() == 4000
        expected = 4000 / len(legal)
        assert ((counts[legal] - expected) ** 2 / expected).sum() < len(legal) + 6 * (2 * len(legal)) ** 0.5


def test_observations_and_masks_of_a_wrong_shape(game):
    """No call takes a mask, the engine writes its own; spaces refuse one that does not fit, and so does the layout an observation."""
    with pytest.raises(ValueError, match=r"an observation has 451 values, not shape \(450,\)"):
        game.observation.split(np.zeros(450, np.float32))
    from louis14_env import louis14_v0

    space = louis14_v0.env().action_space("player_0")
    with pytest.raises((AssertionError, ValueError)):
        space.sample(np.ones(527, np.int8))
    with pytest.raises((AssertionError, ValueError, TypeError)):
        space.sample(np.ones(528, np.float64))


def test_threads_report_errors(game):
    from louis14_env.core.threads import Threads

    def fails(first, last):
        if first > 0:
            raise ValueError("in the other thread")

    threads = Threads(2, 10)
    with pytest.raises(ValueError, match="in the other thread"):
        threads.run((fails,))
    seen = []
    threads.run((lambda first, last: seen.append((first, last)),))
    threads.close()
    threads.run((lambda first, last: seen.append((first, last)),))
    assert sorted(seen[:2]) == [(0, 5), (5, 10)] and seen[2] == (0, 10)


def test_random_steps_are_random_actions_and_a_step(game):
    one, two = Batch(game, 30, 3, seed=4, observe=True), Batch(game, 30, 3, seed=4, threads=2)
    for _ in range(200):
        one.step(one.random_actions())
        two.step_random()
        assert one.states.tobytes() == two.states.tobytes() and (one.observations == two.observations).all()


def test_more_threads_than_games(game):
    batch = Batch(game, 2, 3, threads=8)
    batch.step(batch.random_actions())
    batch.close()


def test_results_of_finished_games(game):
    batch = Batch(game, 64, 4, seed=2)
    finished = 0
    for _ in range(400):
        batch.step(batch.random_actions())
        ended = batch.results[batch.done]
        finished += len(ended)
        assert np.allclose(ended[:, :, 0].sum(axis=1), 1) and np.allclose(ended[:, :, 2].sum(axis=1), 10)
        assert (batch.lengths[batch.done] > 40).all()
    assert finished == batch.episodes.sum() > 64
