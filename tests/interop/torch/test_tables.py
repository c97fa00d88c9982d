"""add_table takes data frames of pandas, polars and pyarrow: one and the same table."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest

pandas = pytest.importorskip("pandas", reason="pandas is not installed: make test-interop")
polars = pytest.importorskip("polars", reason="polars is not installed: make test-interop")
pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: make test-interop")

from sightline.kinds.table.columns import Column  # noqa: E402
from sightline.kinds.table.decode import decode  # noqa: E402
from sightline.kinds.table.encode import table_values  # noqa: E402

DATA: dict[str, list[Any]] = {
    "name": ["a", "b", "é|"],
    "n": [1, 2, 2**40],
    "score": [0.5, float("inf"), -1.0],
    "ok": [True, False, True],
    "day": [datetime.datetime(2026, 1, day) for day in (1, 2, 3)],
}
FRAMES: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "dict": lambda data: data,
    "pandas": lambda data: pandas.DataFrame(data),
    "pandas with pyarrow": lambda data: pandas.DataFrame(data).convert_dtypes(dtype_backend="pyarrow"),
    "polars": lambda data: polars.DataFrame(data),
    "pyarrow": lambda data: pyarrow.table(data),
}


def read(frame: Any, columns: Any = None) -> list[Column]:
    return decode(table_values("t", frame, columns)[0].SerializeToString())


@pytest.mark.parametrize("name", FRAMES)
def test_the_same_table(name: str) -> None:
    columns = read(FRAMES[name](DATA))
    assert [(c.name, c.type) for c in columns] == [
        ("name", "string"),
        ("n", "int"),
        ("score", "float"),
        ("ok", "bool"),
        ("day", "datetime"),
    ]
    assert columns[:4] == read(DATA)[:4]
    assert columns[4].values == ["2026-01-01T00:00:00", "2026-01-02T00:00:00", "2026-01-03T00:00:00"]


@pytest.mark.parametrize("name", ["dict", "pandas with pyarrow", "polars", "pyarrow"])
def test_missing_values(name: str) -> None:
    columns = read(FRAMES[name]({"a": [1, None], "b": ["x", None], "c": [None, True]}))
    assert [column.values for column in columns] == [[1, None], ["x", None], [None, True]]


@pytest.mark.parametrize("name", FRAMES)
def test_chosen_columns(name: str) -> None:
    assert [column.name for column in read(FRAMES[name](DATA), ["ok", "n"])] == ["ok", "n"]
