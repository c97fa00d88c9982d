"""Scalar series in at most 100 points each, chosen as a chart chooses them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sightline import _native
from sightline.briefs.numbers import number
from sightline.briefs.shapes import Number, Series, SeriesRow
from sightline.engine.run_view import RunView
from sightline.kinds.scalar_facts import Picked, facts_of, gather

MOST_POINTS = 100


def series(chosen: Sequence[RunView], matches: Callable[[str], bool], *, points: int, limit: int) -> Series:
    """Every series of a matching tag: figures over all points, and a few of them."""
    picked = [Picked(run, tag) for run in chosen for tag in run.series("scalar") if matches(tag)]
    listed = picked[:limit]
    facts = facts_of(listed, 1, superseded=False) if listed else np.empty(0)
    rows = []
    for each, fact in zip(listed, facts, strict=True):
        shown = few_points(each, points)
        rows.append(
            SeriesRow(
                run=each.run.name,
                tag=each.tag,
                shown=len(shown),
                total=int(fact["n"]),
                min=number(float(fact["min"])),
                max=number(float(fact["max"])),
                last=number(float(fact["last"])),
                last_step=int(fact["last_step"]) if fact["n"] else None,
                nan=int(fact["nan"]),
                points=shown,
            )
        )
    return Series(rows=rows, total=len(picked))


def few_points(each: Picked, most: int) -> list[tuple[int, Number]]:
    """At most so many points of a series: minima, maxima, NaN and both ends are among them."""
    columns = gather([each], superseded=False)
    n_buckets = most
    while True:
        shown = _native.view(
            columns, x="step", range=None, n_buckets=n_buckets, smoothing="none", amount=0.0, raw=True
        )
        steps, values = shown["step"], shown["value"]
        if len(steps) <= most or n_buckets == 1:
            break
        n_buckets = max(1, n_buckets * 2 // 3)
    return [
        (int(step), number(float(value))) for step, value in zip(steps[:most], values[:most], strict=True)
    ]
