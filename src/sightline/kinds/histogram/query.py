"""Histograms over steps: as logged, on a grid of equal bins, and as percentiles with mean and spread."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from sightline import _native
from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.histogram.series import SLUG, HistogramSeries, HistogramSeriesParams, read_series
from sightline.kinds.histogram.table import table_of
from sightline.kinds.items import items_query, steps_query
from sightline.wire.columns import Column, Lists
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from sightline.wire.query import Query


class GridParams(HistogramSeriesParams, frozen=True):
    """The grid: so many equal bins over `range`; where null over each series' own, or over a `common` one."""

    n_bins: Annotated[int, Meta(ge=1, le=1024)] = 64
    range: tuple[float, float] | None = None
    common: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.range is not None and not self.range[0] < self.range[1]:
            raise ParamsError("range must be [low, high] with low < high")


def series(view: StoreView, params: HistogramSeriesParams) -> Frame:
    """A row per histogram: its buckets as lists of left and right edges and counts."""
    found = read_series(view, params)
    shown = [histogram for each in found for histogram in each.histograms]
    return _frame(view, params, found, {
        "left": _lists([histogram.lefts for histogram in shown]),
        "right": _lists([histogram.rights for histogram in shown]),
        "count": _lists([histogram.counts for histogram in shown]),
    })  # fmt: skip


def grid(view: StoreView, params: GridParams) -> Frame:
    """A row per histogram: a list of counts in equal bins; the metadata has each series' range."""
    found = read_series(view, params)
    table, offsets = _table(found)
    ends = list(pairwise(offsets))
    shared = params.range or (table.range(0, offsets[-1]) if params.common else None)
    spans = [shared or table.range(*each) or (0.0, 1.0) for each in ends]
    counts = [table.grid(*each, *span, params.n_bins) for each, span in zip(ends, spans, strict=True)]
    rows = Lists(
        np.arange(offsets[-1] + 1, dtype=np.int64) * params.n_bins,
        np.concatenate([np.empty(0, np.float32), *counts]),
    )
    return _frame(view, params, found, {"count": rows}, [{"range": list(span)} for span in spans])


def distribution(view: StoreView, params: HistogramSeriesParams) -> Frame:
    """A row per histogram: no buckets, only what every answer has."""
    return _frame(view, params, read_series(view, params), {})


def _table(found: Sequence[HistogramSeries]) -> tuple[_native.Histograms, list[int]]:
    """The histograms of all series, and where those of each begin."""
    offsets = [0, *accumulate(len(each.histograms) for each in found)]
    return table_of([histogram for each in found for histogram in each.histograms]), offsets


def _frame(
    view: StoreView,
    params: HistogramSeriesParams,
    found: Sequence[HistogramSeries],
    columns: dict[str, Column],
    more: Sequence[dict[str, Any]] | None = None,
) -> Frame:
    """The rows of all series with step, time, facts and percentiles, and `columns` of the same length."""
    table, offsets = _table(found)
    lengths = [len(each.histograms) for each in found]
    notes = [
        each.note() | {"offset": offset, "length": length} | (more[place] if more else {})
        for place, (each, offset, length) in enumerate(zip(found, offsets, lengths, strict=False))
    ]
    points = np.array(params.points, np.float64)
    keys: dict[str, Column] = {
        "series": np.repeat(np.arange(len(found), dtype=np.uint32), lengths),
        "step": np.array([step for each in found for step in each.steps], np.int64),
        "wall_time": np.array([time for each in found for time in each.wall_times], np.float64),
        **table.facts(),
        "value": Lists(np.arange(offsets[-1] + 1, dtype=np.int64) * len(points), table.percentiles(points)),
    }
    metadata = {"generation": view.generation, "series": notes, "points": list(params.points)}
    return Frame({**keys, **columns}, metadata)


def _lists(arrays: Sequence[Array]) -> Lists:
    offsets = np.zeros(len(arrays) + 1, dtype=np.int64)
    np.cumsum([len(array) for array in arrays], out=offsets[1:])
    return Lists(offsets, np.concatenate(arrays) if arrays else np.empty(0))


QUERIES: dict[str, Query[Any]] = {
    "grid": Query(GridParams, grid),
    "items": items_query(SLUG),
    "percentiles": Query(HistogramSeriesParams, distribution),
    "series": Query(HistogramSeriesParams, series),
    "steps": steps_query(SLUG),
}
