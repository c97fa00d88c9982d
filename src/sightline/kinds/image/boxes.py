"""Draws labeled boxes into a picture, at the same pixels as torch's writer."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from sightline.formats.arrays import Array

_COLOR = "Red"
_TEXT_COLOR = "black"
_LINE_PX = 2


def draw_boxes(picture: Any, boxes: Array, labels: Sequence[str] | None) -> None:
    """Outline each box (xmin, ymin, xmax, ymax) and write its label at its lower left corner."""
    from PIL import ImageDraw, ImageFont

    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default()
    for index, (xmin, ymin, xmax, ymax) in enumerate(boxes.tolist()):
        corners = [(xmin, ymin), (xmin, ymax), (xmax, ymax), (xmax, ymin), (xmin, ymin)]
        draw.line(corners, width=_LINE_PX, fill=_COLOR)
        if labels is not None and labels[index]:
            _draw_label(draw, font, labels[index], x_px=xmin, bottom_px=ymax)


def _draw_label(draw: Any, font: Any, label: str, *, x_px: float, bottom_px: float) -> None:
    left, top, right, bottom = font.getbbox(label)
    width, height = right - left, bottom - top
    margin = float(ceil(0.05 * height))
    draw.rectangle(
        [(x_px, bottom_px - height - 2 * margin), (x_px + width, bottom_px)],
        fill=_COLOR,
    )
    draw.text((x_px + margin, bottom_px - height - margin), label, fill=_TEXT_COLOR, font=font)
