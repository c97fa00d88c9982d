"""Backward passes folded into the forward operators that made them, and where operators are called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sightline.engine.local_reader import LocalReader
from sightline.formats.trace_file import read_trace
from sightline.kinds.profile.operator_details import OperatorParams, operator
from sightline.kinds.profile.operator_table import OperatorsParams, operators
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.where_called import where_called
from support.traces import Event, golden_traces, read_events, span

ENGINE = "autograd::engine::evaluate_function: MmBackward0"


def launched(number: int, ts: float, dur: float, name: str = "gemm", cat: str = "kernel") -> list[Event]:
    return [
        span("cudaLaunchKernel", ts, 1, cat="cuda_runtime", tid=2 if ts > 100 else 1, correlation=number),
        span(name, ts + 2, dur, cat=cat, pid=0, tid=7, correlation=number),
    ]


def linked(number: int, source: float, target: float, tids: tuple[int, int] = (1, 2)) -> list[Event]:
    flow = {"cat": "fwdbwd", "name": "fwdbwd", "pid": 1, "id": number}
    return [
        {**flow, "ph": "s", "ts": source, "tid": tids[0]},
        {**flow, "ph": "f", "bp": "e", "ts": target, "tid": tids[1]},
    ]


def trained(*links: Event, **backward: Any) -> Profile:
    """A linear layer forward on one thread and backward on another; the copy is nobody's backward."""
    return Profile(
        read_events(
            span("aten::linear", 0, 40),
            span("aten::mm", 10, 20, **{"Sequence number": 5, "Fwd thread id": 0}),
            *launched(1, 12, 4),
            span("aten::copy_", 50, 10),
            *launched(2, 52, 3, "Memcpy HtoD", "gpu_memcpy"),
            span(ENGINE, 200, 60, tid=2),
            span("MmBackward0", 205, 50, tid=2, **backward),
            span("aten::mm", 210, 30, tid=2),
            *launched(3, 212, 8, "gemm_back"),
            span("aten::zero_", 242, 8, tid=2),
            *launched(4, 243, 1, "Memset", "gpu_memset"),
            *links,
        )
    )


def rows(profile: Profile, **options: Any) -> dict[str, dict[str, int]]:
    table = operators(profile, **options)
    names = table["operator"].tolist()
    return {
        name: {key: int(table[key][i]) for key in table if key.endswith(("_ns", "calls"))}
        for i, name in enumerate(names)
    }


@pytest.mark.parametrize(
    "profile",
    [
        trained(*linked(1, 10, 205)),
        trained(**{"Sequence number": 5, "Fwd thread id": 1}),
    ],
    ids=["flows", "sequence numbers"],
)
def test_backward_counts_for_the_forward_operator_that_made_it(profile: Profile) -> None:
    plain, folded = rows(profile), rows(profile, fold_backward=True)
    assert set(plain) == {"aten::linear", "aten::mm", "aten::copy_", ENGINE, "MmBackward0", "aten::zero_"}
    assert set(folded) == {"aten::linear", "aten::mm", "aten::copy_"}
    mm = folded["aten::mm"]
    assert (mm["calls"], mm["device_self_ns"], mm["device_total_ns"]) == (1, 13_000, 13_000)
    assert (mm["host_self_ns"], mm["host_total_ns"]) == (20_000 + 60_000, 20_000 + 60_000)
    assert mm["memset_ns"] == 1_000
    linear = folded["aten::linear"]
    assert (linear["host_self_ns"], linear["host_total_ns"]) == (20_000, 100_000)
    assert (linear["device_self_ns"], linear["device_total_ns"]) == (0, 13_000)
    assert folded["aten::copy_"] == plain["aten::copy_"]
    assert folded["aten::copy_"]["memcpy_ns"] == 3_000


