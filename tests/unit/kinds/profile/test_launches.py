"""Launches against a plain walk over the events of real traces, and on small traces made here."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.local_reader import LocalReader
from sightline.formats.trace_file import read_trace
from sightline.kinds.profile.launches import launch_queue, launches
from sightline.kinds.profile.profile import Profile
from support.traces import golden_traces, load_json, read_events, span

DEVICE = ("kernel", "gpu_memcpy", "gpu_memset", "Kernel", "Memcpy", "Memset")
CALLS = ("cuda_runtime", "cuda_driver", "Runtime")


def opened(path: Path) -> Profile:
    with LocalReader().open(str(path)) as source:
        return Profile(read_trace(source))


def pairs_of(path: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Calls with the work they launched, by correlation."""
    events = [event for event in load_json(path)["traceEvents"] if event.get("ph") == "X"]
    calls = {
        event["args"]["correlation"]: event
        for event in events
        if event["cat"] in CALLS and "correlation" in event["args"]
    }
    work = [event for event in events if event["cat"] in DEVICE]
    return [
        (calls[event["args"]["correlation"]], event)
        for event in work
        if event["args"]["correlation"] in calls
    ]


REAL = golden_traces("real_traces/nccl*", "real_traces/v100*", "real_traces/resnet50_workers0*")


@pytest.mark.parametrize("path", REAL)
def test_delays_short_kernels_and_outliers_equal_a_walk_over_the_events(path: Path) -> None:
    delays, short, slow, late = [], Counter[str](), 0, 0
    for call, work in pairs_of(path):
        delay = max(0, work["ts"] - call["ts"] - call["dur"])
        delays.append(int(delay * 1000))
        slow += call["dur"] > 50
        late += delay > 100
        if call["dur"] <= 50 and work["dur"] < call["dur"]:
            short[work["name"]] += 1
    found = launches(opened(path))
    assert found["n_launches"] == len(delays)
    assert found["delay"]["max_ns"] == max(delays)
    assert found["delay"]["median_ns"] == pytest.approx(sorted(delays)[len(delays) // 2], rel=0.01)
    assert found["delay"]["n_without"] + sum(each["count"] for each in found["delay"]["classes"]) == len(
        delays
    )
    assert found["short"]["count"] == sum(short.values())
    assert {each["kernel"]: each["count"] for each in found["short"]["kernels"]} == short
    assert (found["slow_calls"]["count"], found["late_work"]["count"]) == (slow, late)


@pytest.mark.parametrize("path", REAL)
def test_queues_are_as_long_as_launches_that_have_not_begun(path: Path) -> None:
    changes: dict[tuple[Any, Any], list[tuple[Any, int]]] = {}
    for call, work in pairs_of(path):
        stream = work["pid"], work["args"]["stream"]
        changes.setdefault(stream, []).extend(((call["ts"], 1), (work["ts"], -1)))
    longest = []
    for events in changes.values():
        length = most = 0
        for _, change in sorted(events, key=lambda event: (event[0], -event[1])):
            length += change
            most = max(most, length)
        longest.append(most)
    profile = opened(path)
    found = launches(profile)
    assert sorted(stream["max_queue"] for stream in found["streams"]) == sorted(longest)
    queue = launch_queue(profile, 200)
    for stream in found["streams"]:
        assert queue["most"][queue["track"] == stream["track"]].max() == stream["max_queue"]
    assert queue["least"].min() >= 0


@pytest.mark.parametrize("path", golden_traces("real_traces/*.gz"))
def test_busy_and_idle_time_of_a_stream_add_up_to_its_span(path: Path) -> None:
    profile = opened(path)
    slices = profile.trace.slices
    for stream in launches(profile)["streams"]:
        work = profile.device_work[slices.track[profile.device_work] == stream["track"]]
        assert profile.covered(work).length + sum(stream["idle_ns"].values()) == stream["span_ns"]


def launched(at: int, call: int, begin: int, length: int, number: int) -> list[dict[str, Any]]:
    return [
        span("cudaLaunchKernel", at, call, cat="cuda_runtime", correlation=number),
        span("gemm", begin, length, cat="kernel", pid=0, tid=7, correlation=number, stream=7),
    ]


def test_gaps_say_what_they_waited_for() -> None:
    profile = Profile(
        read_events(*launched(0, 5, 10, 20, 1), *launched(100, 5, 110, 20, 2), *launched(106, 5, 140, 20, 3))
    )
    found = launches(profile)
    assert found["streams"][0]["idle_ns"] == {"host_wait": 80_000, "kernel_wait": 0, "other": 10_000}
    assert [(gap["idle_ns"], gap["cause"]) for gap in found["gaps"]] == [
        (80_000, "host_wait"), (10_000, "other"),
    ]  # fmt: skip
    assert found["delay"]["median_ns"] == 5_000


def test_slow_calls_and_late_work_are_named_the_worst_first() -> None:
    profile = Profile(read_events(*launched(0, 60, 70, 10, 1), *launched(100, 80, 400, 10, 2)))
    found = launches(profile)
    assert [each["call_ns"] for each in found["slow_calls"]["worst"]] == [80_000, 60_000]
    assert [each["delay_ns"] for each in found["late_work"]["worst"]] == [220_000]
    assert found["short"]["count"] == 0


def test_a_profile_of_the_host_has_no_streams() -> None:
    profile = Profile(read_events(span("aten::mm", 0, 10)))
    found = launches(profile)
    assert (found["streams"], found["delay"], found["n_launches"]) == ([], None, 0)
    assert len(launch_queue(profile, 100)) == 0
    assert len(launch_queue(Profile(read_events()), 100)) == 0
