"""Observation pieces: named, shaped parts of one flat vector."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np


@dataclass(frozen=True)
class Piece:
    name: str
    shape: tuple[int, ...]
    meaning: str
    high: float = 1.0  # no value is larger; none is below 0

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """Where the pieces lie in the flat vector; `starts[k]` is the first value of piece k."""

    def __init__(self, pieces: Sequence[Piece]):
        self.pieces = tuple(pieces)
        ends = [0]
        for piece in self.pieces:
            ends.append(ends[-1] + piece.size)
        self.starts = tuple(ends[:-1])
        self.size = ends[-1]

    def high(self) -> np.ndarray:
        """The largest value that each place of the flat vector can have."""
        return np.concatenate([np.full(piece.size, piece.high, np.float32) for piece in self.pieces])

    def split(self, flat: np.ndarray) -> dict[str, np.ndarray]:
        """The pieces of an observation, or of any array of observations, by name; views, not copies."""
        if flat.shape[-1:] != (self.size,):
            raise ValueError(f"an observation has {self.size} values, not shape {flat.shape}")
        lead = flat.shape[:-1]
        return {
            piece.name: flat[..., start : start + piece.size].reshape(lead + piece.shape)
            for piece, start in zip(self.pieces, self.starts, strict=True)
        }
