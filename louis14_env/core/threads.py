"""Kernels over slices of a batch, on several threads; kernels release the interpreter's lock."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from louis14_env.core.game import check_int

MOST_THREADS = 256


class Threads:
    """Runs kernel(*arguments, first, last) for each slice of `size` games; the outcome does not depend on the number of threads."""

    def __init__(self, threads: int, size: int):
        count = min(check_int(threads, "threads", 1, MOST_THREADS), size)
        ends = np.linspace(0, size, count + 1).astype(int).tolist()
        self.slices = list(pairwise(ends))
        self._pool = ThreadPoolExecutor(count - 1) if count > 1 else None

    def run(self, kernel: Any, *arguments: Any) -> None:
        """One slice on the calling thread, the others beside it; all on the calling thread once closed."""
        if self._pool is None:
            kernel(*arguments, self.slices[0][0], self.slices[-1][1])
            return
        others = [self._pool.submit(kernel, *(*arguments, *part)) for part in self.slices[1:]]
        kernel(*arguments, *self.slices[0])
        for other in others:
            other.result()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
