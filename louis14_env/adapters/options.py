"""What the environments have in common: options, spaces and seeds."""

from typing import Any

import numpy as np
from gymnasium import spaces

from louis14_env.core.game import Game, check_int
from louis14_env.core.kernels import RANDOM_START, compile_kernels
from louis14_env.core.rng import RNG_WORDS

OBSERVATIONS = ("flat", "dict")
ENTROPY_BITS = 2**31


def observation_space(game: Game, form: str) -> spaces.Space:
    """The space of what a player sees: one Box, or a Dict of the named pieces."""
    if form == "flat":
        return spaces.Box(np.zeros(game.observation.size, np.float32), game.observation.high(), dtype=np.float32)
    return spaces.Dict({piece.name: spaces.Box(0, piece.high, piece.shape, np.float32) for piece in game.observation.pieces})


def mask_space(game: Game) -> spaces.Box:
    return spaces.Box(0, 1, (game.actions.size,), np.int8)


class LegalActions(spaces.Discrete):
    """All actions of a game, of which `sample()` draws a legal one: an environment's checkers and demos play by the rules."""

    def __init__(self, size: int, env: Any):
        super().__init__(size)
        self._env = env

    def __reduce__(self) -> Any:
        return spaces.Discrete, (int(self.n),)  # elsewhere there is no game to ask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self._env.legal_mask()
        return super().sample(mask, probability)


class LegalBatch(spaces.MultiDiscrete):
    """The actions of many games, of which `sample()` draws legal ones."""

    def __init__(self, count: int, size: int, env: Any):
        super().__init__(np.full(count, size))
        self._env = env

    def __reduce__(self) -> Any:
        return spaces.MultiDiscrete, (self.nvec,)

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        if mask is None and probability is None:
            keys = self.np_random.random(self._env.batch.masks.shape) * self._env.batch.masks
            return keys.argmax(axis=1)
        return super().sample(mask, probability)


def check_choice(value: Any, what: str, allowed: tuple) -> Any:
    if value not in allowed:
        raise ValueError(f"{what} must be one of {', '.join(map(repr, allowed))}, not {value!r}")
    return value


def check_start(start_player: Any, num_players: int) -> int:
    """A seat, or RANDOM_START for "random"."""
    if isinstance(start_player, str):
        check_choice(start_player, "start_player", ("random",))
        return RANDOM_START
    return check_int(start_player, "start_player", 0, num_players - 1)


def check_number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise ValueError(f"{what} must be a finite number, not {value!r}")
    return float(value)


class Seeds:
    """The seeds of an environment's games: the one given to reset, then one derived from it for each further game."""

    def __init__(self, game: Game):
        self.game = game
        self.base: int | None = None
        self.episode = 0
        self._scratch = np.zeros(RNG_WORDS, np.int64)

    def next(self, seed: int | None) -> int:
        """The seed of the next game."""
        if seed is not None or self.base is None:
            self.base = int(np.random.SeedSequence().generate_state(1)[0] % ENTROPY_BITS) if seed is None else seed
            self.episode = 0
            return self.base
        self.episode += 1
        return int(compile_kernels(self.game).call_derive_seed(self._scratch, self.base, 0, self.episode))

    def start_player(self, start: int, seed: int, num_players: int) -> int:
        """The start player, drawn from the game's seed if it is to be random."""
        if start != RANDOM_START:
            return start
        return int(compile_kernels(self.game).call_random_start(self._scratch, seed, num_players))
