"""How fast a run trains: steps per second over its last minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.engine.segment import Steps, WallTimes

WINDOW_SECS = 300.0


def steps_per_sec(run: RunView) -> float | None:
    """Return the pace of a live run by its densest scalar; None if it is not live or has too few points."""
    points = densest_points(run) if run.state == "live" else None
    return None if points is None else rate(*points)


def densest_points(run: RunView) -> tuple[Steps, WallTimes] | None:
    """Return steps and wall times of the last points of the scalar with the most; None if there is none.

    The list of runs requests nothing of an index, so runs of one have no pace.
    """
    if not run.scalars or run.is_indexed:
        return None
    tag = max(run.scalars, key=lambda name: run.scalars[name].n)
    # The last chunk may have begun a moment ago.
    chunks = run.scalar(tag).arrays()[-2:]
    if not chunks:
        return None
    steps, wall_times = (np.concatenate(column) for column in list(zip(*chunks, strict=True))[:2])
    return steps, wall_times


def rate(steps: Steps, wall_times: WallTimes) -> float | None:
    """Return steps per second over the last five minutes of these points, which are in order of time."""
    if len(steps) < 2:
        return None
    first = int(np.searchsorted(wall_times, wall_times[-1] - WINDOW_SECS))
    seconds = float(wall_times[-1] - wall_times[first])
    n_steps = int(steps[-1]) - int(steps[first])
    return n_steps / seconds if seconds > 0 and n_steps > 0 else None
