"""Images in a report: every picture as it was logged, its details, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.kinds.image.query import describe
from sightline.kinds.item_reports import media_report
from sightline.wire.report import LoggedValue, Question


def _problems(value: LoggedValue) -> Iterable[Question]:
    return (Question("problems", {"tag": value.tag, "values": [[value.run, value.index]]}),)


REPORT = media_report(describe, _problems)
