"""How strong the baselines are, as JSON lines: python benchmarks/strength.py --out runs/strength

heuristic against random and sane, in self-play and by seat; ismcts against the heuristic for growing budgets. One bot sits against n-1 of
another, every deal in all seats; 95 % intervals by paired bootstrap over deals. The games go to journals in --out (see `louis14 report`);
a run that was broken off goes on where it was. All of it takes about two hours on two cores.
"""

import argparse
import json
import time
from pathlib import Path

from louis14_env.arena.match import play_match
from louis14_env.arena.results import Results
from louis14_env.arena.schedule import fill_seats
from louis14_env.arena.stats import summarise
from louis14_env.games import get_game

GAME = get_game("louis14")
QUICK_DEALS = 2000
SEARCH_DEALS = {
    4: {30: 40, 100: 40, 300: 40, 1000: 24, 3000: 12},
    3: {30: 30, 100: 30, 300: 30, 1000: 18, 3000: 6},
    2: {30: 40, 100: 40, 300: 40, 1000: 16, 3000: 16},
}  # [players][iterations] deals


def play(specs: list[str], players: int, deals: int, out: Path) -> Results:
    name = "-".join([f"{players}p", *specs]).replace(":", "_").replace("=", "")
    return play_match(GAME, fill_seats(specs, players), deals, path=out / f"{name}.jsonl")


def estimate(value) -> dict:
    return {"value": round(value.value, 4), "low": round(value.low, 4), "high": round(value.high, 4)}


def report(specs: list[str], players: int, deals: int, out: Path) -> None:
    """One line: the first bot's win share and score, and for self-play the win share by seat."""
    began = time.perf_counter()
    results = play(specs, players, deals, out)
    summary = summarise(results.by_seat[:, 0], results.by_entrant[:, 0], results.owners(0))
    first = summary.bots[0]
    line = {"bot": specs[0], "against": specs[-1], "players": players, "deals": deals, "parity": round(1 / players, 4)}
    line |= {"win": estimate(first.win), "score": estimate(first.score)}
    if len(specs) == 1:
        line |= {"win_by_seat": [estimate(seat.win) for seat in summary.seats]}
    print(json.dumps(line | {"seconds": round(time.perf_counter() - began)}), flush=True)


def main(out: Path, only: list[int]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for players in only:
        report(["sane", "random"], players, QUICK_DEALS, out)
        report(["heuristic", "random"], players, QUICK_DEALS, out)
        report(["heuristic", "sane"], players, QUICK_DEALS, out)
        report(["heuristic"], players, QUICK_DEALS, out)
    budgets = sorted({iterations for rows in SEARCH_DEALS.values() for iterations in rows})
    for iterations in budgets:
        for players in only:
            report([f"ismcts:iterations={iterations}", "heuristic"], players, SEARCH_DEALS[players][iterations], out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/strength"), help="folder of the journals")
    parser.add_argument("--only", type=int, nargs="+", default=[4, 3, 2], choices=(2, 3, 4), help="player counts")
    main(**vars(parser.parse_args()))
