"""The journal: whatever breaks a match off, going on gives the same bytes; files that do not fit are refused and left alone."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest
import toy
from test_arena_match import Drawn

from louis14_env.arena.journal import JournalError, read_journal
from louis14_env.arena.match import play_match, play_tournament
from louis14_env.arena.results import gather

GAME = toy.TOY
DEALS = 6


def play(path, deals=DEALS, seed=3, specs=("a", "b"), make=Drawn, **options):
    return play_match(GAME, list(specs), deals, seed, path, make=make, **options)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "whole.jsonl"
    play(path)
    return path.read_bytes()


def test_what_a_journal_looks_like(whole):
    header, *games = [json.loads(line) for line in whole.splitlines()]
    assert header["format"] == "louis14-arena-1" and header["lineups"] == [["a", "b"]] and "deals" not in header
    assert [(game["deal"], game["rotation"]) for game in games] == [(deal, r) for deal in range(DEALS) for r in range(2)]
    assert list(games[0]) == ["deal", "lineup", "rotation", "wins", "scores", "ranks", "decisions", "hash"]


def test_going_on_from_every_byte(whole, tmp_path):
    path = tmp_path / "cut"
    for length in range(0, len(whole) + 1, 7):
        path.write_bytes(whole[:length])
        play(path, threads=1)
        assert path.read_bytes() == whole, f"cut at {length}"


def test_a_cut_line_is_dropped_even_if_it_is_complete(whole, tmp_path):
    path = tmp_path / "cut"
    path.write_bytes(whole[:-1])
    assert len(list(read_journal(path)[1])) == 2 * DEALS - 1
    play(path)
    assert path.read_bytes() == whole


def test_more_deals_extend_and_fewer_only_report(whole, tmp_path):
    path = tmp_path / "journal"
    play(path, deals=2)
    short = play(path, deals=DEALS)
    assert path.read_bytes() == whole and short.deals == DEALS
    assert play(path, deals=2).deals == 2 and path.read_bytes() == whole


def test_a_tournament_goes_on_and_extends(tmp_path):
    def tournament(path, deals):
        play_tournament(GAME, ["a", "b", "c"], 3, deals, 3, path, make=Drawn)
        return path.read_bytes()

    unbroken = tournament(tmp_path / "whole", 4)
    assert unbroken.startswith(tournament(tmp_path / "part", 2))
    with open(tmp_path / "part", "ab") as file:
        file.truncate(file.tell() - 30)
    assert tournament(tmp_path / "part", 4) == unbroken


def test_games_are_in_the_file_as_soon_as_they_are_told(tmp_path):
    path, told = tmp_path / "journal", []

    def watch(games, of):
        told.append(games)
        assert path.read_bytes().count(b"\n") == 1 + games <= 1 + of

    play(path, deals=40, watch=watch)
    assert told[0] == 0 and told[-1] == 80 and len(told) > 2


def test_an_incomplete_deal_does_not_count(whole, tmp_path):
    path = tmp_path / "journal"
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[: 1 + 5]))
    assert gather(*read_journal(path)).deals == 2


def change(whole, number, old, new):
    """The journal with something replaced in one line."""
    lines = whole.split(b"\n")
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return b"\n".join(lines)


def without(whole, number):
    lines = whole.splitlines(keepends=True)
    return b"".join(lines[: number - 1] + lines[number:])


def twice(whole, number):
    lines = whole.splitlines(keepends=True)
    return b"".join(lines[:number] + lines[number - 1 :])


def swapped(whole, number):
    lines = whole.splitlines(keepends=True)
    lines[number - 1 : number + 1] = reversed(lines[number - 1 : number + 1])
    return b"".join(lines)


BROKEN = {
    "another seed": (lambda w: change(w, 1, b'"seed":3', b'"seed":4'), "line 1: this is another match: seed is 4 in the file, 3 here"),
    "other bots": (lambda w: change(w, 1, b'"b"', b'"c"'), "line 1: this is another match: lineups"),
    "other components": (lambda w: change(w, 1, b'"data":"', b'"data":"x'), "another match: data is 'x"),
    "another format": (lambda w: change(w, 1, b"arena-1", b"arena-9"), "line 1: not a journal of matches: its format is"),
    "a foreign line": (lambda w: b'{"cards": 3}\n' + w, "line 1: not a journal of matches"),
    "a foreign text": (lambda w: b"Dear diary,\n", "line 1: not JSON"),
    "a foreign beginning": (lambda w: b"Dear diary", "line 1: not JSON"),
    "bytes": (lambda w: b"\xff\xfe\x00\n" + w, "line 1: not JSON"),
    "a list": (lambda w: b"[1]\n", "line 1: not a line of a journal"),
    "a header with more": (lambda w: change(w, 1, b'{"format"', b'{"x":1,"format"'), "exactly the fields format, kind"),
    "broken JSON": (lambda w: change(w, 5, b'"wins":[', b'"wins":'), "line 5: not JSON"),
    "an empty line": (lambda w: change(w, 5, w.split(b"\n")[4], b""), "line 5: not JSON"),
    "a game missing": (lambda w: without(w, 4), "line 4: games are missing, repeated or out of order: deal 1, lineup 0, rotation 1 stands"),
    "a game twice": (lambda w: twice(w, 4), "line 5: games are missing, repeated or out of order"),
    "games swapped": (lambda w: swapped(w, 4), "line 4: games are missing, repeated or out of order"),
    "a field missing": (lambda w: change(w, 3, b'"lineup":0,', b""), "line 3: a line has exactly the fields deal, lineup"),
    "a text for a number": (lambda w: change(w, 3, b'"deal":0', b'"deal":"0"'), "line 3: deal must be a whole number, not '0'"),
    "too few scores": (lambda w: change(w, 3, b'"scores":[', b'"scores":[1.0,'), "line 3: scores must be 2 numbers"),
    "not a number": (lambda w: re.sub(rb'"ranks":\[\d\.0', b'"ranks":[NaN', w, count=1), "line 2: ranks must be 2 numbers"),
    "a win too many": (lambda w: re.sub(rb'"wins":\[0\.0', b'"wins":[1.0', w, count=1), "wins must be shares of one win"),
    "the wins swapped": (lambda w: re.sub(rb'"wins":\[0\.0,1\.0', b'"wins":[1.0,0.0', w, count=1), "ranks must be such that the best share"),
    "other spaces": (lambda w: change(w, 3, b'"deal":0', b'"deal": 0'), "line 3: the line is not written as this program"),
    "another outcome": (lambda w: re.sub(rb'"hash":"....(?=[^\n]*\n$)', b'"hash":"0000', w), "line 13: .* ends differently: rules or bots"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_files_that_do_not_fit_are_refused_and_left_alone(whole, tmp_path, what):
    spoil, reason = BROKEN[what]
    path = tmp_path / "journal"
    path.write_bytes(spoil(whole))
    assert path.read_bytes() != whole
    with pytest.raises(JournalError, match=reason) as error:
        play(path, deals=DEALS + 1)
    assert str(path) in str(error.value) and path.read_bytes() == spoil(whole)


def test_other_bots_under_the_same_name_are_noticed(whole, tmp_path):
    class Contrary(Drawn):
        def act(self, view):
            return 1 - super().act(view)

    path = tmp_path / "journal"
    path.write_bytes(whole)
    for deals in (DEALS, DEALS + 1):  # complete or not
        with pytest.raises(JournalError, match="ends differently: rules or bots have changed since"):
            play(path, deals=deals, make=Contrary)
    assert path.read_bytes() == whole


def test_bots_that_never_play_the_same_twice_may_go_on(whole, tmp_path):
    class Fickle(Drawn):
        repeatable = False

        def act(self, view):
            return 1 - super().act(view)

    path = tmp_path / "journal"
    path.write_bytes(whole)
    play(path, deals=DEALS + 1, make=Fickle)
    assert path.read_bytes().startswith(whole) and path.read_bytes() != whole


def test_records_or_not_is_another_match(whole, tmp_path):
    path = tmp_path / "journal"
    path.write_bytes(whole)
    with pytest.raises(JournalError, match="records is False in the file, True here"):
        play(path, records=True)
    header, games = read_journal(path)
    with pytest.raises(JournalError, match="played without --records"):
        next(games).record(header, 0)


def test_only_one_process_writes(whole, tmp_path):
    path = tmp_path / "journal"
    path.write_bytes(whole)

    def second(spec):
        with pytest.raises(JournalError, match="another process is writing this file"):
            play(path)
        return Drawn(spec)

    made = iter([Drawn, Drawn])
    play(path, deals=DEALS + 1, make=lambda spec: next(made, second)(spec))


def test_unreadable_places(tmp_path):
    with pytest.raises(JournalError, match="cannot be read"):
        read_journal(tmp_path / "missing")
    with pytest.raises(JournalError, match="cannot be read"):
        read_journal(tmp_path)
    with pytest.raises(OSError, match="directory"):
        play(tmp_path)


# --- Killed and interrupted ------------------------------------------------------------------------------------------
LONG = ["match", "random", "random:noise=0.5", "--players", "3", "--deals", "800", "--seed", "9"]
RUN = "from louis14_env.cli import app; app()"


def start(*words, program=RUN):
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=hear_ctrl_c,
    )  # fmt: skip


def hear_ctrl_c():
    """A child of tests that run in the background would ignore the signal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for_games(path, process, count):
    patience = time.monotonic() + 180
    while not path.exists() or path.read_bytes().count(b"\n") <= count:
        assert process.poll() is None and time.monotonic() < patience, process.communicate()
        time.sleep(0.005)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    from louis14_env.games import get_game

    path = tmp_path_factory.mktemp("long") / "unbroken"
    play_match(get_game("louis14"), ["random", "random:noise=0.5", "random:noise=0.5"], 800, 9, path)
    return path.read_bytes()


