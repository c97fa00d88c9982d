"""Custom scalars in a report: the layout of all runs, and what its expressions match."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.engine.store import StoreView
from sightline.kinds.custom_scalars.query import LayoutParams, layout
from sightline.wire.report import KindReport, Question, its_own_row, no_questions


def _whole(view: StoreView) -> Iterable[Question]:
    yield Question("layout", {})
    categories = layout(view, LayoutParams())["categories"]
    patterns = {tag for category in categories for chart in category["charts"] for tag in chart["tags"]}
    if patterns:
        # In the order in which JavaScript sorts them.
        in_order = sorted(patterns, key=lambda text: text.encode("utf-16-be", "surrogatepass"))
        yield Question("match", {"patterns": in_order})


REPORT = KindReport(whole=_whole, value=no_questions, logged=its_own_row)
