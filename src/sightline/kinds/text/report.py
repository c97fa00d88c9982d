"""Text in a report: the strings of every value."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.engine.store import StoreView
from sightline.wire.report import KindReport, LoggedValue, Question, items_question


def _value(view: StoreView, value: LoggedValue) -> Iterable[Question]:
    return (Question("item", {"run": value.run, "tag": value.tag, "index": value.index}),)


REPORT = KindReport(whole=items_question, value=_value)
