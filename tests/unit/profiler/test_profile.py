"""sightline.profiler.profile without a framework: its trace, its scalars, and what may fail."""

from __future__ import annotations

import gzip
import json
import re
import threading
import time
import warnings
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline import SummaryWriter
from sightline.kinds.profile.query import QUERIES
from sightline.profiler import Profiler, profile, python_recorder, trace
from sightline.profiler.recorder import Options
from sightline.profiler.schedule import Schedule
from support.logs import load


def traces(folder: Path) -> list[dict[str, Any]]:
    """The traces of a run, in the order in which they were written."""
    paths = sorted(folder.glob("*.pt.trace.json.gz"))
    return [json.loads(gzip.decompress(path.read_bytes())) for path in paths]


def slices(trace: dict[str, Any], name: str = "") -> list[dict[str, Any]]:
    return [event for event in trace["traceEvents"] if event["ph"] == "X" and name in event["name"]]


def steps(trace: dict[str, Any]) -> list[int]:
    return [int(event["name"].partition("#")[2]) for event in slices(trace, "ProfilerStep#")]


def scalars(folder: Path) -> dict[str, list[int]]:
    """The steps of each tag."""
    frame = sightline.open(folder).scalars()
    found: dict[str, list[int]] = {}
    for tag, step in zip(frame["tag"], frame["step"], strict=True):
        found.setdefault(str(tag), []).append(int(step))
    return found


def train(target: Any, n_steps: int = 6, **options: Any) -> None:
    with profile(target, framework="python", **options) as prof:
        for _ in prof.data(range(n_steps)):
            with prof.span("forward", shapes=[(2, 3), (3, 4)]), prof.span("matmul"):
                pass
            prof.step()


def test_schedule_decides_which_steps_are_in_the_trace(tmp_path: Path) -> None:
    train(tmp_path, wait=2, warmup=1, active=2)
    (found,) = traces(tmp_path)
    assert steps(found) == [3, 4]


def test_each_cycle_writes_a_trace(tmp_path: Path) -> None:
    train(tmp_path, n_steps=9, wait=1, warmup=0, active=2, repeat=2)
    assert [steps(trace) for trace in traces(tmp_path)] == [[1, 2], [4, 5]]


def test_cycles_without_wait_follow_each_other(tmp_path: Path) -> None:
    train(tmp_path, n_steps=4, wait=0, warmup=0, active=2, repeat=0)
    assert [steps(trace) for trace in traces(tmp_path)] == [[0, 1], [2, 3]]


def test_window_cut_short_by_the_end_is_written(tmp_path: Path) -> None:
    train(tmp_path, n_steps=2, wait=0, warmup=1, active=5)
    (found,) = traces(tmp_path)
    assert steps(found) == [1, 2]


def test_spans_nest_inside_their_step_to_the_nanosecond(tmp_path: Path) -> None:
    train(tmp_path)
    (path,) = tmp_path.glob("*.pt.trace.json.gz")
    text = gzip.decompress(path.read_bytes()).decode()
    assert not re.search(r'"(ts|dur)": \d+\.(?!\d{3},)', text)
    (found,) = traces(tmp_path)

    def bounds(event: dict[str, Any]) -> tuple[int, int]:
        begin = round(event["ts"] * 1000)
        return begin, begin + round(event["dur"] * 1000)

    marked, outer, inner = (slices(found, name) for name in ("ProfilerStep#", "forward", "matmul"))
    assert len(marked) == len(outer) == len(inner) == 3
    for step, forward, matmul in zip(marked, outer, inner, strict=True):
        chain = [bounds(step), bounds(forward), bounds(matmul)]
        assert chain[0][0] <= chain[1][0] <= chain[2][0] <= chain[2][1] <= chain[1][1] <= chain[0][1]
    assert outer[0]["args"] == {"Input Dims": [[2, 3], [3, 4]]}
    assert len(slices(found, "enumerate(DataLoader)#range.__next__")) == 3


