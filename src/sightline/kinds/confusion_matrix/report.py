"""Confusion matrices in a report: one answer for each run, tag and step, which the page joins."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.engine.store import StoreView
from sightline.wire.report import KindReport, LoggedValue, Question, items_question, its_own_row


def _value(view: StoreView, value: LoggedValue) -> Iterable[Question]:
    return (Question("matrix", {"tag": value.tag, "runs": [value.run], "step": value.step}),)


REPORT = KindReport(whole=items_question, value=_value, logged=its_own_row)
