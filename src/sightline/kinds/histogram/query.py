"""Histograms over steps: as logged, on a common grid for heat maps, and as percentiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.histogram.decode import Histogram, decode
from sightline.kinds.histogram.reshape import NORMAL_POINTS, percentiles, rebinned, span_of
from sightline.kinds.items import Found, items_query, read, series_of
from sightline.wire.columns import Column, Lists
from sightline.wire.frame import Frame
from sightline.wire.params import Params, ParamsError
from sightline.wire.query import Query

SLUG = "histogram"
MAX_STEPS = 5000


@dataclass(frozen=True)
class SeriesParams(Params):
    """Which histograms; of more than `max_steps` in a series evenly spaced ones are shown, the ends too."""

    tags: tuple[str, ...]
    runs: tuple[int, ...] | None = None
    superseded: bool = False
    max_steps: int = 200

    def __post_init__(self) -> None:
        if not 1 <= self.max_steps <= MAX_STEPS:
            raise ParamsError(f"max_steps must be from 1 to {MAX_STEPS}")


@dataclass(frozen=True)
class GridParams(SeriesParams):
    """The grid: so many equal bins over `range`; where null over each series' own, or over a `common` one."""

    n_bins: int = 64
    range: tuple[float, float] | None = None
    common: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.n_bins <= 1024:
            raise ParamsError("n_bins must be from 1 to 1024")
        if self.range is not None and not self.range[0] < self.range[1]:
            raise ParamsError("range must rise")


@dataclass(frozen=True)
class PercentilesParams(SeriesParams):
    """The points in ten-thousandths, rising; by default TensorBoard's."""

    points: tuple[float, ...] = NORMAL_POINTS

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.points) <= 101 or any(not 0 <= point <= 10_000 for point in self.points):
            raise ParamsError("points must be 1 to 101 numbers from 0 to 10000")


@dataclass(frozen=True)
class _Series:
    run: int
    tag: str
    total: int
    n_unreadable: int
    steps: list[int]
    wall_times: list[float]
    histograms: list[Histogram]


def series(view: StoreView, params: SeriesParams) -> Frame:
    """A row per histogram: its buckets as lists of left and right edges and counts."""
    picked = _read(view, params)
    shown = [histogram for each in picked for histogram in each.histograms]
    return _frame(view, picked, {
        "left": _lists([histogram.lefts for histogram in shown]),
        "right": _lists([histogram.rights for histogram in shown]),
        "count": _lists([histogram.counts for histogram in shown]),
    })  # fmt: skip


def grid(view: StoreView, params: GridParams) -> Frame:
    """A row per histogram: a list of counts in equal bins; the metadata has each series' range."""
    picked = _read(view, params)
    shared = params.range
    if shared is None and params.common:
        shared = span_of(histogram.buckets for each in picked for histogram in each.histograms)
    spans = [
        shared or span_of(histogram.buckets for histogram in each.histograms) or (0.0, 1.0) for each in picked
    ]
    rows = []
    for each, (low, high) in zip(picked, spans, strict=True):
        edges = np.linspace(low, high, params.n_bins + 1)
        rows += [rebinned(histogram.buckets, edges) for histogram in each.histograms]
    return _frame(view, picked, {"count": _lists(rows)}, [{"range": list(span)} for span in spans])


def distribution(view: StoreView, params: PercentilesParams) -> Frame:
    """A row per histogram: a list of values, one for each point."""
    picked = _read(view, params)
    rows = [percentiles(histogram.buckets, params.points) for each in picked for histogram in each.histograms]
    frame = _frame(view, picked, {"value": _lists(rows)})
    frame.metadata["points"] = list(params.points)
    return frame


def _read(view: StoreView, params: SeriesParams) -> list[_Series]:
    return [
        _read_series(view, run.id, tag, params)
        for run, tag in series_of(view, SLUG, params.runs, params.tags)
    ]


def _read_series(view: StoreView, run_id: int, tag: str, params: SeriesParams) -> _Series:
    index = view.items(run_id, tag, SLUG)
    rows = np.arange(len(index)) if params.superseded else index.kept()
    made = _Series(run_id, tag, len(rows), 0, [], [], [])
    n_unreadable = 0
    for row in _spaced(rows, params.max_steps):
        try:
            histogram = read(view, Found(index, row), decode)
        except LookupError:
            n_unreadable += 1
            continue
        made.steps.append(int(index.step[row]))
        made.wall_times.append(float(index.wall_time[row]))
        made.histograms.append(histogram)
    return _Series(run_id, tag, len(rows), n_unreadable, made.steps, made.wall_times, made.histograms)


def _spaced(rows: Any, most: int) -> list[int]:
    if len(rows) > most:
        rows = rows[np.unique(np.linspace(0, len(rows) - 1, most).round().astype(int))]
    return [int(row) for row in rows]


def _frame(
    view: StoreView,
    picked: Sequence[_Series],
    columns: dict[str, Column],
    more: Sequence[dict[str, Any]] | None = None,
) -> Frame:
    lengths = [len(each.histograms) for each in picked]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    facts = [
        {"run": each.run, "tag": each.tag, "offset": offset, "length": length, "total": each.total}
        | ({"unreadable": each.n_unreadable} if each.n_unreadable else {})
        | (more[place] if more else {})
        for place, (each, offset, length) in enumerate(zip(picked, offsets, lengths, strict=False))
    ]
    keys: dict[str, Column] = {
        "series": np.repeat(np.arange(len(picked), dtype=np.uint32), lengths),
        "step": np.array([step for each in picked for step in each.steps], np.int64),
        "wall_time": np.array([time for each in picked for time in each.wall_times], np.float64),
    }
    return Frame({**keys, **columns}, {"generation": view.generation, "series": facts})


def _lists(arrays: Sequence[Array]) -> Lists:
    offsets = np.zeros(len(arrays) + 1, dtype=np.int64)
    np.cumsum([len(array) for array in arrays], out=offsets[1:])
    return Lists(offsets, np.concatenate(arrays) if arrays else np.empty(0))


QUERIES: dict[str, Query[Any]] = {
    "grid": Query(GridParams, grid),
    "items": items_query(SLUG),
    "percentiles": Query(PercentilesParams, distribution),
    "series": Query(SeriesParams, series),
}
