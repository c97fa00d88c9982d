"""Hyper-parameters of runs: a table of sessions, and what a filter may ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sightline.engine.filter import Value
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.logs.items import decoder
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame

START, END = "_hparams_/session_start_info", "_hparams_/session_end_info"


def hparams_frame(view: StoreView, runs: Sequence[RunView]) -> Frame:
    """A row per session: its run, group, status and times, a column per hyper-parameter and per metric."""
    sessions = [(run, start) for run in runs if (start := session_start(view, run)) is not None]
    ends = [_content(view, run, END) for run, _ in sessions]
    columns: dict[str, Column] = {
        "run": np.array([run.name for run, _ in sessions], dtype=object),
        "group": Dictionary.of([start.group_name for _, start in sessions]),
        "status": Dictionary.of(["unknown" if end is None else end.status for end in ends]),
        "start_time": np.array([start.start_time_secs for _, start in sessions], dtype=np.float64),
        "end_time": np.array(
            [np.nan if end is None else end.end_time_secs for end in ends], dtype=np.float64
        ),
    }
    for name in _in_order(name for _, start in sessions for name in start.hparams):
        columns[_free(name, columns)] = _column([start.hparams.get(name) for _, start in sessions])
    for tag in _in_order(tag for run, _ in sessions for tag in run.series("scalar")):
        values = [
            run.series("scalar")[tag].last_value if tag in run.series("scalar") else None
            for run, _ in sessions
        ]
        columns[_free(tag, columns)] = _column(values)
    return Frame(columns)


def session_start(view: StoreView, run: RunView) -> Any | None:
    """What the run says of its session; None where it says nothing that can be read."""
    start = _content(view, run, START)
    return start if hasattr(start, "hparams") and hasattr(start, "group_name") else None


def hparams_of(view: StoreView) -> Callable[[RunView], Mapping[str, Value]]:
    """A look-up of a run's hyper-parameters; those of its folded sub-runs count as its own."""
    children: dict[int, list[RunView]] = {}
    for run in view.runs:
        if run.parent_id is not None:
            children.setdefault(run.parent_id, []).append(run)
    found: dict[int, Mapping[str, Value]] = {}

    def look_up(run: RunView) -> Mapping[str, Value]:
        if run.id not in found:
            starts = [session_start(view, each) for each in (*children.get(run.id, ()), run)]
            found[run.id] = {
                name: value
                for start in starts
                if start is not None
                for name, value in start.hparams.items()
                if value is not None
            }
        return found[run.id]

    return look_up


def _content(view: StoreView, run: RunView, tag: str) -> Any | None:
    """The latest value under a tag of hyper-parameters, decoded."""
    if tag not in run.series("hparams"):
        return None
    index = run.items(tag, "hparams")
    try:
        return decoder("hparams")(view.read(index.location(len(index) - 1)))
    except (OSError, ValueError):
        return None


def _in_order(names: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _column(values: Sequence[Any]) -> Column:
    """Numbers where all are, else strings; missing stays missing."""
    present = [value for value in values if value is not None]
    if all(isinstance(value, bool) for value in present) and len(present) == len(values):
        return np.array(values, dtype=np.bool_)
    if all(isinstance(value, (int, float)) for value in present):
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    return np.array([None if value is None else str(value) for value in values], dtype=object)


def _free(name: str, taken: Mapping[str, object]) -> str:
    while name in taken:
        name += "_"
    return name
