"""Text in a report: the strings of every value, and all of those that are too long to be shown."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.engine.store import StoreView
from sightline.kinds.items import ItemParams
from sightline.kinds.text.query import item
from sightline.wire.report import KindReport, LoggedValue, Question, items_question


def _value(view: StoreView, value: LoggedValue) -> Iterable[Question]:
    where = {"run": value.run, "tag": value.tag, "index": value.index}
    yield Question("item", where)
    try:
        shown = item(view, ItemParams(value.run, value.tag, value.index))
    except LookupError:
        return
    if sum(map(len, shown["strings"])) < shown["n_chars"]:
        yield Question("raw", where)


REPORT = KindReport(whole=items_question, value=_value)
