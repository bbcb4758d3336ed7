"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

READABLE = 0o644


@contextmanager
def replacing(path: Path, binary: bool = False) -> Iterator[Any]:
    """A file to write text or bytes to, which takes the place of `path` only when all is written."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") if binary else os.fdopen(handle, "w", encoding="utf-8") as out:
            yield out
        os.chmod(temporary, READABLE)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
