"""The common grid of x on which runs are grouped."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native

# A grid of every x that occurs is drawn as it is up to so many times the width in pixels.
EXACT_PER_PX = 2


class Grid(NamedTuple):
    """Strictly rising x; `kind` is whether it has every x that occurs or is evenly spaced."""

    x: NDArray[np.float64]
    kind: Literal["exact", "even"]


def common_grid(series: _native.SeriesSet, x: str, within: tuple[float, float] | None, width_px: int) -> Grid:
    """Return every x that occurs in the range where those are few, else `width_px` evenly spaced ones."""
    xs, low, high = _native.occurring_xs(series, x=x, range=within, limit=EXACT_PER_PX * width_px)
    if xs is not None:
        return Grid(xs, "exact")
    return Grid(np.unique(np.linspace(low, high, width_px)), "even")
