"""The same seed and actions give the same bytes: in every process, compiled or not, alone or in a batch."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from louis14_env.core import Batch, Table
from louis14_env.core.rng import RNG_WORDS

PROGRAM = Path(__file__).with_name("fingerprint.py")


def fingerprint(games, **env):
    """The digest of all states, masks and observations of some games, made in another process."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(games)], env={**os.environ, **env}, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def reference():
    return fingerprint(3)


def test_same_in_another_process_with_another_hash_seed(reference):
    assert fingerprint(3, PYTHONHASHSEED="12345") == reference


def test_same_without_compilation(reference):
    assert fingerprint(3, NUMBA_DISABLE_JIT="1") == reference


def test_same_with_bounds_checked(reference):
    assert fingerprint(3, NUMBA_BOUNDSCHECK="1") == reference


def play_batch(game, players, threads, steps=400, games=60):
    batch = Batch(game, games, players, seed=17, threads=threads, observe=threads % 2 == 0)
    digest = hashlib.sha256()
    for _ in range(steps):
        digest.update(batch.states.tobytes() + batch.masks.tobytes() + batch.current.tobytes() + batch.observations.tobytes())
        batch.step(batch.random_actions())
        digest.update(batch.done.tobytes() + batch.results.tobytes() + batch.lengths.tobytes())
    batch.close()
    assert batch.episodes.sum() > games
    return digest.hexdigest()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_with_one_and_more_threads_and_twice(game, players):
    first = play_batch(game, players, 1)
    assert first == play_batch(game, players, 2) == play_batch(game, players, 7) == play_batch(game, players, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("auto_play", [True, False])
def test_same_as_batch_and_one_by_one(game, players, auto_play):
    """Each game of a batch is the table with the derived seed, through restarts."""
    games, seed = 5, 23
    batch = Batch(game, games, players, seed, start_player=1, auto_play=auto_play)
    scratch = np.zeros(RNG_WORDS, np.int64)

    def table(place, episode):
        return Table(game, players, int(batch.kernels.call_derive_seed(scratch, seed, place, episode)), 1, auto_play)

    tables = [table(place, 0) for place in range(games)]
    lengths = [0] * games
    for _ in range(700):
        for place in range(games):
            alone = tables[place]
            assert alone.to_bytes() == batch.states[place].tobytes()
            assert (alone.mask == batch.masks[place]).all() and alone.current_player == batch.current[place]
            assert (alone.observe(alone.current_player) == batch.observations[place]).all()
        actions = batch.random_actions().copy()
        batch.step(actions)
        for place in range(games):
            tables[place].step(int(actions[place]))
            lengths[place] += 1
            assert batch.done[place] == tables[place].is_over
            assert batch.lengths[place] == lengths[place]
            if tables[place].is_over:
                assert (batch.results[place, :players] == tables[place].returns()).all()
                tables[place], lengths[place] = table(place, int(batch.episodes[place])), 0
    assert batch.episodes.min() >= 1


def test_seeds_and_start_players_make_different_games(game):
    hashes = {Table(game, 4, seed, start).hash() for seed in range(50) for start in range(4)}
    assert len(hashes) == 200


def test_seeds_are_used_in_full(game):
    assert len({Table(game, 4, seed).hash() for seed in (1, 1 + 2**32, 1 + 2**61, 2**62 - 1)}) == 4


def test_a_copy_has_the_same_future_and_a_redeterminised_one_another(game):
    table = Table(game, 4, seed=2)
    futures = []
    for twin in (table.copy(), table.copy(), table.redeterminize(0, 1), table.redeterminize(0, 2)):
        rng = np.random.default_rng(0)
        while not twin.is_over:
            twin.step(int(rng.choice(twin.legal_actions())))
        futures.append(twin.hash())
    assert futures[0] == futures[1] and len(set(futures)) == 3