def test_killed_and_resumed_is_the_same_as_unbroken(tmp_path, unbroken):
    path = tmp_path / "killed"
    for games in (100, 1000):
        process = start(*LONG, "--out", path, "--quiet")
        wait_for_games(path, process, games)
        process.kill()
        process.wait()
        kept = path.read_bytes()
        assert games < kept.count(b"\n") < unbroken.count(b"\n") and unbroken.startswith(kept)
    process = start(*LONG, "--out", path, "--quiet")
    assert process.wait(60) == 0, process.communicate()
    assert path.read_bytes() == unbroken


def test_a_killed_tournament_resumed_gives_the_table_of_an_unbroken_one(tmp_path):
    words = ["tournament", "random", "random:noise=0.5", "sane", "--players", "2", "--deals", "120", "--seed", "4", "--quiet"]
    whole, broken = ([*words, "--out", tmp_path / name, "--markdown", tmp_path / f"{name}.md"] for name in ("whole", "broken"))
    process = start(*broken)
    wait_for_games(tmp_path / "broken", process, 100)
    process.kill()
    process.wait()
    kept = (tmp_path / "broken").read_bytes()
    for command in (broken, whole):
        process = start(*command)
        assert process.wait(180) == 0, process.communicate()
    games = (tmp_path / "whole").read_bytes()
    assert kept != games and games.startswith(kept) and (tmp_path / "broken").read_bytes() == games
    assert (tmp_path / "broken.md").read_text() == (tmp_path / "whole.md").read_text()


