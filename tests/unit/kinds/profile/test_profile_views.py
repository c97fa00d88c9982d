"""Views of profiles against what torch-tb-profiler says of real traces, and on small traces made here."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.local_reader import LocalReader
from sightline.formats.trace_file import read_trace, read_xplane
from sightline.kinds.profile.kernel_table import kernels
from sightline.kinds.profile.operator_table import operators
from sightline.kinds.profile.overview import overview
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.search import ProfileSearchParams, search
from sightline.kinds.profile.slice_details import slice_details
from sightline.kinds.profile.step_table import steps
from sightline.kinds.profile.timeline import ProfileWindowParams, tracks, window
from support.traces import golden_traces, read_events, shared_golden, span


def open_profile(path: Path) -> Profile:
    with LocalReader().open(str(path)) as source:
        return Profile(read_trace(source))


def real(name: str) -> Profile:
    folder = shared_golden()
    if folder is None:
        pytest.skip("the real traces are not beside the repository")
    return open_profile(folder / "real_traces" / f"{name}.pt.trace.json.gz")


# Steps, mean step in ms, roles in percent of the step; utilization, SM efficiency, occupancy in percent. All
# as torch-tb-profiler has them, except that NCCL's kernels are communication: it finds 0.03 % and 0.16 %.
EXPECTED = {
    "compare_control": (6, 77.50, {"kernel": 60.5, "communication": 18.6}, 79.4, 59.2, 32.5),
    "nccl": (3, 222.37, {"kernel": 17.3, "communication": 5.9}, 23.3, 16.9, 35.3),
    "v100_ns_rank0": (5, 96.70, {"kernel": 96.8, "data_loading": 0.0}, 96.8, 94.9, 46.5),
    "resnet50_workers0": (6, 177.59, {"kernel": 55.5, "data_loading": 33.4}, 55.5, 54.7, 49.1),
    "resnet50_workers4": (6, 141.07, {"kernel": 70.3, "data_loading": 0.84}, 70.3, 69.2, 48.9),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_overview_of_real_traces_equals_torch_tb_profiler(name: str) -> None:
    n_steps, mean_ms, split, busy, sm_efficiency, occupancy = EXPECTED[name]
    found = overview(real(name))
    mean = found["steps"]["mean_ns"]
    assert found["steps"]["count"] == n_steps
    assert mean / 1e6 == pytest.approx(mean_ms, abs=0.006)
    for role, percent in split.items():
        assert 100 * found["split_ns"][role] / mean == pytest.approx(percent, abs=0.06), role
    device = found["device"]
    assert 100 * device["utilization"] == pytest.approx(busy, abs=0.06)
    assert 100 * device["sm_efficiency"] == pytest.approx(sm_efficiency, abs=0.06)
    assert device["occupancy_percent"] == pytest.approx(occupancy, abs=0.06)


@pytest.mark.parametrize("path", golden_traces("real_traces/*.gz", "torch_profiler/*/*.trace.json*"))
def test_roles_of_each_step_add_up_to_its_length(path: Path) -> None:
    table = steps(open_profile(path))
    roles = [name for name in table if name.endswith("_ns") and name not in ("start_ns", "end_ns")]
    assert len(table) > 0
    assert (sum(table[name] for name in roles) == table["end_ns"] - table["start_ns"]).all()


@pytest.mark.parametrize("path", golden_traces("real_traces/*.gz"))
def test_tables_account_for_all_device_time(path: Path) -> None:
    profile = open_profile(path)
    total = int(profile.trace.slices.dur_ns[profile.device_work].sum())
    for group in ("name", "operator"):
        table = kernels(profile, group)  # type: ignore[arg-type]
        assert table["total_ns"].sum() == table.metadata["total_ns"] == total
    by_name, by_shape = operators(profile), operators(profile, "shape")
    assert by_name["calls"].sum() == by_shape["calls"].sum()
    assert by_name["device_self_ns"].sum() == by_shape["device_self_ns"].sum() <= total


def test_annotations_on_the_device_are_no_steps() -> None:
    profile = Profile(
        read_events(
            span("ProfilerStep#1", 0, 100, cat="user_annotation"),
            span("ProfilerStep#1", 0, 90, cat="gpu_user_annotation", pid=0, tid=7),
            span("aten::mm", 10, 20),
        )
    )
    table = steps(profile)
    assert table["step"].tolist() == [1]
    assert (table["end_ns"] - table["start_ns"]).tolist() == [100_000]
    assert table["cpu_ns"].tolist() == [20_000]


def test_a_profile_without_steps_and_device_is_one_step_of_host_time() -> None:
    profile = Profile(read_events(span("load", 0, 40, cat="demo"), span("fit", 50, 50, cat="demo")))
    found = overview(profile)
    assert found["steps"] == {
        "count": 1, "partial": 0, "is_marked": False, "mean_ns": 100_000.0, "deviation_ns": None,
    }  # fmt: skip
    assert found["split_ns"]["cpu"] == 90_000
    assert found["split_ns"]["other"] == 10_000
    assert found["device"] is None
    assert operators(profile)["operator"].tolist() == ["fit", "load"]


def test_an_empty_profile_has_no_steps_and_no_rows() -> None:
    profile = Profile(read_events())
    assert overview(profile)["steps"]["count"] == 0
    assert len(operators(profile)) == len(kernels(profile)) == len(tracks(profile)) == 0


LAUNCH = (
    span("aten::mm", 0, 50, **{"External id": 5}),
    span("cudaLaunchKernel", 10, 5, cat="cuda_runtime", correlation=9, **{"External id": 5}),
    span("sgemm", 40, 30, cat="kernel", pid=0, tid=7, correlation=9, stream=7, **{"External id": 5}),
)


def test_operators_own_the_device_time_they_launched() -> None:
    table = operators(Profile(read_events(*LAUNCH)))
    assert table["operator"].tolist() == ["aten::mm"]
    assert table["device_self_ns"].tolist() == [30_000]
    assert table["host_self_ns"].tolist() == [50_000]


def test_operators_count_the_shapes_of_their_calls() -> None:
    shapes = ([[2, 3]], [[4, 3]], [[2, 3]])
    calls = [span("aten::mm", 10 * i, 5, **{"Input Dims": each}) for i, each in enumerate(shapes)]
    table = operators(Profile(read_events(*calls, span("aten::add", 90, 5))))
    counts = dict(zip(table["operator"].tolist(), table["shapes"].tolist(), strict=True))
    assert counts == {"aten::mm": 2, "aten::add": 0}


def test_a_slice_tells_its_launcher_and_the_delay() -> None:
    profile = Profile(read_events(*LAUNCH))
    kernel = int(profile.kernels[0])
    found = slice_details(profile, kernel)
    assert found["launcher"]["name"] == "cudaLaunchKernel"
    assert found["launch_delay_ns"] == 25_000
    assert found["args"]["correlation"] == 9
    call = slice_details(profile, found["launcher"]["slice"])
    assert [each["name"] for each in call["parents"]] == ["aten::mm"]
    operator = slice_details(profile, call["parents"][0]["slice"])
    assert [each["name"] for each in operator["launched"]] == ["sgemm"]
    assert operator["n_launched"] == 1
    assert [each["depth"] for each in operator["children"]] == [1]
    with pytest.raises(LookupError, match="3 slices"):
        slice_details(profile, 3)


def test_search_finds_names_in_either_order_and_counts_all() -> None:
    profile = Profile(read_events(span("aten::mm", 0, 1), span("aten::Add", 2, 9), span("aten::add_", 12, 5)))

    def names(text: str, **options: Any) -> tuple[list[str], int]:
        found = search(profile, ProfileSearchParams(run=0, name="", text=text, **options))
        each = [slice_details(profile, int(index))["name"] for index in found["slice"]]
        return each, found.metadata["n_matches"]

    assert names("ADD") == (["aten::Add", "aten::add_"], 2)
    assert names("aten", order="duration") == (["aten::Add", "aten::add_", "aten::mm"], 3)
    assert names("aten", limit=1) == (["aten::mm"], 3)
    assert names("conv") == ([], 0)
    assert len(search(Profile(read_events()), ProfileSearchParams(run=0, name="", text="x"))) == 0


def test_kernels_without_occupancy_have_none() -> None:
    table = kernels(Profile(read_events(*LAUNCH)), "operator")
    assert table["kernel"].tolist() == ["sgemm"]
    assert table["operator"].tolist() == ["aten::mm"]
    assert math.isnan(table["occupancy"][0])


def test_window_stands_for_every_slice_of_the_tracks_in_sight() -> None:
    profile = Profile(read_events(*(span("op", 2 * index, 1) for index in range(1000))))
    found = tracks(profile)
    extent = found.metadata
    seen = window(
        profile,
        ProfileWindowParams(
            run=0, name="", tracks=(int(found["track"][0]), 99), start_ns=0,
            end_ns=extent["length_ns"], width_px=100,
        ),
    )  # fmt: skip
    assert seen.metadata["n_slices"] == 1000
    assert 50 <= len(seen) <= 250
    assert seen.metadata["names"] == ["op"]
    assert set(seen["name"].tolist()) == {0}


def test_window_gives_slices_and_starts_as_steps_in_narrow_columns() -> None:
    times = (1_700_000_000_000_000, 1_700_000_005_000_000, 1_700_000_009_000_000)
    profile = Profile(read_events(*(span(f"op_{ts % 7}", ts, 2) for ts in times)))
    params = ProfileWindowParams(run=0, name="", tracks=(0,), start_ns=0, end_ns=10**10, width_px=16_384)
    seen = window(profile, params)
    slices = seen["slice_step"].cumsum()
    assert slices.tolist() == [0, 1, 2]
    assert seen["start_step_ns"].cumsum(dtype="i8").tolist() == [0, 5_000_000_000, 9_000_000_000]
    assert seen["dur_ns"].tolist() == [2_000] * 3
    assert [seen.metadata["names"][place] for place in seen["name"]] == [f"op_{ts % 7}" for ts in times]
    assert {seen[column].dtype.itemsize for column in ("track", "depth", "slice_step", "count")} == {1}
    nothing = window(profile, ProfileWindowParams(run=0, name="", tracks=(), start_ns=0, end_ns=1))
    assert len(nothing) == 0
    assert nothing.metadata["names"] == []


@pytest.mark.parametrize("path", golden_traces("**/*.xplane.pb"))
def test_xplane_files_have_steps_and_operators(path: Path) -> None:
    with LocalReader().open(str(path)) as source:
        profile = Profile(read_xplane(source))
    found = overview(profile)
    assert found["problems"] == []
    assert found["steps"]["is_marked"]
    assert found["steps"]["mean_ns"] == pytest.approx(sum(found["split_ns"].values()))
    assert sum(found["split_ns"].values()) > found["split_ns"]["other"]
    assert len(operators(profile)) > 0


def test_a_made_gpu_xplane_splits_its_steps_by_what_ran() -> None:
    """xprof agrees on collectives; it counts `MemcpyH2D` as computing (0.29 ms), and the host not at all."""
    folder = shared_golden()
    if folder is None:
        pytest.skip("the real traces are not beside the repository")
    path = next((folder / "made_gpu_xplane").rglob("*.xplane.pb"))
    with LocalReader().open(str(path)) as source:
        found = overview(Profile(read_xplane(source)))
    assert found["steps"]["mean_ns"] == 1_900_000
    split = {role: value for role, value in found["split_ns"].items() if value}
    assert split == {
        "compute": 250_000, "input": 300_000, "collectives": 120_000, "launch": 26_000,
        "host_to_device": 30_000, "other": 1_174_000,
    }  # fmt: skip
