"""Playing: every deal in every rotation of the seats, on all cores, the same whatever is done in what order.

Deal k of a match has one game seed for all lineups and rotations, and each decision its own seed for the bot's chance; both
come from the match's seed and from nothing else. So a game's outcome does not depend on threads, on the games beside it or on
where a match was broken off.
"""

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from louis14_env.arena.block import Block, MatchError
from louis14_env.arena.journal import MATCH, TOURNAMENT, Header, Journal, JournalError, Played, make_header
from louis14_env.arena.results import Results, gather
from louis14_env.arena.schedule import Lineup, tournament_lineups
from louis14_env.bots import Bot, SpecError, make_bot
from louis14_env.bots.human import HumanBot
from louis14_env.core.game import Game, check_int, check_seed
from louis14_env.core.threads import MOST_THREADS

__all__ = ["MatchError", "play_match", "play_tournament"]

MOST_DEALS = 2**24
MOST_SIDE_BY_SIDE = 64  # deals in a block
QUICK = 1.0  # seconds; a thread that played a block in less takes twice as many games next
GRACE = 0.7  # seconds that threads get to stop
WORKER = "arena worker"  # name of the threads

Maker = Callable[[str], Bot]
Watcher = Callable[[int, int], None]  # (games in, games of the match)


def play_match(
    game: Game,
    specs: Sequence[str],
    deals: int,
    seed: int = 0,
    path: Path | None = None,
    threads: int | None = None,
    records: bool = False,
    watch: Watcher | None = None,
    make: Maker | None = None,
) -> Results:
    """The results of a match of len(specs) players; with a path, its journal is continued there or begun.

    A journal that has more deals already is left as it is, and the results are those of its first `deals` deals.
    """
    game.check_players(len(specs))
    how = How(game, deals, seed, path, threads, records, watch, make)
    return _play(how, MATCH, [tuple(_written(how, specs))])


def play_tournament(
    game: Game,
    specs: Sequence[str],
    num_players: int,
    deals: int,
    seed: int = 0,
    path: Path | None = None,
    threads: int | None = None,
    records: bool = False,
    watch: Watcher | None = None,
    make: Maker | None = None,
) -> Results:
    """The results of all lineups of a tournament, each with the same deals; the journal as in a match."""
    game.check_players(num_players)
    how = How(game, deals, seed, path, threads, records, watch, make)
    return _play(how, TOURNAMENT, tournament_lineups(_written(how, specs), num_players))


@dataclass(frozen=True)
class How:
    """What a match and a tournament are played with."""

    game: Game
    deals: int
    seed: int
    path: Path | None
    threads: int | None
    records: bool
    watch: Watcher | None
    make: Maker | None

    def __post_init__(self) -> None:
        check_int(self.deals, "deals", 1, MOST_DEALS)
        check_seed(self.seed)
        check_int(self.crew_size, "threads", 1, MOST_THREADS)

    @property
    def crew_size(self) -> int:
        return (os.cpu_count() or 1) if self.threads is None else self.threads

    def make_bot(self, spec: str) -> Bot:
        return self.make(spec) if self.make else make_bot(spec, self.game)

    def told(self, games: int, of: int) -> None:
        if self.watch:
            self.watch(games, of)


def _play(how: How, kind: str, lineups: list[Lineup]) -> Results:
    header = make_header(how.game, kind, lineups, how.seed, how.records)
    last = how.deals * header.games_a_deal
    journal = Journal(how.path, header) if how.path else None
    try:
        games = journal.games if journal else []
        how.told(len(games), last)
        _verify(how, header, games)
        if len(games) < last:
            crews = [[how.make_bot(spec) for spec in header.bots] for _ in range(min(how.crew_size, last - len(games)))]
            for played in Crew(how.game, header, crews, range(len(games), last)).run():
                if journal:
                    journal.append(played)
                games += [game.bare() for game in played]
                how.told(len(games), last)
    finally:
        if journal:
            journal.close()
    return gather(header, games).first(how.deals)


def _written(how: How, specs: Sequence[str]) -> list[str]:
    """The specs as their bots write them; raises SpecError if there is no such bot, or one that cannot play many games at once."""
    bots = {spec: how.make_bot(spec) for spec in specs}
    for spec, bot in bots.items():
        if isinstance(bot, HumanBot):
            raise SpecError(f"{spec!r} cannot play in a match, only in `louis14 play`")
    return [bots[spec].spec for spec in specs]


def _verify(how: How, header: Header, games: list[Played]) -> None:
    """Plays a few of the games in the journal again: the last ones, until every bot was in one; refuses to go on if one differs.

    Games of bots that never play the same twice are taken as they are.
    """
    unseen = set(header.bots)
    bots = [how.make_bot(spec) for spec in header.bots] if games else []
    fickle = {bot.spec for bot in bots if not bot.repeatable}
    for number in range(len(games) - 1, -1, -1):
        lineup = set(header.lineups[header.place(number).lineup])
        if not unseen & lineup or fickle & lineup:
            continue
        again = Block(how.game, header, bots, range(number, number + 1)).play(threading.Event())
        if again is None or again[0].bare() != games[number]:
            where = f"{how.path}, line {number + 2}: {header.place(number)}"
            raise JournalError(f"{where}, played again, ends differently: rules or bots have changed since; take another file")
        unseen -= lineup
        if not unseen:
            return


class Crew:
    """Threads that play a range of a match's games, each with bots of its own."""

    def __init__(self, game: Game, header: Header, bots: list[list[Bot]], numbers: range):
        self.game, self.header, self.bots, self.numbers = game, header, bots, numbers
        self._next = numbers.start
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()  # blocks of games, or the error that ended a thread

    def run(self) -> Iterator[list[Played]]:
        """The games in order, as soon as all before them are finished."""
        threads = [threading.Thread(target=self._work, args=(bots,), name=WORKER, daemon=True) for bots in self.bots]
        for thread in threads:
            thread.start()
        try:
            yield from self._in_order()
        finally:
            self._stop.set()
            patience = time.monotonic() + GRACE
            for thread in threads:
                thread.join(max(0.0, patience - time.monotonic()))

    def _in_order(self) -> Iterator[list[Played]]:
        waiting: dict[int, list[Played]] = {}
        number = self.numbers.start
        while number < self.numbers.stop:
            first, outcome = self._finished.get()
            if isinstance(outcome, BaseException):
                raise outcome
            waiting[first] = outcome
            while number in waiting:
                games = waiting.pop(number)
                number += len(games)
                yield games

    def _work(self, bots: list[Bot]) -> None:
        size, most = 1, MOST_SIDE_BY_SIDE * self.header.num_players
        try:
            while numbers := self._take(size):
                began = time.perf_counter()
                games = Block(self.game, self.header, bots, numbers).play(self._stop)
                if games is None:
                    return
                self._finished.put((numbers.start, games))
                if time.perf_counter() - began < QUICK:
                    size = min(2 * size, most)
        except BaseException as error:
            self._finished.put((self.numbers.stop, error))

    def _take(self, size: int) -> range:
        """The next games to play, at most `size`, and fewer near the end, so that no thread is left with most of the rest."""
        with self._lock:
            left = self.numbers.stop - self._next
            count = min(size, -(-left // len(self.bots)))
            numbers = range(self._next, self._next + count)
            self._next += count
        return numbers
