"""Any Game as Gymnasium environments with one learning seat: a single one, and a vector of them on the batch."""

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from louis14_env.adapters.learner import LearnerBatch, check_opponent, check_seat
from louis14_env.adapters.options import (
    LegalActions,
    LegalBatch,
    Seeds,
    check_choice,
    check_number,
    check_start,
    observation_space,
)
from louis14_env.adapters.rendering import FRAMES_A_SECOND, RENDER_MODES, Renderer
from louis14_env.core import IllegalAction, Table
from louis14_env.core.game import SCORE, WIN, check_seed
from louis14_env.core.kernels import OPPONENT_STREAM, ROTATE, compile_single
from louis14_env.core.rewards import reward_kind
from louis14_env.core.rng import RNG_WORDS
from louis14_env.games import get_game

Opponent = Callable[[np.ndarray, np.ndarray], int]  # (observation, action_mask) -> action


class GameEnv(gymnasium.Env):
    """One seat learns; the others are played inside by a bot's name, a callable or one for each of them, clockwise from the learner.

    A callable gets what its player sees, observation and action mask, and returns an action. The reward is all that happened until the
    learner's next decision or the end. `action_masks()` is what sb3-contrib asks for. An illegal action raises IllegalAction; with
    illegal="replace", for learners and checkers without masks, action a stands for legal[a % len(legal)] instead.
    """

    def __init__(
        self,
        game: str,
        num_players: int | None = None,
        opponents: str | Opponent | Sequence[str | Opponent] = "random",
        seat: int | str = "rotate",
        reward: str = "win",
        auto_play: bool = True,
        start_player: int | str = 0,
        shaping: float = 0.0,
        illegal: str = "raise",
        render_mode: str | None = None,
    ):
        self.game = get_game(game)
        self._replaces = check_choice(illegal, "illegal", ("raise", "replace")) == "replace"
        self.num_players = self.game.check_players(self.game.max_players if num_players is None else num_players)
        self._rotation = check_seat(seat, self.num_players)
        self._kind = reward_kind(reward)
        self._start = check_start(start_player, self.num_players)
        self._shaping = check_number(shaping, "shaping")
        self._auto_play = bool(auto_play)
        self._renderer = Renderer(self.game, render_mode)
        self.render_mode = self._renderer.mode
        self._in_window = render_mode == "human"  # whether each step shows itself; copies do not
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}
        self._opponents = self._each(opponents)
        for one in self._opponents:
            if not callable(one):
                check_opponent(self.game, one)
        self.observation_space = observation_space(self.game, "flat")
        self.action_space = LegalActions(self.game.actions.size, self)
        self._seeds = Seeds(self.game)
        self._rng = np.zeros(RNG_WORDS, np.int64)
        self._table: Table | None = None
        self._last: int | str | None = None  # the last action
        self.seat = 0

    def __setstate__(self, stored: dict[str, Any]) -> None:
        self.__dict__.update(stored)
        self._in_window = False
        self.action_space = LegalActions(self.game.actions.size, self)

    def _each(self, opponents: Any) -> list[Any]:
        if isinstance(opponents, str) or callable(opponents):
            return [opponents] * (self.num_players - 1)
        if len(opponents) != self.num_players - 1:
            raise ValueError(f"{self.num_players} players need {self.num_players - 1} opponents, not {len(opponents)}")
        return list(opponents)

    def _act(self, one: Any, seat: int) -> int:
        """The action that an opponent plays in a seat."""
        if callable(one):
            return one(self.table.observe(seat), self.table.mask.copy())
        name, noise = check_opponent(self.game, one)
        return int(compile_single(self.game, name).choose(self.table.states, 0, self.table.mask, self._rng, noise))

    @property
    def table(self) -> Table:
        """The game on the table."""
        if self._table is None:
            raise RuntimeError("reset() must be called first")
        return self._table

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        game_seed = self._seeds.next(None if seed is None else check_seed(seed))
        start = self._seeds.start_player(self._start, game_seed, self.num_players)
        if self._table is None:
            self._table = Table(self.game, self.num_players, game_seed, start, self._auto_play)
        else:
            self._table.reset(self.num_players, game_seed, start)
        self._table.kernels.call_seed_rng(self._rng, game_seed, OPPONENT_STREAM)
        self.seat = self._seeds.episode % self.num_players if self._rotation == ROTATE else self._rotation
        self._last = None
        self._others_play()
        self._phi = self._standing()
        self._show()
        return self.table.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        table = self.table
        if isinstance(action, np.ndarray) and action.shape == ():
            action = action.item()
        if self._replaces and not table.is_over and action in self.action_space and not table.mask[action]:
            legal = table.legal_actions()
            action = legal[action % len(legal)]
        table.step(action)
        self._last = action
        self._others_play()
        self._show()
        over = table.is_over
        reward = -self._shaping * self._phi
        if over:
            reward += table.kernels.call_final_reward(table.returns(), self.seat, self.num_players, self._kind)
        else:
            self._phi = self._standing()
            reward += self._shaping * self._phi
        return table.observe(self.seat), float(reward), over, False, self._info()

    def _others_play(self) -> None:
        table = self.table
        while (player := table.current_player) is not None and player != self.seat:
            action = self._act(self._opponents[(player - self.seat - 1) % self.num_players], player)
            try:
                table.step(action)
                self._last = action
            except IllegalAction as error:
                raise IllegalAction(f"the opponent in seat {player}: {error}") from None

    def _standing(self) -> float:
        out = np.zeros(self.game.max_players)
        self.table.kernels.call_potential(self.table.states, 0, out)
        return float(out[self.seat])

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.mask.copy(), "seat": self.seat}
        if self.table.is_over:
            results = self.table.returns()[self.seat]
            info |= {"win": float(results[WIN]), "score": float(results[SCORE])}
        return info

    def action_masks(self) -> np.ndarray:
        """The legal actions as booleans."""
        return self.table.mask.astype(np.bool_)

    def legal_mask(self) -> np.ndarray:
        """The legal actions; all actions before the first reset and after the end, when nothing is asked."""
        open_to_all = self._table is None or self._table.is_over
        return np.ones(self.game.actions.size, np.int8) if open_to_all else self.table.mask

    def render(self) -> str | np.ndarray | None:
        """What the learner sees: text with "ansi", pixels with "rgb_array", None and a window with "human"."""
        return None if self.render_mode is None else self._renderer.show(self.table, self.seat, self._last)

    def _show(self) -> None:
        if self._in_window:
            self.render()

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._renderer.close()


