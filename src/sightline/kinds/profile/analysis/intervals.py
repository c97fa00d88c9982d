"""Sets of time: disjoint, sorted intervals in whole nanoseconds, with union, intersection and difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Times = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Intervals:
    """Half-open intervals [start, end), sorted, disjoint and none of them empty."""

    starts: Times
    ends: Times

    @classmethod
    def union_of(cls, starts: npt.ArrayLike, ends: npt.ArrayLike) -> Intervals:
        """The time covered by any of these intervals; empty and negative ones cover none."""
        first, last = np.asarray(starts, np.int64), np.asarray(ends, np.int64)
        covered = last > first
        order = np.argsort(first[covered], kind="stable")
        first, last = first[covered][order], np.maximum.accumulate(last[covered][order])
        if not first.size:
            return cls(first, last)
        begins = np.flatnonzero(np.concatenate(([True], first[1:] > last[:-1])))
        return cls(first[begins], last[np.concatenate((begins[1:] - 1, [last.size - 1]))])

    @classmethod
    def empty(cls) -> Intervals:
        """No time at all."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64))

    @classmethod
    def of_all(cls, sets: Iterable[Intervals]) -> Intervals:
        """The union of several sets."""
        listed = list(sets)
        if not listed:
            return cls.empty()
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
        return self._combined(other, inside_other=True)

    def __sub__(self, other: Intervals) -> Intervals:
        return self._combined(other, inside_other=False)

    def gaps(self) -> Intervals:
        """The time between the first start and the last end that is not covered."""
        return Intervals(self.ends[:-1], self.starts[1:])

    def covered_before(self, times: npt.ArrayLike) -> Times:
        """Nanoseconds covered before each of these times."""
        at = np.asarray(times, np.int64)
        total = np.concatenate(([0], np.cumsum(self.ends - self.starts)))
        index = np.searchsorted(self.starts, at, side="right")
        if not self.starts.size:
            return np.zeros(at.shape, np.int64)
        # The interval that began last may still be running: what of it comes after the time does not count.
        running = np.maximum(self.ends[np.maximum(index - 1, 0)] - at, 0)
        return np.where(index > 0, total[index] - running, 0)

    def covered_within(self, starts: npt.ArrayLike, ends: npt.ArrayLike) -> Times:
        """Nanoseconds covered inside each of these windows, which may overlap."""
        return self.covered_before(ends) - self.covered_before(starts)

    def _combined(self, other: Intervals, *, inside_other: bool) -> Intervals:
        times = np.concatenate((self.starts, self.ends, other.starts, other.ends))
        n_self, n_other = self.starts.size, other.starts.size
        mine = np.zeros(times.size, np.int8)
        mine[:n_self], mine[n_self : 2 * n_self] = 1, -1
        theirs = np.zeros(times.size, np.int8)
        theirs[2 * n_self : 2 * n_self + n_other], theirs[2 * n_self + n_other :] = 1, -1
        order = np.argsort(times, kind="stable")
        edges = times[order]
        is_wanted = (np.cumsum(mine[order]) > 0) & ((np.cumsum(theirs[order]) > 0) == inside_other)
        return Intervals.union_of(edges[:-1][is_wanted[:-1]], edges[1:][is_wanted[:-1]])
