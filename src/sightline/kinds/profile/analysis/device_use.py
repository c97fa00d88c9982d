"""How busy a device was: utilization, SM efficiency, occupancy, and utilization over time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline import _native
from sightline.kinds.profile.analysis.intervals import Intervals, Times

Floats = npt.NDArray[np.float64]


def utilization(kernels: Intervals, start: int, end: int, pause_ns: int = 0) -> float:
    """The share of [start, end) during which a kernel ran; NaN where there is no time.

    pause_ns: how much of it was not recorded, and does not count.
    """
    length = end - start - pause_ns
    return int(kernels.covered_within(start, end)) / length if length > 0 else float("nan")


def sm_efficiency(
    starts: Times, ends: Times, blocks_per_sm: Floats, start: int, end: int, pause_ns: int = 0
) -> float:
    """The share of multiprocessors with work: blocks per SM of what ran together, at most 1, over time."""
    covered, n_known = _native.weighted_cover(starts, ends, blocks_per_sm, 1.0, start, end)
    if not n_known or end - start <= pause_ns:
        return float("nan")
    return covered / (end - start - pause_ns)


def mean_occupancy(starts: Times, ends: Times, occupancy: Floats, start: int, end: int) -> float:
    """Achieved occupancy in percent, weighted by time, over the kernels that report one."""
    return _native.mean_by_time(starts, ends, occupancy, start, end)


class UtilizationCurve(NamedTuple):
    """Utilization in buckets of equal width."""

    start: int
    bucket: int
    share: Floats


def utilization_curve(kernels: Intervals, start: int, end: int) -> UtilizationCurve:
    """Utilization over time in 10 to 100 buckets whose width is a power of ten nanoseconds."""
    length = max(end - start, 1)
    bucket = 10 ** max(0, int(np.ceil(np.log10(length / 100))))
    edges = start + bucket * np.arange(-(-length // bucket) + 1, dtype=np.int64)
    edges[-1] = max(end, edges[-2] + 1)
    covered = kernels.covered_within(edges[:-1], edges[1:])
    return UtilizationCurve(start, bucket, covered / np.diff(edges))
