"""Two profiles name by name: time per mean step, the difference, and whether that is more than noise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

SAME, SLOWER, FASTER, APPEARED, VANISHED = range(5)
STATES = ("same", "slower", "faster", "appeared", "vanished")

# A change within two standard errors of the mean step, or within one percent, counts as none.
_STANDARD_ERRORS = 2.0
_LEAST_CHANGE = 0.01


class MeanTimes(NamedTuple):
    """Calls and nanoseconds of each name in a mean step, and the variance of that mean."""

    names: Sequence[str]
    calls: Floats
    ns: Floats
    variance: Floats


class Comparison(NamedTuple):
    """A row for each name of either profile, the largest difference first; times are of a mean step."""

    names: list[str]
    calls_a: Floats
    calls_b: Floats
    a_ns: Floats
    b_ns: Floats
    state: npt.NDArray[np.int8]

    @property
    def difference_ns(self) -> Floats:
        """How much more time B takes."""
        return self.b_ns - self.a_ns


def mean_times(
    names: Sequence[str], row: Ids, step: Ids, durations: Ids, calls: Ids, *, n_steps: int
) -> MeanTimes:
    """Means over steps of what ran in them.

    row, step: for each piece of work the index of its name and of its step. A step without any counts as 0.
    calls: how many calls each piece is.
    """
    steps = max(n_steps, 1)
    total = np.bincount(row, durations, minlength=len(names))
    pairs, place = np.unique(row * steps + step, return_inverse=True)
    of_pair = np.bincount(place, durations, minlength=len(pairs))
    squares = np.bincount(pairs // steps, of_pair**2, minlength=len(names))
    mean = total / steps
    spread = np.maximum(squares / steps - mean**2, 0.0)
    variance = spread / (steps - 1) if steps > 1 else np.zeros(len(names))
    return MeanTimes(names, np.bincount(row, calls, minlength=len(names)) / steps, mean, variance)


def compare_means(a: MeanTimes, b: MeanTimes) -> Comparison:
    """Both sides by name, without names that took no time. What is in one only appeared or vanished."""
    place: dict[str, int] = {}
    for name in (*a.names, *b.names):
        place.setdefault(name, len(place))
    calls_a, a_ns, variance_a = _spread(a, place)
    calls_b, b_ns, variance_b = _spread(b, place)
    noise = _STANDARD_ERRORS * np.sqrt(variance_a + variance_b)
    noise = np.maximum(noise, _LEAST_CHANGE * np.maximum(a_ns, b_ns))
    state = np.full(len(place), SAME, np.int8)
    state[b_ns - a_ns > noise] = SLOWER
    state[a_ns - b_ns > noise] = FASTER
    state[calls_a == 0] = APPEARED
    state[calls_b == 0] = VANISHED
    order = np.argsort(-np.abs(b_ns - a_ns), kind="stable")
    order = order[(a_ns + b_ns)[order] > 0]
    names = list(place)
    return Comparison(
        [names[index] for index in order],
        calls_a[order],
        calls_b[order],
        a_ns[order],
        b_ns[order],
        state[order],
    )


def _spread(side: MeanTimes, place: dict[str, int]) -> tuple[Floats, Floats, Floats]:
    """A side's columns at the places of all names; names that are equal add up."""
    at = np.array([place[name] for name in side.names], np.int64)

    def summed(column: Floats) -> Floats:
        return np.bincount(at, column, minlength=len(place)).astype(np.float64)

    return summed(side.calls), summed(side.ns), summed(side.variance)
