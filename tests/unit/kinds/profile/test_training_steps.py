"""Which steps of a training a profile recorded: by time, by the file's time, or by number."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from sightline.kinds.profile.query import QUERIES
from support.logs import line, load, write_events
from support.traces import span

AT = 1_700_000_000.0


def write_trace(path: Path, start_s: float, *, padding: int = 0) -> None:
    """Two steps of half a second each, from a wall time on."""
    events = [
        span(f"ProfilerStep#{number}", 500_000 * i, 490_000, cat="user_annotation")
        for i, number in enumerate((2, 3))
    ]
    trace = {"baseTimeNanoseconds": int(start_s * 1e9), "traceEvents": events, "padding": " " * padding}
    path.write_text(json.dumps(trace))
    os.utime(path, (start_s, start_s))


def marks(folder: Path, **params: Any) -> list[tuple[int, int, Any, str]]:
    found = QUERIES["training_steps"](load(folder).view(), params)
    return [(each["first_step"], each["last_step"], each["own_steps"], each["by"]) for each in found]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Steps 100, 110, … one each second."""
    write_events(tmp_path / "a", line("loss", range(100, 400, 10), at=AT))
    return tmp_path


def test_steps_logged_while_the_profile_was_recorded(run: Path) -> None:
    write_trace(run / "a/w.pt.trace.json", AT + 4.5)
    assert marks(run) == [(150, 150, [2, 3], "time")]


def test_a_profile_between_two_logged_steps_lies_between_them(run: Path) -> None:
    write_events(run / "b", [("loss", 0, AT, 1.0), ("loss", 1000, AT + 100, 1.0)])
    write_trace(run / "b/w.pt.trace.json", AT + 49.5)
    assert marks(run) == [(499, 499, [2, 3], "time")]


def test_a_clock_that_does_not_meet_the_runs_leaves_the_numbers(run: Path) -> None:
    write_trace(run / "a/w.pt.trace.json", AT - 9999)
    assert marks(run) == [(2, 3, [2, 3], "number")]
    write_trace(run / "a/w.pt.trace.json", 0.0)
    assert marks(run) == [(2, 3, [2, 3], "number")]


def test_a_large_file_is_marked_where_it_was_written(run: Path) -> None:
    write_trace(run / "a/w.pt.trace.json", AT + 10.2, padding=2_100_000)
    assert marks(run) == [(202, 202, None, "written")]
    (run / "a/w.pt.trace.json").rename(run / f"a/w.{int(AT + 20.1)}000.pt.trace.json")
    assert marks(run) == [(300, 300, None, "written")]


def test_runs_without_scalars_broken_files_and_other_runs_have_no_mark(run: Path) -> None:
    (run / "bare").mkdir()
    write_trace(run / "bare/w.pt.trace.json", AT)
    (run / "a/broken.pt.trace.json").write_text("no trace")
    assert marks(run) == []
    write_trace(run / "a/w.pt.trace.json", AT + 4.5)
    assert marks(run, runs=[]) == []
