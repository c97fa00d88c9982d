"""Profiles of TensorFlow and JAX to columns: counts as xprof has them, launches, steps, broken files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sightline import _native
from sightline.formats.trace import Category, Trace, TrackKind
from sightline.formats.trace_file import read_xplane
from support.traces import golden_traces, names, problems, shared_golden
from support.xplane import Span, entry, event, field, plane

FILES = golden_traces("**/*.xplane.pb")


def read(data: bytes) -> Trace:
    return read_xplane(_native.WindowSource(data))


def expected_planes(path: Path) -> list[dict[str, Any]]:
    for parent in path.parents:
        file = parent / "expected_xplane.json"
        if file.exists():
            (run,) = json.loads(file.read_text())["profile_runs"].values()
            planes: list[dict[str, Any]] = run[path.name]["xspace"]["planes"]
            return planes
    return []


@pytest.mark.parametrize("path", FILES)
def test_tracks_have_the_events_that_xprof_counts(path: Path) -> None:
    trace = read(path.read_bytes())
    assert problems(trace) == {}
    assert len(trace.slices) > 0
    planes = expected_planes(path)
    counts = sorted((line["name"], line["events"]) for plane in planes for line in plane["lines"])
    ours = [
        (trace.string(name), int(n)) for name, n in zip(trace.tracks.name, trace.tracks.n_slices, strict=True)
    ]
    assert sorted(ours) == counts or not planes
    assert not trace.tracks.lane.any()


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("jax/trace", [0, 1, 2, 3]),
        ("tf/profile", [0, 1, 2, 3]),
        ("tf/keras_fit_profile", [1]),
        ("made_gpu", [*range(4)]),
    ],
)
def test_steps_are_those_that_the_framework_numbers(name: str, steps: list[int]) -> None:
    paths = [one.values[0] for one in FILES if name in str(one.values[0])]
    if shared_golden() is None:
        pytest.skip("the real traces are not beside the repository")
    assert read(paths[0].read_bytes()).steps.number.tolist()[: len(steps)] == steps


def gpu_space() -> bytes:
    tables = entry(5, 1, b"correlation_id")
    host = field(2, b"/host:CPU") + tables + entry(4, 1, b"cuLaunchKernel")
    host += field(3, field(1, 1) + field(2, b"python") + field(3, 1000) + event(1, 5_999, 90_002, s1=8))
    device = field(2, b"/device:GPU:0") + tables + entry(4, 1, b"gemm") + entry(4, 2, b"MemcpyH2D")
    device += field(
        3, field(1, 7) + field(2, b"Stream #7") + event(1, 200_000, 5_000, s1=8) + event(2, 300_000, 1)
    )
    return field(1, host) + field(1, device) + field(4, b"box")


def test_picoseconds_categories_and_launches() -> None:
    trace = read(gpu_space())
    assert names(trace) == ["cuLaunchKernel", "gemm", "MemcpyH2D"]
    assert trace.slices.start_ns.tolist() == [1005, 200, 300]
    assert trace.slices.dur_ns.tolist() == [91, 5, 0]
    assert trace.slices.category.tolist() == [Category.RUNTIME, Category.KERNEL, Category.MEMCPY]
    assert trace.tracks.kind.tolist() == [TrackKind.HOST, TrackKind.DEVICE]
    assert trace.launchers.tolist() == [-1, 0, -1]
    assert trace.correlation.tolist() == [8, 8, 0]
    assert trace.metadata["hostnames"] == ["box"]


def test_cut_and_garbled_files_are_read_as_far_as_they_go() -> None:
    data = gpu_space()
    cut = read(data[:-20])
    assert "cuLaunchKernel" in names(cut)
    assert problems(cut)
    assert problems(read(b"")) == {"the file is empty": 1}
    assert problems(read(b"\xff" * 40))


@pytest.mark.parametrize("names_of_steps", [("7", "8"), ("train 7", "train 8")])
def test_a_tpu_has_the_steps_of_its_own_line_whatever_its_host_marks(names_of_steps: tuple[str, str]) -> None:
    host = plane("/host:CPU", {"python": [Span("train", 0, 5, {"_r": 1, "step_num": 3})]})
    marks = [Span(name, 100 * place, 90) for place, name in enumerate(names_of_steps)]
    core = plane("/device:TPU:0", {"Steps": marks, "XLA Ops": [Span("fusion.1", 10, 50)]})
    trace = read(host + core + core.replace(b"TPU:0", b"TPU:1"))
    assert trace.steps.number.tolist() == [7, 8]
    assert trace.steps.start_ns.tolist() == [0, 100_000]
    assert trace.steps.end_ns.tolist() == [90_000, 190_000]


def test_steps_of_a_gpu_are_those_of_the_host() -> None:
    host = plane("/host:CPU", {"python": [Span("train", 0, 5, {"_r": 1, "step_num": 3})]})
    device = plane("/device:GPU:0", {"Steps": [Span("0", 2, 3)], "Stream #7": [Span("gemm", 2, 3)]})
    assert read(host + device).steps.number.tolist() == [3]


def test_steps_of_a_tpu_without_numbers_are_counted() -> None:
    core = plane("/device:TPU:0", {"Steps": [Span("step", 0, 5), Span("9" * 30, 5, 5)]})
    assert read(core).steps.number.tolist() == [0, 1]


def test_details_of_kernels_and_copies_have_the_names_that_torch_gives_them() -> None:
    details = "regs:168 static_shared:16 dynamic_shared:65536 grid:132,2,1 block:256,1,1 occ_pct:12.5"
    work = [
        Span("gemm", 0, 10, {"kernel_details": details}),
        Span("MemcpyH2D", 20, 2, {"memcpy_details": "kind_src:pinned size:1000\nnum_bytes:4000"}),
        Span("odd", 30, 1, {"kernel_details": "regs:x grid:0,1,1 block: occ_pct:900 dynamic_shared:-5"}),
    ]
    trace = read(plane("/device:GPU:0", {"Stream #7": work}, core_count=132))
    gemm, copy, odd = (trace.args(record) for record in trace.slices.args)
    assert gemm | {"kernel_details": ""} == {
        "kernel_details": "", "registers per thread": 168, "shared memory": 65552, "grid": [132, 2, 1],
        "block": [256, 1, 1], "blocks per SM": 2, "theoretical occupancy %": 12.5,
    }  # fmt: skip
    assert (copy["bytes"], copy["memory bandwidth (GB/s)"]) == (4000, 2)
    assert set(odd) == {"kernel_details"}


@pytest.mark.parametrize(
    ("device", "line", "kind"),
    [
        ("GPU:0", "Stream #7(Compute)", TrackKind.DEVICE),
        ("GPU:0", "XLA Ops", TrackKind.DEVICE_ANNOTATION),
        ("TPU:0", "XLA Ops", TrackKind.DEVICE),
        ("TPU:0", "Async XLA Ops", TrackKind.DEVICE_ANNOTATION),
        ("TPU:0", "Framework Name Scope", TrackKind.DEVICE_ANNOTATION),
        ("TPU:0 SparseCore 1", "Sparse Core Ops", TrackKind.DEVICE),
        ("TPU:0 SparseCore 1", "Sparse Core Steps", TrackKind.DEVICE_ANNOTATION),
        ("TPU:0", "Tensor Core Sync Flag", TrackKind.DEVICE_ANNOTATION),
        ("CUSTOM:NPU:0", "anything", TrackKind.DEVICE),
    ],
)
def test_lines_of_devices_are_their_work_or_derived_from_it(device: str, line: str, kind: TrackKind) -> None:
    trace = read(plane(f"/device:{device}", {line: [Span("fusion.1", 0, 5)]}))
    assert trace.tracks.kind.tolist() == [kind]
    is_work = trace.slices.category.tolist() == [Category.KERNEL]
    assert is_work is (kind == TrackKind.DEVICE)
