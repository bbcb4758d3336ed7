"""What a match or a tournament says, as tables: for the terminal, Markdown and CSV."""

import csv
import io
import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from louis14_env.arena.intervals import Estimate
from louis14_env.arena.journal import TOURNAMENT
from louis14_env.arena.ratings import rating_intervals
from louis14_env.arena.results import Results
from louis14_env.arena.stats import MatchSummary, TournamentSummary, summarise, summarise_tournament

LEAST_P = 0.001
UNKNOWN = "-"
LUCK = {
    "player": "which bot it is",
    "seat": "the order of play",
    "deal": "the deal, for all alike",
    "cards": "the deal, for one seat",
    "play": "decisions and later chance",
}


class Section(NamedTuple):
    """A table of texts; the first column is left-aligned, all others right-aligned."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str = ""


class Measure(NamedTuple):
    """A line of the CSV file."""

    measure: str
    subject: str
    against: str
    value: float
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan


@dataclass
class Report:
    """The tables and measures of results with at least one deal."""

    results: Results
    sections: list[Section] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=list)

    @property
    def title(self) -> str:
        header = self.results.header
        return f"{header.kind.capitalize()} of {header.num_players} players, {header.game}"

    @property
    def facts(self) -> str:
        """The size of the run, and what makes it again."""
        results, header = self.results, self.results.header
        lineups = f"{len(header.lineups)} lineups x " if len(header.lineups) > 1 else ""
        played = f"{results.deals} deals x {lineups}{header.num_players} rotations = {results.games} games"
        return f"{played} of {results.decisions.mean():.0f} decisions, seed {header.seed}, version {header.version}"

    @property
    def bots(self) -> list[str]:
        return self.results.header.bots

    @property
    def parity(self) -> float:
        return 1 / self.results.header.num_players


class MatchReport(Report):
    @cached_property
    def summary(self) -> MatchSummary:
        results = self.results
        return summarise(results.by_seat[:, 0], results.by_entrant[:, 0], results.owners(0))


class TournamentReport(Report):
    @cached_property
    def owners(self) -> np.ndarray:
        """[lineup, entrant]"""
        return np.array([self.results.owners(lineup) for lineup in range(len(self.results.header.lineups))])

    @cached_property
    def summary(self) -> TournamentSummary:
        return summarise_tournament(self.results.by_entrant, self.owners)

    @cached_property
    def ratings(self) -> list[Estimate]:
        return rating_intervals(self.results.by_entrant, self.owners)

    @cached_property
    def ranking(self) -> list[int]:
        """The bots' numbers, the best rating first."""
        return sorted(range(len(self.bots)), key=lambda bot: -self.ratings[bot].value)


def make_report(results: Results) -> MatchReport | TournamentReport:
    """The report on results; raises ValueError if no deal is complete."""
    if not results.deals:
        raise ValueError("no deal is complete yet: there is nothing to report")
    if results.header.kind == TOURNAMENT:
        tournament = TournamentReport(results)
        _fill_tournament(tournament)
        return tournament
    match = MatchReport(results)
    _fill_match(match)
    return match


def _fill_match(report: MatchReport) -> None:
    summary, bots = report.summary, report.bots
    rows, power = [], []
    for bot in summary.bots:
        name = bots[bot.bot]
        rows.append([name, str(bot.seats), share(bot.win), number(bot.score), number(bot.rank)])
        power.append([name, points(bot.smallest_win), plain(bot.smallest_score)])
        for measure, estimate in (("win share", bot.win), ("score", bot.score), ("rank", bot.rank)):
            report.measures.append(Measure(measure, name, "", *estimate))
        for measure, value in (("smallest win share", bot.smallest_win), ("smallest score", bot.smallest_score)):
            report.measures.append(Measure(measure, name, "", value))
    note = f"Means a seat with 95 % intervals; parity is {percent(report.parity)}."
    report.sections.append(Section("Bots", ["Bot", "Seats", "Win share", "Score", "Rank"], rows, note))
    _fill_pairs(report)
    note = "The smallest differences that a match like this one finds in 80 of 100 cases."
    report.sections.append(Section("Power", ["Bot", "Win share", "Score"], power, note))
    _fill_seats(report)
    _fill_luck(report)


def _fill_pairs(report: MatchReport) -> None:
    rows = []
    for pair in report.summary.pairs:
        first, second = report.bots[pair.first], report.bots[pair.second]
        rows.append([f"{first} - {second}", share(pair.win), p_text(pair.win_p), number(pair.score), p_text(pair.score_p)])
        report.measures.append(Measure("win share difference", first, second, *pair.win, pair.win_p))
        report.measures.append(Measure("score difference", first, second, *pair.score, pair.score_p))
    if rows:
        note = "Differences a seat; p from signs drawn at random for each deal."
        report.sections.append(Section("Pairs", ["Pair", "Win share", "p", "Score", "p"], rows, note))


