"""Histograms over steps: as logged, on a grid of equal bins, and as percentiles with mean and spread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.histogram.facts import Facts, facts_of
from sightline.kinds.histogram.reshape import percentiles, rebinned, span_of
from sightline.kinds.histogram.series import SLUG, HistogramSeries, HistogramSeriesParams, read_series
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
    spans = _spans(found, params)
    rows = []
    for each, (low, high) in zip(found, spans, strict=True):
        edges = np.linspace(low, high, params.n_bins + 1)
        rows += [rebinned(histogram.buckets, edges).astype(np.float32) for histogram in each.histograms]
    return _frame(view, params, found, {"count": _lists(rows)}, [{"range": list(span)} for span in spans])


def distribution(view: StoreView, params: HistogramSeriesParams) -> Frame:
    """A row per histogram: no buckets, only what every answer has."""
    return _frame(view, params, read_series(view, params), {})


def _spans(found: Sequence[HistogramSeries], params: GridParams) -> list[tuple[float, float]]:
    shared = params.range
    if shared is None and params.common:
        shared = span_of(histogram.buckets for each in found for histogram in each.histograms)
    return [
        shared or span_of(histogram.buckets for histogram in each.histograms) or (0.0, 1.0) for each in found
    ]


def _frame(
    view: StoreView,
    params: HistogramSeriesParams,
    found: Sequence[HistogramSeries],
    columns: dict[str, Column],
    more: Sequence[dict[str, Any]] | None = None,
) -> Frame:
    """The rows of all series with step, time, facts and percentiles, and `columns` of the same length."""
    shown = [histogram for each in found for histogram in each.histograms]
    lengths = [len(each.histograms) for each in found]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    notes = [
        each.note() | {"offset": offset, "length": length} | (more[place] if more else {})
        for place, (each, offset, length) in enumerate(zip(found, offsets, lengths, strict=False))
    ]
    facts = np.array([facts_of(histogram) for histogram in shown]).reshape(-1, len(Facts._fields))
    keys: dict[str, Column] = {
        "series": np.repeat(np.arange(len(found), dtype=np.uint32), lengths),
        "step": np.array([step for each in found for step in each.steps], np.int64),
        "wall_time": np.array([time for each in found for time in each.wall_times], np.float64),
        **dict(zip(Facts._fields, facts.T, strict=True)),
        "value": _lists([percentiles(histogram.buckets, params.points) for histogram in shown]),
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
