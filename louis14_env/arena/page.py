"""The report as one page of HTML that needs nothing else."""

from html import escape

import numpy as np

from louis14_env.arena.report import LUCK, MatchReport, Report, Section, TournamentReport
from louis14_env.arena.stats import bot_means
from louis14_env.arena.svg import Series, curves, error_bars, heatmap, stacked
from louis14_env.core.game import SCORE, WIN

MOST_POINTS = 200  # of a curve
MOST_BINS = 40  # of a distribution

STYLE = """
:root { color-scheme: light dark; --back: #fdfcf8; --ink: #23211c; --faint: #d9d5c8; --soft: #6f6a5c;
  --c0: #2f6db3; --c1: #c4572a; --c2: #3d8f4f; --c3: #9a4fa8; --c4: #b58a12; --c5: #1f9a9a; --c6: #b33a5b; --c7: #6b6f7a; }
@media (prefers-color-scheme: dark) {
  :root { --back: #1b1a18; --ink: #ece8de; --faint: #3d3a34; --soft: #a29c8d;
    --c0: #6fa8e8; --c1: #ee8a5c; --c2: #74c486; --c3: #cf8fdc; --c4: #e0bb4c; --c5: #5fcfcf; --c6: #ec7d9b; --c7: #a7abb5; }
}
body { background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p, figcaption { color: var(--soft); }
figure { margin: 1rem 0; overflow-x: auto; } svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; } th, td { padding: .25rem .8rem; border-bottom: 1px solid var(--faint); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.label, .tick { fill: var(--ink); font: 12px system-ui, sans-serif; } .tick { fill: var(--soft); }
.grid { stroke: var(--faint); } .reference { stroke: var(--soft); stroke-dasharray: 5 4; }
.bar { stroke-width: 3; } .curve { fill: none; stroke-width: 2; } .above { fill: var(--c2); } .below { fill: var(--c1); }
""" + "".join(
    f".c{k}.bar, .c{k}.curve {{ stroke: var(--c{k}); }} .c{k}.dot, .c{k}.fill {{ fill: var(--c{k}); }}\n" for k in range(8)
)


def to_page(report: Report) -> str:
    """The report as HTML: tables, and plots as inline SVG."""
    plots = match_plots(report) if isinstance(report, MatchReport) else {}
    plots |= tournament_plots(report) if isinstance(report, TournamentReport) else {}
    body = "".join(f"{_section(section)}{''.join(plots.get(section.title, []))}" for section in report.sections)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(report.title)}</title>'
    opening = f"<h1>{escape(report.title)}</h1><p>{escape(report.facts)}</p>"
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body>{opening}{body}</body></html>\n'


def _section(section: Section) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in section.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in section.rows)
    table = f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    return f"<h2>{escape(section.title)}</h2>{table}<p>{escape(section.note)}</p>"


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def as_percent(value: float) -> str:
    return f"{100 * value:.4g} %"


def as_number(value: float) -> str:
    return f"{value:.4g}"


def match_plots(report: MatchReport) -> dict[str, list[str]]:
    """The figures of a match by the section they follow."""
    summary, names = report.summary, report.bots
    wins = error_bars([(names[bot.bot], bot.win) for bot in summary.bots], as_percent, report.parity)
    seats = error_bars([(f"seat {k}", seat.win) for k, seat in enumerate(summary.seats)], as_percent, report.parity)
    plots = {
        "Bots": [
            _figure(wins, "Win share a seat with its 95 % interval; the broken line is parity."),
            _figure(
                curves(_distributions(report), as_number, as_percent),
                "Scores: share of the games that ended with so many points.",
            ),
            _figure(curves(_convergence(report), as_number, as_percent, report.parity), "Win share after so many deals."),
        ],
        "Seats": [_figure(seats, "Win share by seat.")],
    }
    if summary.win_luck and summary.score_luck:
        rows = [("of the win", summary.win_luck.shares()), ("of the score", summary.score_luck.shares())]
        plots["Luck"] = [_figure(stacked(rows, list(LUCK)), "Where the variance of one seat's outcome comes from.")]
    return plots


def _distributions(report: MatchReport) -> list[Series]:
    """Of each bot, the share of its games by score."""
    by_entrant, owners = report.results.by_entrant[:, 0, :, :, SCORE], report.results.owners(0)
    low, high = np.floor(by_entrant.min()), np.ceil(by_entrant.max()) + 1
    edges = np.linspace(low, high, min(MOST_BINS, int(high - low)) + 1)
    middles = ((edges[1:] + edges[:-1]) / 2).tolist()
    out = []
    for bot in report.summary.bots:
        scores = by_entrant[:, :, owners == bot.bot].ravel()
        out.append((report.bots[bot.bot], middles, (np.histogram(scores, edges)[0] / len(scores)).tolist()))
    return out


def _convergence(report: MatchReport) -> list[Series]:
    """Of each bot, its win share after each deal, thinned out."""
    _, means = bot_means(report.results.by_entrant[:, 0], report.results.owners(0))
    deals = np.arange(1, len(means) + 1)
    shown = np.unique(np.linspace(0, len(means) - 1, MOST_POINTS).astype(int))
    running = np.cumsum(means[:, :, WIN], axis=0) / deals[:, None]
    names = [report.bots[bot.bot] for bot in report.summary.bots]
    return [(name, deals[shown].tolist(), running[shown, k].tolist()) for k, name in enumerate(names)]


def tournament_plots(report: TournamentReport) -> dict[str, list[str]]:
    """The figures of a tournament by the section they follow."""
    order = report.ranking
    names = [report.bots[bot] for bot in order]
    ratings = error_bars([(report.bots[bot], report.ratings[bot]) for bot in order], as_number)
    cells = [[_value(report, row, column) for column in order] for row in order]
    return {
        "Ratings": [_figure(ratings, "Rating with its 95 % interval.")],
        "Win shares": [
            _figure(heatmap(names, cells, report.parity), "Win share in percent of the row's bot, alone among the column's.")
        ],
    }


def _value(report: TournamentReport, row: int, column: int) -> float | None:
    cell = report.summary.matrix[row][column]
    return cell.value if cell else None
