"""One game from Python: play it, copy it, look at it, store it."""

import hashlib
from typing import Any

import numpy as np

from louis14_env.core.actions import IllegalAction
from louis14_env.core.game import NUM_RETURNS, Game, check_int, check_seed
from louis14_env.core.kernels import compile_kernels, new_states

DIGEST_BYTES = 8
MOST_NAMED = 8  # legal actions listed in an error


class Table:
    """A game on the table. `mask` is the current player's legal actions; with `auto_play`, forced decisions play themselves."""

    def __init__(self, game: Game, num_players: int | None = None, seed: int = 0, start_player: int = 0, auto_play: bool = True):
        self.game = game
        self.kernels = compile_kernels(game)
        self.states, self._raw = new_states(game, 1)
        self.mask = np.zeros(game.actions.size, np.int8)
        self.auto_play = bool(auto_play)
        self.reset(game.max_players if num_players is None else num_players, seed, start_player)

    def reset(self, num_players: int, seed: int, start_player: int = 0) -> None:
        """A new game in place of this one."""
        players = self.game.check_players(num_players)
        seat = check_int(start_player, "start_player", 0, players - 1)
        number = check_seed(seed)
        self.num_players = players
        self._set_up: tuple[int, int, int] | None = (players, seat, number)
        self._select(self.kernels.start(self.states, 0, players, seat, number, self.mask, self.auto_play))

    def _select(self, player: int) -> None:
        self.current_player: int | None = int(player) if player >= 0 else None

    @property
    def is_over(self) -> bool:
        return self.current_player is None

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending."""
        return [int(action) for action in np.flatnonzero(self.mask)]

    def check_action(self, action: Any) -> int:
        """The action as int; raises IllegalAction, with the reason, if it is not legal now."""
        if isinstance(action, str):
            number = self.game.parse_action(action)
        elif isinstance(action, bool | np.bool_) or not isinstance(action, int | np.integer):
            raise IllegalAction(f"an action is a whole number or a text, not {action!r}")
        else:
            number = int(action)
        if not 0 <= number < len(self.mask):
            raise IllegalAction(f"action {number} is not in 0..{len(self.mask) - 1}")
        if not self.mask[number]:
            raise IllegalAction(f"{self.game.action_text(number)!r} ({number}) is not legal: {self._why()}")
        return number

    def _why(self) -> str:
        if self.is_over:
            return "the game is over"
        legal = self.legal_actions()
        texts = ", ".join(repr(self.game.action_text(action)) for action in legal[:MOST_NAMED])
        more = f" and {len(legal) - MOST_NAMED} more" if len(legal) > MOST_NAMED else ""
        return f"player {self.current_player} may {texts}{more}"

    def step(self, action: int | str) -> None:
        """Plays a legal action, given as number or text."""
        self._select(self.kernels.play(self.states, 0, self.check_action(action), self.mask, self.auto_play))

    def narrate(self, action: int | str) -> list[str]:
        """Plays a legal action and tells, line by line, all that happens until the next decision."""
        number = self.check_action(action)
        lines: list[str] = []
        while True:
            before = self.states.copy()
            self.kernels.call_answer(self.states, 0, number)
            lines += self.game.tell(before[0], self.states[0], number)
            lines += self._tell_stages()
            forced = self.legal_actions()
            if not self.auto_play or len(forced) != 1:
                return lines
            number = forced[0]

    def opening(self) -> list[str]:
        """Sets up the table's game once more and tells what happens before its first decision."""
        if self._set_up is None:
            raise ValueError("a position from text or bytes has no opening to tell")
        self.kernels.call_reset(self.states, 0, *self._set_up)
        return self._tell_stages()

    def _tell_stages(self) -> list[str]:
        """Runs the game stage by stage to its next decision."""
        lines: list[str] = []
        before = self.states.copy()
        while self.kernels.call_advance(self.states, 0):
            lines += self.game.tell(before[0], self.states[0], None)
            before = self.states.copy()
        self._select(self.kernels.resume(self.states, 0, self.mask, False))
        return lines

    def observe(self, viewer: int) -> np.ndarray:
        """What a player sees, as one flat float32 vector."""
        out = np.empty(self.game.observation.size, np.float32)
        self.kernels.call_observe(self.states, 0, self._check_viewer(viewer), out)
        return out

    def describe(self, viewer: int | None = None) -> str:
        """What a player sees, in words; without a viewer, everything."""
        return self.game.describe(self.states, 0, None if viewer is None else self._check_viewer(viewer))

    def returns(self) -> np.ndarray:
        """Win share, score and rank by player, once the game is over."""
        if not self.is_over:
            raise ValueError("the game is not over: it has no returns yet")
        out = np.zeros((self.game.max_players, NUM_RETURNS))
        self.kernels.call_returns(self.states, 0, out)
        return out[: self.num_players]

    def copy(self) -> "Table":
        """The same position, chance to come included, independent of this one."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.states, twin._raw = new_states(self.game, 1)
        twin._raw[:] = self._raw
        twin.mask = self.mask.copy()
        return twin

    def __deepcopy__(self, memo: dict) -> "Table":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("kernels", "states")}

    def __setstate__(self, stored: dict[str, Any]) -> None:
        self.__dict__.update(stored)
        self.kernels = compile_kernels(self.game)
        self.states, self._raw = new_states(self.game, 1)
        self._raw[:] = stored["_raw"]

    def redeterminize(self, viewer: int, seed: int) -> "Table":
        """A copy in which all that `viewer` cannot know, chance included, is dealt anew.

        The question asked stands. If it is another player's, the mask is that of the hand dealt anew.
        """
        twin = self.copy()
        self.kernels.call_redeterminize(twin.states, 0, self._check_viewer(viewer), check_seed(seed))
        self.kernels.resume(twin.states, 0, twin.mask, False)
        return twin

    def _check_viewer(self, viewer: Any) -> int:
        return check_int(viewer, "viewer", 0, self.num_players - 1)

    def to_bytes(self) -> bytes:
        """The state's bytes."""
        return self._raw.tobytes()

    def from_bytes(self, data: bytes) -> None:
        """Puts a state stored by `to_bytes` on the table; raises ValueError and changes nothing if it is not sound."""
        if len(data) != self.game.state.itemsize:
            raise ValueError(f"a {self.game.id} state has {self.game.state.itemsize} bytes, not {len(data)}")
        fresh, raw = new_states(self.game, 1)
        raw[0] = np.frombuffer(data, np.uint8)
        self._put(fresh, check=True, run_on=False)

    def to_text(self) -> str:
        """The whole position as text, hidden cards included."""
        return self.game.to_text(self.states, 0)

    def from_text(self, text: str, check: bool = True) -> None:
        """Puts a position on the table and runs it to its next decision; a bad text changes nothing."""
        if not isinstance(text, str):
            raise TypeError(f"a position is a text, not {text!r:.60}")
        fresh, _ = new_states(self.game, 1)
        self._put(fresh, check, run_on=self.game.from_text(fresh, 0, text))

    def _put(self, fresh: np.ndarray, check: bool, run_on: bool) -> None:
        mask = np.zeros_like(self.mask)
        if run_on:
            if check:
                self._require_sound(fresh, len(self.game.invariants) - 1)
            self.kernels.resume(fresh, 0, mask, False)
        if check:
            self._require_sound(fresh, len(self.game.invariants))
        player = self.kernels.resume(fresh, 0, mask, self.auto_play)
        self.states[0] = fresh[0]
        self.mask[:] = mask
        self.num_players = int(fresh[0]["num_players"])
        self._set_up = None
        self._select(player)

    def _require_sound(self, fresh: np.ndarray, first: int) -> None:
        """Raises ValueError if one of the first invariants is broken; the last one, about the question asked, comes only after running on."""
        broken = self.kernels.call_status(fresh, 0)
        if 0 < broken <= first:
            raise ValueError(f"the position is not sound: it does not hold that {self.game.invariants[broken - 1]}")

    def status(self) -> str | None:
        """The first broken invariant, or None for a sound position."""
        broken = self.kernels.call_status(self.states, 0)
        return self.game.invariants[broken - 1] if broken else None

    def hash(self) -> str:
        """A digest of the state's bytes, the same in every process."""
        return hashlib.blake2b(self._raw.tobytes(), digest_size=DIGEST_BYTES).hexdigest()
