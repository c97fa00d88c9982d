"""Which runs are stalled: silent for far longer than usual, without having ended or reached their goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sightline.engine.run_view import LIVE_SECS
from sightline.server.runs.pace import densest_points
from sightline.server.schema.shapes import Stall

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView

# Stalled: silent for so many times as long as usual between two values, and at least as long as is set.
TIMES_USUAL = 20.0
# Of fewer intervals nothing is usual.
FEWEST_INTERVALS = 5
N_INTERVALS = 200


def stall_of(run: RunView, *, watched_since: float, after_secs: float, goal: int | None) -> Stall | None:
    """Return since when a run counts as stalled unless a value arrives; None where it never will.

    Only a run that was live after `watched_since` is waited for: others are old logs.
    """
    if run.parent_id is not None or run.state == "loading" or run.has_ended:
        return None
    if run.grew_at + LIVE_SECS < watched_since:
        return None
    if goal is not None and run.last_step is not None and run.last_step >= goal:
        return None
    usual_secs = usual_interval(run)
    if usual_secs is None:
        return None
    return Stall(since=run.grew_at + max(after_secs, TIMES_USUAL * usual_secs), usual_secs=usual_secs)


def usual_interval(run: RunView) -> float | None:
    """Return the median seconds between two values of the densest scalar, cached until the run grows."""
    if "usual_interval" not in run.cache:
        points = densest_points(run)
        secs = np.diff(points[1][-N_INTERVALS - 1 :]) if points else np.empty(0)
        run.cache["usual_interval"] = float(np.median(secs)) if len(secs) >= FEWEST_INTERVALS else None
    found: float | None = run.cache["usual_interval"]
    return found
