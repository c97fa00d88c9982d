"""A histogram in memory: its buckets, and the statistics its writer logged."""

from __future__ import annotations

from dataclasses import dataclass

from sightline.formats.arrays import Array


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the histogram field has besides its buckets; tensors do not have it.

    NaN and infinite values are counted by our writer; by others only in `num`.
    """

    min: float
    max: float
    num: float
    sum: float
    sum_squares: float
    num_nan: float = 0.0
    num_inf: float = 0.0


@dataclass(frozen=True, slots=True)
class Histogram:
    """Buckets from left to right, as float64; no bucket at all is a histogram too."""

    lefts: Array
    rights: Array
    counts: Array
    statistics: Statistics | None = None

    @property
    def buckets(self) -> tuple[Array, Array, Array]:
        """Left edges, right edges and counts."""
        return self.lefts, self.rights, self.counts
