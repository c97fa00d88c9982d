"""Arrays in any layout → rows of 8-bit pixels (height, width, channel), by torch's rules."""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np

from sightline.formats.arrays import Array, as_array, is_pil_image

_LAYOUTS = {2: "HW", 3: "HWC", 4: "NCHW"}
_MAX_COLUMNS = 8


def checked_pixels(value: Any, dataformats: str, *, what: str) -> tuple[Array, str]:
    """Return the value as an array and its layout, a permutation of HW, HWC or NCHW.

    A PIL image brings its own layout. A list of pictures laid out as HWC or CHW is a batch.
    """
    array = as_array(value, what=what)
    if is_pil_image(value):
        dataformats = "HWC"[: array.ndim]
    layout = _checked_layout(dataformats, what)
    if isinstance(value, (list, tuple)) and array.ndim == 4 and len(layout) == 3:
        layout = "N" + layout
    if array.ndim != len(layout):
        raise ValueError(f"{what}: expected {len(layout)} dimensions ({layout}), got shape {array.shape}")
    if array.size == 0:
        raise ValueError(f"{what}: expected at least one pixel, got shape {array.shape}")
    if array.dtype.kind == "c":
        raise TypeError(f"{what}: expected real numbers, got {array.dtype}")
    _check_channels(array, layout, what)
    return array, layout


def _checked_layout(dataformats: Any, what: str) -> str:
    layout = dataformats.upper() if isinstance(dataformats, str) else ""
    if sorted(layout) != sorted(_LAYOUTS.get(len(layout), "?")):
        raise ValueError(
            f"{what}: expected dataformats as a permutation of HW, HWC or NCHW; got {dataformats!r}"
        )
    return layout


def _check_channels(array: Array, layout: str, what: str) -> None:
    if "C" not in layout:
        return
    n_channels, allowed = array.shape[layout.index("C")], (1, 3, 4) if "N" in layout else (1, 2, 3, 4)
    if n_channels not in allowed:
        names = ", ".join(map(str, allowed))
        raise ValueError(
            f"{what}: expected {names} channels in {layout}, got {n_channels} (shape {array.shape})"
        )


def to_pixels(array: Array, layout: str) -> Array:
    """Return 8-bit pixels (height, width, channel): one channel becomes three, a batch becomes a grid."""
    order = [layout.index(axis) for axis in _LAYOUTS[len(layout)]]
    array = to_bytes(array).transpose(order)
    if len(layout) == 4:
        array = _grid(array.transpose(0, 2, 3, 1))
    elif len(layout) == 2:
        array = array[:, :, np.newaxis]
    if array.shape[2] == 1:
        array = np.repeat(array, 3, axis=2)
    return np.ascontiguousarray(array)


def to_bytes(array: Array) -> Array:
    """Scale to 0 … 255: 8-bit values stay, all others count as 0 … 1 and are clipped; NaN is 0."""
    if array.dtype == np.uint8:
        return array
    with np.errstate(all="ignore"):
        scaled = array.astype(np.float32) * np.float32(255)
    scaled = np.nan_to_num(scaled, copy=False, nan=0.0, posinf=255.0, neginf=0.0)
    return np.asarray(scaled.clip(0, 255).astype(np.uint8))


def _grid(images: Array) -> Array:
    """A batch (n, height, width, channel) as one picture of at most eight columns, row by row."""
    n, height, width, n_channels = images.shape
    n_columns = min(n, _MAX_COLUMNS)
    n_rows = ceil(n / n_columns)
    missing = np.zeros((n_rows * n_columns - n, height, width, n_channels), dtype=images.dtype)
    cells = np.concatenate([images, missing]).reshape(n_rows, n_columns, height, width, n_channels)
    return np.reshape(cells.swapaxes(1, 2), (n_rows * height, n_columns * width, n_channels))
