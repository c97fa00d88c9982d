from __future__ import annotations

import csv
import io
from collections.abc import Callable
from importlib.util import find_spec

import pytest

from sightline.engine.store import StoreView
from sightline.kinds.scalar import export
from sightline.kinds.scalar.query import QUERIES
from sightline.wire.params import ParamsError


def rows(view: StoreView, params: dict[str, object]) -> list[dict[str, str]]:
    text = b"".join(QUERIES["export"](view, params).pieces).decode()
    return list(csv.DictReader(io.StringIO(text)))


def test_every_point_as_logged(small: StoreView) -> None:
    got = rows(small, {"tags": ["loss"]})
    assert [(row["run"], row["step"], row["value"]) for row in got] == [
        ("group/a", "0", "4.0"), ("group/a", "1", "3.0"), ("group/a", "2", "nan"), ("group/a", "3", "1.0"),
        ("group/a", "4", "2.0"), ("group/b", "2", "8.0"), ("group/b", "4", "inf"), ("group/b", "6", "6.0"),
    ]  # fmt: skip
    assert got[0]["wall_time"] == "100.0"


def test_only_what_is_shown(small: StoreView) -> None:
    a = next(run.id for run in small.runs if run.name == "group/a")
    got = rows(small, {"runs": [a], "tags": ["lr"], "range": [1, 3]})
    assert [(row["tag"], row["step"], row["value"]) for row in got] == [
        ("lr", "1", "0.25"),
        ("lr", "3", "0.125"),
    ]
    assert rows(small, {"runs": []}) == []


def test_single_precision_keeps_its_digits(open_logs: Callable[..., StoreView]) -> None:
    assert rows(open_logs({"run": [("loss", 0, 1.0, 0.1)]}), {})[0]["value"] == "0.1"


def test_a_file_comes_in_pieces(open_logs: Callable[..., StoreView]) -> None:
    n = 2 * export.ROWS_A_PIECE + 5
    view = open_logs({"run": [("loss", step, 0.0, 1.0) for step in range(n)]})
    pieces = list(QUERIES["export"](view, {}).pieces)
    assert len(pieces) >= 4
    assert sum(piece.count(b"\n") for piece in pieces) == n + 1


def test_parquet_has_the_same_points_or_names_the_missing_package(small: StoreView) -> None:
    if find_spec("pyarrow") is None:
        with pytest.raises(ParamsError, match="pip install pyarrow"):
            QUERIES["export"](small, {"format": "parquet"})
        return
    parquet = pytest.importorskip("pyarrow.parquet")
    made = QUERIES["export"](small, {"format": "parquet"})
    table = parquet.read_table(io.BytesIO(b"".join(made.pieces)))
    assert table.column_names == ["run", "tag", "step", "wall_time", "value"]
    assert table.num_rows == len(rows(small, {}))
