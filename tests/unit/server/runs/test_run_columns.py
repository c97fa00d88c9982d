from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import nanoarrow.ipc
import pytest

from sightline import SummaryWriter
from sightline.server.http.responses import ARROW
from unit.server.serving import Client, served, wait_for

COLUMNS = "/api/v1/runs?format=arrow"
_CHOICES = ("root", "state")
_NUMBERS = ("start_time", "last_time", "last_step", "parent")


def run_columns(client: Client) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    answer = client.get(COLUMNS)
    assert answer.status == 200
    assert answer.headers["content-type"] == ARROW
    stream = nanoarrow.ipc.InputStream.from_readable(answer.body)
    array = nanoarrow.Array(nanoarrow.c_array_stream(stream))
    metadata = {key.decode(): value for key, value in dict(array.schema.metadata).items()}
    columns = zip(array.schema.fields, array.iter_children(), strict=True)
    return {field.name: column.to_pylist() for field, column in columns}, json.loads(metadata["sightline"])


def listed(columns: dict[str, list[Any]], notes: dict[str, Any]) -> list[dict[str, Any]]:
    """The runs as their JSON lists them, from the columns."""
    found = []
    for row in range(len(columns["id"])):
        run = {**notes["usual"], **{name: column[row] for name, column in columns.items()}}
        run |= {name: notes[name][run[name]] for name in _CHOICES}
        run |= {name: None for name in _NUMBERS if math.isnan(run[name])}
        found.append({**run, **notes["rare"].get(str(row), {})})
    return found


def write_runs(root: Path) -> SummaryWriter:
    """A run at rest, one with a NaN, a folder inside one, and one that is written on."""
    for name, value in [("at rest", 1.0), ("NaN ÄÖ", math.nan), ("at rest/inside", 2.0)]:
        with SummaryWriter(str(root / name)) as writer:
            writer.add_scalar("loss", value, 7)
    (root / "damaged").mkdir()
    (root / "damaged" / "events.out.tfevents.1.host").write_bytes(b"\x07" * 200)
    writer = SummaryWriter(str(root / "live"))
    writer.add_scalar("loss", 1.0, 3)
    writer.flush()
    return writer


def test_runs_as_columns_are_those_of_the_json(tmp_path: Path) -> None:
    with write_runs(tmp_path), served(tmp_path) as it:
        it.wait_loaded()
        first = it.client.api("runs")["runs"][0]
        note = {"note": "the best", "labels": ["paper"], "pinned": True, "goal_step": 90}
        assert it.client.edit("PATCH", f"runs/{first['id']}", note).status == 200
        wait_for(lambda: any(run["note"] for run in it.client.api("runs")["runs"]), "the note")
        answer = it.client.api("runs")
        columns, notes = run_columns(it.client)
    assert len(answer["runs"]) == 5
    assert listed(columns, notes) == answer["runs"]
    assert notes["generation"] == answer["generation"]
    assert len(notes["rare"]) < 5


@pytest.mark.parametrize("n_runs", [0, 300])
def test_any_number_of_runs_comes_as_columns(tmp_path: Path, n_runs: int) -> None:
    for number in range(n_runs):
        with SummaryWriter(str(tmp_path / f"{number:03}")) as writer:
            writer.add_scalar("loss", 1.0, number)
    with served(tmp_path) as it:
        it.wait_loaded()
        answer = it.client.get(COLUMNS)
        assert it.client.get(COLUMNS, if_none_match=answer.headers["etag"]).status == 304
        assert len(run_columns(it.client)[0].get("id", [])) == n_runs


def test_an_unknown_format_of_the_list_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with served(tmp_path) as it:
        answer = it.client.get("/api/v1/runs?format=csv")
    assert answer.status == 400
    assert answer.json["error"]["message"] == "format: expected one of json, arrow, got 'csv'"
