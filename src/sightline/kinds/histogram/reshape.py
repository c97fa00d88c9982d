"""Histograms in other shapes: counts on a grid of equal bins, and values at percentiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sightline.formats.arrays import Array

Buckets = tuple[Array, Array, Array]  # left edges, right edges, counts

# Tenths of a per mille at which TensorBoard's distributions are drawn: minimum, -1.5 … 1.5 sigma, maximum.
NORMAL_POINTS = (0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000)


def span_of(histograms: Iterable[Buckets]) -> tuple[float, float] | None:
    """The range that finite, filled buckets cover, never of no width; None where there are none."""
    low, high = np.inf, -np.inf
    for buckets in histograms:
        lefts, rights, _ = sound(buckets)
        if len(lefts):
            low, high = min(low, float(lefts.min())), max(high, float(rights.max()))
    if low > high:
        return None
    if low == high:
        low, high = low - 0.5 * max(abs(low), 1.0), high + 0.5 * max(abs(high), 1.0)
    return low, high


def rebinned(buckets: Buckets, edges: Array) -> Array:
    """Counts between the edges: a bucket's count is spread evenly over its width, a point stays whole."""
    lefts, rights, counts = sound(buckets)
    if not len(lefts):
        return np.zeros(len(edges) - 1)
    if bool((rights > lefts).all() and (lefts[1:] >= rights[:-1]).all()):
        return _between(lefts, rights, counts, edges)
    widths = (rights - lefts)[:, np.newaxis]
    reach = edges - lefts[:, np.newaxis]
    whole = reach > 0
    whole[:, -1] |= reach[:, -1] == 0  # the last bin includes both its ends
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        share = np.where(widths > 0, np.clip(reach / widths, 0, 1), whole)
    return np.diff(counts @ share)


def _between(lefts: Array, rights: Array, counts: Array, edges: Array) -> Array:
    """The same for buckets that follow each other, many times quicker: differences of cumulative counts."""
    below = counts.cumsum()
    places = np.stack([lefts, rights], axis=1).reshape(-1)
    return np.diff(np.interp(edges, places, np.stack([below - counts, below], axis=1).reshape(-1)))


def sound(buckets: Buckets) -> Buckets:
    """The filled buckets with two finite edges in order."""
    lefts, rights, counts = buckets
    keep = (counts > 0) & np.isfinite(lefts) & np.isfinite(rights) & (lefts <= rights)
    return lefts[keep], rights[keep], counts[keep]


def percentiles(buckets: Buckets, points: Sequence[float] = NORMAL_POINTS) -> Array:
    """The values below which the given ten-thousandths of all are, linear within a bucket as in TensorBoard.

    NaN where nothing is counted.
    """
    lefts, rights, counts = buckets
    total = counts.sum()
    if not total > 0:
        return np.full(len(points), np.nan)
    weights = counts.cumsum() * (10_000 / total)
    found = weights.searchsorted(points, side="right")
    bucket = np.minimum(found, len(weights) - 1)
    ends = np.concatenate([lefts[:1], np.maximum(rights, lefts[0])])
    before = np.concatenate([[0.0], weights])[bucket]
    left, right = np.where(before > 0, ends[bucket], lefts[0]), np.minimum(rights[bucket], rights[-1])
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        inside = left + (points - before) * (right - left) / (weights[bucket] - before)
    return np.asarray(np.where(found < len(weights), inside, rights[-1]))
