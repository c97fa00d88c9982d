"""Statistics of a histogram: number of values, mean, spread, and what is wrong with it."""

from __future__ import annotations

from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np

from sightline.kinds.histogram.histogram import Histogram, Statistics
from sightline.kinds.histogram.reshape import sound


class Facts(NamedTuple):
    """`number` counts every value logged; those that are in no bucket are apart.

    `nan` and `inf` are the writer's counts, or buckets with such edges; `uncounted` are the other
    values in no bucket: outside the bins, or NaN and infinite ones of writers that do not count them.
    """

    number: float
    nan: float
    inf: float
    uncounted: float
    mean: float
    std: float


def facts_of(histogram: Histogram) -> Facts:
    """Mean and standard deviation are exact where the writer gives the sums, else those of the buckets."""
    stated = histogram.statistics
    total = float(histogram.counts.sum())
    missing = max(stated.num - total, 0.0) if stated and isfinite(stated.num) else 0.0
    nan, inf = (stated.num_nan, stated.num_inf) if stated else (0.0, 0.0)
    uncounted = max(missing - nan - inf, 0.0)
    if not has_finite_edges(histogram):
        lefts, rights, counts = histogram.buckets
        nan += float(counts[np.isnan(lefts) | np.isnan(rights)].sum())
        inf += float(counts[np.isinf(lefts) | np.isinf(rights)].sum())
    mean, std = (stated and _by_sums(stated)) or _by_buckets(histogram)
    return Facts(total + missing, nan, inf, uncounted, mean, std)


def has_finite_edges(histogram: Histogram) -> bool:
    """Whether all limits are numbers that can be drawn."""
    return bool(np.isfinite(histogram.lefts).all() and np.isfinite(histogram.rights).all())


def _by_sums(stated: Statistics) -> tuple[float, float] | None:
    """None where the sums are missing or not finite."""
    if not (stated.num > 0 and isfinite(stated.sum) and isfinite(stated.sum_squares)):
        return None
    mean, square = stated.sum / stated.num, stated.sum_squares / stated.num
    if (square == 0 and (stated.min, stated.max) != (0, 0)) or square < mean * mean * (1 - 1e-9):
        return None
    return mean, sqrt(max(square - mean * mean, 0.0))


def _by_buckets(histogram: Histogram) -> tuple[float, float]:
    """As if each bucket's values were spread evenly; NaN where all are empty."""
    lefts, rights, counts = sound(histogram.buckets)
    if not len(counts):
        return float("nan"), float("nan")
    with np.errstate(over="ignore", invalid="ignore"):
        centers, shares = lefts / 2 + rights / 2, counts / counts.sum()
        mean = float(centers @ shares)
        variance = float(((centers - mean) ** 2 + (rights - lefts) ** 2 / 12) @ shares)
    return mean, sqrt(variance)


def fault_of(histogram: Histogram) -> str | None:
    """One sentence for people where the buckets are not what a histogram should be."""
    lefts, rights, counts = histogram.buckets
    if not len(counts):
        return "no bucket has a value"
    if not has_finite_edges(histogram):
        return "bucket limits that are not finite numbers; those buckets are not drawn"
    if (lefts > rights).any():
        return "bucket limits that do not rise; those buckets are not drawn"
    if not (isfinite(float(counts.sum())) and counts.min() >= 0):
        return "counts that are negative or not finite"
    return None
