"""Histograms in other shapes, readably: on a grid, at percentiles, in statistics; which rows are shown."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan, sqrt
from typing import Any

import numpy as np

Buckets = Sequence[tuple[float, float, float]]  # left, right, count
Window = tuple[float, float] | None


def sound(buckets: Buckets) -> Buckets:
    """The filled buckets with two finite edges in order."""
    return [(a, b, n) for a, b, n in buckets if n > 0 and isfinite(a) and isfinite(b) and a <= b]


def span(histograms: Sequence[Buckets]) -> tuple[float, float] | None:
    """The range that filled buckets cover, widened where it is a point."""
    edges = [edge for buckets in histograms for a, b, _ in sound(buckets) for edge in (a, b)]
    if not edges:
        return None
    low, high = min(edges), max(edges)
    margin = 0.5 * max(abs(low), 1.0) if low == high else 0.0
    return low - margin, high + margin


def rebinned(buckets: Buckets, low: float, high: float, n_bins: int) -> list[float]:
    """Counts between equal edges, by the share of each bucket below each edge."""
    edges = np.linspace(low, high, n_bins + 1).tolist()
    below = [sum(n * _share(edge, a, b, edge == edges[-1]) for a, b, n in sound(buckets)) for edge in edges]
    return np.diff(below).tolist()


def _share(edge: float, left: float, right: float, is_last: bool) -> float:
    if left == right:
        return float(edge > left or (is_last and edge == left))
    return min(max((edge - left) / (right - left), 0.0), 1.0)


def percentiles(buckets: Buckets, points: Sequence[float]) -> list[float]:
    """Linear within a bucket, as in TensorBoard."""
    total = sum(n for *_, n in buckets)
    if not total > 0:
        return [nan] * len(points)
    return [_percentile(buckets, point, 10_000 / total) for point in points]


def _percentile(buckets: Buckets, point: float, scale: float) -> float:
    before, left = 0.0, buckets[0][0]
    last = buckets[-1][1]
    counted = 0.0
    for _, right, n in buckets:
        counted += n
        if counted * scale > point:
            return left + (point - before) * (min(right, last) - left) / (counted * scale - before)
        before = counted * scale
        if before > 0:
            left = max(right, buckets[0][0])
    return last


def facts(buckets: Buckets, logged: Sequence[float] | None) -> dict[str, float]:
    """Of values in no bucket the logged counts; mean and spread by the logged sums where they can be."""
    total = sum(n for *_, n in buckets)
    low, high, num, sums, squares, n_nan, n_inf = logged or (0, 0, nan, nan, nan, 0, 0)
    missing = max(num - total, 0.0) if isfinite(num) else 0.0
    edges_nan = sum(n for a, b, n in buckets if a != a or b != b)
    edges_inf = sum(n for a, b, n in buckets if abs(a) == np.inf or abs(b) == np.inf)
    mean, std = _by_buckets(buckets)
    if num > 0 and isfinite(sums) and isfinite(squares):
        middle, square = sums / num, squares / num
        if not (square == 0 and (low, high) != (0, 0)) and square >= middle * middle * (1 - 1e-9):
            mean, std = middle, sqrt(max(square - middle * middle, 0.0))
    return {
        "number": total + missing,
        "nan": n_nan + edges_nan,
        "inf": n_inf + edges_inf,
        "uncounted": max(missing - n_nan - n_inf, 0.0),
        "mean": mean,
        "std": std,
    }


def _by_buckets(buckets: Buckets) -> tuple[float, float]:
    kept = sound(buckets)
    if not kept:
        return nan, nan
    total = sum(n for *_, n in kept)
    mean = sum((a / 2 + b / 2) * n / total for a, b, n in kept)
    variance = sum(((a / 2 + b / 2 - mean) ** 2 + (b - a) ** 2 / 12) * n / total for a, b, n in kept)
    return mean, sqrt(variance)


def shown_rows(
    steps: Sequence[int],
    times: Sequence[float],
    superseded: Sequence[bool],
    windows: tuple[Window, Window, Window],
    max_rows: int,
    step: int | None,
) -> tuple[list[int], int]:
    """The rows within windows of step, time and seconds; evenly spaced ones where there are too many."""
    live = [row for row in range(len(steps)) if not superseded[row]]
    columns: tuple[Any, ...] = (steps, times, [time - times[0] for time in times])
    rows = [
        row
        for row in live
        if all(w is None or w[0] <= column[row] <= w[1] for column, w in zip(columns, windows, strict=True))
    ]
    if len(rows) <= max_rows:
        return rows, len(live)
    places = {round(place) for place in np.linspace(0, len(rows) - 1, max_rows).tolist()}
    if step is not None:
        places.add(min(range(len(rows)), key=lambda place: abs(steps[rows[place]] - step)))
    return [rows[place] for place in sorted(places)], len(live)
