"""Graphs in a report: all entries and edges, of which the page makes every view, and details of nodes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.graph.query import QUERIES
from sightline.wire.report import KindReport, Question, its_own_row, no_questions

# Of larger graphs the level that a view begins with is shown, and nothing opens.
_MAX_ENTRIES = 50_000
# In the order of the tree, groups among them.
_MAX_DETAILED = 5000


def _whole(view: StoreView) -> Iterable[Question]:
    yield Question("graphs", {})
    for graph in QUERIES["graphs"](view, {}):
        yield from _questions(view, {"run": graph["run"], "name": graph["name"]})


def _questions(view: StoreView, where: dict[str, Any]) -> Iterable[Question]:
    try:
        level = QUERIES["level"](view, where)
    except (LookupError, ValueError):
        return
    n_entries = level.metadata["n_entries"]
    if n_entries <= _MAX_ENTRIES:
        yield Question("whole", where)
        detailed: Iterable[int] = range(min(n_entries, _MAX_DETAILED))
    else:
        yield Question("level", where)
        yield Question("level", {**where, "open": level.metadata["open"]})
        detailed = level["entry"].tolist()[:_MAX_DETAILED]
    yield from (Question("node", {**where, "entry": entry}) for entry in detailed)


REPORT = KindReport(whole=_whole, value=no_questions, logged=its_own_row)
