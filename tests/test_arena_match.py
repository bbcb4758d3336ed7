"""Matches: who sits where, what the seeds depend on, threads, and bots that misbehave. Mostly on the toy game, whose games are short."""

import threading
import time

import numpy as np
import pytest
import toy

from louis14_env.arena import match
from louis14_env.arena.block import MatchError, Seeds
from louis14_env.arena.journal import read_journal
from louis14_env.arena.match import play_match, play_tournament
from louis14_env.arena.schedule import MOST_MIXED, fill_seats, seat_of, tournament_lineups
from louis14_env.bots import Bot, View, make_bot
from louis14_env.core import Table
from louis14_env.core.record import replay

GAME = toy.TOY


class Fixed(Bot):
    """Always the same action."""

    def __init__(self, spec):
        self.spec = spec
        self.action = {"keep": toy.KEEP, "change": toy.CHANGE}[spec]

    def act(self, view):
        return self.action


class Drawn(Bot):
    """An action from the decision's seed; remembers the seeds, and that only one thread asks."""

    def __init__(self, spec, seeds=None):
        self.spec, self.seeds, self.thread = spec, seeds, None

    def act(self, view):
        self.thread = self.thread or threading.get_ident()
        assert self.thread == threading.get_ident()
        if self.seeds is not None:
            self.seeds.append(view.seed)
        return view.seed % 2


class Clumsy(Drawn):
    """Does something wrong when a seed ends in a certain digit."""

    def __init__(self, spec, wrong):
        super().__init__(spec)
        self.wrong = wrong

    def act(self, view):
        return self.wrong() if view.seed % 10 == 7 else view.seed % 2


def played(path, specs=("a", "b", "c"), deals=12, seed=3, make=Drawn, **options):
    results = play_match(GAME, list(specs), deals, seed, path, make=make, **options)
    return results, list(read_journal(path)[1])


def test_seats_rotate(tmp_path):
    specs = ["keep", "change", "change"]
    results, games = played(tmp_path / "m", specs, deals=3, make=Fixed, records=True)
    for game in games:
        for seat, action in enumerate(game.actions):
            assert action == (toy.KEEP if (seat + game.rotation) % 3 == 0 else toy.CHANGE)
            entrant = (seat + game.rotation) % 3
            assert seat == seat_of(entrant, game.rotation, 3)
            column = results.by_entrant[game.deal, 0, game.rotation, entrant]
            assert column.tolist() == [game.wins[seat], game.scores[seat], game.ranks[seat]]
    assert results.by_seat.shape == (3, 1, 3, 3, 3) and results.games == 9


def test_rotations_of_a_deal_begin_alike_and_deals_do_not(tmp_path):
    _, games = played(tmp_path / "m", deals=20, records=True)
    beginnings = [{game.hashes[0] for game in games if game.deal == deal} for deal in range(20)]
    assert all(len(one) == 1 for one in beginnings) and len(set.union(*beginnings)) == 20


def test_every_decision_has_a_seed_of_its_own(tmp_path):
    seeds = []
    played(tmp_path / "m", deals=30, make=lambda spec: Drawn(spec, seeds))
    assert len(seeds) == len(set(seeds)) == 30 * 3 * 3


def test_a_game_is_what_a_table_plays(game, tmp_path):
    path = tmp_path / "m"
    play_match(game, ["random", "random:noise=0.5", "random"], 2, 5, path)
    seeds, bots = Seeds(game, 5), [make_bot(spec, game) for spec in ("random", "random:noise=0.5", "random")]
    for entry in read_journal(path)[1]:
        table, decision = Table(game, 3, seeds.of_deal(entry.deal)), 0
        play = np.array([seeds.of_play(entry.deal, entry.rotation)])
        while not table.is_over:
            seed = seeds.of_decisions(play, np.array([decision]), np.zeros(1, np.int64))[0]
            table.step(bots[(table.current_player + entry.rotation) % 3].act(View(table, int(seed))))
            decision += 1
        assert (table.hash(), decision) == (entry.hash, entry.decisions)
        assert table.returns().T.tolist() == [entry.wins, entry.scores, entry.ranks]


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("side_by_side", [1, 64])
def test_threads_and_blocks_change_nothing(tmp_path, monkeypatch, threads, side_by_side):
    class Uneven(Drawn):
        def act_many(self, games, rows, seeds):
            time.sleep(0.003 * (seeds[0] % 3))  # so that blocks finish out of order
            return super().act_many(games, rows, seeds)

    played(tmp_path / "one", threads=1)
    monkeypatch.setattr(match, "MOST_SIDE_BY_SIDE", side_by_side)
    played(tmp_path / "many", threads=threads, make=Uneven)
    assert (tmp_path / "many").read_bytes() == (tmp_path / "one").read_bytes()


def test_a_longer_match_begins_with_the_shorter_one(tmp_path):
    played(tmp_path / "short", deals=5)
    played(tmp_path / "long", deals=12)
    assert (tmp_path / "long").read_bytes().startswith((tmp_path / "short").read_bytes())
    played(tmp_path / "other", deals=5, seed=4)
    assert (tmp_path / "other").read_bytes() != (tmp_path / "short").read_bytes()


