"""Kernels over slices of a batch, on several threads; kernels release the interpreter's lock."""

import _thread
import weakref
from itertools import pairwise

import numpy as np

from louis14_env.core.game import check_int

MOST_THREADS = 256
HEAD_START = 48  # games more for the calling thread, which begins while the others are still waking up
LEAST_LEAD = 20  # a small batch's share of games has a twentieth more at the most


class Threads:
    """Runs kernel(*arguments, first, last) on a slice of `size` games a thread; the outcome does not depend on their number."""

    def __init__(self, threads: int, size: int):
        count = min(check_int(threads, "threads", 1, MOST_THREADS), size)
        lead = min(HEAD_START, size // (LEAST_LEAD * count)) if count > 1 else 0
        self.slices = list(pairwise([0, *np.linspace(lead, size, count + 1).astype(int).tolist()[1:]]))
        self._workers = [_Worker() for _ in self.slices[1:]]
        weakref.finalize(self, _stop, self._workers)

    def run(self, *calls: tuple) -> None:
        """Each call is (kernel, *arguments). A thread makes all calls on its slice, one after another; none waits for another's slice."""
        if not self._workers:
            _make(calls, (self.slices[0][0], self.slices[-1][1]))
            return
        for worker, part in zip(self._workers, self.slices[1:], strict=True):
            worker.begin(calls, part)
        try:
            _make(calls, self.slices[0])
        finally:
            errors = [worker.end() for worker in self._workers]
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        _stop(self._workers)


def _make(calls: tuple, part: tuple[int, int]) -> None:
    for kernel, *arguments in calls:
        kernel(*arguments, *part)


def _stop(workers: list["_Worker"]) -> None:
    for worker in workers:
        worker.begin(None, (0, 0))
    workers.clear()


class _Worker:
    """A thread that waits for work, handed over by two bare locks, which costs less than an executor's futures."""

    def __init__(self) -> None:
        self._ready, self._done = _thread.allocate_lock(), _thread.allocate_lock()
        self._ready.acquire()
        self._done.acquire()
        self._calls: tuple | None = None
        self._part = (0, 0)
        self._error: BaseException | None = None
        _thread.start_new_thread(self._serve, ())

    def begin(self, calls: tuple | None, part: tuple[int, int]) -> None:
        """Hands over the calls for a slice, or None to end the thread."""
        self._calls, self._part = calls, part
        self._ready.release()

    def end(self) -> BaseException | None:
        """Waits for the calls to end; returns the error they raised."""
        self._done.acquire()
        error, self._error = self._error, None
        return error

    def _serve(self) -> None:
        while True:
            self._ready.acquire()
            if self._calls is None:
                return
            try:
                _make(self._calls, self._part)
            except BaseException as error:
                self._error = error
            self._calls = None
            self._done.release()
