"""Export: what goes into a file comes out of it, whole or not at all."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest

from sightline.engine.export import ExportError, export, format_of
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame


def frame() -> Frame:
    return Frame(
        {
            "run": Dictionary(np.array([0, 0, 1, 1], np.int32), ['a, "b"', "ü\nx"]),
            "step": np.array([-1, 2, 3, 2**60], np.int64),
            "value": np.array([0.1, np.nan, np.inf, -np.inf], np.float32),
        }
    )


def test_csv_has_a_row_per_point(tmp_path: Path) -> None:
    export(frame(), str(tmp_path / "out.csv"))
    with open(tmp_path / "out.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["run", "step", "value"],
        ['a, "b"', "-1", "0.1"],
        ['a, "b"', "2", "nan"],
        ["ü\nx", "3", "inf"],
        ["ü\nx", str(2**60), "-inf"],
    ]


@pytest.mark.parametrize("ending", ["json", "jsonl", "ndjson"])
def test_json_has_an_object_per_row(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out.{ending}"
    export(frame(), str(path))
    text = path.read_text()
    rows = json.loads(text) if ending == "json" else [json.loads(line) for line in text.splitlines()]
    assert rows[0] == {"run": 'a, "b"', "step": -1, "value": 0.1}
    assert [row["value"] for row in rows[1:]] == ["NaN", "Infinity", "-Infinity"]


def test_empty_frame_is_an_empty_json_list(tmp_path: Path) -> None:
    export(Frame({"step": np.empty(0, np.int64)}), str(tmp_path / "out.json"))
    assert json.loads((tmp_path / "out.json").read_text()) == []


def test_arrow_file_has_the_columns_of_the_frame(tmp_path: Path) -> None:
    import nanoarrow
    from nanoarrow.ipc import InputStream

    export(frame(), str(tmp_path / "out.arrow"))
    with InputStream.from_path(tmp_path / "out.arrow") as stream:
        columns = nanoarrow.ArrayStream(stream).read_all()
    rows = columns.to_pylist()
    assert rows[0]["step"] == -1
    assert math.isnan(rows[1]["value"])


def test_dash_writes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    export(frame(), "-", form="csv")
    assert capfdbinary.readouterr().out.startswith(b"run,step,value\r\n")


def test_many_rows_tell_their_progress(tmp_path: Path) -> None:
    reported: list[int] = []
    column = np.arange(250_001, dtype=np.int64)
    export(Frame({"step": column}), str(tmp_path / "out.csv"), progress=reported.append)
    assert reported == [100_000, 200_000, 250_001]
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 250_002


def test_unknown_format_raises_and_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="csv, json, jsonl, arrow, parquet"):
        export(frame(), str(tmp_path / "out.xls"))
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")

    def fail(rows: int) -> None:
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        export(frame(), str(path), progress=fail)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_format_follows_the_file_ending() -> None:
    assert [format_of(name) for name in ("a.parquet", "a.pq", "b.feather", "c", "d.JSON")] == [
        "parquet",
        "parquet",
        "arrow",
        "csv",
        "json",
    ]


def test_text_that_a_spreadsheet_would_run_is_marked_as_text(tmp_path: Path) -> None:
    names = ["=1+1", "+cmd", "@sum", "-2+3", "-0.5", "plain"]
    frame = Frame({"=tag": np.array(names, object), "value": np.array([-1.0] * 6)})
    export(frame, str(tmp_path / "x.csv"))
    lines = (tmp_path / "x.csv").read_text().splitlines()
    assert lines == [
        "'=tag,value",
        "'=1+1,-1.0",
        "'+cmd,-1.0",
        "'@sum,-1.0",
        "'-2+3,-1.0",
        "-0.5,-1.0",
        "plain,-1.0",
    ]
