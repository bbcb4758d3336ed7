"""`louis14 serve` in a process of its own, for tests."""

import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
SERVE = [sys.executable, "-c", "from louis14_env.cli import app; app()", "serve", "--no-open"]
END_SECONDS = 30


@contextmanager
def served(*words, path):
    """The process and its address; games are kept in the database `path`."""
    command = [*SERVE, "--port", "0", "--database", str(path), *map(str, words)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+/\S*", line)
        assert found, line + (process.stderr.read() if process.poll() is not None else "")
        yield process, found[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=END_SECONDS)
        process.stdout.close()
        process.stderr.close()
