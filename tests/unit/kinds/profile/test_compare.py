"""Two profiles beside each other, on real traces and on small ones made here."""

from __future__ import annotations

import pytest

from sightline.kinds.profile.compare import compare, compare_table
from sightline.kinds.profile.profile import Profile
from support.traces import Event, read_events, real_profile, span


def rows(a: Profile, b: Profile, *table: str) -> dict[str, tuple[str, float]]:
    found = compare_table(a, b, *table)  # type: ignore[arg-type]
    names, states, differences = (found[name].tolist() for name in ("name", "state", "difference_ns"))
    return {name: (state, ns) for name, state, ns in zip(names, states, differences, strict=True)}


def step(number: int, start: int, *work: Event) -> list[Event]:
    return [span(f"ProfilerStep#{number}", start, 100, cat="user_annotation"), *work]


def test_faster_data_loading_is_the_difference_of_the_resnet_pair() -> None:
    a, b = real_profile("resnet50_workers0"), real_profile("resnet50_workers4")
    found = compare(a, b)
    before, after = found["a"]["split_ns"], found["b"]["split_ns"]
    differences = {role: after[role] - before[role] for role in before}
    assert min(differences, key=lambda role: differences[role]) == "data_loading"
    assert differences["data_loading"] / 1e6 == pytest.approx(-58.1, abs=0.1)
    total = found["b"]["steps"]["mean_ns"] - found["a"]["steps"]["mean_ns"]
    assert sum(differences.values()) == pytest.approx(total)
    assert total / 1e6 == pytest.approx(-36.5, abs=0.1)
    operators = rows(a, b, "operators", "host")
    assert operators["enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"][0] == "vanished"
    assert not [name for name in operators if name.startswith("ProfilerStep")]


def test_kernels_of_another_device_vanish_and_appear() -> None:
    a, b = real_profile("compare_control"), real_profile("compare_test")
    found = rows(a, b)
    assert found["volta_sgemm_128x32_nt"][0] == "appeared"
    assert found["Memcpy DtoD (Device -> Device)"][0] == "slower"
    # The parameters differ from version to version; it is the same collective.
    assert found["ncclKernel_AllReduce_RING_LL_Sum_float"][0] == "slower"
    difference = sum(ns for _, ns in found.values())
    means = [each.trace.slices.dur_ns[each.device_work].sum() for each in (a, b)]
    assert difference == pytest.approx((means[1] - means[0]) / 6, rel=0.02)
    assert {"what": "workers", "a": "8", "b": "2"} in compare(a, b)["environment"]


def test_swapped_sides_have_the_opposite_differences() -> None:
    a = Profile(read_events(*step(0, 0, span("aten::mm", 10, 50))))
    b = Profile(read_events(*step(0, 0, span("aten::mm", 10, 20), span("aten::add", 40, 5))))
    there, back = rows(a, b, "operators", "host"), rows(b, a, "operators", "host")
    assert there == {"aten::mm": ("faster", -30_000.0), "aten::add": ("appeared", 5_000.0)}
    assert back == {"aten::mm": ("slower", 30_000.0), "aten::add": ("vanished", -5_000.0)}


def test_times_are_of_a_mean_step_whatever_the_number_of_steps() -> None:
    one = Profile(read_events(*step(0, 0, span("aten::mm", 10, 50))))
    three = Profile(
        read_events(*(event for n in range(3) for event in step(n, n * 100, span("aten::mm", n * 100, 50))))
    )
    assert rows(one, three, "operators", "host") == {"aten::mm": ("same", 0.0)}


def test_an_empty_profile_can_be_compared() -> None:
    empty, other = Profile(read_events()), Profile(read_events(*step(0, 0, span("aten::mm", 10, 50))))
    assert rows(empty, other, "operators", "host") == {"aten::mm": ("appeared", 50_000.0)}
    assert compare(empty, other)["a"]["steps"]["mean_ns"] is None
