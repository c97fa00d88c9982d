"""Spans: what one worker recorded one after the other is read as one trace."""

from __future__ import annotations

import gzip
import json
from typing import Any

import numpy as np

from sightline import _native
from sightline.formats.trace import FlowKind, Trace
from sightline.formats.trace_file import read_spans
from support.traces import Event, names, problems, span


def launched(at_us: int, *, correlation: int, name: str) -> list[Event]:
    """A step with an operator, its launch and its kernel. Ids and flows count from 1 in each file."""
    return [
        span(f"ProfilerStep#{at_us}", at_us, 100, cat="user_annotation"),
        span(name, at_us + 1, 50, **{"External id": 1}),
        span("cudaLaunchKernel", at_us + 2, 3, cat="cuda_runtime", correlation=correlation),
        span(
            "gemm", at_us + 10, 20, pid=0, tid=7, cat="kernel", correlation=correlation, **{"External id": 1}
        ),
        {"ph": "s", "cat": "fwdbwd", "name": "fwdbwd", "id": 1, "pid": 1, "tid": 1, "ts": at_us + 1},
        {"ph": "f", "cat": "fwdbwd", "name": "fwdbwd", "id": 1, "pid": 1, "tid": 1, "ts": at_us + 2},
    ]


def text(events: list[Event], **members: Any) -> bytes:
    return json.dumps({**members, "traceEvents": events}).encode()


def read(*files: bytes) -> Trace:
    return read_spans([_native.WindowSource(file) for file in files])


def test_spans_stand_on_the_clock_of_the_first() -> None:
    first = text(launched(1000, correlation=5, name="forward"), baseTimeNanoseconds=1_000_000, host_name="a")
    second = text(launched(10, correlation=5, name="backward"), baseTimeNanoseconds=9_000_000)
    trace = read(first, gzip.compress(second))
    assert trace.base_ns == 1_000_000
    assert trace.span_starts_ns.tolist() == [1_000_000, 8_010_000]
    assert trace.steps.start_ns.tolist() == [1_000_000, 8_010_000]
    assert trace.steps.number.tolist() == [1000, 10]
    assert len(trace.tracks.kind) == 2  # one thread and one stream, each in both files
    assert trace.metadata["host_name"] == "a"
    assert problems(trace) == {}


def test_ids_that_every_span_counts_anew_are_kept_apart() -> None:
    trace = read(
        text(launched(1000, correlation=5, name="forward")),
        text(launched(9000, correlation=5, name="backward")),
    )
    found = names(trace)
    kernels = [i for i, name in enumerate(found) if name == "gemm"]
    assert [found[trace.operators[i]] for i in kernels] == ["forward", "backward"]
    launches = trace.launchers[kernels]
    assert trace.slices.start_ns[launches].tolist() == [1_002_000, 9_002_000]
    is_drawn = trace.flows.kind == FlowKind.FORWARD_BACKWARD
    lengths = trace.slices.start_ns[trace.flows.target] - trace.slices.start_ns[trace.flows.source]
    assert np.all(lengths[is_drawn] < 2_000)


def test_damaged_span_does_not_spoil_the_others() -> None:
    whole = text([span("b", 50, 1)])
    cut = text([span("a", 0, 1), span("lost", 20, 1)])[:-60]
    trace = read(cut, whole)
    assert names(trace) == ["a", "b"]
    assert "the last event is cut off" in problems(trace)
    assert names(read(b"", whole)) == ["b"]
    assert names(read(whole, b"no json", b"")) == ["b"]


def test_progress_counts_all_files() -> None:
    files = [text([span("a", 0, 1)]), text([span("b", 9, 1)])]
    seen: list[tuple[int, int]] = []
    read_spans(
        [_native.WindowSource(file) for file in files],
        progress=lambda done, total: seen.append((done, total)),
    )
    total = sum(map(len, files))
    assert seen == [(len(files[0]), total), (total, total)]
