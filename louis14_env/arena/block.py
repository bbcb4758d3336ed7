"""Games of a match played side by side by one thread."""

from threading import Event
from typing import Any, NoReturn

import numpy as np

from louis14_env.arena.journal import Header, Place, Played
from louis14_env.bots import Bot, Games
from louis14_env.core import IllegalAction, Table
from louis14_env.core.game import NUM_RETURNS, RANK, SCORE, WIN, Game
from louis14_env.core.kernels import compile_kernels, new_states
from louis14_env.core.rng import RNG_WORDS
from louis14_env.core.rows import row_kernels

DEAL_STREAM = 0  # tells a deal's seed from the seeds of the play in its rotations, which follow
START_PLAYER = 0  # rotating the entrants rotates who starts, too
AUTO_PLAY = True


class MatchError(RuntimeError):
    """A match that cannot go on; says which bot did what, and where."""


class Seeds:
    """The seeds of a match. They depend on nothing but the match's seed and the numbers given."""

    def __init__(self, game: Game, seed: int):
        self._derive, self._derive_rows = compile_kernels(game).call_derive_seed, row_kernels(game).derive_rows
        self._seed = seed
        self._scratch = np.zeros(RNG_WORDS, np.int64)

    def of_deal(self, deal: int) -> int:
        """The seed of the game, the same in all lineups and rotations."""
        return self._derive(self._scratch, self._seed, deal, DEAL_STREAM)

    def of_play(self, deal: int, rotation: int) -> int:
        """The seed from which those of a game's decisions come."""
        return self._derive(self._scratch, self._seed, deal, DEAL_STREAM + 1 + rotation)

    def of_decisions(self, plays: np.ndarray, decisions: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """The seeds for the bots' own chance at the next decision of each of the games `rows`."""
        out = np.empty(len(rows), np.int64)
        self._derive_rows(self._scratch, plays, decisions, rows, out)
        return out


class Block:
    """Some games of a match, all begun; `step` plays one decision in each that is not over."""

    def __init__(self, game: Game, header: Header, bots: list[Bot], numbers: range):
        self.header, self.bots = header, bots
        self.places = [header.place(number) for number in numbers]
        self.kernels = compile_kernels(game)
        self.seeds = Seeds(game, header.seed)
        count = len(self.places)
        self.states, _ = new_states(game, count)
        masks = np.zeros((count, game.actions.size), np.int8)
        self.games = Games(game, header.num_players, self.states, masks, np.zeros(count, np.int32))
        self.owners = np.array([self._seated(place) for place in self.places])  # [game, seat] number of the bot
        self.plays = np.array([self.seeds.of_play(place.deal, place.rotation) for place in self.places], np.int64)
        self.decisions = np.zeros(count, np.int64)
        self.table = Table(game, header.num_players)  # to look at one of the games
        self.records: list[tuple[list[int], list[str]]] = [([], []) for _ in self.places]
        for row, place in enumerate(self.places):
            where = (header.num_players, START_PLAYER, self.seeds.of_deal(place.deal))
            self.games.current[row] = self.kernels.start(self.states, row, *where, masks[row], AUTO_PLAY)
            self._note_hash(row)

    def _seated(self, place: Place) -> list[int]:
        lineup, n = self.header.lineups[place.lineup], self.header.num_players
        return [self.header.bots.index(lineup[(seat + place.rotation) % n]) for seat in range(n)]

    def play(self, stop: Event) -> list[Played] | None:
        """Plays all games to their ends and returns them; None if told to stop."""
        while (self.games.current >= 0).any():
            if stop.is_set():
                return None
            self.step()
        return [self._finished(row) for row in range(len(self.places))]

    def step(self) -> None:
        """One decision in every game that is not over."""
        rows = np.flatnonzero(self.games.current >= 0)
        owners = self.owners[rows, self.games.current[rows]]
        for number in np.unique(owners):
            self._decide(self.bots[number], rows[owners == number])

    def _decide(self, bot: Bot, rows: np.ndarray) -> None:
        games = self.games
        actions = self._ask(bot, rows, self.seeds.of_decisions(self.plays, self.decisions, rows))
        row_kernels(games.game).play_rows(games.states, rows, actions, games.masks, games.current, AUTO_PLAY)
        self.decisions[rows] += 1
        if self.header.records:
            for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
                self.records[row][0].append(action)
                self._note_hash(row)

    def _ask(self, bot: Bot, rows: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """The bot's actions, all of them legal."""
        try:
            actions = np.asarray(bot.act_many(self.games, rows, seeds))
        except Exception as error:
            self._find_failure(bot, rows, seeds, error)
        if actions.shape != rows.shape or actions.dtype.kind not in "iu":
            found = f"{actions.dtype} of shape {actions.shape}"
            raise MatchError(f"{self._where(bot, rows)}: {len(rows)} whole numbers are needed, not {found}")
        known = (actions >= 0) & (actions < self.games.masks.shape[1])
        legal = known & (self.games.masks[rows, np.where(known, actions, 0)] > 0)
        if not legal.all():
            self._refuse(bot, rows[~legal][0], actions[~legal][0])
        return actions.astype(np.int64)

    def _find_failure(self, bot: Bot, rows: np.ndarray, seeds: np.ndarray, error: Exception) -> NoReturn:
        """Asks once more game by game, so that the error names the game in which the bot fails."""
        for k in range(len(rows)):
            try:
                bot.act_many(self.games, rows[k : k + 1], seeds[k : k + 1])
            except Exception as alone:
                raise MatchError(f"{self._where(bot, rows[k : k + 1])}: {type(alone).__name__}: {alone}") from alone
        raise MatchError(f"{self._where(bot, rows)}: {type(error).__name__}: {error}") from error

    def _refuse(self, bot: Bot, row: int, action: Any) -> NoReturn:
        self._look(row)
        try:
            self.table.check_action(action)
        except IllegalAction as error:
            raise MatchError(f"{self._where(bot, [row])}: {error}") from None
        raise AssertionError(f"{action} is legal after all")

    def _where(self, bot: Bot, rows: Any) -> str:
        place, decision = self.places[rows[0]], self.decisions[rows[0]]
        more = f" or one of {len(rows) - 1} games beside it" if len(rows) > 1 else ""
        return f"bot {bot.spec!r} failed in {place}, decision {decision}{more}"

    def _look(self, row: int) -> None:
        """Puts one of the games on the table."""
        self.table.states[0] = self.states[row]
        self.table.mask[:] = self.games.masks[row]
        self.table.current_player = int(self.games.current[row]) if self.games.current[row] >= 0 else None

    def _note_hash(self, row: int) -> None:
        if self.header.records:
            self.records[row][1].append(self._hash(row))

    def _hash(self, row: int) -> str:
        self._look(row)
        return self.table.hash()

    def _finished(self, row: int) -> Played:
        n = self.header.num_players
        returns = np.zeros((self.games.game.max_players, NUM_RETURNS))
        self.kernels.call_returns(self.states, row, returns)
        wins, scores, ranks = (returns[:n, column].tolist() for column in (WIN, SCORE, RANK))
        actions, hashes = self.records[row] if self.header.records else (None, None)
        place = self.places[row]
        return Played(*place, wins, scores, ranks, int(self.decisions[row]), self._hash(row), actions, hashes)