def test_kernels_of_a_folded_operator_say_what_the_backward_launched() -> None:
    profile = trained(*linked(1, 10, 205))
    for name in ("aten::mm", "aten::linear"):
        found = operator(profile, OperatorParams(run=0, name="", operator=name, fold_backward=True))
        kernels = {row["kernel"]: row["is_backward"] for row in found["kernels"]}
        assert kernels == {"gemm": False, "gemm_back": True, "Memset": True}
    plain = operator(profile, OperatorParams(run=0, name="", operator="aten::linear"))
    assert [row["kernel"] for row in plain["kernels"]] == ["gemm"]


def test_backward_of_a_backward_counts_for_the_first_forward() -> None:
    profile = Profile(
        read_events(
            span("first", 0, 10),
            span("FirstBackward", 100, 50),
            span("again", 110, 10),
            span("AgainBackward", 200, 30),
            *linked(1, 0, 100, (1, 1)),
            *linked(2, 110, 200, (1, 1)),
        )
    )
    assert rows(profile, fold_backward=True) == {
        "first": {**rows(profile)["first"], "host_self_ns": 90_000, "host_total_ns": 90_000}
    }


def test_link_to_what_ran_before_is_left_out() -> None:
    profile = Profile(read_events(span("a", 0, 10), span("b", 20, 10), *linked(1, 20, 0, (1, 1))))
    assert rows(profile, fold_backward=True) == rows(profile)
    assert operators(profile).metadata["has_backward"] is False


@pytest.mark.parametrize("path", golden_traces("real_traces/*.gz", "torch_profiler/*/*.trace.json*"))
def test_folding_keeps_all_time_and_drops_backward_calls_of_real_traces(path: Path) -> None:
    with LocalReader().open(str(path)) as source:
        profile = Profile(read_trace(source))
    plain, folded = operators(profile), operators(profile, fold_backward=True)
    for column in ("host_self_ns", "device_self_ns", "tensor_core_ns", "memcpy_ns", "memset_ns"):
        assert folded[column].sum() == plain[column].sum()
    assert (folded["host_total_ns"] >= folded["host_self_ns"]).all()
    assert (plain["memcpy_ns"] + plain["memset_ns"] <= plain["device_self_ns"]).all()
    assert (folded["calls"].sum() < plain["calls"].sum()) == plain.metadata["has_backward"]


def test_operators_are_called_in_modules_of_one_kind() -> None:
    calls = [(0, "Block_0", "Linear_0"), (100, "Block_1", "Linear_1"), (200, "Block_2", "Head_0")]
    profile = Profile(
        read_events(
            *(
                event
                for ts, block, layer in calls
                for event in (
                    span(f"nn.Module: {block}", ts, 90, cat="python_function"),
                    span(f"nn.Module: {layer}", ts + 10, 60, cat="python_function"),
                    span("aten::mm", ts + 20, 30),
                )
            ),
            span("aten::add", 300, 5),
        )
    )
    found = where_called(profile, OperatorsParams(run=0, name=""))
    assert (found["operator"].tolist(), found["place"].tolist()) == (["aten::mm"], ["Block_*.Linear_*"])
    assert (found["n_others"].tolist(), found.metadata) == ([1], {"place": "module"})


def test_operators_without_modules_are_called_in_the_program() -> None:
    stack = "torch/nn/functional.py(2): linear;/train/train.py(171): step;/train/train.py(9): main"
    profile = Profile(read_events(span("aten::mm", 0, 5, **{"Call stack": stack}), span("aten::add", 10, 5)))
    found = where_called(profile, OperatorsParams(run=0, name=""))
    assert (found["operator"].tolist(), found["place"].tolist()) == (["aten::mm"], ["train.py(171): step"])
    assert found.metadata == {"place": "stack"}


def test_profile_without_stacks_does_not_say_where_operators_are_called() -> None:
    found = where_called(Profile(read_events(span("aten::mm", 0, 5))), OperatorsParams(run=0, name=""))
    assert (len(found), found.metadata) == (0, {"place": ""})
