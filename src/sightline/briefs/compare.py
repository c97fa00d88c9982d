"""Runs side by side: how long they ran, hyperparameters that differ, metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sightline.briefs.best import differing
from sightline.briefs.directions import importance
from sightline.briefs.numbers import number
from sightline.briefs.shapes import Compare, CompareRow
from sightline.engine.facts import AGGREGATES
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView

MOST_RUNS = 10


def compare(
    view: StoreView,
    chosen: Sequence[RunView],
    now: float,
    *,
    matches: Callable[[str], bool],
    aggregate: str,
    limit: int,
) -> Compare:
    """Every fact of each run, in the order of the runs."""
    rows = [
        CompareRow(what="run", name="state", values=[run.state_at(now) for run in chosen]),
        CompareRow(what="run", name="step", values=[run.last_step for run in chosen]),
        CompareRow(what="run", name="duration_secs", values=[_duration(run) for run in chosen]),
    ]
    hparams = differing(view, chosen)
    rows += [CompareRow(what="hparam", name=key, values=values) for key, values in hparams.items()]
    tags = {tag for run in chosen for tag in run.scalars if matches(tag)}
    for tag in sorted(tags, key=lambda tag: (-importance(tag), tag)):
        values = [_metric(run, tag, aggregate) for run in chosen]
        rows.append(CompareRow(what="metric", name=tag, values=values))
    names = [run.name for run in chosen]
    return Compare(runs=names, aggregate=aggregate, rows=rows[:limit], total=len(rows))


def _duration(run: RunView) -> float | int | str | None:
    first, last = run.first_wall_time, run.last_wall_time
    return None if first is None or last is None else number(last - first)


def _metric(run: RunView, tag: str, aggregate: str) -> float | int | str | None:
    if tag not in run.scalars:
        return None
    points = run.scalar(tag).without_superseded()
    return number(AGGREGATES[aggregate](points)) if len(points.values) else None
