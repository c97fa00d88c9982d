"""What series do between two steps: where they start and end, how low and high they go."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import SpansParams
from sightline.kinds.scalar.pick import pick
from sightline.kinds.scalar_facts import gather
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame


def spans(view: StoreView, params: SpansParams) -> Frame:
    """Return one row per run and tag that has points; docs/kinds/scalar.md has the rule for gaps."""
    picked = pick(view, params.runs, params.tags)
    # One bucket over the range has just what is needed: first, last, lowest and highest point.
    shown = _native.view(
        gather(picked, superseded=params.superseded), x="step", range=params.range, n_buckets=1
    )
    keep = np.flatnonzero(np.diff(shown["offsets"]))
    columns: dict[str, Column] = {
        "run": np.array([picked[i].run.id for i in keep], np.uint32),
        "tag": Dictionary.of([picked[i].tag for i in keep]),
        "n": shown["in_range"][keep],
        "nan": shown["nan"][keep],
    }
    rows = [_row(shown, i, params.range) for i in keep.tolist()]
    for name, values in zip(_NAMES, zip(*rows, strict=True) if rows else [()] * len(_NAMES), strict=True):
        columns[name] = np.array(values, np.int64 if name.endswith("step") else np.float64)
    return Frame(columns, {"generation": view.generation})


_NAMES = ("start_step", "end_step", "start", "end", "min", "max")


def _row(shown: dict[str, Any], i: int, within: tuple[float, float]) -> tuple[float, ...]:
    rows = slice(int(shown["offsets"][i]), int(shown["offsets"][i + 1]))
    steps: NDArray[np.int64] = shown["step"][rows]
    values: NDArray[np.float64] = shown["value"][rows]
    inside = np.flatnonzero((steps >= within[0]) & (steps <= within[1]))
    if len(inside) == 0:
        inside = np.array([int(np.argmin(np.abs(steps - (within[0] + within[1]) / 2)))])
    first, last, chosen = inside[0], inside[-1], values[inside]
    finite = chosen[np.isfinite(chosen)]
    low, high = (finite.min(), finite.max()) if len(finite) else (np.nan, np.nan)
    return int(steps[first]), int(steps[last]), float(values[first]), float(values[last]), low, high
