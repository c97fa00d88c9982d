from __future__ import annotations

import math

import numpy as np
import pytest

from sightline.kinds.profile.analysis.device_use import (
    mean_occupancy,
    sm_efficiency,
    utilization,
    utilization_curve,
)
from sightline.kinds.profile.analysis.intervals import Intervals

STARTS, ENDS = np.array([0, 50, 60]), np.array([40, 80, 100])


def test_utilization_counts_overlapping_kernels_once() -> None:
    assert utilization(Intervals.union_of(STARTS, ENDS), 0, 100) == 0.9
    assert math.isnan(utilization(Intervals.union_of(STARTS, ENDS), 5, 5))


def test_sm_efficiency_is_at_most_one_and_skips_impossible_values() -> None:
    assert sm_efficiency(STARTS, ENDS, np.array([0.5, 0.25, 4.0]), 0, 100) == pytest.approx(
        (40 * 0.5 + 10 * 0.25 + 40 * 1.0) / 100
    )
    unknown = np.array([np.inf, np.nan, -1.0])
    assert math.isnan(sm_efficiency(STARTS, ENDS, unknown, 0, 100))


def test_sm_efficiency_counts_only_time_inside_the_window() -> None:
    assert sm_efficiency(np.array([0]), np.array([100]), np.array([1.0]), 50, 250) == pytest.approx(0.25)


def test_occupancy_is_weighted_by_time_over_the_kernels_that_report_it() -> None:
    occupancy = np.array([50.0, np.nan, 100.0])
    assert mean_occupancy(STARTS, ENDS, occupancy, 0, 100) == pytest.approx(75.0)
    assert math.isnan(mean_occupancy(STARTS, ENDS, np.full(3, np.nan), 0, 100))


@pytest.mark.parametrize("length", [1, 7, 100, 12_345, 5_000_000_000])
def test_utilization_curve_has_at_most_a_hundred_buckets_that_add_up(length: int) -> None:
    kernels = Intervals.union_of([length // 4], [length // 2 + 1])
    curve = utilization_curve(kernels, 0, length)
    assert 1 <= curve.share.size <= 100
    assert curve.share.size >= min(10, length)
    widths = np.diff(np.append(np.arange(curve.share.size) * curve.bucket, length))
    assert (curve.share * widths).sum() == pytest.approx(kernels.covered_within(0, length))
