"""Tables in a report: the last ones of all runs together, and those of every run and step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.table.query import PageParams, rows
from sightline.wire.report import KindReport, LoggedValue, Question, items_question, its_own_row

# The card asks for pages of this many rows, each page beginning at a multiple of a quarter of it.
_PAGE = 400
_MAX_ROWS = 2000


def _whole(view: StoreView) -> Iterable[Question]:
    yield from items_question(view)
    tags: dict[str, list[int]] = {}
    for run in view.runs:
        for tag in run.series("table"):
            tags.setdefault(tag, []).append(run.id)
    # Of one run all that was captured is listed; the page compares those of several.
    yield from (Question("captured", {"runs": [run.id]}) for run in view.runs if run.series("table"))
    for tag, runs in tags.items():
        yield from _questions(view, {"tag": tag, "runs": runs})


def _value(view: StoreView, value: LoggedValue) -> Iterable[Question]:
    return _questions(view, {"tag": value.tag, "runs": [value.run], "step": value.step})


def _questions(view: StoreView, table: dict[str, Any]) -> Iterable[Question]:
    n_rows = rows(view, PageParams(**{**table, "runs": tuple(table["runs"])}))["n_rows"]
    yield Question("csv", table)
    yield Question("json", table)
    for offset in range(0, max(1, min(n_rows, _MAX_ROWS) - _PAGE + 1), _PAGE // 4):
        yield Question("rows", {**table, "offset": offset, "limit": _PAGE})


REPORT = KindReport(whole=_whole, value=_value, logged=its_own_row)
