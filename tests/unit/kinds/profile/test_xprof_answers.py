"""Operators of xplane files against xprof on the same files, and where profilers differ on purpose."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.formats.trace import Category
from sightline.kinds.profile.analysis.kernel_names import is_low_precision
from sightline.kinds.profile.operator_details import OperatorParams, operator
from sightline.kinds.profile.overview import environment, overview
from sightline.kinds.profile.profile import Profile
from sightline.logs.profiles import LoggedProfile
from support.traces import read_events, real_profile, shared_golden, span

# xprof's rows of other sorts: idle time is no operator, iterators have the names of all around them there.
_NOT_OPERATORS = {"IDLE", "Dataset"}


def golden() -> Path:
    folder = shared_golden()
    if folder is None:
        pytest.skip("the golden logs are not beside the repository")
    return folder


def xprof_rows(name: str) -> list[dict[str, Any]]:
    found = json.loads((golden() / f"xprof_answers/{name}.framework_op_stats.json").read_text())
    table = found[0] if isinstance(found, list) else found
    keys = [column["id"] for column in table["cols"]]
    return [dict(zip(keys, (cell["v"] for cell in row["c"]), strict=True)) for row in table["rows"]]


def xprof_steps(name: str) -> dict[str, list[float]]:
    """Milliseconds of each part of the steps."""
    table = json.loads((golden() / f"xprof_answers/{name}.overview_page.json").read_text())[1]
    rows = [[cell["v"] for cell in row["c"]] for row in table["rows"]]
    return {column["id"]: [row[place] for row in rows] for place, column in enumerate(table["cols"])}


def xplane_profile(logdir: str) -> LoggedProfile:
    profiles = sightline.open(golden() / logdir).profiles()
    return next(each for each in profiles if each.name.endswith(".xplane.pb"))


@pytest.mark.parametrize(
    ("name", "logdir"), [("tf_profile", "profile"), ("tf_keras_fit_profile", "keras_fit_profile")]
)
def test_operators_equal_xprofs_by_type(name: str, logdir: str) -> None:
    table = xplane_profile(f"tf/{logdir}").operators()
    columns = (table[key].tolist() for key in ("operator", "calls", "host_total_ns"))
    ours = {operator: (calls, ns / 1e3) for operator, calls, ns in zip(*columns, strict=True)}
    calls: Counter[str] = Counter()
    total_us: Counter[str] = Counter()
    for row in xprof_rows(name):
        calls[row["type"]] += row["occurrences"]
        total_us[row["type"]] += row["total_time"]
    types = set(calls) - _NOT_OPERATORS
    assert len(types) > 4
    for each in types:
        assert ours[each][0] == calls[each], each
        assert ours[each][1] == pytest.approx(total_us[each], abs=0.002 * calls[each]), each


def test_the_split_of_tensorflow_steps_equals_xprofs() -> None:
    theirs, ours = xprof_steps("tf_profile"), xplane_profile("tf/profile").steps()
    pairs = {
        "host_ns": "hostComputeTimeMs", "input_ns": "infeedTimeMs", "other_ns": "otherTimeMs",
        "compute_ns": "deviceComputeTimeMs", "collectives_ns": "deviceCollectivesTimeMs",
        "launch_ns": "kernelLaunchTimeMs", "device_to_host_ns": "outfeedTimeMs",
        "device_to_device_ns": "deviceToDeviceTimeMs", "compile_ns": "compileTimeMs",
    }  # fmt: skip
    for role, column in pairs.items():
        assert (ours[role] / 1e6).tolist() == pytest.approx(theirs[column]), role
    assert ((ours["end_ns"] - ours["start_ns"]) / 1e6).tolist() == pytest.approx(theirs["stepTimeMs"])


def test_kernels_of_a_gpu_equal_xprofs() -> None:
    table = json.loads((golden() / "made_gpu_xplane/xprof_kernel_stats.json").read_text())
    keys = [column["id"] for column in table["cols"]]
    rows = [dict(zip(keys, (cell["v"] for cell in row["c"]), strict=True)) for row in table["rows"]]
    ours = xplane_profile("made_gpu_xplane").kernels()
    names = ours["kernel"].tolist()
    for row in rows:
        at = names.index(row["kernel_name"])
        assert ours["calls"][at] == row["occurrences"]
        assert ours["total_ns"][at] / 1e3 == row["total_duration_us"]
        assert ours["registers"][at] == row["registers_per_thread"]
        assert ours["shared_memory"][at] == row["shmem_bytes"]
        assert ours["occupancy"][at] == row["occupancy_pct"]
        assert ours["tensor_cores"][at] == row["is_kernel_using_tensor_core"]
        for side in ("grid", "block"):
            assert ours[side][at] == f"[{row[f'{side}_dim'].replace(',', ', ')}]"


def test_device_time_belongs_to_the_operator_that_the_work_names() -> None:
    logged = xplane_profile("made_gpu_xplane")
    table = logged.operators()
    found = dict(zip(table["operator"].tolist(), table["device_self_ns"].tolist(), strict=True))
    assert {name: ns for name, ns in found.items() if ns} == {
        "MatMul": 800_000, "NcclAllReduce": 480_000, "Relu": 200_000, "train": 160_000,
    }  # fmt: skip
    calls = dict(zip(table["operator"].tolist(), table["calls"].tolist(), strict=True))
    assert (calls["MatMul"], calls["train"]) == (4, 4)
    launched = logged.kernels(group="operator")
    by_kernel = dict(zip(launched["kernel"].tolist(), launched["operator"].tolist(), strict=True))
    assert by_kernel["sm90_xmma_gemm_bf16bf16"] == "MatMul"
    details = operator(logged.profile, OperatorParams(run=0, name="", operator="MatMul"))
    assert [(row["kernel"], row["calls"]) for row in details["kernels"]] == [("sm90_xmma_gemm_bf16bf16", 4)]


def test_what_ran_is_read_from_planes() -> None:
    gpu = environment(xplane_profile("made_gpu_xplane").profile)
    assert gpu["devices"] == [
        {
            "name": "Nvidia GPU",
            "memory_bytes": 85_000_000_000,
            "compute_capability": "9.0",
            "multiprocessors": 132,
        }
    ]
    assert gpu["host"] == "box"
    device = overview(xplane_profile("made_gpu_xplane").profile)["device"]
    assert device["is_occupancy_theoretical"] is True
    assert environment(xplane_profile("jax/trace").profile)["versions"]["JAX"] == "0.10.2"


def test_work_of_xlas_own_threads_counts_in_the_step_in_which_it_ran() -> None:
    """xprof leaves out what it cannot tie to a step: its host compute is that of Python's thread."""
    theirs, logged = xprof_steps("jax_trace"), xplane_profile("jax/trace")
    profile, ours = logged.profile, logged.steps()
    assert ((ours["end_ns"] - ours["start_ns"]) / 1e6).tolist() == pytest.approx(theirs["stepTimeMs"])
    work = profile.host_work
    python = profile.covered(work[profile.trace.slices.track[work] == 0])
    alone = python.covered_within(profile.steps.start_ns, profile.steps.end_ns)
    assert (alone / 1e6).tolist() == pytest.approx(theirs["hostComputeTimeMs"])
    assert (ours["host_ns"] - alone).tolist() == [0, 0, 8_978, 7_703]


