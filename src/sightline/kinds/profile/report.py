"""Profiles in a report: what every view but the timeline shows first, of the latest files."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from sightline.engine.store import StoreView
from sightline.kinds.profile.kernel_table import KernelGroup
from sightline.kinds.profile.operator_table import GroupBy
from sightline.kinds.profile.query import QUERIES
from sightline.kinds.profile.stacks import Weight
from sightline.wire.report import KindReport, Question

# Each takes some hundred kilobytes; of older ones a report has the name.
_MAX_FILES = 12
# Their rows say where calls were made by themselves.
_GROUPS_BY_PLACE = ("module", "stack")
_MEMORY_TOOLS = ("memory_snapshot", "memory_profile")


def _whole(view: StoreView) -> Iterable[Question]:
    yield Question("sessions", {})
    yield Question("training_steps", {})
    listed = QUERIES["sessions"](view, {})
    rows = zip(
        *(listed[name].tolist() for name in ("modified", "run", "name", "tool", "problem")), strict=True
    )
    readable = [(modified, run, name, tool) for modified, run, name, tool, problem in rows if not problem]
    for _, run, name, tool in sorted(readable, reverse=True)[:_MAX_FILES]:
        where = {"run": run, "name": name}
        yield from _of_memory(where) if tool in _MEMORY_TOOLS else _of_trace(view, where)


def _of_memory(where: dict[str, Any]) -> Iterator[Question]:
    yield Question("memory_file", where)
    yield Question("memory_stacks", where)


def _of_trace(view: StoreView, where: dict[str, Any]) -> Iterator[Question]:
    try:
        devices = QUERIES["memory"](view, where)["devices"]
        has_backward = QUERIES["operators"](view, where).metadata["has_backward"]
    except (LookupError, ValueError):
        return
    for query in ("overview", "step_times", "launches", "launch_queue", "distributed"):
        yield Question(query, where)
    for group, fold in itertools.product(get_args(GroupBy), (False, True) if has_backward else (False,)):
        table = {**where, "group": group, "fold_backward": fold}
        yield Question("operators", table)
        if group not in _GROUPS_BY_PLACE:
            yield Question("where_called", table)
    yield from (Question("kernels", {**where, "group": group}) for group in get_args(KernelGroup))
    yield from (Question("stacks", {**where, "weight": weight}) for weight in get_args(Weight))
    for device in range(max(1, len(devices))):
        for query in ("memory", "memory_operators", "memory_curve"):
            yield Question(query, {**where, "device": device})


REPORT = KindReport(whole=_whole)
