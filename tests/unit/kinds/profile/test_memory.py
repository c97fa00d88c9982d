"""Memory of profiles against a plain walk over the events of real traces, and on small traces made here."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.local_reader import LocalReader
from sightline.formats.trace_file import read_trace, read_xplane
from sightline.kinds.profile.memory import MemoryCurveParams, memory, memory_curve, memory_operators
from sightline.kinds.profile.profile import Profile
from support.traces import Event, golden_traces, load_json, read_events, shared_golden, span


def opened(path: Path) -> Profile:
    with LocalReader().open(str(path)) as source:
        return Profile(read_xplane(source) if path.suffix == ".pb" else read_trace(source))


def mark(time_us: float, size: int, address: int, total: int = 0, *, device: int = 0, **more: Any) -> Event:
    args = {
        "Bytes": size, "Addr": address, "Device Type": 1, "Device Id": device, "Total Allocated": total,
        "Total Reserved": 4096,
    }  # fmt: skip
    return {"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 1, "ts": time_us, "args": args | more}


WITH_ADDRESSES = golden_traces("torch_profiler/full_gz/*.gz", "torch_profiler/memory_no_stack/run_a/*.json")


def events_of(path: Path) -> list[dict[str, Any]]:
    events = load_json(path)["traceEvents"]
    return sorted((each for each in events if each.get("name") == "[memory]"), key=lambda each: each["ts"])


@pytest.mark.parametrize("path", WITH_ADDRESSES)
def test_peak_and_what_is_alive_then_equal_a_walk_over_the_events(path: Path) -> None:
    alive: dict[int, int] = {}
    peak, at_peak, when = -1, Counter[int](), Decimal(0)
    for event in events_of(path):
        args = event["args"]
        if args["Bytes"] > 0:
            alive[args["Addr"]] = args["Bytes"]
        else:
            alive.pop(args["Addr"], None)
        if args["Total Allocated"] > peak:
            peak, at_peak, when = args["Total Allocated"], Counter(alive.values()), event["ts"]
    profile = opened(path)
    found = memory(profile, 0)
    assert found["devices"][0]["peak_bytes"] == peak
    assert found["devices"][0]["peak_ns"] == int(when * 1000) - profile.origin_ns
    groups = Counter[int]()
    for group in found["alive"]["groups"]:
        groups[group["each_bytes"]] += group["count"]
    assert groups == at_peak
    assert found["alive"]["bytes"] == sum(at_peak.elements())


@pytest.mark.parametrize("path", WITH_ADDRESSES)
def test_operators_allocate_as_much_as_events_inside_them(path: Path) -> None:
    operators = [event for event in load_json(path)["traceEvents"] if event.get("cat") == "cpu_op"]
    allocated, count = Counter[str](), Counter[str]()
    for event in events_of(path):
        if event["args"]["Bytes"] <= 0:
            continue
        around = {
            each["name"]
            for each in operators
            if each["tid"] == event["tid"] and each["ts"] <= event["ts"] < each["ts"] + each["dur"]
        }
        allocated.update(dict.fromkeys(around, event["args"]["Bytes"]))
        count.update(around)
    table = memory_operators(opened(path), 0)
    found = dict(zip(table["operator"], table["allocated_bytes"], strict=True))
    assert {name: size for name, size in found.items() if name in allocated} == allocated
    counts = dict(zip(table["operator"], table["count"], strict=True))
    assert {name: number for name, number in counts.items() if name in count} == count
    total = sum(event["args"]["Bytes"] for event in events_of(path) if event["args"]["Bytes"] > 0)
    assert table["self_allocated_bytes"].sum() == total


@pytest.mark.parametrize("path", golden_traces("real_traces/resnet50_workers0*"))
def test_traces_without_totals_show_the_change_since_they_began(path: Path) -> None:
    level, levels = 0, []
    for event in events_of(path):
        if event["args"]["Device Type"] == 1:
            levels.append(level := level + event["args"]["Bytes"])
    profile = opened(path)
    device = memory(profile, 0)["devices"][0]
    assert device["is_relative"]
    assert not device["has_pairs"]
    assert device["peak_bytes"] == max(levels)
    curve = memory_curve(profile, MemoryCurveParams(run=0, name="", width_px=300))
    assert len(curve) <= 301
    assert curve["most_bytes"].max() == max(levels)
    assert curve["least_bytes"].min() == min(levels)
    assert memory(profile, 0)["alive"] is None
    assert memory(profile, 0)["steps"][0]["left_bytes"] is None


def test_growth_is_what_of_the_allocated_memory_is_not_freed() -> None:
    profile = Profile(
        read_events(
            span("aten::linear", 0, 20),
            span("aten::empty", 5, 5),
            mark(6, 100, 1, 100),
            mark(15, 40, 2, 140),
            mark(30, -100, 1, 40),
        )
    )
    table = memory_operators(profile, 0)
    rows = {
        str(name): (int(own), int(growth), int(allocated), int(count))
        for name, own, growth, allocated, count in zip(
            *(table[column] for column in ("operator", "self_growth_bytes", "growth_bytes")),
            *(table[column] for column in ("allocated_bytes", "count")),
            strict=True,
        )
    }
    assert rows == {"aten::empty": (0, 0, 100, 1), "aten::linear": (40, 40, 140, 2)}


def test_memory_from_before_the_profile_is_told_from_what_is_known() -> None:
    profile = Profile(read_events(span("aten::mm", 0, 10), mark(2, 50, 7, 1050), mark(5, -30, 8, 1020)))
    alive = memory(profile, 0)["alive"]
    assert (alive["bytes"], alive["before_bytes"]) == (50, 1000)


def test_what_steps_leave_for_good_is_named() -> None:
    events = []
    for step in range(3):
        start = 100 * step
        events += [
            span(f"ProfilerStep#{step}", start, 90, cat="user_annotation"),
            span("train.py(3): fit", start + 1, 80, cat="python_function"),
            span("aten::detach", start + 10, 10),
            mark(start + 12, 64, 1000 + step, 64 * (step + 1)),
            span("aten::mm", start + 30, 10),
            mark(start + 32, 8, 5, 64 * (step + 1) + 8),
            mark(start + 50, -8, 5, 64 * (step + 1)),
        ]
    found = memory(Profile(read_events(*events)), 0)
    assert [step["left_bytes"] for step in found["steps"]] == [64, 64, 64]
    assert [step["lowest_bytes"] for step in found["steps"]] == [64, 128, 192]
    assert found["left"]["bytes"] == 128
    group = found["left"]["groups"][0]
    assert (group["operator"], group["count"], group["stack"]) == ("aten::detach", 2, ["train.py(3): fit"])


def test_devices_stand_before_the_host() -> None:
    profile = Profile(
        read_events(
            span("aten::mm", 0, 10), mark(1, 8, 1, 8, device=1), mark(2, 8, 2, 8, device=0),
            mark(3, 8, 3, 0, **{"Device Type": 0, "Device Id": -1}),
        )
    )  # fmt: skip
    assert [each["label"] for each in memory(profile, 0)["devices"]] == ["GPU 0", "GPU 1", "Host"]


def test_allocation_events_of_tensorflow_are_memory_too() -> None:
    folder = shared_golden()
    if folder is None:
        pytest.skip("the real traces are not beside the repository")
    profile = opened(next((folder / "made_gpu_xplane").rglob("*.xplane.pb")))
    found = memory(profile, 0)
    device = found["devices"][0]
    assert (device["label"], device["capacity_bytes"], device["peak_bytes"]) == (
        "GPU_0_bfc",
        80 << 30,
        12 << 20,
    )
    assert found["alive"]["groups"][0]["operator"] == "dense/MatMul:MatMul"
    assert memory_operators(profile, 0)["operator"].tolist() == ["dense/MatMul:MatMul"]


def test_a_profile_without_memory_events_has_no_devices() -> None:
    profile = Profile(read_events(span("aten::mm", 0, 10)))
    assert memory(profile, 0) == {"devices": [], "device": 0}
    assert len(memory_curve(profile, MemoryCurveParams(run=0, name=""))) == 0
    assert len(memory_operators(profile, 0)) == 0


def test_reserved_memory_below_what_is_allocated_is_not_shown() -> None:
    """torch counts none, or a remnant, of a host."""
    host = {"Device Type": 0, "Device Id": -1}
    events = [mark(1, 8192, 1, 8192, **host), mark(2, 100, 2, 200, device=0)]
    found = memory(Profile(read_events(span("root", 0, 10), *events)), 0)
    reserved = {each["label"]: each["reserved_bytes"] for each in found["devices"]}
    assert reserved == {"GPU 0": 4096, "Host": 0}
