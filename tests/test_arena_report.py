"""The commands match, tournament and report: tables, files, and bad input."""

import csv
import io
import re
from html.parser import HTMLParser
from xml.dom import minidom

import pytest
import toy
from test_arena_match import Drawn
from test_cli import run

from louis14_env.arena.intervals import Estimate
from louis14_env.arena.match import play_match, play_tournament
from louis14_env.arena.page import to_page
from louis14_env.arena.report import make_report, number, p_text, points, share, to_csv, to_markdown
from louis14_env.arena.svg import COLOURS, Axis, error_bars, heatmap, ticks
from louis14_env.bots import make_bot
from louis14_env.games import get_game

make_bot("random", get_game("louis14"))  # so that no command says that it compiles
EVIL = '<script>alert("&")</script>|[red]'


@pytest.fixture(scope="module")
def match_report():
    return make_report(play_match(toy.TOY, [EVIL, "b", "b"], 40, 3, make=Drawn))


@pytest.fixture(scope="module")
def tournament_report():
    return make_report(play_tournament(toy.TOY, [EVIL, "b", "c"], 3, 20, 3, make=Drawn))


def test_sections_of_a_match(match_report):
    assert [section.title for section in match_report.sections] == ["Bots", "Pairs", "Power", "Seats", "Luck"]
    bots = match_report.sections[0]
    assert [row[:2] for row in bots.rows] == [[EVIL, "1"], ["b", "2"]]
    assert all(len(row) == len(section.columns) for section in match_report.sections for row in section.rows)
    assert "40 deals x 3 rotations = 120 games of 3 decisions, seed 3" in match_report.facts
    assert len(match_report.sections[3].rows) == 3 and len(match_report.sections[4].rows) == 5


def test_sections_of_a_tournament(tournament_report):
    assert [section.title for section in tournament_report.sections] == ["Ratings", "Win shares", "Different bots"]
    matrix = tournament_report.sections[1]
    assert [row[0].split(" ")[0] for row in matrix.rows] == matrix.columns[1:] == ["1.", "2.", "3."]
    assert [matrix.rows[k][k + 1] for k in range(3)] == ["-"] * 3
    assert "20 deals x 7 lineups x 3 rotations = 420 games" in tournament_report.facts
    ratings = [float(row[1].split()[0]) for row in tournament_report.sections[0].rows]
    assert ratings == sorted(ratings, reverse=True)


def test_a_single_deal_can_be_reported():
    for report in (
        make_report(play_match(toy.TOY, ["a", "a"], 1, make=Drawn)),
        make_report(play_tournament(toy.TOY, ["a", "b"], 2, 1, make=Drawn)),
    ):
        assert "nan" not in to_csv(report) and "inf" not in to_markdown(report) and "inf" not in to_page(report)


def test_texts():
    assert share(Estimate(0.262, 0.248, 0.276)) == "26.2 % [24.8..27.6]"
    assert (
        number(Estimate(21.646, 21.3, 22)) == "21.65 [21.30..22.00]"
        and number(Estimate(3, -float("inf"), float("inf"))) == "3.00"
    )
    assert (p_text(0.0001), p_text(0.0444)) == ("< 0.001", "0.044") and points(float("nan")) == "-"


def test_csv_has_every_measure(match_report, tournament_report):
    rows = list(csv.DictReader(io.StringIO(to_csv(match_report))))
    names = {row["measure"] for row in rows}
    assert {"win share", "score", "rank", "win share difference", "win share of seat", "variance share of win"} <= names
    first = rows[0]
    assert first["subject"] == EVIL and float(first["low"]) < float(first["value"]) < float(first["high"]) and first["p"] == ""
    measures = {row["measure"] for row in csv.DictReader(io.StringIO(to_csv(tournament_report)))}
    assert measures == {"rating", "score", "win share", "win share in lineup"}


def test_markdown_tables_are_whole(match_report):
    text = to_markdown(match_report)
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1
    assert text.startswith("# Match of 3 players, toy_v0\n")


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", ["match_report", "tournament_report"])
def test_the_page_is_sound_and_needs_nothing_else(name, request):
    text = to_page(request.getfixturevalue(name))
    tags = Tags(text)
    assert tags.open == [] and not any(tag in ("script", "link", "img", "iframe") for tag, _ in tags.seen)
    assert not any({"src", "href"} & set(attributes) for _, attributes in tags.seen) and "url(" not in text and "http" not in text
    assert "prefers-color-scheme: dark" in text and "&lt;script&gt;" in text
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == (5 if name == "match_report" else 2)
    for picture in pictures:
        minidom.parseString(picture)
        assert "nan" not in picture and "inf" not in picture
    styles = set(re.findall(r"\bc(\d+)\b", " ".join(re.findall(r'class="([^"]*)"', text))))
    assert all(int(style) < COLOURS and f".c{style}.bar" in text for style in styles)


def test_axes_and_ticks():
    assert ticks(0, 1) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1]) and ticks(23, 61) == pytest.approx([30, 40, 50, 60])
    axis = Axis([0, 10], 100, 200, margin=0)
    assert (axis(0), axis(5), axis(10), axis(99)) == (100, 150, 200, 200)
    assert Axis([3, 3], 0, 1).low < 3 < Axis([3, 3], 0, 1).high


