"""Real traces: every slice, its nesting and its arguments as the readable twin finds them."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline import _native
from sightline.formats.trace import Category, FlowKind, Trace, TrackKind
from sightline.formats.trace_file import read_trace
from support.traces import golden_traces, load_json, problems
from twins.trace import Slice, nest, read_slices

REAL = golden_traces("real_traces/*.pt.trace.json.gz")
ALL = REAL + golden_traces("torch_profiler/**/*.pt.trace.json*", "jax/**/*trace.json.gz")
ROUNDING_NS = (1000, 250, 30, 1)


def events_of(path: Path) -> list[dict[str, Any]]:
    parsed = load_json(path)
    events: list[dict[str, Any]] = parsed["traceEvents"] if isinstance(parsed, dict) else parsed
    return events


def read(path: Path) -> Trace:
    return read_trace(_native.FileSource(str(path)))


def keys(trace: Trace) -> list[tuple[Any, ...]]:
    """(track, start, duration, name, depth, start of the parent) of each slice in a main lane."""
    tracks, slices, strings = trace.tracks, trace.slices, trace.strings
    pids = [strings[pid] for pid in trace.processes.pid]
    is_mark = tracks.kind == TrackKind.DEVICE_ANNOTATION
    track_keys = [
        (pids[process], strings[tid], bool(mark))
        for process, tid, mark in zip(tracks.process, tracks.tid, is_mark, strict=True)
    ]
    parents = np.where(slices.parent >= 0, slices.start_ns[slices.parent], -1)
    columns = (slices.track, slices.start_ns, slices.dur_ns, slices.name, slices.depth, parents)
    return [
        (track_keys[track], start, dur, strings[name], depth, parent)
        for track, start, dur, name, depth, parent in zip(*(c.tolist() for c in columns), strict=True)
    ]


def twin_keys(slices: list[Slice]) -> list[tuple[Any, ...]]:
    return [
        (one.track, one.start_ns, one.dur_ns, one.name, one.depth, one.parent.start_ns if one.parent else -1)
        for one in slices
    ]


@pytest.mark.parametrize("path", ALL)
def test_slices_and_nesting_equal_the_twin(path: Path) -> None:
    events, trace = events_of(path), read(path)
    assert problems(trace) == {}
    slices = read_slices(events)
    exponents = [-int(Decimal(str(e["ts"])).as_tuple().exponent) for e in events if "ts" in e]
    overlapping = {id(one) for one in nest(slices, ROUNDING_NS[min(3, max(exponents))])}
    in_lanes = trace.tracks.lane[trace.slices.track] > 0
    ours = [key for key, in_lane in zip(keys(trace), in_lanes, strict=True) if not in_lane]
    theirs = twin_keys([one for one in slices if id(one) not in overlapping])
    assert Counter(ours) == Counter(theirs)
    assert int(in_lanes.sum()) == len(overlapping)


@pytest.mark.parametrize("path", ALL)
def test_arguments_come_back_as_they_were_written(path: Path) -> None:
    events, trace = events_of(path), read(path)
    ours = Counter(str(trace.args(record)) for record in trace.slices.args.tolist()[:20_000])
    theirs = Counter(
        str({k: plain(v) for k, v in (e.get("args") or {}).items()}) for e in events if e.get("ph") == "X"
    )
    assert ours <= theirs


def plain(value: Any) -> Any:
    """Decimals as floats, at any depth."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


@pytest.mark.parametrize("path", REAL)
def test_every_kernel_with_a_known_call_has_its_launch(path: Path) -> None:
    trace = read(path)
    slices = trace.slices
    calls = np.isin(slices.category, (Category.RUNTIME, Category.DRIVER))
    work = np.isin(slices.category, (Category.KERNEL, Category.MEMCPY, Category.MEMSET))
    known = work & (trace.correlation != 0) & np.isin(trace.correlation, trace.correlation[calls])
    assert known.any()
    launched = trace.launchers >= 0
    assert (launched >= known).all()
    if (trace.correlation[work] != 0).any():
        assert (trace.correlation[trace.launchers[known]] == trace.correlation[known]).all()


def test_v100_operators_nest_without_a_break() -> None:
    (path,) = [one.values[0] for one in REAL if "v100" in str(one.id)] or [None]
    if path is None:
        pytest.skip("the real traces are not beside the repository")
    trace = read(path)
    slices = trace.slices
    operators = slices.category == Category.CPU_OP
    assert operators.sum() == 23_910
    assert not (trace.tracks.lane[slices.track[operators]] > 0).any()
    nested = slices.parent >= 0
    assert (slices.end_ns[nested] <= slices.end_ns[slices.parent[nested]]).all()
    assert trace.steps.number.tolist() == [*range(trace.steps.number[0], trace.steps.number[0] + 5)]
    assert (trace.flows.kind == FlowKind.FORWARD_BACKWARD).sum() == 905
