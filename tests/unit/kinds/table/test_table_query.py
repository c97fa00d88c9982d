"""The queries of tables: runs joined, rows filtered, sorted and paged, broken ones shown and reported."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.formats.summary_values import tensor_value
from sightline.kinds.table.query import QUERIES
from sightline.wire.params import ParamsError
from support.logs import load

ARABIC = "جدول النتائج"


def logged(folder: Path, payload: Any) -> StoreView:
    """A run whose table is this JSON."""
    with SummaryWriter(folder / "r") as writer:
        value = tensor_value(
            "t", np.array(json.dumps(payload).encode(), dtype=object), plugin="sightline_table"
        )
        writer._add_value(value.SerializeToString(), 1, None)
    return load(str(folder)).view()


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> StoreView:
    folder = tmp_path_factory.mktemp("tables")
    with SummaryWriter(folder / "a") as writer:
        for step in (0, 10):
            writer.add_table(
                "scores",
                {"class": ["cat", "dog", "Eel"], "f1": [0.5 + step, math.nan, None], "n": [3, 2**60, 1]},
                step=step,
            )
    with SummaryWriter(folder / "b") as writer:
        writer.add_table("scores", {"class": ["ant"], "seconds spent": [7.5], "n": [2]}, step=4)
        writer.add_table(ARABIC, {"x": [1]}, step=1)
        writer.add_table("long" * 500, {"x": [1]}, step=1)
    return load(str(folder)).view()


def rows(view: StoreView, **params: Any) -> Any:
    return QUERIES["rows"](view, {"tag": "scores", **params})


def first(answer: Any) -> list[Any]:
    return [row[0] for row in answer["rows"]]


def test_the_rows_of_all_runs_make_one_table(view: StoreView) -> None:
    answer = rows(view)
    assert [(c["name"], c["type"]) for c in answer["columns"]] == [
        ("class", "string"), ("f1", "float"), ("n", "int"), ("seconds spent", "float"),
    ]  # fmt: skip
    a, b = (view.by_name[name].id for name in ("a", "b"))
    assert answer["runs"] == [a, a, a, b]
    assert answer["numbers"] == [0, 1, 2, 0]
    assert answer["rows"][0] == ["cat", 10.5, 3, None]
    assert answer["rows"][3] == ["ant", None, 2, 7.5]
    assert [(t["run"], t["step"], t["n_rows"]) for t in answer["tables"]] == [(a, 10, 3), (b, 4, 1)]


def test_what_json_cannot_say_exactly_is_text(view: StoreView) -> None:
    assert rows(view)["rows"][1] == ["dog", "NaN", str(2**60), None]


def test_the_nearest_step_of_each_run(view: StoreView) -> None:
    answer = rows(view, step=1)
    assert [table["step"] for table in answer["tables"]] == [0, 4]
    assert answer["rows"][0][1] == 0.5


def test_rows_are_paged_by_offset_and_limit(view: StoreView) -> None:
    answer = rows(view, offset=1, limit=2)
    assert first(answer) == ["dog", "Eel"]
    assert (answer["n_rows"], answer["n_left"], answer["offset"]) == (4, 4, 1)
    assert first(rows(view, offset=99)) == []
    with pytest.raises(ParamsError, match="limit"):
        rows(view, limit=100_000)


@pytest.mark.parametrize(
    ("sort", "descending", "order"),
    [
        ("class", False, ["ant", "cat", "dog", "Eel"]),
        ("class", True, ["Eel", "dog", "cat", "ant"]),
        ("n", True, ["dog", "cat", "ant", "Eel"]),
        ("f1", False, ["cat", "dog", "Eel", "ant"]),
        ("f1", True, ["cat", "dog", "Eel", "ant"]),
        ("no such", False, ["cat", "dog", "Eel", "ant"]),
    ],
)
def test_rows_are_sorted_by_a_column(view: StoreView, sort: str, descending: bool, order: list[str]) -> None:
    assert first(rows(view, sort=sort, descending=descending)) == order


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("", ["cat", "dog", "Eel", "ant"]),
        ("eel", ["Eel"]),
        ("a t", ["cat", "ant"]),
        ("n>1", ["cat", "dog", "ant"]),
        ("n>=2 n<4", ["cat", "ant"]),
        ("N!=3", ["dog", "Eel", "ant"]),
        ("class=EEL", ["Eel"]),
        ('"seconds spent">7', ["ant"]),
        ("f1=nan", ["dog"]),
        ("nothing=1", []),
        ("no match", []),
    ],
)
def test_rows_are_filtered_by_terms(view: StoreView, text: str, left: list[str]) -> None:
    answer = rows(view, filter=text)
    assert first(answer) == left
    assert (answer["n_left"], answer["n_rows"]) == (len(left), 4)


def test_csv_has_every_row_and_the_runs_names(view: StoreView) -> None:
    blob = QUERIES["csv"](view, {"tag": "scores", "sort": "n"})
    assert blob.media_type.startswith("text/csv")
    lines = list(csv.reader(io.StringIO(blob.content.decode())))
    assert lines[0] == ["run", "class", "f1", "n", "seconds spent"]
    assert lines[1:3] == [["a", "Eel", "", "1", ""], ["b", "ant", "", "2", "7.5"]]
    assert lines[4] == ["a", "dog", "nan", str(2**60), ""]


def test_json_has_an_object_for_every_row(view: StoreView) -> None:
    blob = QUERIES["json"](view, {"tag": "scores", "sort": "n"})
    assert blob.media_type == "application/json"
    made = json.loads(blob.content)
    assert made[1] == {"run": "b", "class": "ant", "f1": None, "n": 2, "seconds spent": 7.5}
    assert made[3] == {"run": "a", "class": "dog", "f1": "NaN", "n": str(2**60), "seconds spent": None}


@pytest.mark.parametrize("tag", [ARABIC, "long" * 500])
def test_tags_of_any_script_and_length(view: StoreView, tag: str) -> None:
    assert QUERIES["rows"](view, {"tag": tag})["rows"] == [[1]]


def test_columns_of_unequal_length_are_shown_and_reported(tmp_path: Path) -> None:
    columns = [
        {"name": "a", "type": "int", "values": [1, 2, 3]},
        {"name": "b", "type": "string", "values": ["x"]},
        {"name": "a", "type": "int", "values": [7]},
    ]
    answer = QUERIES["rows"](logged(tmp_path, {"version": 0, "columns": columns}), {"tag": "t"})
    assert [column["name"] for column in answer["columns"]] == ["a", "b", "a (2)"]
    assert answer["rows"] == [[1, "x", 7], [2, None, None], [3, None, None]]
    assert answer["tables"][0]["notes"] == [
        "rows of unequal length: 'b', 'a' ended before row 3, the rest is empty"
    ]


def test_wide_table_is_cut_and_reported(tmp_path: Path) -> None:
    columns = [{"name": str(i), "type": "int", "values": [i]} for i in range(300)]
    answer = QUERIES["rows"](logged(tmp_path, {"version": 0, "columns": columns}), {"tag": "t"})
    assert len(answer["rows"][0]) == 200
    assert answer["tables"][0]["notes"] == ["the first 200 of 300 columns"]


def test_long_and_nested_cells(tmp_path: Path) -> None:
    columns = [{"name": "a", "type": "string", "values": ["x" * 5000, ["nested"], {"k": 1}]}]
    answer = QUERIES["rows"](logged(tmp_path, {"version": 0, "columns": columns}), {"tag": "t"})
    assert answer["rows"] == [["x" * 2000 + "…"], ['["nested"]'], ['{"k": 1}']]
    json.dumps(answer, allow_nan=False)


def test_what_is_no_table_is_an_error_of_its_run(tmp_path: Path) -> None:
    answer = QUERIES["rows"](logged(tmp_path, {"version": 0, "columns": "none"}), {"tag": "t"})
    assert "not a table" in answer["tables"][0]["error"]
    assert (answer["columns"], answer["rows"]) == ([], [])


def test_columns_of_two_types_can_be_sorted(tmp_path: Path) -> None:
    for name, values in (("a", [3, 1]), ("b", ["x"])):
        with SummaryWriter(tmp_path / name) as writer:
            writer.add_table("t", {"c": values}, step=1)
    answer = QUERIES["rows"](load(str(tmp_path)).view(), {"tag": "t", "sort": "c"})
    assert answer["columns"] == [{"name": "c", "type": "string"}]
    assert first(answer) == [1, 3, "x"]
