"""Plugin "distributions": the histograms of each step as nine percentiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats.arrays import Array
from sightline.tensorboard.histograms import logged, tags
from sightline.tensorboard.request import ApiRequest

__all__ = ["distributions", "tags"]

# Shares of a normal distribution at -∞, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, ∞ deviations, in 1/10000.
_POINTS = (0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000)


def distributions(request: ApiRequest) -> list[list[Any]]:
    """Wall time, step and (share in ten-thousandths, value) pairs of each histogram."""
    return [[value.wall_time, value.step, percentiles(value.array)] for value in logged(request)]


def percentiles(buckets: Array) -> list[tuple[int, float]]:
    """The values at the shares, interpolated within a bucket, as TensorBoard computes them."""
    buckets = buckets.astype(np.float64)
    if not buckets.size:
        return [(point, 0.0) for point in _POINTS]
    lowest, highest = buckets[0][0], buckets[-1][1]
    counts, rights = buckets[:, 2], buckets[:, 1]
    weights = (counts * _POINTS[-1] / (counts.sum() or 1.0)).cumsum()
    return [(point, _at(point, weights, rights, lowest, highest)) for point in _POINTS]


def _at(point: int, weights: Array, rights: Array, lowest: float, highest: float) -> float:
    place = int(np.searchsorted(weights, point, side="right"))
    while place < len(weights):
        before = weights[place - 1] if place > 0 else 0.0
        if weights[place] != before:
            left = max(rights[place - 1], lowest) if place and before else lowest
            right = min(rights[place], highest)
            share = (point - before) * float(right - left) / (weights[place] - before)
            return float(left + share)
        place += 1
    return float(highest)
