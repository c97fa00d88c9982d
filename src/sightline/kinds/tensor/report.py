"""Tensors in a report: the first slice of every value, as a card shows it."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.engine.store import StoreView
from sightline.wire.report import KindReport, LoggedValue, Question, items_question, its_own_row

# As many cells each way as a card asks for.
_CELLS = 128


def _value(view: StoreView, value: LoggedValue) -> Iterable[Question]:
    where = {"run": value.run, "tag": value.tag, "step": value.step}
    return (Question("slice", {**where, "max_rows": _CELLS, "max_columns": _CELLS}),)


REPORT = KindReport(whole=items_question, value=_value, logged=its_own_row)
