"""Graphs in a report: the level that a graph begins with, what is one click away, and its nodes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sightline.engine.store import StoreView
from sightline.formats.graph import Part
from sightline.kinds.graph.query import QUERIES
from sightline.wire.frame import Frame
from sightline.wire.report import KindReport, Question

# Of larger levels the first ones.
_MAX_NODES = 400
_MAX_GROUPS = 60


def _whole(view: StoreView) -> Iterable[Question]:
    yield Question("graphs", {})
    for graph in QUERIES["graphs"](view, {}):
        yield from _questions(view, {"run": graph["run"], "name": graph["name"]})


def _questions(view: StoreView, where: dict[str, Any]) -> Iterable[Question]:
    try:
        level = QUERIES["level"](view, where)
    except (LookupError, ValueError):
        return
    opened = level.metadata["open"]
    yield Question("level", where)
    yield Question("level", {**where, "open": opened})
    entries = level["entry"].tolist()
    yield from (Question("node", {**where, "entry": entry}) for entry in entries[:_MAX_NODES])
    for row, part in enumerate(level["part"].tolist()):
        if part != Part.OPERATION and row < _MAX_GROUPS:
            yield Question("level", {**where, "open": _toggled(level, row)})


def _toggled(level: Frame, row: int) -> list[int]:
    """The open entries after a click on a row, as the page has them."""
    entries, parents, parts = (level[name].tolist() for name in ("entry", "parent", "part"))
    opened: list[int] = level.metadata["open"]
    if level["is_open"][row]:
        inside = {entry for place, entry in enumerate(entries) if _is_inside(place, row, parents)}
        return [entry for entry in opened if entry not in inside]
    # Of a series the first scope opens too, which stands for all.
    in_series = parents[row] >= 0 and parts[parents[row]] == Part.SERIES
    first = [entries[row] + 1] if parts[row] == Part.SERIES and not in_series else []
    return [*opened, entries[row], *first]


def _is_inside(row: int, group: int, parents: list[int]) -> bool:
    while row >= 0 and row != group:
        row = parents[row]
    return row == group


REPORT = KindReport(whole=_whole)
