"""What our own recorder saw, as JSON in the form of torch's profiler."""

from __future__ import annotations

import json
import os
import platform
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sightline.profiler.recorder import Shapes
from sightline.profiler.worker import rank_and_size, worker_name


class Slice(NamedTuple):
    """A named stretch of time of a thread (`threading.get_ident`), by `time.perf_counter_ns`."""

    name: str
    category: str
    thread: int
    begin_ns: int
    duration_ns: int
    shapes: Shapes


class Counter(NamedTuple):
    """The memory of the process at a time."""

    time_ns: int
    resident_bytes: int


@dataclass
class Recording:
    """One window. Lists only grow, so that threads may append while another writes."""

    begin_ns: int = field(default_factory=time.perf_counter_ns)
    wall_ns: int = field(default_factory=time.time_ns)
    slices: list[Slice] = field(default_factory=list)
    counters: list[Counter] = field(default_factory=list)
    threads: dict[int, threading.Thread] = field(default_factory=dict)
    n_dropped: int = 0


def kineto_json(recording: Recording) -> bytes:
    """Return the trace, an event a line."""
    head = json.dumps(_head(recording), indent=1)[:-2]
    lines = ",\n".join(_lines(recording))
    return f'{head},\n "traceEvents": [\n{lines}\n]}}\n'.encode()


def _head(recording: Recording) -> dict[str, Any]:
    rank, size = rank_and_size()
    head: dict[str, Any] = {
        "schemaVersion": 1,
        "deviceProperties": [],
        "distributedInfo": {"backend": "", "rank": rank, "world_size": size},
        "record_shapes": int(any(piece.shapes for piece in recording.slices)),
        "python_version": platform.python_version(),
        "traceName": worker_name(),
        "displayTimeUnit": "ms",
        "baseTimeNanoseconds": recording.wall_ns,
    }
    if recording.n_dropped:
        head["droppedSlices"] = recording.n_dropped
    return head


def _lines(recording: Recording) -> Iterator[str]:
    pid = os.getpid()
    # Threads may still end spans: each is listed in `threads` before its slices, so copy in this order.
    slices = sorted(recording.slices, key=lambda piece: (piece.begin_ns, -piece.duration_ns))
    threads = dict(recording.threads)
    yield _metadata(pid, 0, "process_name", name="python")
    yield _metadata(pid, 0, "process_labels", labels="CPU")
    tids = {ident: thread.native_id or ident for ident, thread in threads.items()}
    for ident, thread in threads.items():
        yield _metadata(pid, tids[ident], "thread_name", name=f"thread {tids[ident]} ({thread.name})")
    for piece in slices:
        args = {"Input Dims": [list(shape) for shape in piece.shapes]} if piece.shapes else {}
        yield (
            f'{{"ph": "X", "cat": "{piece.category}", "name": {json.dumps(piece.name)}, "pid": {pid}, '
            f'"tid": {tids[piece.thread]}, "ts": {_micros(piece.begin_ns - recording.begin_ns)}, '
            f'"dur": {_micros(piece.duration_ns)}, "args": {json.dumps(args)}}}'
        )
    for counter in recording.counters:
        yield (
            f'{{"ph": "C", "name": "Host memory", "pid": {pid}, "tid": 0, '
            f'"ts": {_micros(counter.time_ns - recording.begin_ns)}, '
            f'"args": {{"resident bytes": {counter.resident_bytes}}}}}'
        )


def _metadata(pid: int, thread: int, event: str, **args: str) -> str:
    return json.dumps({"ph": "M", "name": event, "pid": pid, "tid": thread, "ts": 0, "args": args})


def _micros(ns: int) -> str:
    """Whole nanoseconds as microseconds with three decimals: no digit is lost, as a float would lose it."""
    return f"{ns // 1000}.{ns % 1000:03d}"
