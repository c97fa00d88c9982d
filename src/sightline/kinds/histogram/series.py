"""The histograms of a run and tag that a view shows, read and decoded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from sightline import _native
from sightline.engine.items import ItemIndex
from sightline.engine.store import StoreView
from sightline.kinds.histogram.decode import decode
from sightline.kinds.histogram.histogram import Histogram
from sightline.kinds.histogram.table import NORMAL_POINTS, table_of
from sightline.kinds.items import Found, read, series_of
from sightline.wire.params import Params, ParamsError

SLUG = "histogram"
MAX_STEPS = 5000


# In ten-thousandths.
Percentile: TypeAlias = Annotated[float, Meta(ge=0, le=10_000)]


class HistogramSeriesParams(Params, frozen=True):
    """Which histograms. Of more than `max_steps` evenly spaced ones are shown, first and last too.

    `steps`, `times` (wall time) and `seconds` (since the first) are windows: a narrower
    window shows what a wide one leaves out. The histogram nearest to `step` is always among those shown.
    `points` are the percentiles in ten-thousandths.
    """

    tags: tuple[str, ...]
    runs: tuple[int, ...] | None = None
    superseded: bool = False
    max_steps: Annotated[int, Meta(ge=1, le=MAX_STEPS)] = 200
    steps: tuple[int, int] | None = None
    times: tuple[float, float] | None = None
    seconds: tuple[float, float] | None = None
    step: int | None = None
    points: Annotated[tuple[Percentile, ...], Meta(min_length=1, max_length=101)] = NORMAL_POINTS

    def __post_init__(self) -> None:
        for name in ("steps", "times", "seconds"):
            window = getattr(self, name)
            if window is not None and window[0] > window[1]:
                raise ParamsError(f"{name} must be [first, last]")


@dataclass
class HistogramSeries:
    """What is shown of a run and tag; `total` is how many were logged, `faults` what is wrong how often."""

    run: int
    tag: str
    total: int
    start: float
    steps: list[int] = field(default_factory=list)
    wall_times: list[float] = field(default_factory=list)
    histograms: list[Histogram] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)

    def note(self) -> dict[str, Any]:
        """For the metadata of an answer."""
        faults = [{"text": text, "n": n} for text, n in self.faults.most_common(5)]
        note = {"run": self.run, "tag": self.tag, "total": self.total, "start": self.start}
        return note | ({"faults": faults} if faults else {})


def read_series(view: StoreView, params: HistogramSeriesParams) -> list[HistogramSeries]:
    """Every requested series, tag by tag; what cannot be read is a fault, not an error."""
    found = series_of(view, SLUG, params.runs, params.tags)
    return [_read_one(view, run.id, tag, params) for run, tag in found]


def _read_one(view: StoreView, run_id: int, tag: str, params: HistogramSeriesParams) -> HistogramSeries:
    index = view.items(run_id, tag, SLUG)
    rows, total = _shown_rows(index, params)
    made = HistogramSeries(run_id, tag, total, float(index.wall_time[0]))
    for row in rows.tolist():
        try:
            made.histograms.append(read(view, Found(index, row), decode))
        except LookupError as error:
            made.faults[str(error.args[0])] += 1
            continue
        made.steps.append(int(index.step[row]))
        made.wall_times.append(float(index.wall_time[row]))
    made.faults.update(fault for fault in table_of(made.histograms).faults() if fault)
    return made


def _shown_rows(index: ItemIndex, params: HistogramSeriesParams) -> tuple[NDArray[np.int64], int]:
    superseded = None if params.superseded or index.superseded is None else index.superseded.view(np.uint8)
    return _native.shown_rows(
        index.step,
        index.wall_time,
        superseded,
        step_window=params.steps,
        time_window=params.times,
        second_window=params.seconds,
        max_rows=params.max_steps,
        step=params.step,
    )
