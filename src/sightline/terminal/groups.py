"""Runs that differ in a number at the end of their names, such as seeds, as one row with their means."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from sightline.terminal.rows import Row

_NUMBER_AT_END = re.compile(r"[-_/. ]*(?:(?:seed|run|trial|version|fold)[-_= ]?)?\d+\Z", re.IGNORECASE)
_WORST_FIRST = ("failed", "nan", "damaged", "stalled", "live", "")


def in_groups(found: Sequence[Row]) -> list[Row]:
    """A row for each group of several runs, the others as they are."""
    groups: dict[str, list[Row]] = {}
    for row in found:
        groups.setdefault(_NUMBER_AT_END.sub("", row.name) or row.name, []).append(row)
    return [_merged(name, rows) if len(rows) > 1 else rows[0] for name, rows in groups.items()]


def _merged(name: str, rows: Sequence[Row]) -> Row:
    ages = [row.age_secs for row in rows if row.age_secs is not None]
    newest = min(rows, key=lambda row: math.inf if row.age_secs is None else row.age_secs)
    return Row(
        name=f"{name} ({len(rows)})",
        run=newest.run,
        members=[run for row in rows for run in row.members],
        color=rows[0].color,
        mark=min((row.mark for row in rows), key=_WORST_FIRST.index),
        values=[_mean(values) for values in zip(*(row.values for row in rows), strict=True)],
        step=max((row.step for row in rows if row.step is not None), default=None),
        planned=newest.planned,
        pace=_mean([row.pace for row in rows]),
        age_secs=min(ages, default=None),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
