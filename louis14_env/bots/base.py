"""What a player is: something that chooses an action from what one seat knows."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from louis14_env.core.game import Game, check_seed
from louis14_env.core.table import Table

CANONICAL_SEED = 0


class View:
    """What the player to decide knows, and nothing else.

    Behind it lies a position in which everything that player cannot know was dealt anew, the same for all positions that the player
    cannot tell apart: whatever a bot reads here, it cannot read what is hidden. `seed` is for the bot's own chance.
    """

    def __init__(self, table: Table, seed: int = 0):
        if table.current_player is None:
            raise ValueError("the game is over: there is nothing to decide")
        self.player: int = table.current_player
        self.seed = check_seed(seed)
        self._table = table.redeterminize(self.player, CANONICAL_SEED)

    @property
    def game(self) -> Game:
        return self._table.game

    @property
    def num_players(self) -> int:
        return self._table.num_players

    @property
    def mask(self) -> np.ndarray:
        """The legal actions as int8."""
        return self._table.mask

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending."""
        return self._table.legal_actions()

    @cached_property
    def observation(self) -> np.ndarray:
        """What the player sees, as one flat vector."""
        return self._table.observe(self.player)

    def describe(self) -> str:
        """What the player sees, in words."""
        return self._table.describe(self.player)

    @property
    def states(self) -> np.ndarray:
        """The position behind the view, as an array of one state, for compiled players."""
        return self._table.states

    def determinize(self, seed: int) -> Table:
        """A position to try things on, in which what the player cannot know is dealt anew from the seed."""
        return self._table.redeterminize(self.player, seed)


@dataclass
class Games:
    """Many games in play, for bots that decide in all of them at once."""

    game: Game
    num_players: int
    states: np.ndarray  # [game]
    masks: np.ndarray  # [game, action] int8
    current: np.ndarray  # [game] player to decide, -1 when over


class Bot(ABC):
    """A player. `spec` is the name with arguments that makes it again."""

    spec: str
    repeatable = True  # whether the same view and seed always give the same action

    @abstractmethod
    def act(self, view: View) -> int:
        """The action for what the view shows."""

    def act_many(self, games: Games, rows: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """An action for each of the games `rows`, in which it is this bot's turn; seeds[k] is the seed of the decision in rows[k].

        Gives what `act` would, whatever the other rows are; bots that can decide faster side by side override it.
        """
        actions = np.zeros(len(rows), np.int64)
        table = Table(games.game, games.num_players)
        for k, row in enumerate(rows):
            table.states[0] = games.states[row]
            table.mask[:] = games.masks[row]
            table.current_player = int(games.current[row])
            actions[k] = self.act(View(table, int(seeds[k])))
        return actions
