"""A log directory whose `.sightline` somebody else made: every route answers, and the problem is reported."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sightline import SummaryWriter
from unit.server.serving import served


def test_a_pipe_in_place_of_the_sidecar_stops_no_route(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with SummaryWriter(str(tmp_path / "a")) as writer:
        writer.add_scalar("loss", 1.0, 1)
    (tmp_path / ".sightline").mkdir()
    os.mkfifo(tmp_path / ".sightline" / "board.sqlite3")
    with served(tmp_path) as it:
        it.wait_loaded()
        (run,) = it.client.api("runs")["runs"]
        assert it.client.api("views")["views"] == []
        assert it.client.api("filter?expr=a")["runs"] == [run["id"]]
        assert it.client.edit("PATCH", f"runs/{run['id']}", {"note": "kept apart"}).status == 200
        assert it.client.api("runs")["runs"][0]["note"] == "kept apart"


def test_unreadable_sidecar_is_reported(tmp_path: Path) -> None:
    (tmp_path / ".sightline" / "board.sqlite3").mkdir(parents=True)
    with served(tmp_path) as it:
        it.wait_loaded()
        ((path, reason),) = it.board.problems()
        assert path.endswith("board.sqlite3")
        assert "not a regular file" in reason
