"""Chrome's JSON to columns: tiny traces, and each way in which a file can be bad."""

from __future__ import annotations

import gzip
import json
import math
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import _native
from sightline.formats.trace import NO_SLICE, Category, FlowKind, SliceFlag, TrackKind
from sightline.formats.trace_file import CancelledError, read_trace
from support.traces import names, problems, read_bytes, read_events, span


def test_enums_name_what_native_code_does() -> None:
    assert tuple(one.name.lower() for one in Category) == _native.TRACE_CATEGORIES
    assert tuple(one.name.lower() for one in TrackKind) == _native.TRACE_TRACK_KINDS
    assert tuple(one.name.lower() for one in FlowKind) == _native.TRACE_FLOW_KINDS


def test_times_are_exact_nanoseconds() -> None:
    text = b"""[{"ph":"X","name":"a","ts":1712170281000000.123,"dur":"0.001"},
                {"ph":"X","name":"b","ts":1.5e3,"dur":2}"""
    trace = read_bytes(text)
    assert sorted(trace.slices.start_ns.tolist()) == [1_500_000, 1_712_170_281_000_000_123]
    assert sorted(trace.slices.dur_ns.tolist()) == [1, 2000]
    assert problems(trace) == {}


def test_nesting_gives_depth_parent_and_self_time() -> None:
    trace = read_events(
        span("child", 12, 3), span("root", 10, 20), span("grandchild", 13, 1), span("late", 30, 5)
    )
    slices = trace.slices
    assert names(trace) == ["root", "child", "grandchild", "late"]
    assert slices.depth.tolist() == [0, 1, 2, 0]
    assert slices.parent.tolist() == [NO_SLICE, 0, 1, NO_SLICE]
    assert slices.self_ns.tolist() == [17_000, 2_000, 1_000, 5_000]


def test_child_that_ends_after_its_parent_by_rounding_stays_a_child() -> None:
    trace = read_events(span("root", 10, 5), span("child", 11, 5), span("next", 15, 1))
    assert trace.slices.parent.tolist() == [NO_SLICE, 0, NO_SLICE]
    assert trace.slices.flags.tolist() == [0, SliceFlag.ENDS_AFTER_PARENT, 0]
    assert trace.slices.self_ns.tolist()[0] == 1_000


def test_overlapping_slices_get_a_lane() -> None:
    trace = read_events(span("a", 0, 100), span("b", 50, 100), span("in b", 120, 10))
    lanes = trace.tracks.lane[trace.slices.track]
    assert dict(zip(names(trace), lanes.tolist(), strict=True)) == {"a": 0, "in b": 0, "b": 1}
    assert trace.tracks.base.tolist() == [0, 0]
    assert trace.slices.flags.sum() == 0


def test_begin_and_end_events_pair_by_time_whatever_their_order() -> None:
    begin = {"ph": "B", "name": "a", "pid": 1, "tid": 1, "ts": 5, "args": {"x": 1}}
    end = {"ph": "E", "pid": 1, "tid": 1, "ts": 9, "args": {"y": 2}}
    trace = read_events(end, begin, {"ph": "B", "name": "open", "pid": 1, "tid": 1, "ts": 10})
    assert names(trace) == ["a", "open"]
    assert trace.slices.dur_ns.tolist() == [4_000, 0]
    assert trace.slices.flags.tolist() == [0, SliceFlag.UNFINISHED]
    assert trace.args(trace.slices.args[0]) == {"x": 1, "y": 2}


def test_async_events_pair_by_id() -> None:
    def event(ph: str, id_: int, ts: int) -> dict[str, Any]:
        return {"ph": ph, "cat": "c", "name": "request", "id": id_, "pid": 1, "tid": 1, "ts": ts}

    trace = read_events(event("b", 1, 0), event("b", 2, 5), event("e", 1, 10), event("e", 2, 20))
    assert sorted(trace.slices.dur_ns.tolist()) == [10_000, 15_000]
    assert set(trace.tracks.kind.tolist()) == {TrackKind.ASYNC}


