"""Load on the page's server over loopback, as JSON lines: python benchmarks/web.py

200 games at once, one person and random bots each. A few connections make the persons' moves in turn, a random legal one in each game
and again from the first; a game that is over gives place to a new one. A move takes from its request until the person is to decide again, the
bots' answers included. Memory is that of the server's process after each phase.
"""

import argparse
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
SERVE = [sys.executable, "-c", "from louis14_env.cli import app; app()", "serve", "--no-open", "--port", "0", "--database"]
TARGET_P95 = 150  # milliseconds
KILOBYTES_A_MEGABYTE = 1024
END_SECONDS = 30
USER_TIME = 11  # field of /proc/PID/stat after the name; the system's time follows


class Person:
    """One person's seat in a game, on a connection that is shared with other games."""

    def __init__(self, connection: http.client.HTTPConnection, players: int):
        self.connection = connection
        made = self.ask("POST", "/api/games", {"seats": ["human", *["random"] * (players - 1)]}, {})
        self.path, self.headers = f"/api/games/{made['game']}", {"Authorization": f"Bearer {made['tokens'][0]}"}
        self.wait(self.ask("GET", self.path))

    def ask(self, method: str, path: str, body: dict | None = None, headers: dict | None = None) -> dict:
        sent = {**(self.headers if headers is None else headers), **({"Content-Type": "application/json"} if body else {})}
        self.connection.request(method, path, json.dumps(body) if body else None, sent)
        response = self.connection.getresponse()
        text = response.read()
        self.mark = (response.headers["ETag"] or "").strip('"')
        if response.status >= http.client.BAD_REQUEST:
            raise RuntimeError(f"{method} {path}: {response.status} {text[:200]!r}")
        return json.loads(text)

    def wait(self, state: dict) -> None:
        """Asks for news until the person is to decide or the game is over."""
        while not state["decides"] and not state["over"]:
            state = self.ask("GET", f"{self.path}?after={self.mark}")
        self.state = state

    def move(self, chance: random.Random) -> float:
        """Milliseconds from a move's request until the person is to decide again."""
        began = time.perf_counter()
        action = chance.choice(self.state["legal"])
        self.wait(self.ask("POST", f"{self.path}/moves", {"turn": self.state["turn"], "action": action}))
        return 1000 * (time.perf_counter() - began)


class Worker(threading.Thread):
    """Moves in some of the games, one after another."""

    def __init__(self, number: int, address: tuple[str, int], games: int, players: int):
        super().__init__(daemon=True)
        self.chance, self.players = random.Random(number), players
        self.connection = http.client.HTTPConnection(*address)
        self.persons = [Person(self.connection, players) for _ in range(games)]
        self.finished = 0

    def phase(self, rounds: int) -> list[float]:
        """The milliseconds of `rounds` moves in each of its games."""
        return [self.move(k) for _ in range(rounds) for k in range(len(self.persons))]

    def move(self, k: int) -> float:
        if self.persons[k].state["over"]:
            self.persons[k] = Person(self.connection, self.players)
            self.finished += 1
        return self.persons[k].move(self.chance)


def memory(process: int) -> float:
    """Megabytes that a process holds."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / KILOBYTES_A_MEGABYTE


def processor(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[USER_TIME : USER_TIME + 2])) / os.sysconf("SC_CLK_TCK")


def in_parallel(workers: list[Worker], rounds: int) -> list[float]:
    found: list[list[float]] = [[] for _ in workers]

    def run(k: int) -> None:
        found[k] = workers[k].phase(rounds)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(len(workers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [one for part in found for one in part]


def report(name: str, value: float, unit: str, **more: object) -> None:
    print(json.dumps({"name": name, "value": round(value, 1), "unit": unit, **more}), flush=True)


def load(process: subprocess.Popen, address: tuple[str, int], settings: argparse.Namespace) -> None:
    share, more = divmod(settings.games, settings.connections)
    began = time.perf_counter()
    workers = [Worker(k, address, share + (k < more), settings.players) for k in range(settings.connections)]
    about = {"games": settings.games, "players": settings.players, "connections": settings.connections}
    report("create", 1000 * (time.perf_counter() - began) / settings.games, "ms/game", **about)
    times: list[float] = []
    for phase in range(1, settings.phases + 1):
        began, used = time.perf_counter(), processor(process.pid)
        found = in_parallel(workers, settings.rounds)
        taken, used = time.perf_counter() - began, processor(process.pid) - used
        times += found
        report("memory", memory(process.pid), "MB", phase=phase, finished=sum(worker.finished for worker in workers))
        report("moves", len(found) / taken, "moves/s", phase=phase, server_cpu_ms_a_move=round(1000 * used / len(found), 2))
    for name, share_below in (("p50", 50), ("p95", 95), ("p99", 99)):
        report(f"move_{name}", float(np.percentile(times, share_below)), "ms", moves=len(times), **about)
    report("move_most", max(times), "ms", target_p95=TARGET_P95, load_average=os.getloadavg()[0], cores=os.cpu_count())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--phases", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=10, help="moves in each game a phase")
    settings = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server ends, too
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite")
        process = subprocess.Popen([*SERVE, database], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            host, port = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline()).groups()
            load(process, (host, int(port)), settings)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=END_SECONDS)


if __name__ == "__main__":
    main()
