"""Scalars in a report: every point, packed; the page computes from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.wire.report import KindReport, Question


def _columns(_view: StoreView, run: RunView) -> list[tuple[str, dict[str, Any]]]:
    """The points of a run's scalars in the order they were logged."""
    items = []
    for tag in run.series("scalar"):
        series = run.scalar(tag)
        columns: dict[str, Any] = {
            "step": np.ascontiguousarray(series.steps),
            "wall_time": np.ascontiguousarray(series.wall_times),
            "value": np.ascontiguousarray(series.values),
        }
        if series.superseded is not None:
            columns["superseded"] = series.superseded.astype(np.uint8)
        items.append((tag, columns))
    return items


def _whole(view: StoreView) -> Iterable[Question]:
    yield Question("notices", {})
    yield Question("tags", {})


REPORT = KindReport(
    whole=_whole,
    columns=_columns,
)
