"""Many games at once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from louis14_env.core.actions import IllegalAction
from louis14_env.core.game import NUM_RETURNS, Game, check_int, check_seed
from louis14_env.core.kernels import compile_kernels, new_states
from louis14_env.core.rng import RNG_WORDS

MOST_GAMES = 2**24
MOST_THREADS = 256


class Batch:
    """`num_games` games side by side, each restarted with a seed of its own when it ends.

    masks[game, action] int8, current[game] the player to decide; `step(actions)` plays one action in each game, after which
    done[game] says which games ended, results[game, player, (win, score, rank)] how, lengths[game] after how many
    decisions. With `observe`, each step writes the observations too, which is faster than asking for them afterwards. The outcome depends on `seed` alone, not on the number of threads or games.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        num_players: int | None = None,
        seed: int = 0,
        threads: int = 1,
        start_player: int = 0,
        auto_play: bool = True,
        observe: bool = False,
    ):
        self.game = game
        self.num_games = check_int(num_games, "num_games", 1, MOST_GAMES)
        self.num_players = game.check_players(game.max_players if num_players is None else num_players)
        self.seed = check_seed(seed)
        self.threads = min(check_int(threads, "threads", 1, MOST_THREADS), self.num_games)
        self.start_player = check_int(start_player, "start_player", 0, self.num_players - 1)
        self.auto_play = bool(auto_play)
        self.kernels = compile_kernels(game)

        n = self.num_games
        self.states, _ = new_states(game, n)
        self.masks = np.zeros((n, game.actions.size), np.int8)
        self.current = np.zeros(n, np.int32)
        self.done = np.zeros(n, np.bool_)
        self.results = np.zeros((n, game.max_players, NUM_RETURNS))
        self.episodes = np.zeros(n, np.int64)  # games finished so far in each place
        self.lengths = np.zeros(n, np.int64)
        self._seen = np.zeros((n if observe else 0, game.observation.size), np.float32)  # what a step writes
        self._observations = self._seen
        self._fresh = False  # whether the observations are those of the present states
        self._actions = np.zeros(n, np.int64)
        self._rngs = np.zeros((n, RNG_WORDS), np.int64)
        self.kernels.start_generators(self._rngs, self.seed)
        ends = np.linspace(0, n, self.threads + 1).astype(int)
        self._slices = list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._options = (self.seed, self.num_players, self.start_player, self.auto_play)
        self._run(self.kernels.start_batch, self.states, self.masks, self.current, self.episodes, *self._options)

    def _run(self, kernel: Any, *arguments: Any) -> None:
        """Calls kernel(*arguments, first, last) for each thread's slice; kernels release the interpreter's lock."""
        if self._pool is None:
            kernel(*arguments, 0, self.num_games)
            return
        others = [self._pool.submit(kernel, *(*arguments, *part)) for part in self._slices[1:]]
        kernel(*arguments, *self._slices[0])
        for other in others:
            other.result()

    def step(self, actions: Any) -> None:
        """Plays actions[game] in each game; if one is illegal, raises IllegalAction and nothing is played."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalAction(f"actions must be {self.num_games} whole numbers, not {chosen.dtype} of shape {chosen.shape}")
        chosen = np.ascontiguousarray(chosen, np.int64)
        illegal = self.kernels.find_illegal(self.masks, chosen)
        if illegal < self.num_games:
            raise IllegalAction(self._why(illegal, int(chosen[illegal])))
        self._run(
            self.kernels.step_batch, self.states, chosen, self.masks, self.current, self._seen, self.done, self.results,
            self.episodes, self.lengths, *self._options,
        )  # fmt: skip
        self._fresh = len(self._seen) > 0

    def _why(self, game: int, action: int) -> str:
        if not 0 <= action < self.game.actions.size:
            return f"game {game}: action {action} is not in 0..{self.game.actions.size - 1}"
        legal = ", ".join(map(str, np.flatnonzero(self.masks[game])[:8]))
        return f"game {game}: {self.game.action_text(action)!r} ({action}) is not legal for player {self.current[game]}; legal are {legal} ..."

    @property
    def observations(self) -> np.ndarray:
        """What each current player sees, float32[game, value]; the same array each time, overwritten by the next step."""
        if not self._fresh:
            if len(self._observations) == 0:
                self._observations = np.zeros((self.num_games, self.game.observation.size), np.float32)
            self._run(self.kernels.observe_batch, self.states, self.current, self._observations)
            self._fresh = True
        return self._observations

    def random_actions(self) -> np.ndarray:
        """A uniformly random legal action for each game; the same array at each call."""
        self._run(self.kernels.random_actions, self.masks, self._rngs, self._actions)
        return self._actions

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
