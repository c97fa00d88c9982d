"""POST progress: the runs that a page shows are loaded before the others, on a reader that is slow."""

from __future__ import annotations

import os
from pathlib import Path

from support.gated_reader import GatedReader
from support.logs import line, write_events
from unit.server.serving import served, wait_for


def add_run(staging: Path, logs: Path, name: str, *, modified: float) -> None:
    """A run that appears whole, with its time of change."""
    path = write_events(staging / name, line("a", range(3), at=1))
    os.utime(path, (modified, modified))
    (staging / name).rename(logs / name)


def test_posted_runs_are_read_before_newer_ones(tmp_path: Path) -> None:
    staging, logs = tmp_path / "staging", tmp_path / "logs"
    logs.mkdir()
    add_run(staging, logs, "gate", modified=1e9)
    reader = GatedReader()
    with served(logs, reader=reader, n_threads=1, reload_interval_secs=0.05) as it:
        try:
            wait_for(reader.is_waiting.is_set, "the one thread to wait at the gate")
            for name, modified in (("old", 1e8), ("new", 3e8), ("oldest", 5e7)):
                add_run(staging, logs, name, modified=modified)
            wait_for(lambda: len(it.client.api("runs")["runs"]) == 4, "the runs to be found")
            ids = {run["name"]: run["id"] for run in it.client.api("runs")["runs"]}
            answer = it.client.edit("POST", "progress", {"runs": [ids["oldest"]]})
            assert answer.status == 200
            assert answer.json["loading"] is True
        finally:
            reader.gate.set()
        it.wait_loaded()
    assert reader.runs_read == ["oldest", "new", "old"]


def test_progress_refuses_a_body_that_is_no_list_of_ids(tmp_path: Path) -> None:
    with served(tmp_path) as it:
        for body in ({"runs": ["1"]}, {"runs": 1}, [], {}):
            assert it.client.edit("POST", "progress", body).status == 400
