"""Which logged values go into a report of bounded size: evenly spread over the steps, first and last too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sightline.engine.store import StoreView
from sightline.wire.report import KindReport, LoggedValue


@dataclass(frozen=True)
class Series:
    """The values of one run, tag and kind, and how many bytes each takes in the logs."""

    kind: str
    values: Sequence[LoggedValue]
    n_bytes: Sequence[int]


def logged_series(view: StoreView, kind: str, report: KindReport) -> list[Series]:
    """All series of a kind, without superseded values."""
    found = []
    for run in view.runs:
        named = report.tags(run) if report.tags else {tag: tag for tag in run.series(kind)}
        for name, tag in named.items():
            index = run.items(tag, kind)
            rows = index.without_superseded().tolist()
            values = [LoggedValue(run.id, name, row, int(index.step[row])) for row in rows]
            found.append(Series(kind, values, [int(index.value_length[row]) for row in rows]))
    return found


def fit(series: Sequence[Series], budget_bytes: float) -> list[list[int]]:
    """For each series the places of the values to keep, so that all together have at most so many bytes.

    Every series keeps the same share of its values; where not even the last one of each fits, the largest
    go without.
    """
    if sum(sum(each.n_bytes) for each in series) <= budget_bytes:
        return [list(range(len(each.values))) for each in series]
    low, high = 0.0, 1.0
    for _ in range(24):
        share = (low + high) / 2
        if _size(series, share) <= budget_bytes:
            low = share
        else:
            high = share
    if _size(series, low) <= budget_bytes:
        return [spread(len(each.values), low) for each in series]
    return _last_ones(series, budget_bytes)


def spread(n: int, share: float) -> list[int]:
    """So many places out of n, evenly, the last one always and with two or more the first."""
    kept = max(1, int(n * share)) if n else 0
    if kept <= 1:
        return [n - 1] if kept else []
    return sorted({round(place) for place in np.linspace(0, n - 1, kept).tolist()})


def _size(series: Sequence[Series], share: float) -> int:
    return sum(each.n_bytes[place] for each in series for place in spread(len(each.values), share))


def _last_ones(series: Sequence[Series], budget_bytes: float) -> list[list[int]]:
    kept: list[list[int]] = [[] for _ in series]
    room = budget_bytes
    for place in sorted(range(len(series)), key=lambda place: [*series[place].n_bytes[-1:], 0][0]):
        last = series[place].n_bytes[-1:]
        if last and last[0] <= room:
            room -= last[0]
            kept[place] = [len(series[place].values) - 1]
    return kept