def test_trace_names_process_threads_and_wall_time(tmp_path: Path) -> None:
    before_ns = time.time_ns()
    with profile(tmp_path, framework="python", wait=0, warmup=0) as prof:
        helper = threading.Thread(target=mark, args=(prof, ["load"]), name="loader-2")
        helper.start()
        helper.join()
    (found,) = traces(tmp_path)
    named = [event["args"]["name"] for event in found["traceEvents"] if event["name"] == "thread_name"]
    assert [name.partition("(")[2] for name in named] == ["loader-2)", "MainThread)"]
    assert len({event["tid"] for event in slices(found)}) == 2
    assert before_ns <= found["baseTimeNanoseconds"] <= time.time_ns()
    memory = [event["args"]["resident bytes"] for event in found["traceEvents"] if event["ph"] == "C"]
    assert all(value > 2**20 for value in memory)
    assert memory


def test_scalars_are_logged_at_the_steps_of_the_caller(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path)) as writer, profile(writer, framework="python", step=100) as prof:
        for number, _ in enumerate(prof.data([1, 2, 3])):
            prof.step(1000 if number == 2 else None)
    found = scalars(tmp_path)
    assert found["profile/step_time_ms"] == [100, 101, 1000]
    assert found["profile/data_time_ms"] == [100, 101, 1000]
    assert found["profile/host_memory_mib"] == [100]
    assert found["profile/cpu_percent"] == [100]


def test_data_time_is_part_of_the_step_time(tmp_path: Path) -> None:
    def slow() -> Any:
        for number in range(3):
            begun = time.perf_counter()
            while time.perf_counter() - begun < 0.01:
                pass
            yield number

    with profile(tmp_path, framework="python") as prof:
        for _ in prof.data(slow()):
            prof.step()
    frame = sightline.open(tmp_path).scalars()
    values: dict[str, list[float]] = {}
    for tag, value in zip(frame["tag"], frame["value"], strict=True):
        values.setdefault(str(tag), []).append(float(value))
    waits, whole = values["profile/data_time_ms"], values["profile/step_time_ms"]
    assert all(10 <= wait <= step for wait, step in zip(waits, whole, strict=True))


def test_timed_loader_has_the_length_and_errors_of_its_loader(tmp_path: Path) -> None:
    def broken() -> Any:
        yield 1
        raise KeyError("no such file")

    with profile(None) as prof:
        assert len(prof.data([1, 2, 3])) == 3
        with pytest.raises(KeyError, match="no such file"):
            list(prof.data(broken()))
        with pytest.raises(TypeError):
            len(prof.data(broken()))


def test_nothing_is_written_for_no_target_and_a_writer_without_disk(tmp_path: Path) -> None:
    train(None)
    train(SummaryWriter(str(tmp_path / "run"), write_to_disk=False))
    assert list(tmp_path.iterdir()) == []


def test_ranks_beyond_the_first_write_traces_but_no_scalars(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANK", "3")
    monkeypatch.setenv("WORLD_SIZE", "4")
    train(tmp_path)
    (path,) = tmp_path.iterdir()
    assert re.fullmatch(r"[^.]+_\d+_rank3\.\d{19}\.pt\.trace\.json\.gz", path.name)
    (found,) = traces(tmp_path)
    assert found["distributedInfo"] == {"backend": "", "rank": 3, "world_size": 4}


def test_trace_is_listed_with_its_run(tmp_path: Path) -> None:
    train(tmp_path / "run")
    (path,) = (tmp_path / "run").glob("*.pt.trace.json.gz")
    frame = QUERIES["sessions"](load(tmp_path).view(), {})
    assert list(frame["name"]) == [path.name]
    assert not [entry.name for entry in path.parent.iterdir() if entry.name.startswith(".")]


def mark(prof: Profiler, names: Iterable[str]) -> None:
    for name in names:
        with prof.span(name):
            pass


def test_error_of_the_training_is_not_masked_and_the_window_is_written(tmp_path: Path) -> None:
    def fail() -> None:
        with profile(tmp_path, framework="python", wait=1, warmup=0) as prof:
            prof.step()
            with prof.span("forward"):
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    (found,) = traces(tmp_path)
    assert len(slices(found, "forward")) == 1


def test_too_many_spans_are_dropped_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_recorder, "MAX_SLICES", 5)
    prof = profile(tmp_path, framework="python", wait=0, warmup=0).__enter__()
    mark(prof, ["op"] * 8)
    with pytest.warns(RuntimeWarning, match="5 spans at most; 3 more were left out"):
        prof.__exit__(None, None, None)
    (found,) = traces(tmp_path)
    assert found["droppedSlices"] == 3


