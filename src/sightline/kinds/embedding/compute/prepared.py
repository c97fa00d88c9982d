"""Vectors as a computation needs them: only finite ones, sphereized or of unit length, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Rows = NDArray[np.int64]
Metric = Literal["euclidean", "cosine"]
_BLOCK_VALUES = 1 << 22


@dataclass(frozen=True)
class Prepared:
    """A view of vectors: `rows` are those that are finite (None: all), `center` is subtracted, and with
    `unit` each is scaled to length one. Transformed blocks are made when needed: there is no second copy.
    """

    vectors: Vectors
    rows: Rows | None
    center: Vectors | None = None
    unit: bool = False

    def __len__(self) -> int:
        return len(self.vectors) if self.rows is None else len(self.rows)

    @property
    def n_dimensions(self) -> int:
        """How many numbers a vector has."""
        return int(self.vectors.shape[1])

    def blocks(self) -> Iterator[tuple[int, Vectors]]:
        """Each block's first row and its vectors."""
        step = max(_BLOCK_VALUES // max(self.n_dimensions, 1), 1)
        for begin in range(0, len(self), step):
            yield begin, self.part(begin, begin + step)

    def part(self, begin: int, end: int) -> Vectors:
        """The vectors between two rows."""
        found = self.vectors[begin:end] if self.rows is None else self.vectors[self.rows[begin:end]]
        return self._transformed(found)

    def take(self, places: Rows) -> Vectors:
        """The vectors at some places."""
        return self._transformed(self.vectors[places if self.rows is None else self.rows[places]])

    def all(self) -> Vectors:
        """All vectors; the original array where nothing is to be changed."""
        if self.rows is None and self.center is None and not self.unit:
            return self.vectors
        made = np.empty((len(self), self.n_dimensions), np.float32)
        for begin, block in self.blocks():
            made[begin : begin + len(block)] = block
        return made

    def spread(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Rows of numbers for the finite vectors as rows for all, NaN for the others."""
        if self.rows is None:
            return values
        made = np.full((len(self.vectors), *values.shape[1:]), np.nan, np.float32)
        made[self.rows] = values
        return made

    def _transformed(self, block: Vectors) -> Vectors:
        if self.center is not None:
            block = block - self.center
        if self.unit:
            lengths: NDArray[np.float32] = np.linalg.norm(block, axis=1, keepdims=True)
            lengths[lengths == 0] = 1
            block = block / lengths
        return np.ascontiguousarray(block, dtype=np.float32)


def finite_rows(vectors: Vectors) -> Rows | None:
    """The rows without NaN and infinity; None where those are all."""
    plain = Prepared(vectors, None)
    is_finite = np.ones(len(vectors), np.bool_)
    for begin, block in plain.blocks():
        is_finite[begin : begin + len(block)] = np.isfinite(block).all(axis=1)
    return None if is_finite.all() else np.flatnonzero(is_finite)


def mean_of(prepared: Prepared) -> Vectors:
    """The mean vector, summed in double precision."""
    total = np.zeros(prepared.n_dimensions)
    for _, block in prepared.blocks():
        total += block.sum(axis=0, dtype=np.float64)
    return (total / max(len(prepared), 1)).astype(np.float32)


def prepare(
    vectors: Vectors, rows: Rows | None, *, sphereize: bool, metric: Metric = "euclidean"
) -> Prepared:
    """Sphereized vectors are centered, then of unit length; so are those compared by their cosine."""
    plain = Prepared(vectors, rows)
    return Prepared(vectors, rows, mean_of(plain) if sphereize else None, sphereize or metric == "cosine")
