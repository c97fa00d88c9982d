"""The timeline's answers: links of slices, counters, idle gaps, statistics of a range, Chrome traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.engine.local_reader import LocalReader
from sightline.formats.trace import NO_SLICE, Trace
from sightline.formats.trace_file import read_trace
from sightline.kinds.profile.arrows import arrows
from sightline.kinds.profile.chrome_trace import ChromeTraceParams, chrome_trace
from sightline.kinds.profile.counters import CounterWindowParams, counter_window, counters
from sightline.kinds.profile.idle_gaps import IdleGapsParams, idle_gaps
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.range_statistics import RangeParams, range_statistics
from sightline.kinds.profile.slice_details import slice_details
from sightline.kinds.profile.slice_index import index_of
from sightline.kinds.profile.timeline import ProfileWindowParams
from support.traces import golden_traces, names, read_bytes, read_events, span


def launch(number: int, call_us: float, kernel_us: float, dur_us: float) -> list[dict[str, Any]]:
    """A call on the host and the kernel it launches."""
    return [
        span("cudaLaunchKernel", call_us, 2, cat="cuda_runtime", correlation=number),
        span(f"k{number}", kernel_us, dur_us, cat="kernel", pid=0, tid=7, correlation=number),
    ]


def memory_event(ts: float, total: int) -> dict[str, Any]:
    args = {
        "Addr": 1,
        "Bytes": 8,
        "Total Allocated": total,
        "Total Reserved": 64,
        "Device Type": 1,
        "Device Id": 0,
    }
    return {"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 1, "ts": ts, "args": args}


def small_profile() -> Profile:
    """Three kernels: the second waits for its launch, the third is held back."""
    return Profile(
        read_events(
            *launch(1, 0, 10, 10), *launch(2, 30, 40, 10), *launch(3, 44, 60, 10),
            memory_event(5, 100), memory_event(45, 300), memory_event(50, 200),
            {"ph": "C", "name": "power", "pid": 0, "ts": 20, "args": {"watts": 250}},
        )
    )  # fmt: skip


def values_of(frame: Any, counter: int) -> list[tuple[int, float]]:
    rows = np.flatnonzero(frame["counter"] == counter)
    return [(int(frame["start_ns"][i]), float(frame["value"][i])) for i in rows]


def test_counters_are_memory_queue_utilization_and_what_the_file_samples() -> None:
    profile = small_profile()
    listed = counters(profile)
    assert [(each["name"], each["unit"], each["max"]) for each in listed] == [
        ("memory", "bytes", 300), ("queue length", "", 1), ("utilization", "percent", 100),
        ("power watts", "", 250),
    ]  # fmt: skip
    frame = counter_window(
        profile, CounterWindowParams(run=0, name="", start_ns=0, end_ns=70_000, width_px=7)
    )
    assert values_of(frame, 0) == [(0, 100), (40_000, 300), (60_000, 200)]
    assert values_of(frame, 1) == [(0, 1), (20_000, 0), (30_000, 1)]
    assert values_of(frame, 2) == [
        (0, 0), (10_000, 100), (20_000, 0), (40_000, 100), (50_000, 0), (60_000, 100),
    ]  # fmt: skip
    assert values_of(frame, 3) == [(0, 0), (20_000, 250)]


def test_counters_keep_the_highest_value_of_a_pixel_and_the_one_before_it() -> None:
    profile = small_profile()

    def memory(start: int, end: int, width: int) -> list[float]:
        params = CounterWindowParams(run=0, name="", start_ns=start, end_ns=end, width_px=width)
        return [value for _, value in values_of(counter_window(profile, params), 0)]

    assert memory(0, 70_000, 1) == [300]
    assert memory(60_000, 70_000, 5) == [200]
    assert memory(30_000, 40_000, 5) == [100]


def test_memory_without_totals_counts_from_the_start() -> None:
    def change(ts: int, n_bytes: int) -> dict[str, Any]:
        args = {"Addr": 1, "Bytes": n_bytes, "Device Type": 1, "Device Id": 0}
        return {"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 1, "ts": ts, "args": args}

    profile = Profile(read_events(span("a", 0, 40), change(10, 100), change(20, -150), change(30, 80)))
    assert counters(profile) == [
        {"name": "memory", "of": "GPU 0, since the start", "unit": "bytes", "max": 150}
    ]
    frame = counter_window(
        profile, CounterWindowParams(run=0, name="", start_ns=0, end_ns=40_000, width_px=4)
    )
    assert [value for _, value in values_of(frame, 0)] == [0, 150, 80]


def test_idle_gaps_of_the_main_stream_have_a_cause() -> None:
    profile = small_profile()
    params = IdleGapsParams(run=0, name="", start_ns=0, end_ns=70_000, width_px=70)
    frame = idle_gaps(profile, params)
    assert list(zip(frame["start_ns"].tolist(), frame["end_ns"].tolist(), frame["cause"], strict=True)) == [
        (20_000, 40_000, "host_wait"), (50_000, 60_000, "other"),
    ]  # fmt: skip
    assert frame.metadata == {"host_wait_ns": 20_000, "kernel_wait_ns": 0, "other_ns": 10_000}
    assert [slice_details(profile, int(each))["name"] for each in frame["slice"]] == ["k2", "k3"]
    narrow = idle_gaps(profile, IdleGapsParams(run=0, name="", start_ns=30_000, end_ns=55_000, width_px=1))
    assert len(narrow) == 0
    assert narrow.metadata == {"host_wait_ns": 10_000, "kernel_wait_ns": 0, "other_ns": 5_000}
    assert len(idle_gaps(Profile(read_events(span("a", 0, 1))), params)) == 0


def test_statistics_of_a_range_cut_what_reaches_out_of_it() -> None:
    profile = Profile(
        read_events(
            span("outer", 0, 100), span("inner", 10, 20), span("inner", 50, 20), span("late", 150, 10),
            span("other", 0, 100, tid=2),
        )
    )  # fmt: skip

    def rows(start_us: int, end_us: int, *chosen: int) -> list[tuple[str, int, int]]:
        params = RangeParams(run=0, name="", tracks=chosen, start_ns=start_us * 1000, end_ns=end_us * 1000)
        frame = range_statistics(profile, params)
        found = zip(frame["name"], frame["count"].tolist(), frame["total_ns"].tolist(), strict=True)
        return [(name, count, total // 1000) for name, count, total in found]

    assert rows(0, 200, 0) == [("outer", 1, 100), ("inner", 2, 40), ("late", 1, 10)]
    assert rows(20, 60, 0) == [("outer", 1, 40), ("inner", 2, 20)]
    assert rows(20, 60, 0, 1) == [("outer", 1, 40), ("other", 1, 40), ("inner", 2, 20)]
    assert rows(110, 140, 0, 1) == []
    assert rows(0, 200, 99) == []


def test_index_of_links_equals_a_look_at_all_slices() -> None:
    events = [span("root", 0, 10_000)]
    for i in range(600):
        events += [span("step", 10 * i, 9), *launch(i + 1, 10 * i + 2, 20_000 + 10 * i, 5)]
    profile = Profile(read_events(*events))
    index, slices = index_of(profile), profile.trace.slices
    for each in [0, 1, 2, 700, len(slices) - 1]:
        stop = index.end_of_tree(each)
        below = [i for i in range(len(slices)) if _is_below(profile.trace, i, each)]
        assert list(range(each + 1, stop)) == below
        assert index.children(each, stop, 10**6) == np.flatnonzero(slices.parent == each).tolist()
        launched = np.flatnonzero(np.isin(profile.trace.launchers, [each, *below]))
        assert sorted(index.launched(each, stop)) == launched.tolist()
    assert len(index.children(0, index.end_of_tree(0), 50)) == 50


def _is_below(trace: Trace, index: int, ancestor: int) -> bool:
    above = int(trace.slices.parent[index])
    while above != NO_SLICE:
        if above == ancestor:
            return True
        above = int(trace.slices.parent[above])
    return False


def test_a_slice_knows_the_forward_of_its_nearest_backward() -> None:
    flow = {"cat": "fwdbwd", "id": 7, "name": "fwdbwd"}
    profile = Profile(
        read_events(
            span("aten::mm", 0, 10),
            span("MmBackward0", 50, 20, tid=2), span("aten::t", 55, 5, tid=2),
            {**flow, "ph": "s", "ts": 0, "pid": 1, "tid": 1},
            {**flow, "ph": "f", "bp": "e", "ts": 50, "pid": 1, "tid": 2},
        )
    )  # fmt: skip
    forward, backward, inner = names(profile.trace).index("aten::mm"), 1, 2
    for each in (backward, inner):
        (found,) = slice_details(profile, each)["flows"]
        assert (found["kind"], found["direction"], found["slice"]) == ("forward_backward", "from", forward)
    (found,) = slice_details(profile, forward)["flows"]
    assert (found["direction"], found["name"]) == ("to", "MmBackward0")


def written(profile: Profile, **part: int) -> bytes:
    return b"".join(chrome_trace(profile, ChromeTraceParams(run=0, name="a/w.pt.trace.json", **part)).pieces)


def content(trace: Trace) -> list[tuple[Any, ...]]:
    """All slices as people see them, whatever the order of their tracks."""
    slices, tracks = trace.slices, trace.tracks
    return sorted(
        (
            trace.string(trace.processes.pid[tracks.process[track]]), trace.string(tracks.tid[track]),
            int(start), int(dur), int(depth), trace.string(name), int(category), trace.args_text(int(args)),
            NO_SLICE if launcher == NO_SLICE else int(slices.start_ns[launcher]),
        )
        for track, start, dur, depth, name, category, args, launcher in zip(
            slices.track, slices.start_ns, slices.dur_ns, slices.depth, slices.name, slices.category,
            slices.args, trace.launchers, strict=True,
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    "path", golden_traces("real_traces/nccl*.gz", "real_traces/mtia*.gz", "torch_profiler/*/*.trace.json*")
)
def test_a_chrome_trace_of_all_is_read_as_the_profile_it_was_made_of(path: Path) -> None:
    with LocalReader().open(str(path)) as source:
        profile = Profile(read_trace(source))
    again = read_bytes(written(profile))
    assert content(again) == content(profile.trace)
    assert again.base_ns == profile.trace.base_ns
    assert again.metadata.get("deviceProperties") == profile.trace.metadata.get("deviceProperties")
    assert again.memory.bytes.tolist() == profile.trace.memory.bytes.tolist()
    assert again.steps.number.tolist() == profile.trace.steps.number.tolist()
    assert sorted(again.flows.kind) == sorted(profile.trace.flows.kind)


def test_a_chrome_trace_of_a_part_has_what_runs_there() -> None:
    profile = small_profile()
    data = written(profile, start_ns=25_000, end_ns=55_000)
    json.loads(data)
    trace = read_bytes(data)
    assert sorted(names(trace)) == ["cudaLaunchKernel", "cudaLaunchKernel", "k2"]
    assert trace.memory.total_allocated.tolist() == [300, 200]
    assert len(trace.counters.value) == 0
    made = chrome_trace(profile, ChromeTraceParams(run=0, name="a/w 0.pt.trace.json", start_ns=0, end_ns=9))
    assert made.filename == "w_0-part.trace.json"


def test_a_chrome_trace_is_valid_json_where_the_file_was_not() -> None:
    text = (
        '{"flops": Infinity, "traceEvents": [{"ph": "X", "name": "a", "pid": "main", "tid": 1,'
        ' "ts": -0.001, "dur": 1.5, "args": {"rate": NaN}}, {"ph": "i", "name": "mark",'
        ' "pid": "main", "tid": 1, "ts": 1}]}'
    )
    profile = Profile(read_bytes(text.encode()))
    data = written(profile)

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    found = json.loads(data, parse_constant=refuse)
    assert found["flops"] == "Infinity"
    assert [event["ts"] for event in found["traceEvents"] if event["ph"] == "X"] == [-0.001]
    assert names(read_bytes(data)) == ["a"]


def arrows_of(profile: Profile, end_us: int, width_px: int, tracks: tuple[int, ...] = (0, 1, 2)) -> Any:
    params = ProfileWindowParams(
        run=0, name="", tracks=tracks, start_ns=0, end_ns=end_us * 1000, width_px=width_px
    )
    return arrows(profile, params)


def test_arrows_lead_from_calls_to_the_work_that_begins_in_sight() -> None:
    found = arrows_of(small_profile(), 50, 1000)
    assert found["kind"].tolist() == ["launch", "launch"]
    assert found["source_start_ns"].tolist() == [0, 30_000]
    assert found["target_start_ns"].tolist() == [10_000, 40_000]
    assert found["target_dur_ns"].tolist() == [10_000, 10_000]
    assert found["source_track"].tolist() != found["target_track"].tolist()
    assert len(arrows_of(small_profile(), 50, 1000, tracks=(0,))) == 0


def test_arrows_between_two_tracks_are_thinned_to_one_for_a_few_pixels() -> None:
    calls = (launch(number, number * 10, number * 10 + 5, 2) for number in range(1, 101))
    profile = Profile(read_events(*(event for call in calls for event in call)))
    assert len(arrows_of(profile, 1010, 2020)) == 100
    few = arrows_of(profile, 1010, 60)
    assert len(few) == 10
    assert few.metadata["n_arrows"] == 100


def test_arrows_have_flows_from_forward_to_backward() -> None:
    def flow(ph: str, ts: int, tid: int) -> dict[str, Any]:
        event = {"ph": ph, "id": 1, "pid": 1, "tid": tid, "ts": ts, "cat": "fwdbwd", "name": "fwdbwd"}
        return {**event, "bp": "e"} if ph == "f" else event

    operators = span("aten::mm", 0, 10), span("MmBackward0", 50, 10, tid=2)
    found = arrows_of(Profile(read_events(*operators, flow("s", 0, 1), flow("f", 50, 2))), 100, 1000)
    assert found["kind"].tolist() == ["forward_backward"]
    assert found["target_start_ns"].tolist() == [50_000]
