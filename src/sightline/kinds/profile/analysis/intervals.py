"""Sets of time: disjoint, sorted intervals in whole nanoseconds, with union, intersection and difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sightline import _native

Times = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Intervals:
    """Half-open intervals [start, end), sorted, disjoint and none of them empty."""

    starts: Times
    ends: Times

    @classmethod
    def union_of(cls, starts: npt.ArrayLike, ends: npt.ArrayLike) -> Intervals:
        """The time covered by any of these intervals; empty and negative ones cover none."""
        return cls(*_native.unite_intervals(_times(starts), _times(ends)))

    @classmethod
    def empty(cls) -> Intervals:
        """No time at all."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64))

    @classmethod
    def of_all(cls, sets: Iterable[Intervals]) -> Intervals:
        """The union of several sets."""
        listed = [cls.empty(), *sets]
        return cls.union_of(
            np.concatenate([each.starts for each in listed]), np.concatenate([each.ends for each in listed])
        )

    @property
    def length(self) -> int:
        """Nanoseconds covered."""
        return int((self.ends - self.starts).sum())

    def __or__(self, other: Intervals) -> Intervals:
        return Intervals.of_all((self, other))

    def __and__(self, other: Intervals) -> Intervals:
        return Intervals(*_native.intersect_intervals(self.starts, self.ends, other.starts, other.ends))

    def __sub__(self, other: Intervals) -> Intervals:
        if not self.starts.size or not other.starts.size:
            return self
        return Intervals(*_native.subtract_intervals(self.starts, self.ends, other.starts, other.ends))

    def near(self, start: int, end: int) -> Intervals:
        """The intervals that reach into a window, whole and not copied."""
        inside = slice(np.searchsorted(self.ends, start, side="right"), np.searchsorted(self.starts, end))
        return Intervals(self.starts[inside], self.ends[inside])

    def longest(self, n: int) -> Intervals:
        """The longest intervals, in order of time."""
        order = np.sort(np.argsort(self.starts - self.ends, kind="stable")[:n])
        return Intervals(self.starts[order], self.ends[order])

    def gaps(self) -> Intervals:
        """The time between the first start and the last end that is not covered."""
        return Intervals(self.ends[:-1], self.starts[1:])

    def covered_within(self, starts: npt.ArrayLike, ends: npt.ArrayLike) -> Times:
        """Nanoseconds covered inside each of these windows, which may overlap."""
        first, last = np.asarray(starts, np.int64), np.asarray(ends, np.int64)
        found = _native.cover_windows(self.starts, self.ends, first.ravel(), last.ravel())
        return found.reshape(first.shape)


def _times(values: npt.ArrayLike) -> Times:
    return np.ascontiguousarray(values, np.int64)