def test_trace_that_cannot_be_written_warns_once_and_training_goes_on(tmp_path: Path) -> None:
    target = tmp_path / "run"
    with SummaryWriter(str(tmp_path / "logs")) as writer:
        writer.log_dir = target
        target.write_text("a file where the folder should be")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            train(writer, n_steps=12, wait=0, warmup=0, active=2, repeat=0)
    assert [str(warning.message).split(":")[1] for warning in caught] == [
        " profiling stopped, the training goes on"
    ]
    assert scalars(tmp_path / "logs")["profile/step_time_ms"] == list(range(12))


def test_full_disk_warns_and_leaves_no_draft_behind(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with SummaryWriter(str(tmp_path)) as writer:
        prof = profile(writer, framework="python", wait=0, warmup=0).__enter__()
        mark(prof, [f"operator {number}" for number in range(1000)])
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        try:
            with pytest.warns(RuntimeWarning, match="profiling stopped, the training goes on: OSError"):
                prof.__exit__(None, None, None)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [path.name for path in tmp_path.iterdir() if "trace" in path.name] == []


def test_writer_that_fails_does_not_stop_the_trace(tmp_path: Path) -> None:
    class Failing:
        log_dir = str(tmp_path)

        def add_scalar(self, *_: Any) -> None:
            raise ConnectionError("gone")

    with pytest.warns(RuntimeWarning, match="logging of profile/… scalars stopped.*gone") as caught:
        train(Failing())
    assert len(caught) == 1
    assert len(traces(tmp_path)) == 1


def test_device_that_cannot_be_read_warns_once_and_the_rest_is_logged(tmp_path: Path) -> None:
    class NoDevice(python_recorder.PythonRecorder):
        def device_scalars(self) -> dict[str, float]:
            raise OSError("driver not loaded")

    options = Options(record_shapes=True, profile_memory=True, with_stack=False)
    prof = Profiler(tmp_path, NoDevice, Schedule(wait=0, warmup=0, active=1, repeat=1), options, first_step=0)
    prof.__enter__()
    with pytest.warns(RuntimeWarning, match="device's memory stopped.*driver not loaded"):
        prof.step()
    prof.step()
    prof.__exit__(None, None, None)
    assert scalars(tmp_path)["profile/step_time_ms"] == [0, 1]
    assert len(traces(tmp_path)) == 1


@pytest.mark.skipif(find_spec("jax") is not None, reason="jax is installed")
def test_framework_that_is_not_installed_warns(tmp_path: Path) -> None:
    prof = trace(tmp_path)
    with pytest.warns(RuntimeWarning, match="profiling stopped.*No module named 'jax'"):
        prof.__enter__()
    prof.step()
    prof.__exit__(None, None, None)
    assert scalars(tmp_path)["profile/step_time_ms"] == [0]


def test_block_without_steps_warns_that_nothing_was_profiled(tmp_path: Path) -> None:
    with pytest.warns(RuntimeWarning, match="nothing was profiled"), profile(tmp_path, framework="python"):
        pass


@pytest.mark.parametrize("options", [{"active": 0}, {"wait": -1}, {"repeat": 1.5}])
def test_bad_schedule_is_an_error_at_the_call(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"profile: {next(iter(options))} must be an integer"):
        profile(None, **options)
