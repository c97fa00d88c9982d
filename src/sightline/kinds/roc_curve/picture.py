"""A ROC curve drawn with Pillow: so that TensorBoard, which has no ROC curves, can show it."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array
from sightline.formats.stand_in import stand_in

_SIZE_PX = 320
_MARGIN_PX = 24
_INK, _GRID, _LINE = (60, 60, 60), (215, 215, 215), (20, 92, 200)


def picture_value(tag: str, rows: Array) -> Any:
    """The image value by which TensorBoard shows the curve."""
    value = messages.Summary.Value(tag=f"{tag}/image")
    value.metadata.plugin_data.plugin_name = "images"
    value.metadata.plugin_data.content = stand_in("roc_curve")
    value.image.height = value.image.width = _SIZE_PX
    value.image.colorspace = 3
    value.image.encoded_image_string = draw(rows)
    return value


def draw(rows: Array) -> bytes:
    """A PNG of the curve: false positive rate to the right, true positive rate up, the area written below."""
    from PIL import Image, ImageDraw

    _, fp, tp = rows
    points = [_place(x, y) for x, y in zip(_rates(fp), _rates(tp), strict=True)]
    image = Image.new("RGB", (_SIZE_PX, _SIZE_PX), (255, 255, 255))
    pen = ImageDraw.Draw(image)
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        pen.line([_place(tick, 0), _place(tick, 1)], fill=_GRID)
        pen.line([_place(0, tick), _place(1, tick)], fill=_GRID)
    pen.line([_place(0, 0), _place(1, 1)], fill=_GRID)
    pen.line(points, fill=_LINE, width=2)
    pen.text((_MARGIN_PX, _SIZE_PX - _MARGIN_PX + 6), f"ROC, area {area(rows):.4f}", fill=_INK)
    with io.BytesIO() as buffer:
        image.save(buffer, format="PNG")
        return buffer.getvalue()


def area(rows: Array) -> float:
    """The area under the curve by trapezoids; NaN when one class was never seen."""
    _, fp, tp = rows
    if fp[-1] <= 0 or tp[-1] <= 0:
        return float("nan")
    return float(np.sum(np.diff(fp) * (tp[1:] + tp[:-1]) / 2) / (fp[-1] * tp[-1]))


def _rates(counts: Array) -> Array:
    return counts / counts[-1] if counts[-1] > 0 else np.zeros_like(counts)


def _place(x: float, y: float) -> tuple[float, float]:
    span = _SIZE_PX - 2 * _MARGIN_PX
    return _MARGIN_PX + x * span, _SIZE_PX - _MARGIN_PX - y * span
