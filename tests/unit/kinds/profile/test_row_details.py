"""Groups of operators by where they were called, and one operator or kernel in detail."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.kinds.profile.kernel_details import KernelParams, kernel
from sightline.kinds.profile.operator_details import OperatorParams, operator
from sightline.kinds.profile.operator_table import operators
from sightline.kinds.profile.profile import Profile
from support.traces import Event, read_events, span


def python(name: str, ts: float, dur: float) -> Event:
    return span(name, ts, dur, cat="python_function")


def launched(number: int, operator: str, ts: float, dur_us: float, **args: Any) -> list[Event]:
    """An operator that launches a kernel."""
    shape = {"Input Dims": args.pop("dims", [[4, 4]]), "Input type": ["float"]}
    return [
        span(operator, ts, 9, **shape),
        span("cudaLaunchKernel", ts + 1, 2, cat="cuda_runtime", correlation=number),
        span("gemm", ts + 5, dur_us, cat="kernel", pid=0, tid=7, correlation=number, **args),
    ]


def two_layers() -> Profile:
    """One Python function that calls two modules, each of which calls the same operator."""
    return Profile(
        read_events(
            python("train.py(5): step", 0, 100),
            python("nn.Module: Linear_0", 5, 20),
            *launched(1, "aten::mm", 10, 2, grid=[1, 1, 1], block=[64, 1, 1]),
            python("nn.Module: Linear_1", 40, 40),
            *launched(2, "aten::mm", 45, 6, dims=[[8, 8]], grid=[2, 1, 1], block=[64, 1, 1]),
            *launched(3, "aten::mm", 60, 6, dims=[[8, 8]], grid=[2, 1, 1], block=[64, 1, 1]),
        )
    )


def test_operators_group_by_the_python_stack_around_them() -> None:
    table = operators(two_layers(), "stack")
    assert table["detail"].tolist() == ["Linear_1; train.py(5): step", "Linear_0; train.py(5): step"]
    assert table["calls"].tolist() == [2, 1]
    assert table["device_self_ns"].tolist() == [12_000, 2_000]


def test_operators_group_by_the_modules_around_them() -> None:
    table = operators(two_layers(), "module")
    assert table["detail"].tolist() == ["Linear_1", "Linear_0"]


def test_operators_group_by_modules_and_stacks_of_arguments() -> None:
    profile = Profile(
        read_events(
            span(
                "aten::mm", 0, 5, **{"Module Hierarchy": "Net.Linear", "Call stack": "a.py(1): f;b.py(2): g"}
            ),
            span("aten::mm", 10, 5, **{"Module Hierarchy": "Net.Head"}),
        )
    )
    assert sorted(operators(profile, "module")["detail"].tolist()) == ["Net › Head", "Net › Linear"]
    assert sorted(operators(profile, "stack")["detail"].tolist()) == ["", "a.py(1): f; b.py(2): g"]


def test_operators_without_stacks_are_one_group() -> None:
    table = operators(Profile(read_events(span("aten::mm", 0, 5), span("aten::mm", 10, 5))), "stack")
    assert (table["detail"].tolist(), table["calls"].tolist()) == ([""], [2])


def test_operator_has_its_shapes_places_and_kernels() -> None:
    found = operator(two_layers(), OperatorParams(run=0, name="", operator="aten::mm"))
    assert (found["calls"], found["n_shapes"], found["n_stacks"], found["n_kernels"]) == (3, 2, 2, 1)
    assert [(row["shape"], row["calls"]) for row in found["shapes"]] == [("[[8, 8]]", 2), ("[[4, 4]]", 1)]
    assert found["shapes"][0]["types"] == '["float"]'
    assert found["stacks"][0]["frames"] == ["train.py(5): step", "Linear_1"]
    assert found["modules"][1]["frames"] == ["Linear_0"]
    assert found["kernels"] == [
        {
            "kernel": "gemm",
            "short_name": "gemm",
            "calls": 3,
            "total_ns": 14_000,
            "tensor_cores": False,
            "is_backward": False,
            "occupancy_percent": None,
        }
    ]


def test_operator_of_one_group_has_the_calls_of_that_group() -> None:
    params = OperatorParams(run=0, name="", operator="aten::mm", group="module", detail="Linear_0")
    found = operator(two_layers(), params)
    assert (found["calls"], found["n_launched"]) == (1, 1)
    assert [row["shape"] for row in found["shapes"]] == ["[[4, 4]]"]


def test_operator_has_the_kernels_of_the_operators_below_it() -> None:
    profile = Profile(read_events(span("aten::linear", 0, 50), *launched(1, "aten::mm", 10, 2)))
    found = operator(profile, OperatorParams(run=0, name="", operator="aten::linear"))
    assert [row["kernel"] for row in found["kernels"]] == ["gemm"]


def test_unknown_operator_and_kernel_are_said() -> None:
    with pytest.raises(LookupError, match="no operator 'aten::conv'"):
        operator(two_layers(), OperatorParams(run=0, name="", operator="aten::conv"))
    with pytest.raises(LookupError, match="no kernel 'conv'"):
        kernel(two_layers(), KernelParams(run=0, name="", kernel="conv"))
    with pytest.raises(LookupError):
        kernel(two_layers(), KernelParams(run=0, name="", kernel="gemm", operator="aten::conv"))


def test_kernel_has_its_distribution_launch_shapes_and_operators() -> None:
    found = kernel(two_layers(), KernelParams(run=0, name="", kernel="gemm"))
    assert (found["calls"], found["median_ns"]) == (3, 6_000)
    bins = found["bins"]
    assert (bins["from_ns"], bins["to_ns"], sum(bins["counts"])) == (2_000, 6_000, 3)
    assert (bins["counts"][0], bins["counts"][-1]) == (1, 2)
    assert [(row["grid"], row["calls"]) for row in found["launches"]] == [("[2, 1, 1]", 2), ("[1, 1, 1]", 1)]
    assert found["operators"] == [{"operator": "aten::mm", "calls": 3, "total_ns": 14_000}]


def test_kernel_that_always_takes_as_long_has_one_bin() -> None:
    profile = Profile(read_events(*launched(1, "aten::mm", 0, 4), *launched(2, "aten::mm", 20, 4)))
    found = kernel(profile, KernelParams(run=0, name="", kernel="gemm", operator="aten::mm"))
    assert found["bins"]["counts"] == [2]
