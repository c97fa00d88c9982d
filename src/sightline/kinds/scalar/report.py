"""Scalars in a report: every point, packed; the page computes from them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sightline import _native
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.wire.report import KindReport, Question


def packed(view: StoreView, run: RunView) -> bytes | None:
    """The points of a run's scalars in the order they were logged; None where it has none."""
    items = []
    for tag in run.series("scalar"):
        series = run.scalar(tag)
        columns = {
            "step": np.ascontiguousarray(series.steps),
            "wall_time": np.ascontiguousarray(series.wall_times),
            "value": np.ascontiguousarray(series.values),
        }
        if series.superseded is not None:
            columns["superseded"] = series.superseded.astype(np.uint8)
        items.append((tag, columns))
    return _native.pack_columns(items) if items else None


def _whole(view: StoreView) -> Iterable[Question]:
    yield Question("notices", {})
    yield Question("tags", {})
    # What jumped at the last step; at others it needs a server.
    yield from (Question("jumps", {"runs": [run.id]}) for run in view.runs if run.series("scalar"))


REPORT = KindReport(
    whole=_whole,
    columns=packed,
)
