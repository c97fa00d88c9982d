"""Tables: every way to hand one in, lossless there and back, and shown by TensorBoard as Markdown."""

import datetime
import math
from typing import Any

import numpy as np
import pytest

from sightline.formats.stand_in import is_stand_in
from sightline.kinds.table.columns import Column
from sightline.kinds.table.decode import decode
from sightline.kinds.table.encode import table_values


def read(data: Any, columns: Any = None) -> list[Column]:
    own, _ = table_values("t", data, columns)
    assert own.tag == "t"
    assert own.metadata.plugin_data.plugin_name == "sightline_table"
    return decode(own.SerializeToString())


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        ({"a": [1, 2], "b": ["x", "y"]}, None),
        ({"b": ["x", "y"], "a": np.array([1, 2])}, ["a", "b"]),
        ([[1, "x"], [2, "y"]], ["a", "b"]),
        ([{"a": 1, "b": "x"}, {"b": "y", "a": 2}], None),
    ],
)
def test_ways_to_give_one(data: Any, columns: Any) -> None:
    assert read(data, columns) == [Column("a", "int", [1, 2]), Column("b", "string", ["x", "y"])]


class Series(list):
    def to_list(self) -> list[Any]:
        return list(self)


class Frame:
    columns = ("n", "t")

    def __getitem__(self, name: str) -> Series:
        return Series([1.5, None]) if name == "n" else Series([datetime.date(2026, 1, 2), None])


def test_data_frames_and_types() -> None:
    assert read(Frame()) == [
        Column("n", "float", [1.5, None]),
        Column("t", "datetime", ["2026-01-02", None]),
    ]


def test_table_values_survive_exactly() -> None:
    table = {
        "big": [2**63, -1],
        "flag": [True, None],
        "mixed": [1, 2.5],
        "special": [math.inf, -math.inf],
        "text": ["a|b\n", "é"],
        "other": [1, "x"],
    }
    found = {column.name: (column.type, column.values) for column in read(table)}
    assert found == {
        "big": ("int", [2**63, -1]),
        "flag": ("bool", [True, None]),
        "mixed": ("float", [1.0, 2.5]),
        "special": ("float", [math.inf, -math.inf]),
        "text": ("string", ["a|b\n", "é"]),
        "other": ("string", ["1", "x"]),
    }
    (nan,) = read({"x": [math.nan]})
    assert math.isnan(nan.values[0])


def test_markdown_for_tensorboard() -> None:
    _, text = table_values("t", {"a|b": [0.123456789, None], "c": ["x\ny", "z"]})
    assert text.tag == "t/text_summary"
    assert text.metadata.plugin_data.plugin_name == "text"
    assert is_stand_in(text.metadata.plugin_data.content)
    assert text.tensor.string_val[0].decode().splitlines() == [
        "| a\\|b | c |",
        "| ---: | --- |",
        "| 0.123457 | x y |",
        "|  | z |",
    ]


def test_long_tables_say_what_is_left_out() -> None:
    own, text = table_values("t", {"a": range(1000)})
    assert len(decode(own)[0].values) == 1000
    assert text.tensor.string_val[0].decode().endswith("… and 800 more rows")


@pytest.mark.parametrize(
    ("data", "columns", "error", "message"),
    [
        (3, None, TypeError, "'t': expected a dict of columns"),
        ("text", None, TypeError, "'t': expected a dict of columns"),
        ({}, None, ValueError, "'t': expected at least one column"),
        ({"a": [1], "b": [1, 2]}, None, ValueError, "'t': expected columns of one length"),
        ({"a": 3}, None, TypeError, "'t': expected a list of values for column 'a'"),
        ({"a": [[1]]}, None, ValueError, "'t': expected plain values in column 'a'"),
        ({"a": [1]}, ["b"], ValueError, "'t': no column named 'b'"),
        ([[1, 2], [3]], None, ValueError, "'t': expected 2 values in row 1, got 1"),
        ([[1, 2]], ["a", "a"], ValueError, "'t': expected names that differ"),
    ],
)
def test_invalid_tables_raise(data: Any, columns: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        table_values("t", data, columns)


def test_decode_refuses_other_values() -> None:
    own, _ = table_values("t", {"a": [1]})
    for content, message in (
        (b"{", "not JSON"),
        (b'{"version": 9}', "newer version"),
        (b'{"version": 0}', "no"),
    ):
        own.tensor.string_val[0] = content
        with pytest.raises(ValueError, match=message):
            decode(own)