class GameVectorEnv(gymnasium.vector.VectorEnv):
    """Many games with one learning seat each, straight on the batch, the opponents in compiled code.

    Arrays that reset and step return are copies. A finished game starts anew in the same step; infos then has final_obs, and win and score
    of the game that ended.
    """

    def __init__(self, game: str, num_envs: int = 1, threads: int = 1, render_mode: str | None = None, **options: Any):
        if render_mode is not None:
            raise ValueError(f"a vector of games cannot be rendered; render_mode must be None, not {render_mode!r}")
        options.pop("max_episode_steps", None)
        self.batch = LearnerBatch(get_game(game), num_envs, threads=threads, **options)
        self.game = self.batch.game
        self.num_envs = num_envs
        self.render_mode = None
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observation_space(self.game, "flat")
        self.single_action_space = spaces.Discrete(self.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalBatch(num_envs, self.game.actions.size, self)
        self._seeds = Seeds(self.game)
        self._last_seats = self.batch.seats.copy()  # of the games in play before a step

    def reset(self, *, seed: int | list[int] | None = None, options: dict | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """New games; a list has a seed for each, as gymnasium's own vector environments do, a number n seeds n, n+1, ..."""
        if isinstance(seed, list | tuple):
            seeds = [check_seed(one) for one in seed]
        else:
            base = self._seeds.next(None if seed is None else check_seed(seed))
            seeds = [base + place for place in range(self.num_envs)]
        self.batch.reset(seeds)
        self._last_seats[:] = self.batch.seats
        return self.batch.observations.copy(), self._infos()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        infos = self._infos()
        if batch.done.any():
            done = batch.done.copy()
            finals = np.empty(self.num_envs, object)
            for place in np.flatnonzero(done):
                finals[place] = batch.finals[place].copy()
            rows = batch.results[np.arange(self.num_envs), self._last_seats]
            infos |= {
                "final_obs": finals, "_final_obs": done,
                "final_info": {"win": rows[:, WIN].copy(), "_win": done, "score": rows[:, SCORE].copy(), "_score": done},
                "_final_info": done,
            }  # fmt: skip
        self._last_seats[:] = batch.seats
        return batch.observations.copy(), batch.rewards.copy(), batch.done.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _infos(self) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.batch.masks.copy(),
            "_action_mask": everyone,
            "seat": self.batch.seats.copy(),
            "_seat": everyone,
        }

    def action_masks(self) -> np.ndarray:
        """The legal actions as booleans, [game, action]."""
        return self.batch.masks.astype(np.bool_)

    def close_extras(self, **_: Any) -> None:
        self.batch.close()
