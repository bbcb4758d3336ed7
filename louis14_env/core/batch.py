"""Many games at once."""

from typing import Any

import numpy as np

from louis14_env.core.actions import IllegalAction
from louis14_env.core.game import NUM_RETURNS, Game, check_int, check_seed
from louis14_env.core.kernels import compile_kernels, new_states
from louis14_env.core.rng import RNG_WORDS
from louis14_env.core.threads import Threads

MOST_GAMES = 2**24
MOST_NAMED = 8  # legal actions listed in an error


def checked_actions(kernels: Any, masks: np.ndarray, actions: Any) -> np.ndarray:
    """The actions as int64, one a game; raises IllegalAction, naming the game, the action and what is legal, if one is not."""
    chosen = np.asarray(actions)
    if chosen.shape != (len(masks),) or not np.issubdtype(chosen.dtype, np.integer):
        raise IllegalAction(f"actions must be {len(masks)} whole numbers, not {chosen.dtype} of shape {chosen.shape}")
    chosen = np.ascontiguousarray(chosen, np.int64)
    place = kernels.find_illegal(masks, chosen)
    if place < len(masks):
        action, size = int(chosen[place]), masks.shape[1]
        if not 0 <= action < size:
            raise IllegalAction(f"game {place}: action {action} is not in 0..{size - 1}")
        legal = np.flatnonzero(masks[place])
        named = ", ".join(f"{kernels.game.action_text(number)!r} ({number})" for number in legal[:MOST_NAMED])
        more = f" and {len(legal) - MOST_NAMED} more" if len(legal) > MOST_NAMED else ""
        raise IllegalAction(
            f"game {place}: {kernels.game.action_text(action)!r} ({action}) is not legal; legal are {named}{more}"
        )
    return chosen


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
        self._threads = Threads(threads, self.num_games)
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
        self._options = (self.seed, self.num_players, self.start_player, self.auto_play)
        self._threads.run((self.kernels.start_batch, self.states, self.masks, self.current, self.episodes, *self._options))

    def step(self, actions: Any) -> None:
        """Plays actions[game] in each game; if one is illegal, raises IllegalAction and nothing is played."""
        chosen = checked_actions(self.kernels, self.masks, actions)
        self._threads.run(self._step_call(chosen))
        self._fresh = len(self._seen) > 0

    def step_random(self) -> np.ndarray:
        """Plays a uniformly random legal action in each game; returns the actions, the same array at each call."""
        self._threads.run(self._random_call(), self._step_call(self._actions))
        self._fresh = len(self._seen) > 0
        return self._actions

    def random_actions(self) -> np.ndarray:
        """A uniformly random legal action for each game; the same array at each call."""
        self._threads.run(self._random_call())
        return self._actions

    def _random_call(self) -> tuple:
        return self.kernels.random_actions, self.masks, self._rngs, self._actions

    def _step_call(self, actions: np.ndarray) -> tuple:
        return (
            self.kernels.step_batch, self.states, actions, self.masks, self.current, self._seen, self.done, self.results,
            self.episodes, self.lengths, *self._options,
        )  # fmt: skip

    @property
    def observations(self) -> np.ndarray:
        """What each current player sees, float32[game, value]; the same array each time, overwritten by the next step."""
        if not self._fresh:
            if len(self._observations) == 0:
                self._observations = np.zeros((self.num_games, self.game.observation.size), np.float32)
            self._threads.run((self.kernels.observe_batch, self.states, self.current, self._observations))
            self._fresh = True
        return self._observations

    def close(self) -> None:
        """Ends the threads."""
        self._threads.close()
