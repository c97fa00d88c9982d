"""A curve that stays at a value until the next event, by pixel."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.kinds.profile.analysis.intervals import Times

Values = npt.NDArray[np.int64]


class PixelCurve(NamedTuple):
    """A curve by pixels that hold an event: the least and most in a pixel, and the last."""

    pixel: Values
    least: Values
    most: Values
    last: Values


def by_pixel(times: Times, values: Values, start: int, end: int, width_px: int) -> PixelCurve:
    """What a curve of steps shows at a width. The value before the first event of the window leads it in."""
    first, stop = np.searchsorted(times, (start, end + 1))
    inside = slice(max(0, int(first) - 1), int(stop))
    pixel = (np.clip(times[inside], start, end) - start) * width_px // max(1, end - start)
    shown = values[inside]
    if not shown.size:
        return PixelCurve(*(np.empty(0, np.int64) for _ in range(4)))
    begins = np.flatnonzero(np.concatenate(([True], pixel[1:] != pixel[:-1])))
    # A pixel begins with what the one before left.
    before = np.concatenate((shown[:1], shown[begins[1:] - 1]))
    least = np.minimum(np.minimum.reduceat(shown, begins), before)
    most = np.maximum(np.maximum.reduceat(shown, begins), before)
    last = shown[np.concatenate((begins[1:], [shown.size])) - 1]
    return PixelCurve(pixel[begins], least, most, last)
