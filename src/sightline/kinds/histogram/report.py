"""Histograms in a report: all buckets, packed; the page computes from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, fields
from typing import Any

import numpy as np

from sightline import _native
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.histogram.decode import decode
from sightline.kinds.histogram.histogram import Histogram, Statistics
from sightline.kinds.items import Found, read
from sightline.wire.report import KindReport, Question, items_question

STATISTICS = tuple(each.name for each in fields(Statistics))
# As many steps as the page asks for (web/src/kinds/histogram/answers.svelte.ts): of a run, of each of
# several in one figure, and of bands.
_STEPS, _SHARED_STEPS, _BAND_STEPS = 100, 40, 60
_LEAST_BAND_STEPS, _BAND_POINTS = 12, 2400
# With more series, these answers would be larger than the packed columns.
_MAX_FIGURES = 200
_NONE = (np.nan,) * len(STATISTICS)


def packed(view: StoreView, run: RunView) -> bytes | None:
    """The histograms of a run, bucket by bucket; None where it has none.

    `offset` has the first bucket of each and one more, `logged` is 1 where the producer logged statistics.
    """
    items = [(tag, _columns(view, run, tag)) for tag in run.series("histogram")]
    return _native.pack_columns(items) if items else None


def _columns(view: StoreView, run: RunView, tag: str) -> dict[str, Any]:
    index = run.items(tag, "histogram")
    rows, found = [], []
    for row in range(len(index)):
        try:
            found.append(read(view, Found(index, row), decode))
            rows.append(row)
        except LookupError:
            continue
    lengths = [len(each.counts) for each in found]
    columns: dict[str, Any] = {
        "step": np.ascontiguousarray(index.step[rows], np.int64),
        "wall_time": np.ascontiguousarray(index.wall_time[rows], np.float64),
        "offset": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        "left": _joined([each.lefts for each in found]),
        "right": _joined([each.rights for each in found]),
        "count": _joined([each.counts for each in found]),
        "logged": np.array([each.statistics is not None for each in found], np.uint8),
    }
    table = np.array([_statistics(each) for each in found], np.float64).reshape(-1, len(STATISTICS))
    columns |= {name: np.ascontiguousarray(column) for name, column in zip(STATISTICS, table.T, strict=True)}
    if index.superseded is not None:
        columns["superseded"] = index.superseded[rows].astype(np.uint8)
    return columns


def _statistics(histogram: Histogram) -> tuple[float, ...]:
    return _NONE if histogram.statistics is None else astuple(histogram.statistics)


def _joined(arrays: list[Any]) -> Any:
    return np.concatenate([np.empty(0), *arrays]).astype(np.float64)


def _whole(view: StoreView) -> Iterable[Question]:
    """The list, and the figures that the page begins with: of each run alone, and bands of all runs."""
    yield from items_question(view)
    having: dict[str, list[int]] = {}
    for run in view.runs:
        for tag in run.series("histogram"):
            having.setdefault(tag, []).append(run.id)
    if sum(map(len, having.values())) > _MAX_FIGURES:
        return
    for tag, runs in having.items():
        for run_id in runs:
            one = {"tags": [tag], "runs": [run_id]}
            yield Question("grid", {**one, "max_steps": _STEPS})
            yield Question("percentiles", {**one, "max_steps": _BAND_STEPS})
        if len(runs) > 1:
            n_steps = max(_LEAST_BAND_STEPS, min(_BAND_STEPS, _BAND_POINTS // len(runs)))
            every = {"tags": [tag], "runs": runs}
            yield Question("grid", {**every, "max_steps": _SHARED_STEPS, "common": True})
            yield Question("percentiles", {**every, "max_steps": n_steps})


REPORT = KindReport(whole=_whole, columns=packed)
