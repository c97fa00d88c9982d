"""Processes of this machine as an engine."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from sightline.engine.index.engines import EngineError, Processes, open_engine, reason_of
from support.indexes import make_index
from support.logs import line, write_events

N_RUNS = 12


def test_killed_processes_are_replaced_and_the_manifest_is_the_same(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    for run in range(N_RUNS):
        write_events(logs / f"run{run:02d}", line("loss", range(100), at=1e9 + run))
    expected = make_index(logs, tmp_path / "expected", batch_bytes=1)
    engine = open_engine("processes:2")
    assert isinstance(engine, Processes)
    kill_at = [1, N_RUNS // 2]

    def kill(n_done: int, n_all: int) -> None:
        if kill_at and n_done >= kill_at[0]:
            del kill_at[0]
            os.kill(engine.pids()[0], signal.SIGKILL)

    try:
        found = make_index(logs, tmp_path / "index", engine=engine, batch_bytes=1, on_progress=kill)
    finally:
        engine.close()
    assert kill_at == []
    assert found.manifest.pages == expected.manifest.pages


@pytest.mark.parametrize("name", ["threads", "spark://host", "processes:many", ""])
def test_unknown_engine_gets_a_sentence(name: str) -> None:
    with pytest.raises(EngineError, match="is no engine: give processes"):
        open_engine(name)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nobody listens.", "nobody listens"),
        ("it took too long\nmore of it", "it took too long"),
        (
            "the server failed:\nTraceback (most recent call last):\n\nRuntimeError: no room.\n",
            "RuntimeError: no room",
        ),
        ("", "OSError"),
    ],
)
def test_reason_is_the_line_that_says_what_happened(text: str, reason: str) -> None:
    assert reason_of(OSError(text)) == reason
