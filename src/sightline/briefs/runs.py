"""Runs in brief: state, step, pace, age and the last values of a few tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sightline.briefs.main_tags import main_tags
from sightline.briefs.numbers import number
from sightline.briefs.shapes import RunRow, Runs
from sightline.engine.facts import kind_facts
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.server.runs.goals import planned_step
from sightline.server.runs.pace import steps_per_sec


def runs(view: StoreView, chosen: Sequence[RunView], now: float, *, tags: Sequence[str], limit: int) -> Runs:
    """The runs that were written to last, first; sub-runs are left to their training."""
    listed = latest_first(chosen)
    return Runs(rows=run_rows(view, listed[:limit], now, tags or main_tags(listed)), total=len(listed))


def latest_first(chosen: Sequence[RunView]) -> list[RunView]:
    """Trainings by the time of their last event, the latest first."""
    listed = [run for run in chosen if run.parent_id is None]
    return sorted(listed, key=lambda run: (-(run.last_wall_time or 0.0), run.name))


def run_rows(view: StoreView, listed: Sequence[RunView], now: float, tags: Sequence[str]) -> list[RunRow]:
    """A row for each run."""
    plan = plans(view)
    return [_row(run, plan(run), now, tags) for run in listed]


def plans(view: StoreView) -> Callable[[RunView], int | None]:
    """A look-up of the step that a run is set to train to."""
    look_ups = list(kind_facts(view).values())
    return lambda run: planned_step(run, {k: v for look_up in look_ups for k, v in look_up(run).items()})


def _row(run: RunView, planned: int | None, now: float, tags: Sequence[str]) -> RunRow:
    first, last = run.first_wall_time, run.last_wall_time
    scalars = run.series("scalar")
    return RunRow(
        run=run.name,
        state=run.state_at(now),
        step=run.last_step,
        planned_step=planned,
        steps_per_sec=number(steps_per_sec(run)),
        age_secs=None if last is None else number(max(0.0, now - last)),
        duration_secs=None if first is None or last is None else number(last - first),
        metrics={tag: number(scalars[tag].last_value) for tag in tags if tag in scalars},
    )
