"""Layouts of charts over scalar tags → the one Summary.Value that custom scalars are read from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.summary_values import tensor_value

PLUGIN = "custom_scalars"
TAG = "custom_scalars__config__"
_EXPECTED = 'expected {category: {title: ["Multiline" or "Margin", [tags]]}}'


def layout_value(layout: Mapping[str, Mapping[str, Any]]) -> Any:
    """The value of {category: {title: ["Multiline", tags] or ["Margin", [value, lower, upper]]}}."""
    if not isinstance(layout, Mapping):
        raise TypeError(f"add_custom_scalars: {_EXPECTED}, got {type(layout).__name__}")
    message = messages.Layout()
    for title, charts in layout.items():
        if not isinstance(charts, Mapping):
            raise TypeError(f"add_custom_scalars: {_EXPECTED}, got {charts!r} under {title!r}")
        category = message.category.add(title=title)
        for name, chart in charts.items():
            category.chart.append(_chart(name, chart))
    return tensor_value(TAG, np.array(message.SerializeToString(), dtype=object), plugin=PLUGIN)


def _chart(title: str, chart: Any) -> Any:
    if not isinstance(chart, (list, tuple)) or len(chart) != 2 or chart[0] not in ("Multiline", "Margin"):
        raise ValueError(f"add_custom_scalars: {_EXPECTED}, got {chart!r} for chart {title!r}")
    tags = _tags(title, chart[1])
    if chart[0] == "Margin":
        if len(tags) != 3:
            raise ValueError(
                f"add_custom_scalars: expected 3 tags (value, lower, upper) for margin chart {title!r},"
                f" got {len(tags)}"
            )
        series = messages.MarginChartContent.Series(value=tags[0], lower=tags[1], upper=tags[2])
        return messages.Chart(title=title, margin=messages.MarginChartContent(series=[series]))
    return messages.Chart(title=title, multiline=messages.MultilineChartContent(tag=tags))


def _tags(title: str, tags: Any) -> list[str]:
    if isinstance(tags, str) or not all(isinstance(tag, str) for tag in tags):
        raise TypeError(f"add_custom_scalars: expected a list of tags for chart {title!r}, got {tags!r}")
    return list(tags)