def test_counters_instants_and_metadata_events() -> None:
    trace = read_events(
        {"ph": "C", "name": "queue", "pid": 1, "ts": 2, "args": {"length": 3, "value": 4.5}},
        {"ph": "i", "name": "mark", "pid": 1, "tid": 1, "ts": 1, "s": "g"},
        {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "python \u00e9"}},
        {"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "main"}},
        {},
        schemaVersion=1,
        baseTimeNanoseconds=1000,
        deviceProperties=[{"id": 0}],
    )
    assert trace.counters.value.tolist() == [3.0, 4.5]
    assert [trace.string(trace.tracks.name[track]) for track in trace.counters.track] == [
        "queue length",
        "queue",
    ]
    assert trace.string(trace.instants.name[0]) == "mark"
    assert trace.string(trace.processes.name[0]) == "python \u00e9"
    assert "main" in [trace.string(name) for name in trace.tracks.name]
    assert trace.metadata == {
        "schemaVersion": 1,
        "baseTimeNanoseconds": 1000,
        "deviceProperties": [{"id": 0}],
    }
    assert trace.base_ns == 1000
    assert problems(trace) == {}


def test_memory_events_know_the_operator_around_them() -> None:
    args = {
        "Addr": 140_000_000_000_000,
        "Bytes": -512,
        "Device Type": 1,
        "Device Id": 0,
        "Total Allocated": 7,
    }
    memory = {"ph": "i", "name": "[memory]", "pid": 1, "tid": 1, "ts": 12, "args": args}
    trace = read_events(span("root", 10, 5), span("child", 11, 2), memory)
    assert trace.memory.bytes.tolist() == [-512]
    assert trace.memory.address.tolist() == [140_000_000_000_000]
    assert trace.memory.total_allocated.tolist() == [7]
    assert trace.memory.total_reserved.tolist() == [-1]
    assert names(trace)[trace.memory.slice[0]] == "child"


@pytest.mark.parametrize(
    ("raw", "category"),
    [
        ("Operator", "CPU_OP"),
        ("Runtime", "RUNTIME"),
        ("Kernel", "KERNEL"),
        ("gpu_memcpy", "MEMCPY"),
        ("xpu_sync", "SYNC"),
        ("xpu_scope_profiler", "COUNTER"),
        ("mtia_counters", "COUNTER"),
        ("?", "OTHER"),
    ],
)
def test_category_names_of_both_ages(raw: str, category: str) -> None:
    trace = read_events(span("a", 0, 1, cat=raw))
    assert trace.slices.category.tolist() == [Category[category]]
    assert trace.raw_categories[trace.slices.raw_category[0]] == raw


def test_what_a_stream_of_mtia_does_is_told_apart_by_name() -> None:
    """Kineto has one category for all of it; waiting for another stream is no work."""
    events = [span(name, at, 5, pid=17, tid=8, cat="mtia_ccp_events") for at, name in enumerate(MTIA)]
    trace = read_events(*events)
    found = dict(zip(names(trace), trace.slices.category.tolist(), strict=True))
    assert found == MTIA
    kinds = {
        trace.tracks.kind[trace.slices.track[i]] for i, name in enumerate(names(trace)) if name == "merge"
    }
    assert kinds == {TrackKind.DEVICE}


MTIA = {
    "event_wait": Category.SYNC,
    "event_record": Category.SYNC,
    "dma_request": Category.MEMCPY,
    "merge": Category.KERNEL,
}


def test_external_ids_of_both_ages() -> None:
    """torch 1.8 wrote `external id` for kernels and calls, `External id` for operators."""
    op = span("aten::mm", 0, 20, **{"External id": "7"})
    trace = read_events(op, kernel(5, 30, **{"external id": 7}))
    assert trace.operators.tolist() == [names(trace).index("aten::mm")] * 2