def _fill_seats(report: MatchReport) -> None:
    rows = []
    for k, seat in enumerate(report.summary.seats):
        rows.append([f"seat {k}", share(seat.win), number(seat.score)])
        report.measures.append(Measure("win share of seat", str(k), "", *seat.win))
        report.measures.append(Measure("score of seat", str(k), "", *seat.score))
    report.sections.append(Section("Seats", ["Seat", "Win share", "Score"], rows, "Seat 0 starts."))


def _fill_luck(report: MatchReport) -> None:
    win, score = report.summary.win_luck, report.summary.score_luck
    if win is None or score is None:
        return
    rows = []
    for k, (source, meaning) in enumerate(LUCK.items()):
        of_win, of_score = win.shares()[k], score.shares()[k]
        rows.append([f"{source}: {meaning}", percent(of_win), percent(of_score)])
        report.measures.append(Measure("variance share of win", source, "", of_win))
        report.measures.append(Measure("variance share of score", source, "", of_score))
    note = "Shares of the variance of one seat's outcome in one game."
    report.sections.append(Section("Luck", ["Source", "of the win", "of the score"], rows, note))


def _fill_tournament(report: TournamentReport) -> None:
    order, bots = report.ranking, report.bots
    rows = []
    for bot in order:
        rating, score = report.ratings[bot], report.summary.scores[bot]
        rows.append([bots[bot], number(rating), number(score)])
        report.measures.append(Measure("rating", bots[bot], "", *rating))
        report.measures.append(Measure("score", bots[bot], "", *score))
    note = "Rating: mu of the Plackett-Luce model over all games. 95 % intervals from deals drawn anew."
    report.sections.append(Section("Ratings", ["Bot", "Rating", "Score"], rows, note))
    _fill_matrix(report)
    _fill_mixed(report)


def _fill_matrix(report: TournamentReport) -> None:
    order, bots = report.ranking, report.bots
    rows = []
    for place, row in enumerate(order, start=1):
        cells = [report.summary.matrix[row][column] for column in order]
        rows.append([f"{place}. {bots[row]}", *[share(cell) if cell else UNKNOWN for cell in cells]])
        for column, cell in zip(order, cells, strict=True):
            if cell:
                report.measures.append(Measure("win share", bots[row], bots[column], *cell))
    others = report.results.header.num_players - 1
    note = f"Win share of one of the row among {others} of the column; parity is {percent(report.parity)}."
    report.sections.append(Section("Win shares", ["Bot", *[f"{place}." for place in range(1, len(order) + 1)]], rows, note))


def _fill_mixed(report: TournamentReport) -> None:
    rows = []
    for lineup, estimates in report.summary.mixed:
        names = report.results.header.lineups[lineup]
        for k, (name, estimate) in enumerate(zip(names, estimates, strict=True)):
            rows.append(["" if k else ", ".join(names), name, share(estimate)])
            report.measures.append(Measure("win share in lineup", name, " ".join(names), *estimate))
    if rows:
        note = "Entrants sit in this order, each starting once a deal."
        report.sections.append(Section("Different bots", ["Lineup", "Bot", "Win share"], rows, note))


# --- Texts -----------------------------------------------------------------------------------------------------------
def share(estimate: Estimate) -> str:
    """26.2 % [24.8..27.6]"""
    return f"{100 * estimate.value:.1f} % [{100 * estimate.low:.1f}..{100 * estimate.high:.1f}]"


def number(estimate: Estimate) -> str:
    """21.65 [21.33..21.98], or without the interval if there is none"""
    interval = f" [{estimate.low:.2f}..{estimate.high:.2f}]" if math.isfinite(estimate.low) else ""
    return f"{estimate.value:.2f}{interval}"


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def points(value: float) -> str:
    return UNKNOWN if math.isnan(value) else percent(value)


def plain(value: float) -> str:
    return UNKNOWN if math.isnan(value) else f"{value:.2f}"


def p_text(p: float) -> str:
    return f"< {LEAST_P:g}" if p < LEAST_P else f"{p:.3f}"


def to_markdown(report: Report) -> str:
    """The report as Markdown tables."""
    lines = [f"# {report.title}", "", report.facts, ""]
    for section in report.sections:
        lines.append(markdown_table(section))
    return "\n".join(lines)


def markdown_table(section: Section) -> str:
    """One table as Markdown."""
    lines = [f"## {section.title}", "", _markdown_row(section.columns)]
    lines.append("|" + "|".join(["---", *["---:"] * (len(section.columns) - 1)]) + "|")
    lines += [_markdown_row(row) for row in section.rows]
    lines += ["", section.note, ""] if section.note else [""]
    return "\n".join(lines)


def _markdown_row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def to_csv(report: Report) -> str:
    """The measures as CSV; what is not known is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Measure._fields)
    for measure in report.measures:
        writer.writerow(["" if isinstance(value, float) and not math.isfinite(value) else value for value in measure])
    return out.getvalue()