def test_batches_that_keras_profiles_are_steps() -> None:
    """xprof measures no step time there."""
    assert xprof_steps("tf_keras_fit_profile")["stepTimeMs"] == []
    steps = xplane_profile("tf/keras_fit_profile").steps()
    assert steps["step"].tolist() == [1, 2]
    assert steps["input_ns"].tolist() == [164_306, 96_770]


def test_nccl_is_communication_by_the_name_of_its_kernel() -> None:
    """torch-tb-profiler goes by category and finds 0.03 %."""
    found = overview(real_profile("compare_control"))
    assert found["split_ns"]["communication"] / found["steps"]["mean_ns"] == pytest.approx(0.186, abs=0.0005)


def test_a_collective_that_its_kernel_names_is_communication_whatever_the_kernel_is_called() -> None:
    kernel = span("custom_exchange", 20, 30, cat="kernel", pid=0, tid=7, **{"Collective name": "allreduce"})
    found = overview(Profile(read_events(span("ProfilerStep#1", 0, 100, cat="user_annotation"), kernel)))
    assert found["split_ns"]["communication"] == 30_000
    assert found["split_ns"]["kernel"] == 0


def test_waiting_streams_of_mtia_are_not_busy() -> None:
    """In this trace streams wait 353 ms for each other, which is no work."""
    profile = real_profile("mtia_inference")
    waits = profile.select(Category.SYNC)
    assert profile.by_name(waits, lambda name: name == "event_wait").sum() == 48
    assert not profile.by_name(profile.kernels, lambda name: name.startswith("event_")).any()
    assert overview(profile)["device"]["tensor_core_share"] is None  # it has none


def test_a_step_that_is_cut_off_is_marked_and_not_dropped() -> None:
    """torch-tb-profiler drops it without a word."""
    events = []
    for step, n_kernels in enumerate((10, 10, 3)):
        start = 1000 * step
        events.append(span(f"ProfilerStep#{step}", start, 1000, cat="user_annotation"))
        for kernel in range(n_kernels):
            link = {"correlation": 100 * step + kernel + 1}
            at = start + 50 * kernel
            events.append(span("cudaLaunchKernel", at, 5, cat="cuda_runtime", **link))
            events.append(span("gemm", at + 10, 30, cat="kernel", pid=0, tid=7, **link))
    steps = Profile(read_events(*events)).steps
    assert steps.partial.tolist() == [False, False, True]


def test_bf16_counts_as_low_precision() -> None:
    """xprof finds that 0.0 % of a bf16 gemm is in 16 bits."""
    assert is_low_precision("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64")


def test_host_operators_of_jax_are_shown_where_xprof_has_none() -> None:
    """xprof's page of a JAX profile of the CPU lists idle time alone."""
    assert {row["type"] for row in xprof_rows("jax_trace")} == {"IDLE"}
    profile = xplane_profile("jax/trace")
    assert len(profile.operators()) > 5
    assert profile.profile.select(Category.KERNEL).size == 0