def test_devices_and_steps_of_a_chrome_trace_of_xla() -> None:
    """Its events have no categories: processes and threads are named as planes and lines are."""
    facts = [
        {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:GPU:0"}},
        {"ph": "M", "pid": 1, "tid": 7, "name": "thread_name", "args": {"name": "Stream #7(Compute)"}},
        {"ph": "M", "pid": 1, "tid": 8, "name": "thread_name", "args": {"name": "XLA Ops"}},
        {"ph": "M", "pid": 2, "name": "process_name", "args": {"name": "/host:CPU"}},
    ]
    work = [("gemm", 1, 7), ("MemcpyH2D", 1, 7), ("fusion.1", 1, 8), ("wait", 2, 1)]
    events = [
        {"ph": "X", "name": name, "pid": pid, "tid": tid, "ts": 10 * at, "dur": 5}
        for at, (name, pid, tid) in enumerate(work)
    ]
    step = {"ph": "X", "name": "train", "pid": 2, "tid": 1, "ts": 0, "dur": 50, "args": {"step_num": "4"}}
    trace = read_events(*facts, *events, step)
    found = dict(zip(names(trace), trace.slices.category.tolist(), strict=True))
    assert found["gemm"] == Category.KERNEL
    assert found["MemcpyH2D"] == Category.MEMCPY
    assert found["fusion.1"] == Category.GPU_USER_ANNOTATION
    assert found["wait"] == Category.OTHER
    assert trace.steps.number.tolist() == [4]


def launch(correlation: Any, ts: int) -> dict[str, Any]:
    return span("cudaLaunchKernel", ts, 2, cat="cuda_runtime", correlation=correlation)


def kernel(correlation: Any, ts: int, **args: Any) -> dict[str, Any]:
    return span(f"kernel {ts}", ts, 5, pid=0, tid=7, cat="kernel", correlation=correlation, **args)


def test_launches_by_correlation_used_twice_and_of_graphs() -> None:
    trace = read_events(
        launch(5, 0), kernel(5, 10), kernel(5, 20), launch(5, 30), kernel(5, 40), kernel(6, 50)
    )
    starts = trace.slices.start_ns // 1000
    found = {int(starts[i]): int(starts[call]) for i, call in enumerate(trace.launchers) if call >= 0}
    assert found == {10: 0, 20: 0, 40: 30}
    assert trace.tracks.kind[trace.slices.track[names(trace).index("kernel 50")]] == TrackKind.DEVICE


def test_operators_by_external_id_text_or_number() -> None:
    op = span("aten::mm", 0, 20, **{"External id": "77"})
    trace = read_events(op, launch(5, 3), kernel(5, 10, **{"External id": 77}), kernel(9, 20))
    operators = {names(trace)[i]: int(op) for i, op in enumerate(trace.operators)}
    at = names(trace).index("aten::mm")
    assert operators == {"aten::mm": at, "cudaLaunchKernel": at, "kernel 10": at, "kernel 20": NO_SLICE}
    assert trace.external_id.tolist()[at] == 77


def test_forward_backward_flow() -> None:
    def point(ph: str, ts: int, tid: int) -> dict[str, Any]:
        return {
            "ph": ph,
            "cat": "fwdbwd",
            "name": "fwdbwd",
            "id": 3,
            "pid": 1,
            "tid": tid,
            "ts": ts,
            "bp": "e",
        }

    forward, backward = span("forward", 10, 5), span("backward", 30, 5, tid=2)
    trace = read_events(forward, span("inner", 10, 4), backward, point("s", 10, 1), point("f", 30, 2))
    assert trace.flows.kind.tolist() == [FlowKind.FORWARD_BACKWARD]
    assert names(trace)[trace.flows.source[0]] == "forward"
    assert names(trace)[trace.flows.target[0]] == "backward"


def test_arguments_of_many_slices_at_once() -> None:
    trace = read_events(
        span("a", 0, 1, grid=[1, 2, 3], occupancy=31, bandwidth=0.00152),
        span("b", 2, 1, grid=[1, 2, 3], occupancy="N/A", bandwidth=-12.5),
        span("c", 4, 1),
    )
    assert trace.arg_numbers("bandwidth").tolist()[:2] == [0.00152, -12.5]
    occupancy = trace.arg_numbers("occupancy")
    assert occupancy[0] == 31
    assert np.isnan(occupancy[1:]).all()
    assert trace.arg_integers("occupancy", missing=-1).tolist() == [31, -1, -1]
    ids, texts = trace.arg_texts("grid")
    assert [texts[i] for i in ids] == ["[1, 2, 3]", "[1, 2, 3]", ""]


def test_windows_show_the_longest_slice_of_each_pixel() -> None:
    tiny = [span(f"t{i}", i * 10, 3 + (i == 57)) for i in range(100)]
    trace = read_events(*tiny, span("wide", 5000, 5000))
    window = trace.window([0], 0, 10_000_000, width_px=20)
    assert window.count.tolist() == [50, 50, 1]
    assert [trace.string(trace.slices.name[i]) for i in window.slice] == ["t0", "t57", "wide"]
    assert window.start_ns.tolist() == [0, 500_000, 5_000_000]
    assert window.end_ns.tolist() == [493_000, 993_000, 10_000_000]


@given(
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 60)), max_size=120),
    st.integers(0, 2000),
    st.integers(1, 2000),
    st.integers(1, 50),
)
def test_windows_lose_no_slice(times: list[tuple[int, int]], begin: int, length: int, width_px: int) -> None:
    trace = read_events(*(span("s", ts, dur) for ts, dur in times))
    tracks = list(range(len(trace.tracks.kind)))
    end_ns = (begin + length) * 1000
    window = trace.window(tracks, begin * 1000, end_ns, width_px=width_px)
    slices = trace.slices
    inside = (slices.start_ns < end_ns) & (slices.start_ns >= begin * 1000)
    crossing = (slices.start_ns < begin * 1000) & (slices.end_ns > begin * 1000)
    assert int(window.count.sum()) == int(inside.sum() + crossing.sum())


TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(
    st.lists(st.tuples(TEXT, st.integers(-(10**12), 10**12), st.dictionaries(TEXT, JSON, max_size=4))),
    st.sampled_from((None, 1, 7, 64)),
    st.sampled_from((None, 2)),
    st.booleans(),
)
def test_any_valid_json_reads_as_json_loads_does(
    rows: list[tuple[str, int, dict[str, Any]]], piece_bytes: int | None, indent: int | None, ascii_only: bool
) -> None:
    events = [span(name, ts, 1, n=i) | {"args": args} for i, (name, ts, args) in enumerate(rows)]
    data = json.dumps({"traceEvents": events, "x": rows}, indent=indent, ensure_ascii=ascii_only)
    trace = read_bytes(data.encode(), piece_bytes=piece_bytes)
    assert problems(trace) == {}
    rows_read = zip(trace.slices.name, trace.slices.start_ns, trace.slices.args, strict=True)
    ours = [(trace.string(name), int(ts) // 1000, trace.args(args)) for name, ts, args in rows_read]
    assert sorted(map(repr, ours)) == sorted(map(repr, rows))


def test_missing_bracket_trailing_comma_and_bare_array() -> None:
    trace = read_bytes(b'[{"ph":"X","name":"a","ts":1,"dur":1},{"ph":"X","name":"b","ts":2,"dur":1},')
    assert names(trace) == ["a", "b"]
    assert problems(trace) == {}


def test_unquoted_infinity_and_negative_durations() -> None:
    text = b"""{"traceEvents": [
  {"ph": "X", "name": "k", "ts": 1, "dur": 1, "args": {"blocks per SM": inf, "x": Infinity, "y": NaN}},
  {"ph": "X", "name": "t", "ts": 5, "dur": -1.-234},
  {"ph": "X", "name": "u", "ts": NaN, "dur": 1}
]}"""
    trace = read_bytes(text)
    assert names(trace) == ["k", "t"]
    assert math.isinf(trace.arg_numbers("x")[0])
    assert trace.slices.dur_ns.tolist() == [1000, 0]
    assert trace.slices.flags.tolist() == [0, SliceFlag.BAD_DURATION]
    assert problems(trace) == {"negative durations": 1, "events without a time": 1}


def test_unescaped_quotes_are_repaired() -> None:
    text = """{"traceEvents": [
  {"ph": "X", "name": "say "hello" twice", "ts": 1, "dur": 1, "args": {"stack": "f("x")"}},
  {"ph": "X", "name": "good", "ts": 5, "dur": 1}
]}"""
    trace = read_bytes(text.encode())
    assert names(trace) == ['say "hello" twice', "good"]
    assert trace.args(trace.slices.args[0]) == {"stack": 'f("x")'}
    assert problems(trace) == {"events with unescaped quotes": 1}


@pytest.mark.parametrize("piece_bytes", [None, 1, 13, 100])
def test_json_broken_in_the_middle_loses_one_event(piece_bytes: int | None) -> None:
    good = '{"ph": "X", "name": "%d", "ts": %d, "dur": 1}'
    events = [good % (i, i) for i in range(20)]
    events[7] = '{"ph": "X", "name": "7" : : 12 {{ ]'
    trace = read_bytes(('{"traceEvents": [' + ",\n".join(events) + "]}").encode(), piece_bytes=piece_bytes)
    assert names(trace) == [str(i) for i in range(20) if i != 7]
    assert sum(problems(trace).values()) == 1


def test_truncated_json_and_gzip_keep_what_came_before() -> None:
    events = [span(f"event {i * i}", i, 1, n=i) for i in range(5000)]
    data = json.dumps({"traceEvents": events}).encode()
    cut = read_bytes(data[: len(data) // 2])
    assert 2400 < len(cut.slices) < 2600
    assert "the file ends too early" in problems(cut)
    compressed = gzip.compress(data)
    cut = read_bytes(compressed[: len(compressed) // 2])
    assert 1000 < len(cut.slices) < 4000
    assert "the compressed data is cut off" in problems(cut)
    broken = bytearray(compressed)
    broken[len(broken) // 2 : len(broken) // 2 + 50] = bytes(50)
    assert "the compressed data is damaged" in problems(read_bytes(bytes(broken)))


def test_gzip_of_several_members() -> None:
    data = json.dumps({"traceEvents": [span("a", 1, 1), span("b", 2, 1)]}).encode()
    members = gzip.compress(data[:20]) + gzip.compress(data[20:]) + bytes(7)
    trace = read_bytes(members)
    assert names(trace) == ["a", "b"]
    assert problems(trace) == {}


def test_gzip_bomb_is_read_no_further_than_is_reasonable() -> None:
    data = b'{"traceEvents": [' + b" " * (80 << 20)
    assert "the compressed data grows beyond all reason" in problems(read_bytes(gzip.compress(data)))


def test_deep_nesting_of_slices_and_of_json() -> None:
    n = 100_000
    trace = read_events(*(span("f", i, 2 * n - 2 * i) for i in range(n)))
    assert int(trace.slices.depth.max()) == n - 1
    nested = (
        b'{"traceEvents": [{"ph":"X","name":"a","ts":1,"dur":1,"args":{"x":' + b"[" * n + b"]" * n + b"}}]}"
    )
    assert names(read_bytes(nested)) == ["a"]


@pytest.mark.parametrize(
    "data", [b"", b"  ", b"{}", b"not a trace", b"[", b"{", b"\x00\xff", b"[1, null, []]"]
)
def test_files_without_events_say_so(data: bytes) -> None:
    trace = read_bytes(data)
    assert len(trace.slices) == 0
    assert trace.problems or data == b"["


def test_reading_tells_progress_and_stops_when_asked() -> None:
    source = _native.WindowSource(
        json.dumps({"traceEvents": [span("x" * 100, i, 1) for i in range(30_000)]}).encode()
    )
    reports: list[tuple[int, int]] = []
    read_trace(source, progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (source.size, source.size)
    assert [done for done, _ in reports] == sorted({done for done, _ in reports})
    stop = threading.Event()
    stop.set()
    with pytest.raises(CancelledError):
        read_trace(source, stop=stop)
