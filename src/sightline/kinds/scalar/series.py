"""Lines for a chart: what to show of many runs and tags in a range of x and a width in pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sightline import _native
from sightline.engine.store import StoreView
from sightline.kinds.scalar.auto_smoothing import resolve_smoothing
from sightline.kinds.scalar.params import SeriesParams
from sightline.kinds.scalar.pick import columns_of, pick, with_x
from sightline.kinds.scalar_facts import Picked
from sightline.wire.frame import Frame

_COLUMNS = ("step", "wall_time", "value", "smoothed", "x")


def series(view: StoreView, params: SeriesParams) -> Frame:
    """Return flat columns, series after series; docs/kinds/scalar.md describes which points and why."""
    picked = with_x(pick(view, params.runs, params.tags), params.x)
    columns, x = columns_of(picked, params.x, superseded=params.superseded)
    smoothing = resolve_smoothing(view, params)
    shown = _native.view(
        columns,
        x=x,
        range=params.range,
        n_buckets=params.width_px,
        smoothing=smoothing.kind if smoothing else "none",
        amount=smoothing.amount if smoothing else 0.0,
        raw=params.raw,
    )
    lengths = np.diff(shown["offsets"])
    flat = {"series": np.repeat(np.arange(len(picked), dtype=np.uint32), lengths)}
    flat |= {name: shown[name] for name in _COLUMNS if name in shown}
    amount = smoothing.amount if smoothing else 0.0
    return Frame(flat, {"generation": view.generation, "smoothing": amount, "series": _notes(picked, shown)})


def _notes(picked: Sequence[Picked], shown: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of each series in the frame, and what they stand for."""
    numbers = {
        "offset": shown["offsets"][:-1].tolist(),
        "length": np.diff(shown["offsets"]).tolist(),
        "total": shown["total"].tolist(),
        "in_range": shown["in_range"].tolist(),
        "nan": shown["nan"].tolist(),
        "inf": (shown["pos_inf"] + shown["neg_inf"]).tolist(),
        "unplaced": shown["unplaced"].tolist(),
        "before": shown["before"].tolist(),
        "after": shown["after"].tolist(),
    }
    names = list(numbers)
    exact, marks = shown["exact"].tolist(), shown["marks"]
    notes: list[dict[str, Any]] = []
    for i, (each, *row) in enumerate(zip(picked, *numbers.values(), strict=True)):
        note = {
            "run": each.run.id,
            "tag": each.tag,
            **dict(zip(names, row, strict=True)),
            "exact": bool(exact[i]),
        }
        if i in marks:
            note["marks"] = marks[i]
        notes.append(note)
    return notes
