"""SVG to pixels, with the font that comes with the package: the same picture on every machine, also on one without fonts."""

from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

FONTS = sorted(str(path) for path in (Path(__file__).parent / "fonts").glob("*.ttf"))
FAMILY = "DejaVu Sans"
EXTRA = "draw"


def needed(module: str) -> Any:
    """A module of the extra `draw`, or an error that says how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"pictures need the extra `{EXTRA}`: pip install 'louis14-env[{EXTRA}]' ({error})") from None


def check_installed() -> None:
    """Raises ImportError, with what to do, if pictures cannot be made here."""
    for module in ("resvg_py", "PIL.Image"):
        needed(module)


def to_png(svg: str, width: int | None = None) -> bytes:
    """The picture as PNG, in its own width if none is given."""
    resvg: Any = needed("resvg_py")
    png = resvg.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=FONTS, font_family=FAMILY, sans_serif_family=FAMILY
    )
    return bytes(png)


def decoded(png: bytes) -> Any:
    """A PNG as a Pillow image in RGB."""
    return needed("PIL.Image").open(BytesIO(png)).convert("RGB")


def to_array(svg: str, width: int | None = None) -> np.ndarray:
    """The picture as uint8 [height, width, 3]."""
    return np.array(decoded(to_png(svg, width)))
