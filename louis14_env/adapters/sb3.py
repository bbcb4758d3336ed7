"""Any Game as a Stable-Baselines3 VecEnv, straight on the batch."""

import time
from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from louis14_env.adapters.learner import LearnerBatch
from louis14_env.adapters.options import Seeds, observation_space
from louis14_env.core.game import SCORE, WIN, check_seed
from louis14_env.games import get_game


class GameVecEnv(VecEnv):
    """Many games with one learning seat each; `env_method("action_masks")` as sb3-contrib asks for it.

    Infos of a game that ended hold terminal_observation, the win share, the score and, as SB3's Monitor does it, `episode` with
    r, l and t.
    """

    def __init__(self, game: str, num_envs: int = 1, threads: int = 1, seed: int | None = None, **options: Any):
        self.batch = LearnerBatch(get_game(game), num_envs, threads=threads, **options)
        self.game = self.batch.game
        self.render_mode = None
        space = observation_space(self.game, "flat")
        super().__init__(num_envs, space, spaces.Discrete(self.game.actions.size))
        self._games = Seeds(self.game)
        self._next_seed = None if seed is None else check_seed(seed)
        self._actions: Any = None
        self._began = time.time()
        self._gained = np.zeros(num_envs)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed of the next reset's first game; the ith game gets seed + i."""
        self._next_seed = self._games.next(None) if seed is None else check_seed(seed)
        return [self._next_seed + place for place in range(self.num_envs)]

    def reset(self) -> np.ndarray:
        base = self._games.next(self._next_seed)
        self._next_seed = None
        self._reset_seeds()
        self._reset_options()
        self._gained[:] = 0
        self.batch.reset([base + place for place in range(self.num_envs)])
        self._seats = self.batch.seats.copy()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        batch = self.batch
        batch.step(self._actions)
        self._gained += batch.rewards
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(batch.done):
            row = batch.results[place, self._seats[place]]
            infos[place] = {
                "terminal_observation": batch.finals[place].copy(),
                "TimeLimit.truncated": False,
                "win": float(row[WIN]),
                "score": float(row[SCORE]),
                "episode": {
                    "r": round(float(self._gained[place]), 6),
                    "l": int(batch.lengths[place]),
                    "t": round(time.time() - self._began, 6),
                },
            }
            self._gained[place] = 0
        self._seats[:] = batch.seats
        return batch.observations.copy(), batch.rewards.astype(np.float32), batch.done.copy(), infos

    def close(self) -> None:
        self.batch.close()

    def action_masks(self) -> np.ndarray:
        """The legal actions as booleans, [game, action]."""
        return self.batch.masks.astype(np.bool_)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"the games of this batch have the method action_masks, not {method_name!r}")
        masks = self.action_masks()
        return [masks[place] for place in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "action_masks":
            masks = self.action_masks()
            return [lambda place=place: masks[place] for place in self._get_indices(indices)]
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name!r} cannot be set: the games of a batch share their options")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Reported as monitored, since episode statistics are in the infos."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def _get_indices(self, indices: Any) -> Iterable[int]:
        return super()._get_indices(indices)
