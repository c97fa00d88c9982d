"""Smoothing that follows the density of points: enough for a readable line, none where points are few."""

from __future__ import annotations

import numpy as np

from sightline import _native
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import GroupsParams, SeriesParams, Smoothing
from sightline.kinds.scalar.pick import columns_of, pick, with_x

# The length of the average in pixels: it removes noise, and the lag is hard to see.
_MEMORY_PX = 8
# An average over fewer points than this would only round the corners.
_LEAST_POINTS = 4.0
# The density of this many runs stands for that of all.
_MAX_SAMPLE = 16


def resolve_smoothing(view: StoreView, params: SeriesParams | GroupsParams) -> Smoothing | None:
    """Return the smoothing with its amount found out; None where there is none."""
    smoothing = params.smoothing
    if smoothing is None or smoothing.auto_px is None:
        return smoothing
    memory = _MEMORY_PX * _density(view, params, smoothing.auto_px)
    # In powers of two: a run that grows must not change its smoothing with every point.
    points = 2.0 ** round(np.log2(memory)) if memory > 0 else 0.0
    return _averaging_over(smoothing.kind, points) if points >= _LEAST_POINTS else None


def _density(view: StoreView, params: SeriesParams | GroupsParams, width_px: int) -> float:
    """Return the points per pixel of the median run.

    All runs count, not just the requested ones: lines requested one after the other are smoothed alike.
    """
    picked = with_x(pick(view, None, params.tags), params.x)
    sample = picked[:: -(-len(picked) // _MAX_SAMPLE) or 1]
    if not sample:
        return 0.0
    series, x = columns_of(sample, params.x, superseded=params.superseded)
    counts = _native.view(series, x=x, range=params.range, n_buckets=1)["in_range"]
    present = counts[counts > 0]
    return float(np.median(present)) / width_px if len(present) else 0.0


def _averaging_over(kind: str, points: float) -> Smoothing:
    if kind == "ema":
        return Smoothing(kind="ema", amount=1 - 1 / min(points, 1e5))
    if kind == "window":
        return Smoothing(kind="window", amount=min(points, 1e6))
    return Smoothing(kind="gaussian", amount=min(points / 2, 1000.0))
