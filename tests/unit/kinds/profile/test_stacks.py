"""Stacks against a plain walk over the events of real traces, and on small traces made here."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.local_reader import LocalReader
from sightline.formats.trace_file import read_trace, read_xplane
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.stack_frames import frame_sources, frame_text
from sightline.kinds.profile.stacks import StacksParams, stacks
from sightline.wire.frame import Frame
from support.traces import golden_traces, load_json, read_events, span

Path_ = tuple[str, ...]


def ask(profile: Profile, **params: Any) -> Frame:
    return stacks(profile, StacksParams(run=0, name="", **params))


def opened(path: Path) -> Profile:
    with LocalReader().open(str(path)) as source:
        return Profile(read_xplane(source) if path.suffix == ".pb" else read_trace(source))


def by_path(table: Frame, column: str) -> dict[Path_, int]:
    """A column by the frames from the outermost; the root is the empty path."""
    paths: list[Path_] = []
    for frame, parent in zip(table["frame"], table["parent"], strict=True):
        paths.append((*paths[parent], str(frame)) if parent >= 0 else ())
    return {path: int(value) for path, value in zip(paths, table[column], strict=True) if value}


def walked(path: Path) -> dict[Path_, int]:
    """Own nanoseconds of each stack of Python functions and operators, by a walk over sorted events."""
    found: Counter[Path_] = Counter()
    threads: dict[Any, list[Any]] = {}
    for event in load_json(path)["traceEvents"]:
        # The annotations of these traces lie across the functions: they begin in one and end in another.
        if event.get("cat") in ("python_function", "cpu_op"):
            threads.setdefault((event["pid"], event["tid"]), []).append(event)
    for events in threads.values():
        events.sort(key=lambda event: (event["ts"], -event["dur"]))
        around: list[tuple[Any, Path_]] = []
        for event in events:
            while around and around[-1][0] <= event["ts"]:
                around.pop()
            above = around[-1][1] if around else ()
            here = (*above, frame_text(event["name"]))
            length = int(event["dur"] * 1000)
            if around:
                found[above] -= length
            found[here] += length
            around.append((event["ts"] + event["dur"], here))
    return {path: value for path, value in found.items() if value}


@pytest.mark.parametrize("path", golden_traces("torch_profiler/full_gz/*.gz"))
def test_stacks_of_python_and_operators_equal_a_walk_over_the_events(path: Path) -> None:
    profile = opened(path)
    assert frame_sources(profile) == ["python", "all", "modules", "operators"]
    assert by_path(ask(profile, frames="all"), "host_self_ns") == walked(path)


@pytest.mark.parametrize("path", golden_traces("real_traces/*.gz", "**/*.xplane.pb"))
def test_every_source_accounts_for_all_host_and_device_time(path: Path) -> None:
    profile = opened(path)
    device = int(profile.trace.slices.dur_ns[profile.device_work].sum())
    hosts = set()
    for source in frame_sources(profile):
        host = ask(profile, frames=source)
        hosts.add(int(host["host_self_ns"].sum()))
        assert host["host_self_ns"].sum() == host["host_total_ns"][0]
        table = ask(profile, frames=source, weight="device")
        assert table["device_self_ns"].sum() == device
        assert not len(table) or table["device_total_ns"][0] == device
    assert len(hosts) == 1


@pytest.mark.parametrize("path", golden_traces("real_traces/resnet50_workers0*", "real_traces/nccl*"))
def test_device_time_below_the_optimizer_equals_that_of_launches_inside_it(path: Path) -> None:
    events = [event for event in load_json(path)["traceEvents"] if event.get("ph") == "X"]
    steps = [event for event in events if event["name"].startswith("Optimizer.step#")]
    calls = {
        event["args"]["correlation"]: event for event in events if event["cat"] in ("Runtime", "cuda_runtime")
    }
    expected = sum(
        int(event["dur"] * 1000)
        for event in events
        if event["cat"] in ("Kernel", "Memcpy", "Memset", "kernel", "gpu_memcpy", "gpu_memset")
        and (call := calls.get(event["args"]["correlation"])) is not None
        and any(
            step["tid"] == call["tid"] and step["ts"] <= call["ts"] < step["ts"] + step["dur"]
            for step in steps
        )
    )
    table = ask(opened(path), frames="operators", weight="device")
    is_step = [str(frame).startswith("Optimizer.step#") for frame in table["frame"]]
    assert table["device_total_ns"][is_step].sum() == expected > 0


def test_call_stacks_of_arguments_are_frames() -> None:
    stack = "/env/lib/python3.9/site-packages/torch/nn/functional.py(5): linear;train.py(9): main"
    profile = Profile(
        read_events(
            span("aten::linear", 0, 10, **{"Call stack": stack}),
            span("aten::addmm", 2, 4, **{"Call stack": stack}),
            span("aten::relu", 20, 5, **{"Call stack": "train.py(9): main"}),
        )
    )
    assert frame_sources(profile) == ["python", "all", "operators"]
    main, linear = "train.py(9): main", "torch/nn/functional.py(5): linear"
    assert by_path(ask(profile), "host_self_ns") == {
        (main, linear, "aten::linear"): 10_000, (main, "aten::relu"): 5_000,
    }  # fmt: skip
    assert by_path(ask(profile, frames="all"), "host_self_ns") == {
        (main, linear, "aten::linear"): 6_000, (main, linear, "aten::linear", "aten::addmm"): 4_000,
        (main, "aten::relu"): 5_000,
    }  # fmt: skip


def test_modules_are_frames_by_their_slices_or_by_arguments() -> None:
    by_slices = Profile(
        read_events(
            span("train.py(3): fit", 0, 100, cat="python_function"),
            span("nn.Module: Net_0", 10, 50, cat="python_function"),
            span("nn.Module: Linear_0", 20, 20, cat="python_function"),
            span("aten::linear", 25, 5),
        )
    )
    assert by_path(ask(by_slices, frames="modules"), "host_total_ns") == {
        (): 100_000, ("Net_0",): 50_000, ("Net_0", "Linear_0"): 20_000,
        ("Net_0", "Linear_0", "aten::linear"): 5_000,
    }  # fmt: skip
    by_arguments = Profile(read_events(span("aten::mm", 0, 4, **{"Module Hierarchy": "TOP(Net).fc(Linear)"})))
    assert by_path(ask(by_arguments, frames="modules"), "host_total_ns") == {
        (): 4_000, ("TOP(Net)",): 4_000, ("TOP(Net)", "fc(Linear)"): 4_000,
        ("TOP(Net)", "fc(Linear)", "aten::mm"): 4_000,
    }  # fmt: skip


BACKWARD = (
    span("train.py(3): fit", 0, 100, cat="python_function"),
    span("aten::linear", 10, 10, **{"Sequence number": 7}),
    span("MmBackward0", 40, 30, tid=2, **{"Sequence number": 7, "Fwd thread id": 1}),
    span("aten::mm", 45, 20, tid=2),
    span("cudaLaunchKernel", 50, 2, tid=2, cat="cuda_runtime", correlation=9),
    span("sgemm", 60, 8, cat="kernel", pid=0, tid=7, correlation=9, stream=7),
)
FLOW = {"cat": "fwdbwd", "name": "fwdbwd", "id": 1, "pid": 1}


@pytest.mark.parametrize("by_flow", [False, True])
def test_a_backward_pass_stands_below_the_forward_frame_that_made_it(by_flow: bool) -> None:
    events = [*BACKWARD]
    if by_flow:
        for event in events:
            event.get("args", {}).pop("Sequence number", None)
        events += [FLOW | {"ph": "s", "tid": 1, "ts": 10}, FLOW | {"ph": "f", "tid": 2, "ts": 40, "bp": "e"}]
    table = ask(Profile(read_events(*events)), weight="device")
    assert by_path(table, "device_self_ns") == {
        ("train.py(3): fit", "aten::linear", "MmBackward0", "sgemm"): 8_000
    }
    nested = ask(Profile(read_events(*events)), weight="device", frames="operators")
    assert by_path(nested, "device_self_ns") == {("MmBackward0", "aten::mm", "sgemm"): 8_000}


def test_addresses_do_not_keep_equal_frames_apart() -> None:
    names = [f"<built-in method get of dict object at 0x7f{index}>" for index in range(3)]
    events = [span(name, 10 * index, 5, cat="python_function") for index, name in enumerate(names)]
    table = ask(Profile(read_events(*events)))
    assert table["frame"].tolist() == ["", "<built-in method get of dict object>"]
    assert table["calls"].tolist() == [0, 3]


def test_a_limit_keeps_the_heaviest_and_says_what_is_left_out() -> None:
    events = [span(f"op{index}", 100 * index, index + 1, cat="demo") for index in range(5)]
    profile = Profile(read_events(*events))
    table = ask(profile, limit=3)
    assert table["frame"].tolist() == ["", "op4", "op3"]
    assert table.metadata["n_frames"] == 6
    assert table.metadata["left_out_ns"] == 6_000
    within = ask(profile, within=1)
    assert within["frame"].tolist() == ["op4"]
    assert within["parent"].tolist() == [-1]


def test_an_empty_profile_has_no_frames() -> None:
    table = ask(Profile(read_events()))
    assert len(table) == 0
    assert not table.metadata["has_device"]


def test_slices_deeper_than_any_reader_keep_their_time(tmp_path: Path) -> None:
    depth = 5_000
    events = [span("f", index, 2 * depth - 2 * index, cat="python_function") for index in range(depth)]
    path = tmp_path / "deep.pt.trace.json.gz"
    path.write_bytes(gzip.compress(json.dumps({"traceEvents": events}).encode()))
    table = ask(opened(path))
    assert table["host_total_ns"][0] == table["host_self_ns"].sum() == 2_000 * depth
    assert len(table) < depth


def test_stacks_of_another_profile_are_matched_by_all_their_frames() -> None:
    """Both loops are one step; what only the other one does is said."""
    ours = Profile(read_events(span("fit", 0, 100), span("load", 0, 30), span("mm", 40, 20)))
    theirs = Profile(
        read_events(span("fit", 0, 80), span("load", 0, 10), span("save", 10, 25), span("mm", 90, 5))
    )
    table = stacks(ours, StacksParams(run=0, name=""), theirs)
    found = dict(zip(table["frame"].tolist(), table["other_ns"].tolist(), strict=True))
    assert found == {"": 85_000, "fit": 80_000, "load": 10_000, "mm": 0}
    assert table.metadata["other_only_ns"] == 30_000
    assert "other_ns" not in list(stacks(ours, StacksParams(run=0, name="")))


def test_stacks_of_another_profile_count_as_many_steps() -> None:
    def steps(n: int) -> Profile:
        marks = [span(f"ProfilerStep#{i}", 100 * i, 100, cat="user_annotation") for i in range(n)]
        return Profile(read_events(*marks, *(span("mm", 100 * i + 5, 10) for i in range(n))))

    table = stacks(steps(4), StacksParams(run=0, name="", frames="operators"), steps(2))
    row = table["frame"].tolist().index("mm")
    assert (table["host_total_ns"][row], table["other_ns"][row]) == (40_000, 40_000)
