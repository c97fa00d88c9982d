"""Profiles with bad data from end to end: what could be read is shown, and what could not is said."""

from __future__ import annotations

import gzip
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from sightline.formats.trace_file import Progress
from sightline.kinds.profile.opened import OpenedFiles
from sightline.kinds.profile.query import QUERIES
from support.logs import load
from support.traces import Event, span

NAME = "worker.1700000000000.pt.trace.json"


def step(number: int, at: int) -> Event:
    return span(f"ProfilerStep#{number}", at, 100, cat="user_annotation")


def kernel(at: int, **args: Any) -> Event:
    return span("gemm", at, 40, pid=0, tid=7, cat="kernel", **args)


def open_all(folder: Path, content: bytes, name: str = NAME) -> dict[str, Any]:
    """The overview of a file; every other view of it answers too."""
    (folder / name).write_bytes(content)
    view = load(str(folder)).view()
    params = {"run": view.runs[0].id, "name": name}
    found: dict[str, Any] = QUERIES["overview"](view, params)
    json.dumps(found, allow_nan=False)
    for query in ("step_times", "operators", "kernels", "tracks"):
        QUERIES[query](view, params)
    tracks = QUERIES["tracks"](view, params)["track"].tolist()
    QUERIES["window"](view, {**params, "tracks": tracks, "start_ns": 0, "end_ns": 1_000_000, "width_px": 100})
    return found


def text(*events: Event) -> bytes:
    return json.dumps({"traceEvents": events}).encode()


def whats(found: dict[str, Any]) -> set[str]:
    return {problem["what"] for problem in found["problems"]}


def test_empty_profile(tmp_path: Path) -> None:
    found = open_all(tmp_path, text())
    assert (found["n_slices"], found["steps"]["count"], found["device"]) == (0, 0, None)


def test_profile_without_steps_counts_as_one(tmp_path: Path) -> None:
    found = open_all(tmp_path, text(span("a", 0, 50), kernel(60)))
    assert (found["steps"]["count"], found["steps"]["is_marked"]) == (1, False)
    assert found["device"]["utilization"] == pytest.approx(0.4)


def test_figures_that_are_no_numbers_are_left_out(tmp_path: Path) -> None:
    figures = {"blocks per SM": "N/A", "est. achieved occupancy %": "N/A", "registers per thread": "N/A"}
    events = text(step(1, 0), kernel(10, **figures), kernel(55, **{"blocks per SM": float("inf")}))
    found = open_all(tmp_path, events)
    assert b"Infinity" in events
    assert (found["n_slices"], found["problems"]) == (3, [])
    assert (found["device"]["sm_efficiency"], found["device"]["occupancy_percent"]) == (None, None)


def test_kernels_that_start_before_their_launch(tmp_path: Path) -> None:
    """The clocks of host and device disagree: nothing is negative, and no kernel is lost."""
    launch = span("cudaLaunchKernel", 50, 5, cat="cuda_runtime", correlation=3)
    found = open_all(tmp_path, text(step(1, 0), launch, kernel(20, correlation=3)))
    assert found["n_slices"] == 3
    assert all(part is None or part >= 0 for part in found["split_ns"].values())
    assert found["split_ns"]["kernel"] == 40_000


def test_negative_durations_and_overlapping_slices(tmp_path: Path) -> None:
    found = open_all(tmp_path, text(step(1, 0), span("a", 10, 50), span("b", 30, 60), span("c", 5, -8)))
    assert found["n_slices"] == 4
    assert "negative durations" in whats(found)


def test_correlation_used_twice(tmp_path: Path) -> None:
    events = [step(1, 0)]
    for at in (0, 50):
        events += [span("cudaLaunchKernel", at + 1, 2, cat="cuda_runtime", correlation=3)]
        events += [kernel(at + 5, correlation=3)]
    assert open_all(tmp_path, text(*events))["split_ns"]["kernel"] == 80_000


@pytest.mark.parametrize("damage", ["truncated", "broken", "quotes", "gzip"])
def test_damaged_files_show_the_rest(tmp_path: Path, damage: str) -> None:
    whole = text(step(1, 0), *(span(f"op {i}", i, 1) for i in range(90)))
    content = {
        "truncated": whole[: len(whole) * 2 // 3],
        "broken": whole.replace(b'"op 40"', b'"op 40\x00'),
        "quotes": whole.replace(b'"op 40"', b'"op "40""'),
        "gzip": gzip.compress(whole)[:-40],
    }
    name = NAME + ".gz" if damage == "gzip" else NAME
    found = open_all(tmp_path, content[damage], name)
    assert 50 <= found["n_slices"] <= 91
    assert found["problems"]


def test_bomb_says_that_it_is_read_no_further(tmp_path: Path) -> None:
    start = b'{"traceEvents": [' + json.dumps(span("a", 0, 1)).encode() + b","
    found = open_all(tmp_path, gzip.compress(start + b" " * (100 << 20)), NAME + ".gz")
    assert found["n_slices"] == 1
    assert "the compressed data grows beyond all reason" in whats(found)


def test_stack_100_000_calls_deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")  # so large a trace would be saved
    depth = 100_000
    frames = ({"ph": "X", "name": "f", "cat": "python_function", "pid": 1, "tid": 1} for _ in range(depth))
    events = [{**frame, "ts": i, "dur": 2 * (depth - i)} for i, frame in enumerate(frames)]
    found = open_all(tmp_path, text(*events))
    assert found["n_slices"] == depth


def test_file_that_cannot_be_read_is_read_once_until_it_changes(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(b"this is no trace")
    view = load(str(tmp_path)).view()
    n_reads = 0

    def read(*_: object) -> int:
        nonlocal n_reads
        n_reads += 1
        raise LookupError("no trace")

    opened = OpenedFiles(read, lambda _: 0, 10)
    for _ in range(3):
        with pytest.raises(LookupError, match="cannot be read: no trace"):
            opened.open(view, view.runs[0].id, NAME)
    assert n_reads == 1
    path.write_bytes(b"this is no trace either")
    changed = load(str(tmp_path)).view()
    with pytest.raises(LookupError):
        opened.open(changed, changed.runs[0].id, NAME)
    assert n_reads == 2


def test_a_file_says_how_far_it_is_while_it_is_read(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(text(step(1, 0)))
    view = load(str(tmp_path)).view()
    run, half, go_on = view.runs[0].id, threading.Event(), threading.Event()

    def read(sources: object, paths: object, progress: Progress) -> int:
        progress(50, 100)
        half.set()
        go_on.wait()
        return 1

    opened = OpenedFiles(read, lambda _: 0, 10)
    assert opened.progress(view, run, NAME) is None
    thread = threading.Thread(target=opened.open, args=(view, run, NAME))
    thread.start()
    half.wait()
    reading = opened.progress(view, run, NAME)
    assert reading is not None
    assert (reading.bytes_done, reading.bytes_total, reading.ended.is_set()) == (50, 100, False)
    go_on.set()
    thread.join()
    assert reading.ended.is_set()
