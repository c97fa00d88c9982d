"""What kinds with items by step declare for reports in the same way: media in parts, curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.items import ItemParams
from sightline.wire.report import KindReport, LoggedValue, Question, items_question, its_own_row


def media_report(
    describe: Callable[[StoreView, ItemParams], dict[str, Any]],
    more: Callable[[LoggedValue], Iterable[Question]] = lambda value: (),
) -> KindReport:
    """The details of every value, each of its parts as it was logged, and `more` questions about it."""

    def questions(view: StoreView, value: LoggedValue) -> Iterable[Question]:
        try:
            n_parts = len(describe(view, ItemParams(value.run, value.tag, value.index))["parts"])
        except LookupError:
            return
        where = {"run": value.run, "tag": value.tag, "index": value.index}
        yield Question("describe", where)
        yield from more(value)
        yield from (Question("item", {**where, "part": part}) for part in range(n_parts))

    return KindReport(whole=items_question, value=questions)


def curves_report() -> KindReport:
    """One answer for each run, tag and step, which the page joins."""

    def questions(view: StoreView, value: LoggedValue) -> Iterable[Question]:
        return (Question("curve", {"tags": [value.tag], "runs": [value.run], "step": value.step}),)

    return KindReport(whole=items_question, value=questions, logged=its_own_row)