def test_without_a_path_the_results_are_the_same(tmp_path):
    kept, _ = played(tmp_path / "m")
    assert np.array_equal(kept.by_seat, play_match(GAME, ["a", "b", "c"], 12, 3, make=Drawn).by_seat)


def raises():
    raise KeyError("lost")


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda: 2, "action 2 is not in 0..1"),
        (lambda: -1, "action -1 is not in 0..1"),
        (raises, "KeyError: 'lost'"),
    ],
)
def test_a_bot_that_fails_is_named_with_its_place(tmp_path, monkeypatch, wrong, reason):
    monkeypatch.setattr(match, "MOST_SIDE_BY_SIDE", 1)
    path = tmp_path / "m"
    with pytest.raises(MatchError, match=r"bot 'b' failed in deal \d+, lineup 0, rotation \d, decision \d: ") as error:
        played(path, deals=60, threads=1, make=lambda spec: Clumsy(spec, wrong) if spec == "b" else Drawn(spec))
    assert reason in str(error.value)
    games = list(read_journal(path)[1])
    assert 0 < len(games) < 180
    deal, rotation = _place(error)
    assert len(games) <= deal * 3 + rotation


def _place(error):
    words = str(error.value).replace(",", "").split()
    return int(words[words.index("deal") + 1]), int(words[words.index("rotation") + 1])


def test_illegal_actions_say_what_is_legal(game):
    class Stubborn(Bot):
        spec = "stubborn"

        def act(self, view):
            return int(np.flatnonzero(view.mask == 0)[0])

    with pytest.raises(MatchError, match=r"'stubborn' failed in deal 0, .*decision 0: .* is not legal: player 0 may "):
        play_match(game, ["s", "s"], 1, make=lambda spec: Stubborn())


@pytest.mark.parametrize("answer", [np.zeros(2, np.int64), np.zeros(1), None])
def test_answers_must_be_whole_numbers_one_a_game(answer):
    class Odd(Fixed):
        def act_many(self, games, rows, seeds):
            return answer

    with pytest.raises(MatchError, match="1 whole numbers are needed, not"):
        play_match(GAME, ["keep", "keep"], 1, make=Odd)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((["random"], 1), "num_players must be 2..4, not 1"),
        ((["random"] * 5, 1), "num_players must be 2..4, not 5"),
        ((["random"] * 2, 0), "deals must be 1.."),
        ((["random"] * 2, 1, -1), "seed must be 0.."),
        ((["random"] * 2, 1, 0, None, 0), "threads must be 1.."),
        ((["random", "nobody"], 1), "no bot 'nobody'"),
        ((["random", "human"], 1), "'human' cannot play in a match"),
    ],
)
def test_bad_arguments_are_refused(game, arguments, reason):
    with pytest.raises(ValueError, match=reason):
        play_match(game, *arguments)


def test_records_replay(game, tmp_path):
    path = tmp_path / "m"
    play_match(game, ["random", "random"], 2, 5, path, records=True)
    header, games = read_journal(path)
    for entry in games:
        table = replay(game, entry.record(header, Seeds(game, 5).of_deal(entry.deal)))
        assert table.is_over and table.hash() == entry.hash


def test_specs_are_written_the_short_way(game, tmp_path):
    play_match(game, ["random", "random:noise=0"], 1, 0, tmp_path / "m")
    assert read_journal(tmp_path / "m")[0].bots == ["random"]
    with pytest.raises(ValueError, match="two or more different bots"):
        play_tournament(game, ["random", "random:noise=0"], 2, 1)


def test_lineups():
    assert fill_seats(["a", "b"], 4) == ("a", "b", "b", "b")
    with pytest.raises(ValueError, match=r"2 players take 1..2 bots, not 3"):
        fill_seats(["a", "b", "c"], 2)
    assert tournament_lineups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    three = tournament_lineups(["a", "b", "c"], 3)
    assert len(three) == 7 and three[:2] == [("a", "b", "b"), ("a", "c", "c")] and three[-1] == ("a", "b", "c")
    many = tournament_lineups([str(k) for k in range(9)], 4)
    assert len(many) == len(set(many)) == 72 + MOST_MIXED
    for bots in (9, 12):
        specs = [str(k) for k in range(bots)]
        mixed = [spec for lineup in tournament_lineups(specs, 4)[-MOST_MIXED:] for spec in lineup]
        counts = [mixed.count(spec) for spec in specs]
        assert max(counts) - min(counts) <= 1


def test_a_tournament_plays_what_matches_play(tmp_path):
    results = play_tournament(GAME, ["keep", "change", "x"], 2, 6, 3, make=lambda s: Drawn(s) if s == "x" else Fixed(s))
    alone = play_match(GAME, ["change", "x"], 6, 3, make=lambda s: Drawn(s) if s == "x" else Fixed(s))
    assert results.header.lineups[2] == ("change", "x")
    assert np.array_equal(results.by_seat[:, 2:], alone.by_seat)
