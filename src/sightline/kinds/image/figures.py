"""matplotlib figures → pixels, rendered at the call because the figure may change right after it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import numpy as np

from sightline.formats.arrays import Array


def render(figures: Any, *, what: str) -> tuple[Array, str]:
    """Return the pixels of one figure (HWC) or of a list of equally large ones (NHWC), without alpha."""
    if not isinstance(figures, (list, tuple)):
        return _render_one(figures, what), "HWC"
    pictures = [_render_one(figure, what) for figure in figures]
    shapes = {picture.shape for picture in pictures}
    if len(shapes) != 1:
        sizes = ", ".join(f"{width}×{height}" for height, width, _ in sorted(shapes)) or "none"
        raise ValueError(f"{what}: expected figures of one size, got {sizes}")
    return np.stack(pictures), "NHWC"


def _render_one(figure: Any, what: str) -> Array:
    if not (hasattr(figure, "savefig") and hasattr(figure, "canvas")):
        raise TypeError(
            f"{what}: expected a matplotlib figure or a list of them, got {type(figure).__name__}"
        )
    canvas = import_module("matplotlib.backends.backend_agg").FigureCanvasAgg(figure)
    canvas.draw()
    return np.array(canvas.buffer_rgba(), dtype=np.uint8)[:, :, :3]


def forget(figures: Any) -> None:
    """Close figures that pyplot manages; a figure made without pyplot stays the caller's."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        for figure in figures if isinstance(figures, (list, tuple)) else [figures]:
            pyplot.close(figure)
