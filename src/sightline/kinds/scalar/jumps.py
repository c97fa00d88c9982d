"""What jumped at a step: each tag's value there against the values before it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sightline.engine.segment import Columns
from sightline.engine.series import EMPTY, ScalarSeries
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import JumpsParams
from sightline.kinds.scalar.pick import pick
from sightline.kinds.scalar_facts import SLUG, Picked
from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame

# With fewer finite values before the step there is no meaningful spread.
FEWEST_BEFORE = 3
# Up to so many points a copy in one piece is quicker than many small chunks.
FEW_POINTS = 50_000
# This many of the last values go with each row, for a sparkline.
N_RECENT = 48


class Jump(NamedTuple):
    """One tag at a step; steps are None where there is no such point."""

    at_step: int
    value: float
    mean: float
    std: float
    z: float
    n_before: int
    interval: float
    since_step: int | None
    first_nonfinite_step: int | None
    first_nonfinite: float


def jumps(view: StoreView, params: JumpsParams) -> Frame:
    """Return one row per run and tag with a value up to the step; docs/kinds/scalar.md has the rules."""
    step = np.inf if params.step is None else params.step
    keys: list[Picked] = []
    rows: list[Jump] = []
    recent: list[Columns] = []
    for each in pick(view, params.runs, None):
        points = _points(each, superseded=params.superseded)
        window = last_points(points, step, params.n_before + 1)
        if len(window.steps) == 0:
            continue
        keys.append(each)
        rows.append(_jump(each, points, window))
        recent.append(window.at(slice(-N_RECENT, None)))
    return Frame(_columns(keys, rows, recent), {"generation": view.generation})


def last_points(points: list[Columns], step: float, n: int) -> Columns:
    """Return the last `n` points at or before a step."""
    found: list[Columns] = []
    for chunk in reversed(points):
        if n <= 0:
            break
        rows = np.flatnonzero(chunk.steps <= step)[-n:]
        n -= len(rows)
        if len(rows):
            found.append(chunk.at(rows))
    if len(found) < 2:
        return found[0] if found else EMPTY
    return Columns(*(np.concatenate(columns) for columns in zip(*reversed(found), strict=True)))


def _points(each: Picked, *, superseded: bool) -> list[Columns]:
    series: ScalarSeries = each.run.scalar(each.tag)
    if not superseded and (series.n <= FEW_POINTS or series.superseded is not None):
        return [series.without_superseded()]
    return series.arrays()


def _jump(each: Picked, points: list[Columns], window: Columns) -> Jump:
    at_step, value = int(window.steps[-1]), float(window.values[-1])
    before = window.values[:-1].astype(np.float64)
    before = before[np.isfinite(before)]
    n = len(before)
    # By sums: for thousands of tags numpy's own mean and std take three times as long.
    mean = float(before.sum()) / n if n else np.nan
    std = math.sqrt(float(np.square(before - mean).sum()) / (n - 1)) if n >= FEWEST_BEFORE else np.nan
    gaps = np.sort(window.steps[1:] - window.steps[:-1])
    first = _first_nonfinite(each, points)
    return Jump(
        at_step=at_step,
        value=value,
        mean=mean,
        std=std,
        z=change_in_sigmas(value, mean, std),
        n_before=n,
        interval=float(gaps[len(gaps) // 2]) if len(gaps) else np.nan,
        since_step=None if math.isfinite(value) else _nonfinite_since(points, at_step),
        first_nonfinite_step=None if first is None else first[0],
        first_nonfinite=np.nan if first is None else first[1],
    )


def change_in_sigmas(value: float, mean: float, std: float) -> float:
    """Return (value − mean) / std: infinite where values never varied, NaN where it is undefined."""
    if not math.isfinite(value) or not math.isfinite(std):
        return np.nan
    # A constant's mean is rounded, which must not count as a spread or a change.
    rounding = 1e-6 * abs(mean)
    if abs(value - mean) <= rounding:
        return 0.0
    if std <= rounding:
        return float(np.copysign(np.inf, value - mean))
    return (value - mean) / std


def _first_nonfinite(each: Picked, points: list[Columns]) -> tuple[int, float] | None:
    counts = each.run.series(SLUG)[each.tag].nonfinite
    if counts.n_nan + counts.n_inf == 0:
        return None
    for chunk in points:
        rows = np.flatnonzero(~np.isfinite(chunk.values))
        if len(rows):
            return int(chunk.steps[rows[0]]), float(chunk.values[rows[0]])
    return None


def _nonfinite_since(points: list[Columns], step: int) -> int:
    """Return where the stretch of NaN and infinities that reaches up to the step begins."""
    since = step
    for chunk in reversed(points):
        upto = chunk.at(chunk.steps <= step)
        finite = np.flatnonzero(np.isfinite(upto.values))
        begin = int(finite[-1]) + 1 if len(finite) else 0
        if begin < len(upto.steps):
            since = int(upto.steps[begin])
        if len(finite):
            break
    return since


def _columns(keys: list[Picked], rows: list[Jump], recent: list[Columns]) -> dict[str, Column]:
    columns: dict[str, Column] = {
        "run": np.array([each.run.id for each in keys], np.uint32),
        "tag": Dictionary.of([each.tag for each in keys]),
    }
    for name in Jump._fields:
        values = [getattr(row, name) for row in rows]
        columns[name] = _steps(values) if name.endswith("step") else np.array(values, np.float64)
    offsets = np.cumsum([0, *(len(part.steps) for part in recent)]).astype(np.int32)
    for name, parts in (("recent_steps", [p.steps for p in recent]), ("recent", [p.values for p in recent])):
        columns[name] = Lists(offsets, np.concatenate([np.empty(0), *parts], dtype=np.float64))
    return columns


def _steps(steps: list[int | None]) -> Column:
    mask = [step is None for step in steps]
    return np.ma.MaskedArray(np.array([0 if step is None else step for step in steps], np.int64), mask=mask)
