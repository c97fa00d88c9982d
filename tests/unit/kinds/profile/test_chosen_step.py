"""Views of one step: what belongs to it, on a small trace made here and against the whole of real ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.engine.local_reader import LocalReader
from sightline.formats.trace_file import read_trace
from sightline.kinds.profile.chosen_step import in_step, step_window
from sightline.kinds.profile.kernel_details import KernelParams, kernel
from sightline.kinds.profile.kernel_table import kernels
from sightline.kinds.profile.launches import launch_queue, launches
from sightline.kinds.profile.operator_details import OperatorParams, operator
from sightline.kinds.profile.operator_table import operators
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.stacks import StacksParams, stacks
from support.traces import golden_traces, read_events, span


def launched(
    operator_name: str, kernel_name: str, at: int, begin: int, length: int, number: int
) -> list[Any]:
    """An operator on the host, its launch, and the kernel on the device."""
    link = {"correlation": number, "External id": number}
    return [
        span(operator_name, at, 20, **{"External id": number}),
        span("cudaLaunchKernel", at + 5, 5, cat="cuda_runtime", **link),
        span(kernel_name, begin, length, cat="kernel", pid=0, tid=7, stream=7, **link),
    ]


def two_steps() -> Profile:
    """Two steps of 100 µs; the kernel that the first launches runs in the second."""
    return Profile(
        read_events(
            span("ProfilerStep#4", 0, 100, cat="user_annotation"),
            *launched("aten::mm", "gemm", 10, 110, 40, 1),
            span("ProfilerStep#5", 100, 100, cat="user_annotation"),
            *launched("aten::add", "add", 120, 160, 7, 2),
        )
    )


def test_tables_of_one_step_have_the_work_that_it_launched() -> None:
    profile = two_steps()
    assert operators(profile, step=4)["operator"].tolist() == ["aten::mm"]
    assert operators(profile, step=4)["device_self_ns"].tolist() == [40_000]
    assert operators(profile, step=5)["operator"].tolist() == ["aten::add"]
    assert kernels(profile, step=4)["kernel"].tolist() == ["gemm"]
    assert kernels(profile, step=5)["total_ns"].tolist() == [7_000]


def test_details_of_one_step_count_its_calls_alone() -> None:
    profile = Profile(
        read_events(
            span("ProfilerStep#4", 0, 100, cat="user_annotation"),
            *launched("aten::mm", "gemm", 10, 40, 40, 1),
            span("ProfilerStep#5", 100, 100, cat="user_annotation"),
            *launched("aten::mm", "gemm", 120, 160, 7, 2),
            *launched("aten::mm", "gemm", 150, 180, 7, 3),
        )
    )
    found = operator(profile, OperatorParams(run=0, name="", operator="aten::mm", step=5))
    assert (found["calls"], found["n_launched"]) == (2, 2)
    assert kernel(profile, KernelParams(run=0, name="", kernel="gemm", step=4))["calls"] == 1
    assert kernel(profile, KernelParams(run=0, name="", kernel="gemm"))["calls"] == 3


def test_launches_of_one_step_have_its_streams_and_its_window() -> None:
    profile = two_steps()
    found = launches(profile, step=4)
    assert (found["n_work"], found["n_launches"]) == (1, 1)
    assert found["delay"]["max_ns"] == 90_000
    queue = launch_queue(profile, 100, step=4)
    assert (queue.metadata["start_ns"], queue.metadata["end_ns"]) == step_window(profile, 4)
    assert step_window(profile, 4) == (0, 150_000)
    assert queue["most"].max() == 1


def test_stacks_of_one_step_leave_out_frames_of_others() -> None:
    profile = two_steps()

    def frames(step: int | None) -> list[str]:
        table = stacks(profile, StacksParams(run=0, name="", weight="device", step=step))
        return sorted(str(frame) for frame in table["frame"] if frame)

    assert frames(4) == ["aten::mm", "gemm"]
    assert frames(5) == ["add", "aten::add"]
    assert frames(None) == ["add", "aten::add", "aten::mm", "gemm"]


def test_an_unknown_step_is_refused_by_name() -> None:
    profile = two_steps()
    for ask in (operators, kernels, launches):
        with pytest.raises(LookupError, match="the profile has no step 9"):
            ask(profile, step=9)  # type: ignore[operator]
    with pytest.raises(LookupError, match="the profile has no step 9"):
        launch_queue(profile, 100, step=9)


@pytest.mark.parametrize("path", golden_traces("real_traces/v100*", "real_traces/resnet50_workers0*"))
def test_steps_of_real_traces_share_no_slice(path: Path) -> None:
    with LocalReader().open(str(path)) as source:
        profile = Profile(read_trace(source))
    work = profile.device_work
    parts = [in_step(profile, work, int(step)) for step in profile.steps.number]
    joined = np.concatenate(parts)
    assert joined.size == np.unique(joined).size > 0.8 * work.size
    tables = [kernels(profile, step=int(step)) for step in profile.steps.number]
    assert sum(int(table["calls"].sum()) for table in tables) == joined.size
