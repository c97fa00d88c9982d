"""The common grid of x on which runs are taken together."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native

# A grid of every x that occurs is drawn as it is up to so many times the width in pixels.
EXACT_PER_PX = 2


class Grid(NamedTuple):
    """Strictly rising x; `kind` says whether it holds every x that occurs or is evenly spaced."""

    x: NDArray[np.float64]
    kind: Literal["exact", "even"]


def common_grid(series: _native.SeriesSet, x: str, within: tuple[float, float] | None, width_px: int) -> Grid:
    """Return every x that occurs in the range where those are few, else `width_px` evenly spaced ones."""
    seen = np.empty(0, np.float64)
    low, high = within or (-np.inf, np.inf)
    few = True
    ends: list[float] = []
    for i in range(len(series)):
        xs = _native.xs(series, i, x)
        xs = xs[np.isfinite(xs) & (xs >= low) & (xs <= high)]
        if len(xs) == 0:
            continue
        ends += [float(xs.min()), float(xs.max())]
        if few:
            seen = np.union1d(seen, xs)
            few = len(seen) <= EXACT_PER_PX * width_px
    if few:
        return Grid(seen, "exact")
    return Grid(np.unique(np.linspace(min(ends), max(ends), width_px)), "even")
