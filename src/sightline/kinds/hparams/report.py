"""Hyperparameters in a report: the table in all its forms, importance, and what each run was set to."""

from __future__ import annotations

from collections.abc import Iterable

from sightline.engine.store import StoreView
from sightline.kinds.hparams.table import table_of
from sightline.wire.report import KindReport, Question

_MAX_METRICS = 20


def _whole(view: StoreView) -> Iterable[Question]:
    for group in (True, False):
        for all_runs in (False, True):
            rows = {"group": group, "all_runs": all_runs}
            yield Question("table", rows)
            for metric in table_of(view, group=group, all_runs=all_runs).default[:_MAX_METRICS]:
                yield Question("importance", {"metric": {"tag": metric.tag}, **rows})
    # Of one run all keys are listed; the page compares those of several.
    yield from (Question("difference", {"runs": [run.id]}) for run in view.runs)


REPORT = KindReport(whole=_whole)