def test_bars_stand_where_the_numbers_are():
    picture = error_bars([("a", Estimate(0.5, 0.25, 0.75)), ("b", Estimate(0.25, 0.0, 1.0))], str, 0.5)
    dots = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', picture)]
    bars = [
        (float(low), float(high))
        for low, high in re.findall(r'<line x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)" y2="[\d.]+" class="bar', picture)
    ]
    assert dots[0] == pytest.approx(sum(bars[0]) / 2, abs=0.1) and dots[1] == pytest.approx(bars[0][0])
    assert re.search(rf'<line x1="{dots[0]:.1f}"[^>]* class="reference"', picture)
    colours = re.findall(r'class="(above|below)" fill-opacity="([\d.]+)"', heatmap(["a", "b"], [[None, 0.9], [0.1, None]], 0.25))
    assert [colour for colour, _ in colours] == ["above", "below"] and float(colours[0][1]) > float(colours[1][1])


# --- Commands --------------------------------------------------------------------------------------------------------
def test_match_writes_everything_and_report_writes_it_again(tmp_path):
    def files(stem):
        return [word for kind in ("markdown", "csv", "html") for word in (f"--{kind}", tmp_path / f"{stem}.{kind}")]

    words = ["random", "random:noise=0.5", "--players", 3, "--deals", 10, "--seed", 4, "--out", tmp_path / "m", "--records"]
    text = run("match", *words, *files("one"))
    assert "Match of 3 players, louis14_v0" in text and "10 deals x 3 rotations = 30 games" in text
    assert "random:noise=0.5" in text and "Luck" in text and "parity is 33.3 %" in text
    assert run("match", *words, "--threads", 1) == text
    assert run("report", tmp_path / "m", *files("two")) == text
    for kind in ("markdown", "csv", "html"):
        assert (tmp_path / f"one.{kind}").read_text() == (tmp_path / f"two.{kind}").read_text() != ""
    assert "30 games in" in run("report", tmp_path / "m", "--records", tmp_path / "r", "--quiet")
    assert "30 games," in run("replay", tmp_path / "r")


def test_fewer_deals_report_the_first_ones(tmp_path):
    words = ["match", "random", "random", "--out", tmp_path / "m", "--deals"]
    run(*words, 6)
    before = (tmp_path / "m").read_bytes()
    assert run(*words, 3) == run("match", "random", "random", "--deals", 3) and (tmp_path / "m").read_bytes() == before


def test_tournament(tmp_path):
    words = ["random", "random:noise=0.5", "random:noise=0.1", "--players", 2, "--deals", 4, "--html", tmp_path / "t.html"]
    text = run("tournament", *words, "--out", tmp_path / "t")
    assert "Tournament of 2 players" in text and "3 lineups" in text and "Ratings" in text and "Win shares" in text
    assert "Different bots" not in text and "<svg" in (tmp_path / "t.html").read_text()
    assert run("report", tmp_path / "t") == text


def test_quiet_says_nothing(tmp_path):
    assert run("match", "random", "random", "--deals", 2, "--quiet", "--csv", tmp_path / "c") == ""
    assert (tmp_path / "c").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("match nobody random", "no bot 'nobody'; there are: random"),
        ("match random:noise=2 random", "random:noise must be 0..1, not 2"),
        ("match random", "num_players must be 2..4, not 1"),
        ("match random random random random random", "num_players must be 2..4, not 5"),
        ("match random random random --players 2", "2 players take 1..2 bots, not 3"),
        ("match random --players 5", "num_players must be 2..4, not 5"),
        ("match random random --deals 0", "deals must be 1..16777216, not 0"),
        ("match random random --seed -1", "seed must be 0..4611686018427387903, not -1"),
        ("match random random --threads 0", "threads must be 1..256, not 0"),
        ("match random random --out {tmp}", "is a directory, not a file"),
        ("match random random --html {tmp}/no/such", "is not a directory that can be written to"),
        ("match random random --html {tmp}/x --csv {tmp}/x", "is named twice"),
        ("match random random --out {foreign}", "line 1: not JSON"),
        ("tournament random", "two or more different bots"),
        ("tournament random random", "two or more different bots"),
        ("tournament random random:noise=1 --players 5", "num_players must be 2..4, not 5"),
        ("report {tmp}/missing", "cannot be read"),
        ("report {foreign}", "line 1: not JSON"),
        ("report {begun}", "no deal is complete yet"),
        ("report {plain} --records {tmp}/r", "played without --records"),
    ],
)
def test_bad_input_is_refused_in_one_line(tmp_path, words, reason):
    places = {"tmp": tmp_path, "foreign": tmp_path / "foreign", "begun": tmp_path / "begun", "plain": tmp_path / "plain"}
    places["foreign"].write_text("Dear diary\n")
    play_match(toy.TOY, ["a", "b"], 1, 0, places["plain"], make=Drawn)
    places["begun"].write_text("".join(places["plain"].read_text().splitlines(keepends=True)[:2]))
    text = run(*words.format(**places).split(), code=2)
    assert reason in text.replace("\n", " ") and text.startswith("louis14: ") and text.count("\n") == 1
    assert places["foreign"].read_text() == "Dear diary\n" and not (tmp_path / "r").exists()


def test_the_commands_are_known():
    for command in ("match", "tournament", "report"):
        assert command in run("--help") and "--html" in run(command, "--help")
