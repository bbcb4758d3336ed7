"""One learning seat a game, the others played inside: many games in compiled code, the base of vector and SB3 environments."""

from typing import Any

import numpy as np

from louis14_env.adapters.options import check_choice, check_number, check_start
from louis14_env.core.batch import MOST_GAMES, checked_actions
from louis14_env.core.game import NUM_RETURNS, Game, check_int, check_seed
from louis14_env.core.kernels import ROTATE, bot_names, compile_kernels, compile_learner, new_states
from louis14_env.core.rewards import reward_kind
from louis14_env.core.rng import RNG_WORDS
from louis14_env.core.specs import SpecError, compiled_bot_spec
from louis14_env.core.threads import Threads

SEED_EPISODE = (1 << 24) - 2  # the derived seed of a place in the batch


def check_seat(seat: Any, num_players: int) -> int:
    """A seat, or ROTATE for "rotate"."""
    if isinstance(seat, str):
        check_choice(seat, "seat", ("rotate",))
        return ROTATE
    return check_int(seat, "seat", 0, num_players - 1)


def check_opponent(game: Game, spec: Any) -> tuple[str, float]:
    """The name and the noise of a compiled player, given as `heuristic:noise=0.1`."""
    try:
        return compiled_bot_spec(spec, bot_names(game))
    except SpecError as error:
        raise ValueError(f"opponents: {error}") from None


class LearnerBatch:
    """`num_games` games, in each of which one seat learns and the others are played by a compiled opponent.

    After reset() and each step(actions): observations, masks, rewards, done; for games that ended, finals (what the learner saw last),
    results and lengths (the learner's decisions). A game that ends starts anew in the same step.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        num_players: int | None = None,
        opponents: str = "random",
        seat: int | str = "rotate",
        reward: str = "win",
        auto_play: bool = True,
        start_player: int | str = 0,
        shaping: float = 0.0,
        threads: int = 1,
    ):
        self.game = game
        self.num_games = n = check_int(num_games, "num_games", 1, MOST_GAMES)
        self.num_players = game.check_players(game.max_players if num_players is None else num_players)
        self.rotation = check_seat(seat, self.num_players)
        name, noise = check_opponent(game, opponents)
        self._rewarding = (reward_kind(reward), check_number(shaping, "shaping"))
        self._table = (noise, self.rotation, self.num_players, check_start(start_player, self.num_players), bool(auto_play))
        self.kernels = compile_learner(game, name)
        self._threads = Threads(threads, n)

        self.states, _ = new_states(game, n)
        self.masks = np.zeros((n, game.actions.size), np.int8)
        self.seats = np.zeros(n, np.int32)
        self.observations = np.zeros((n, game.observation.size), np.float32)
        self.finals = np.zeros_like(self.observations)
        self.rewards = np.zeros(n)
        self.done = np.zeros(n, np.bool_)
        self.results = np.zeros((n, game.max_players, NUM_RETURNS))
        self.episodes = np.zeros(n, np.int64)
        self.lengths = np.zeros(n, np.int64)
        self.seeds = np.zeros(n, np.int64)
        self._phi = np.zeros(n)
        self._rngs = np.zeros((n, RNG_WORDS), np.int64)
        self._ready = False

    def reset(self, seed: int | list[int]) -> np.ndarray:
        """New games: place i gets the ith of a list of seeds, or one derived from a single seed. Returns the observations."""
        if isinstance(seed, list | tuple | np.ndarray):
            if len(seed) != self.num_games:
                raise ValueError(f"{self.num_games} games need as many seeds, not {len(seed)}")
            self.seeds[:] = [check_seed(one) for one in seed]
        else:
            scratch, base = np.zeros(RNG_WORDS, np.int64), check_seed(seed)
            derive_seed = compile_kernels(self.game).call_derive_seed
            self.seeds[:] = [derive_seed(scratch, base, place, SEED_EPISODE) for place in range(self.num_games)]
        self.episodes[:] = 0
        self.lengths[:] = 0
        self.done[:] = False
        self._threads.run((
            self.kernels.start_learners, self.states, self.masks, self.seats, self.observations, self._phi, self.episodes, self._rngs,
            self.seeds, *self._table,
        ))  # fmt: skip
        self._ready = True
        return self.observations

    def step(self, actions: Any) -> None:
        """The learners' actions and all that follows up to their next decisions; one illegal action, and nothing is played."""
        if not self._ready:
            raise RuntimeError("reset() must be called first")
        chosen = checked_actions(compile_kernels(self.game), self.masks, actions)
        self._threads.run((
            self.kernels.step_learners, self.states, chosen, self.masks, self.seats, self.observations, self.finals, self._phi,
            self.rewards, self.done, self.results, self.episodes, self.lengths, self._rngs, self.seeds, *self._rewarding, *self._table,
        ))  # fmt: skip

    def close(self) -> None:
        """Ends the threads."""
        self._threads.close()