def test_ctrl_c_stops_cleanly(tmp_path, unbroken):
    path = tmp_path / "stopped"
    process = start(*LONG, "--out", path)
    wait_for_games(path, process, 100)
    process.send_signal(signal.SIGINT)
    told = time.monotonic()
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130 and time.monotonic() - told < 5
    kept = path.read_bytes()
    assert kept.endswith(b"\n") and unbroken.startswith(kept)
    assert f"stopped; {kept.count(bytes([10])) - 1} of 2400 games are in" in errors.replace("\n", " ")
    assert "the same command goes on from there" in errors and "Traceback" not in errors
    assert start(*LONG, "--out", path, "--quiet").wait(60) == 0
    assert path.read_bytes() == unbroken


THINKER = """
import atexit
import time
from louis14_env.arena import match
from louis14_env.bots import Bot
from louis14_env.cli import app

class Thinker(Bot):
    spec = "thinker"
    def act(self, view):
        print("thinking", flush=True)
        time.sleep(60)

match.make_bot = lambda spec, game: Thinker()
atexit.register(print, "the long way out")  # on which the interpreter meets threads that are still in compiled code
app()
"""


def test_ctrl_c_does_not_wait_for_a_bot_deep_in_thought():
    process = start("match", "t", "t", "--threads", "1", program=THINKER)
    assert process.stdout.readline() == "thinking\n"
    process.send_signal(signal.SIGINT)
    told = time.monotonic()
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 130 and time.monotonic() - told < 5 and output == ""
    assert "stopped; nothing is kept without --out" in errors and "Traceback" not in errors
