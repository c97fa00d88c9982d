"""The common grid of x on which runs are grouped."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native


class Grid(NamedTuple):
    """Strictly rising x; `kind` is whether it has every x that occurs or is evenly spaced."""

    x: NDArray[np.float64]
    kind: Literal["exact", "even"]


def common_grid(series: _native.SeriesSet, x: str, within: tuple[float, float] | None, width_px: int) -> Grid:
    """Return every x that occurs in the range where those are few, else `width_px` evenly spaced ones."""
    xs, is_exact = _native.common_grid(series, x=x, range=within, width_px=width_px)
    return Grid(xs, "exact" if is_exact else "even")
