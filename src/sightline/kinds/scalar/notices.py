"""Notices about runs: NaN, damage, a pace that dropped, a loss that is flat.

They depend on the logs alone, not on the clock: the page knows which runs are live and what time it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from sightline.engine.run_view import RunView
from sightline.engine.segment import Columns
from sightline.engine.store import StoreView
from sightline.kinds.scalar.params import NoticesParams
from sightline.kinds.scalar.pick import pick_runs
from sightline.kinds.scalar_facts import SLUG

Notice = dict[str, Any]

# Runs whose last value is this much older than the newest of all are over: only NaN and damage are reported.
RECENT_SECS = 6 * 3600.0
# A pace needs at least this many intervals, and is compared with this many before them.
N_PACE = 20
N_PACE_BEFORE = 200
# Slower means: below this share of the pace before.
SLOWER = 0.7
# The last quarter of a loss is flat when the means of its four parts differ by less than this share …
FLAT = 0.003
# … after it had moved by this share before, and with so many values.
MOVED = 0.02
FEWEST_FOR_FLAT = 200


def notices(view: StoreView, params: NoticesParams) -> dict[str, Any]:
    """Return every notice with what it is about; docs/kinds/scalar.md lists their fields."""
    runs = pick_runs(view, params.runs)
    newest = max((run.last_wall_time or 0.0 for run in view.runs), default=0.0)
    found: list[Notice] = []
    for run in runs:
        found += _lasting(run)
        is_recent = newest - (run.last_wall_time or 0.0) <= RECENT_SECS
        if is_recent and not run.is_indexed:  # the points of each would have to be requested
            found += _current(run)
    return {"generation": view.generation, "notices": found}


def _lasting(run: RunView) -> Iterator[Notice]:
    """What stays true of a finished run."""
    if (first := run.first_nan) is not None:
        tag, step = first
        n_tags = sum(info.nonfinite.n_nan > 0 for info in run.scalars.values())
        yield {"rule": "nan", "run": run.id, "tag": tag, "step": step, "n_tags": n_tags}
    if run.n_damages:
        yield {"rule": "damage", "run": run.id, "n": run.n_damages, "bytes": run.n_damaged_bytes}


def _current(run: RunView) -> list[Notice]:
    """What matters only while a run is live, cached until it grows."""
    if "notices" not in run.cache:
        run.cache["notices"] = [*_pace(run), *_flat(run)]
    found: list[Notice] = run.cache["notices"]
    return found


def _pace(run: RunView) -> Iterator[Notice]:
    """Whether the run logs slower than before."""
    busiest = max(run.series(SLUG).values(), key=lambda info: info.n, default=None)
    if busiest is None or busiest.n <= 3 * N_PACE:
        return
    points = _last(run.scalar(busiest.tag).without_superseded(), N_PACE_BEFORE + N_PACE)
    secs, steps = np.diff(points.wall_times), np.diff(points.steps)
    now, before = (_steps_per_sec(steps[part], secs[part]) for part in (slice(-N_PACE, None), slice(-N_PACE)))
    if 0 < now < SLOWER * before:
        since = int(points.steps[-N_PACE - 1])
        yield {"rule": "slower", "run": run.id, "pace": now, "was": before, "step": since}


def _steps_per_sec(steps: np.ndarray[Any, Any], secs: np.ndarray[Any, Any]) -> float:
    """The median pace: a pause, for an evaluation say, does not count."""
    going = secs > 0
    return float(np.median(steps[going] / secs[going])) if going.any() else 0.0


def _flat(run: RunView) -> Iterator[Notice]:
    for tag, info in run.series(SLUG).items():
        if not is_loss(tag) or info.n < FEWEST_FOR_FLAT:
            continue
        points = run.scalar(tag).without_superseded()
        quarter = _last(points, len(points.steps) // 4)
        earlier = points.values[: len(points.steps) - len(quarter.steps)]
        if is_flat(quarter.values, earlier):
            first, last = int(quarter.steps[0]), int(quarter.steps[-1])
            yield {"rule": "plateau", "run": run.id, "tag": tag, "step": first, "last_step": last}


def is_loss(tag: str) -> bool:
    """Whether a tag is named like a loss."""
    name = tag.lower()
    return "loss" in name and "scale" not in name


def is_flat(values: np.ndarray[Any, Any], earlier: np.ndarray[Any, Any]) -> bool:
    """Whether values stopped moving after earlier ones had moved; never where one of them is not finite."""
    if not np.isfinite(values).all():
        return False
    means = [float(part.mean(dtype=np.float64)) for part in np.array_split(values, 4)]
    level = abs(float(np.median(means)))
    if level == 0 or max(means) - min(means) >= FLAT * level:
        return False
    parts = [part[np.isfinite(part)] for part in np.array_split(earlier, 4)]
    before = [float(part.mean(dtype=np.float64)) for part in parts if len(part)]
    return any(abs(b - a) >= MOVED * level for a, b in pairwise([*before, means[0]]))


def _last(points: Columns, n: int) -> Columns:
    return points.at(slice(max(0, len(points.steps) - n), None))
