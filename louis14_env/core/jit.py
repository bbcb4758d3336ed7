"""Compilation, with a cache on disk that notices every change.

Numba's own file cache looks only at the file of the cached function: after an edit in a callee, a constant or a table of
another file it silently runs the old rules. So the directory of the cache is named after everything that can change
the compiled code.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba

njit: Any = numba.njit
config: Any = numba.config
PACKAGE = Path(__file__).resolve().parent.parent
NOT_COMPILED = {"web", "adapters", "arena", "drawing"}  # folders whose edits cannot change compiled code
PLAYERS = {"bots", "networks", "search"}  # folders whose edits cannot change a game's own kernels, only those of its players
COMPLETE = "complete"  # name of the file that marks a filled cache
DAYS_KEPT = 14  # cache directories that no process has used for so long are removed


compile_lock = threading.RLock()  # one thread compiles, the others wait for it


def jit(function: Callable) -> Any:
    """The function compiled on first use, for rules: not cached on disk, and so reached through the kernels."""
    return njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)


@cache
def source_key(players: bool = False) -> str:
    """A digest of all sources that are compiled, those of players only if asked for, and of how they are compiled."""
    digest = hashlib.sha256(f"numba {numba.__version__}, bounds {config.BOUNDSCHECK}".encode())
    left_out = NOT_COMPILED if players else NOT_COMPILED | PLAYERS
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        if len(inside.parts) > 1 and not left_out.intersection(inside.parts):
            digest.update(str(inside).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_root() -> Path:
    """The directory of all caches: LOUIS14_CACHE_DIR, the user's cache directory or, if unwritable, a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(os.environ.get("LOUIS14_CACHE_DIR") or Path(home) / "louis14_env")
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="louis14_env-"))


def cache_directory(name: str, player: str | None = None) -> Path:
    """The cache directory of one game's kernels, or of those of a player of it, under the present sources."""
    return cache_root() / source_key(player is not None) / name / (player or "")


def bind(template: Any, names: dict[str, Any], directory: Path) -> Any:
    """A compiled, cached copy of `template` in which the given global names stand for a game's own functions.

    Its name tells the directory: the linker takes two functions of one name and number for the same, and numbers are counted anew
    in each process, so that players cached by different processes would stand for one another.
    """
    bound: Any = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    bound.__qualname__ = f"{template.__qualname__}_{hashlib.sha256(str(directory).encode()).hexdigest()[:16]}"
    bound.__module__ = template.__module__
    with compile_lock:
        before, config.CACHE_DIR = config.CACHE_DIR, str(directory)
        try:
            return njit(nogil=True, error_model="numpy", cache=True)(bound)
        finally:
            config.CACHE_DIR = before


def is_compiled(directory: Path) -> bool:
    """Whether the cache holds everything, so that nothing long is to be expected (nor when nothing is compiled at all)."""
    if config.DISABLE_JIT:
        return True
    if not (directory / COMPLETE).exists():
        return False
    with suppress(OSError, ValueError):  # the cache may be another user's, or the directory no cache of ours
        os.utime(cache_root() / directory.relative_to(cache_root()).parts[0])  # in use: keep it
    return True


@contextmanager
def announced(directory: Path, what: str) -> Iterator[None]:
    """Says on stderr that a first compilation takes its time, and marks the cache complete after it."""
    print(f"louis14_env: compiling {what} (once for this version, up to a minute) ...", file=sys.stderr, flush=True)
    began = time.perf_counter()
    yield
    directory.mkdir(parents=True, exist_ok=True)
    (directory / COMPLETE).touch()
    print(f"louis14_env: compiled in {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    _remove_unused(cache_root())


def _remove_unused(root: Path) -> None:
    oldest = time.time() - DAYS_KEPT * 24 * 3600
    for old in root.iterdir():
        with suppress(OSError):  # another process may remove it too
            if old.is_dir() and len(old.name) == len(source_key()) and old.stat().st_mtime < oldest:
                shutil.rmtree(old, ignore_errors=True)
