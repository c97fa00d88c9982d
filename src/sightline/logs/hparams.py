"""Hyperparameters of runs as a table of sessions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.hparams.sessions import sessions_of
from sightline.kinds.hparams.values import Values
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame


def hparams_frame(view: StoreView, runs: Sequence[RunView]) -> Frame:
    """A row per session: its run, group, status and times, a column per hyperparameter and per metric."""
    wanted = {run.id for run in runs}
    sessions = [each for each in sessions_of(view) if each.record.has_session and each.run.id in wanted]
    columns: dict[str, Column] = {
        "run": np.array([each.run.name for each in sessions], dtype=object),
        "group": Dictionary.of([each.record.group_name for each in sessions]),
        "status": Dictionary.of([each.record.status for each in sessions]),
        "start_time": np.array([each.start_time for each in sessions], dtype=np.float64),
        "end_time": np.array([each.end_time for each in sessions], dtype=np.float64),
    }
    for key in dict.fromkeys(key for each in sessions for key in each.record.hparams):
        values = [each.record.hparams.get(key) for each in sessions]
        columns[_free(key, columns)] = _plain_column(Values.of(key, values))
    metrics = [each.metrics for each in sessions]
    for tag in dict.fromkeys(tag for each in metrics for tag in each):
        last = [each[tag].last_value if tag in each else None for each in metrics]
        columns[_free(tag, columns)] = np.array(last, dtype=np.float64)
    return Frame(columns)


def _plain_column(values: Values) -> Column:
    """Numbers with NaN where there is none; a mixture as text; booleans where all have one."""
    if values.type == "number":
        return np.array(values.values, dtype=np.float64)
    if values.type == "bool" and values.n == len(values.values):
        return np.array(values.values, dtype=np.bool_)
    return np.array([None if value is None else str(value) for value in values.values], dtype=object)


def _free(name: str, taken: dict[str, Column]) -> str:
    while name in taken:
        name += "_"
    return name
