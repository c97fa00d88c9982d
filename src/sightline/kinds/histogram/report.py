"""Histograms in a report: all buckets, packed; the page computes from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.histogram.decode import decode
from sightline.kinds.histogram.histogram import Histogram
from sightline.kinds.histogram.series import SLUG
from sightline.kinds.histogram.table import STATISTICS, bucket_columns, statistics_rows
from sightline.kinds.items import Found, read
from sightline.wire.report import KindReport, items_question

_EMPTY = Histogram(np.empty(0), np.empty(0), np.empty(0))


def _columns(view: StoreView, run: RunView) -> list[tuple[str, dict[str, Any]]]:
    return [(tag, _tag_columns(view, run, tag)) for tag in run.series(SLUG)]


def _tag_columns(view: StoreView, run: RunView, tag: str) -> dict[str, Any]:
    """A row per value; of those that cannot be read, the rows and a line each are there too."""
    index = run.items(tag, SLUG)
    found, faults = [], {}
    for row in range(len(index)):
        try:
            found.append(read(view, Found(index, row), decode))
        except LookupError as error:
            found.append(_EMPTY)
            faults[row] = _fault_line(error)
    columns: dict[str, Any] = {
        "step": np.ascontiguousarray(index.step, np.int64),
        "wall_time": np.ascontiguousarray(index.wall_time, np.float64),
        **bucket_columns(found),
    }
    table = statistics_rows(found)
    columns |= {name: np.ascontiguousarray(column) for name, column in zip(STATISTICS, table.T, strict=True)}
    if index.superseded is not None:
        columns["superseded"] = index.superseded.astype(np.uint8)
    if faults:
        columns["unread"] = np.array([*faults], np.int64)
        columns["unread_text"] = np.frombuffer("\n".join(faults.values()).encode(), np.uint8)
    return columns


def _fault_line(error: LookupError) -> str:
    """Why a value cannot be read; errors of the file system name paths, which are nobody's business."""
    text = str(error.args[0])
    return " ".join((text.split(":")[0] if isinstance(error.__cause__, OSError) else text).split())


REPORT = KindReport(whole=items_question, columns=_columns)
