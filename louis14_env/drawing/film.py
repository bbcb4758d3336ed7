"""A game as a moving picture: GIF, or APNG."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from louis14_env.bots import Bot, View
from louis14_env.core import Table
from louis14_env.core.files import replacing
from louis14_env.drawing.raster import decoded, needed, to_png

FORMATS = {".gif": "GIF", ".png": "PNG", ".apng": "PNG"}  # by the end of the file's name
UNCHANGED = 255  # of the 256 colours of a GIF, the one that leaves a pixel as it was
LAST_FRAME = 4  # the last picture stays so many times longer
MILLISECONDS = 1000


def play_pictures(table: Table, seats: Sequence[Bot], seed_of: Callable[[int], int], viewer: int | None) -> Iterator[str]:
    """Plays a game on and gives its pictures: as it stands, and after each decision. `seed_of(k)` is the seed of decision k."""
    yield table.game.draw(table.states, 0, viewer)
    decision = 0
    while table.current_player is not None:
        action = seats[table.current_player].act(View(table, seed_of(decision)))
        table.step(action)
        decision += 1
        yield table.game.draw(table.states, 0, viewer, action)


def write_film(path: Path, pictures: Sequence[str], seconds: float, width: int, watch: Callable[[int], None]) -> None:
    """Writes pictures (SVG) as a film that repeats; the file is replaced only when all is written. `watch(k)`: k are drawn."""
    form = FORMATS[path.suffix.lower()]
    frames = _Frames(pictures, width, watch)
    durations = [round(seconds * MILLISECONDS)] * len(pictures)
    durations[-1] *= LAST_FRAME
    options: dict[str, Any] = {"optimize": True, "transparency": UNCHANGED} if form == "GIF" else {}
    with replacing(path, binary=True) as out:
        frames.first.save(out, format=form, save_all=True, append_images=frames, duration=durations, loop=0, **options)


class _Frames:
    """The frames after the first, as often as Pillow wants to see them; only the small PNGs are kept in memory."""

    def __init__(self, pictures: Sequence[str], width: int, watch: Callable[[int], None]):
        self._pngs = []
        for k, picture in enumerate(pictures):
            self._pngs.append(to_png(picture, width))
            watch(k + 1)
        self._palette = _palette([decoded(self._pngs[k]) for k in {0, len(pictures) // 2, len(pictures) - 1}])
        self.first = self._frame(self._pngs[0])

    def __iter__(self) -> Iterator[Any]:
        return map(self._frame, self._pngs[1:])

    def _frame(self, png: bytes) -> Any:
        return decoded(png).quantize(palette=self._palette, dither=needed("PIL.Image").Dither.NONE)


def _palette(images: Sequence[Any]) -> Any:
    """One palette for the whole film, so that nothing flickers: the most frequent colours of some of its pictures."""
    seen: Counter[tuple[int, int, int]] = Counter()
    for image in images:
        seen.update({colour: count for count, colour in image.getcolors(image.width * image.height)})
    palette = needed("PIL.Image").new("P", (1, 1))
    palette.putpalette([value for colour, _ in seen.most_common(UNCHANGED) for value in colour])
    return palette
