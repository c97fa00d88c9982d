"""The runs as the table shows them: values, pace, what is left, a sparkline; cached until a run grows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sightline.briefs.directions import direction
from sightline.briefs.notices import stall_notice
from sightline.server.runs.pace import steps_per_sec

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView

BLOCKS = "▁▂▃▄▅▆▇█"
N_SPARK = 18
_RECENT_POINTS = 400


@dataclass(frozen=True)
class Row:
    """One run of the table, or a group of several; `run` is then the one that logged last."""

    name: str
    run: RunView
    members: Sequence[RunView]
    color: int
    mark: str  # live, failed, stalled, nan, damaged or ""
    values: Sequence[float | None]
    step: int | None
    planned: int | None
    pace: float | None
    age_secs: float | None

    @property
    def left_secs(self) -> float | None:
        """How long the run still needs, by its pace."""
        if self.pace is None or self.planned is None or self.step is None:
            return None
        return max(0.0, (self.planned - self.step) / self.pace)


def rows(
    runs: Sequence[RunView],
    tags: Sequence[str],
    plan: Callable[[RunView], int | None],
    now: float,
    *,
    stalled_after_secs: float,
    colors: Mapping[int, int],
    step: int | None,
) -> list[Row]:
    """A row for each run, in their order, with its values at a step, its last ones without.

    colors: A place in the palette for each run's id.
    """
    return [_row(colors[run.id], run, tags, plan(run), now, stalled_after_secs, step) for run in runs]


def _row(
    color: int,
    run: RunView,
    tags: Sequence[str],
    planned: int | None,
    now: float,
    stalled_after_secs: float,
    step: int | None,
) -> Row:
    last = run.last_wall_time
    return Row(
        name=run.name,
        run=run,
        members=(run,),
        color=color,
        mark=_mark(run, now, planned, stalled_after_secs),
        values=[_value(run, tag, step) for tag in tags],
        step=run.last_step,
        planned=planned,
        pace=_pace(run),
        age_secs=None if last is None else max(0.0, now - last),
    )


def _value(run: RunView, tag: str, step: int | None) -> float | None:
    info = run.series("scalar").get(tag)
    if info is None or step is None:
        return None if info is None else info.last_value
    key = ("watch.value", tag)
    known: tuple[int, float | None] | None = run.cache.get(key)
    if known is None or known[0] != step:
        known = run.cache[key] = step, _value_at(run, tag, step)
    return known[1]


def _value_at(run: RunView, tag: str, step: int) -> float | None:
    """The last value logged at this step or before; None where the run had not begun."""
    points = run.scalar(tag).without_superseded()
    n_before = int(np.searchsorted(points.steps, step, "right"))
    return float(points.values[n_before - 1]) if n_before else None


def _pace(run: RunView) -> float | None:
    if run.state != "live":
        return None
    if "watch.pace" not in run.cache:
        run.cache["watch.pace"] = steps_per_sec(run)
    found: float | None = run.cache["watch.pace"]
    return found


def _mark(run: RunView, now: float, planned: int | None, stalled_after_secs: float) -> str:
    if run.has_failed:
        return "failed"
    if run.first_nan is not None:
        return "nan"
    state = run.state_at(now)
    if state in ("live", "damaged"):
        return state
    return "stalled" if stall_notice(run, now, planned, stalled_after_secs) else ""


def sparkline(run: RunView, tag: str) -> str:
    """The last values of a tag as blocks; cached until the run grows."""
    key = ("watch.spark", tag)
    if key not in run.cache:
        run.cache[key] = _blocks(run, tag)
    found: str = run.cache[key]
    return found


def _blocks(run: RunView, tag: str) -> str:
    if tag not in run.scalars:
        return ""
    values = run.scalar(tag).without_superseded().values[-_RECENT_POINTS:].astype(np.float64)
    values = values[np.isfinite(values)]
    if not len(values):
        return ""
    means = [float(part.mean()) for part in np.array_split(values, min(N_SPARK, len(values)))]
    low, high = min(means), max(means)
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    return "".join(BLOCKS[round((mean - low) * scale)] for mean in means)


def in_order(found: list[Row], sort: str, tag: str | None) -> list[Row]:
    """The rows sorted: by the first value, the best first and unknown last, or by another column."""
    if sort == "newest":
        return sorted(found, key=lambda row: math.inf if row.age_secs is None else row.age_secs)
    if sort == "step":
        return sorted(found, key=lambda row: -(row.step or 0))
    if sort == "name":
        return sorted(found, key=lambda row: row.name)
    sign = -1.0 if tag and direction(tag) == "higher" else 1.0

    def key(row: Row) -> tuple[bool, float, str]:
        value = row.values[0] if row.values else None
        is_unknown = value is None or math.isnan(value)
        return is_unknown, 0.0 if is_unknown or value is None else sign * value, row.name

    return sorted(found, key=key)
