"""`logs.profiles()`: profiles of runs as frames."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sightline
from support.logs import write_events
from support.traces import Event, span


def write_trace(path: Path, *events: Event) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"traceEvents": events}))
    return path


def a_step() -> list[Event]:
    allocation = {"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": 20}
    sizes = {"Addr": 7, "Bytes": 64, "Total Allocated": 64, "Device Type": 0, "Device Id": -1}
    return [
        span("ProfilerStep#7", 0, 100, cat="user_annotation"),
        span("aten::mm", 10, 50),
        {**allocation, "args": sizes},
    ]


def test_profiles_are_listed_with_run_name_and_worker(tmp_path: Path) -> None:
    write_events(tmp_path / "b", [("loss", 0, 1.0, 1.0)])
    write_trace(tmp_path / "a/w0.1700000000000.pt.trace.json", *a_step())
    write_trace(tmp_path / "a/w1.1700000000000.pt.trace.json", *a_step())
    found = sightline.open(tmp_path).profiles()
    assert {(each.run, each.worker) for each in found} == {("a", "w0"), ("a", "w1")}
    assert sightline.open(tmp_path).profiles("b") == []


def test_frames_of_a_profile(tmp_path: Path) -> None:
    path = write_trace(tmp_path / "run/w0.pt.trace.json", *a_step())
    for logdir in (tmp_path, path):
        (profile,) = sightline.open(logdir).profiles()
        assert profile.steps()["step"].tolist() == [7]
        assert profile.operators()["operator"].tolist() == ["aten::mm"]
        assert profile.operators("shape").head(1)["calls"].tolist() == [1]
        assert len(profile.kernels()) == 0
        memory = profile.memory()
        assert (memory["bytes"].tolist(), memory["device"].tolist()) == ([64], ["CPU"])
        assert (memory["time_ns"].tolist(), memory["operator"].tolist()) == ([20_000], ["aten::mm"])
        assert profile.overview()["steps"]["mean_ns"] == 100_000


def test_a_file_that_cannot_be_read_says_why_when_it_is_needed(tmp_path: Path) -> None:
    write_trace(tmp_path / "w0.pt.trace.json")
    (profile,) = sightline.open(tmp_path).profiles()
    (tmp_path / "w0.pt.trace.json").unlink()
    with pytest.raises(LookupError, match="there is no file"):
        profile.operators()


def test_what_jax_makes_of_an_xplane_file_is_not_listed_twice(tmp_path: Path) -> None:
    session = tmp_path / "plugins/profile/2026_01_01"
    write_trace(session / "box.trace.json")
    write_trace(session / "perfetto_trace.json")
    (session / "box.xplane.pb").write_bytes(b"")
    (session / "box.memory.prof").write_bytes(b"")
    names = [each.name for each in sightline.open(tmp_path).profiles()]
    assert names == ["plugins/profile/2026_01_01/box.xplane.pb"]
