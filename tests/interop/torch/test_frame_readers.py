"""Frames as other programs read them."""

from __future__ import annotations

import io

import numpy as np
import pytest

from sightline.wire.columns import Dictionary, Lists
from sightline.wire.frame import Frame


def sample() -> Frame:
    return Frame(
        {
            "run": Dictionary(np.array([0, 0, 1], np.int32), ["a", "b"]),
            "step": np.array([1, 2, 3]),
            "value": np.array([0.5, np.nan, np.inf]),
            "best": np.ma.MaskedArray([1, 2, 3], mask=[False, True, False]),
        },
        {"generation": 7},
    )


def test_pyarrow() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table(sample())
    assert table["run"].to_pylist() == ["a", "a", "b"]
    assert pa.types.is_dictionary(table["run"].type)
    assert table["best"].to_pylist() == [1, None, 3]
    assert table.schema.metadata[b"sightline"] == b'{"generation":7}'
    over_ipc = pa.ipc.open_stream(io.BytesIO(sample().to_ipc())).read_all()
    over_ipc.validate(full=True)
    assert over_ipc["run"].to_pylist() == ["a", "a", "b"]
    assert over_ipc["step"].to_pylist() == [1, 2, 3]


def test_pyarrow_reads_every_sort_of_column() -> None:
    pa = pytest.importorskip("pyarrow")
    frame = Frame(
        {
            "ok": np.ma.MaskedArray([True, False, True], mask=[True, False, False]),
            "text": np.array(["x", None, "zz"], object),
            "counts": Lists(np.array([0, 2, 2, 3]), np.array([1, 2, 3], np.int8)),
            "when": np.array(["2020-01-01", "2021-01-01", "2022-01-01"], "datetime64[ms]"),
            "half": np.array([1, 2, 3], np.float16),
        }
    )
    table = pa.ipc.open_stream(io.BytesIO(frame.to_ipc())).read_all()
    table.validate(full=True)
    assert table["ok"].to_pylist() == [None, False, True]
    assert table["text"].to_pylist() == ["x", None, "zz"]
    assert table["counts"].to_pylist() == [[1, 2], [], [3]]
    assert [when.year for when in table["when"].to_pylist()] == [2020, 2021, 2022]
    assert table.equals(pa.table(frame))
    empty = pa.ipc.open_stream(
        io.BytesIO(Frame({"a": np.zeros(0), "b": Dictionary.of([])}).to_ipc())
    ).read_all()
    assert empty.num_rows == 0


def test_pyarrow_numbers_are_shared() -> None:
    pa = pytest.importorskip("pyarrow")
    values = np.arange(100.0)
    column = pa.table(Frame({"value": values}))["value"].chunk(0)
    assert column.buffers()[1].address == values.ctypes.data


def test_polars() -> None:
    pl = pytest.importorskip("polars")
    for frame in (sample().to_polars(), pl.DataFrame(sample()), pl.read_ipc_stream(sample().to_ipc())):
        assert frame["run"].to_list() == ["a", "a", "b"]
        assert frame["best"].to_list() == [1, None, 3]
        assert np.isnan(frame["value"][1])


def test_polars_from_arrow_takes_a_stream_for_one_column() -> None:
    """polars 2 makes one column of structs of any stream that is not pyarrow's own; polars 1 made a table."""
    pl = pytest.importorskip("polars", "2")
    column = pl.from_arrow(sample())
    assert isinstance(column, pl.Series)
    assert column.struct.unnest().equals(pl.DataFrame(sample()))


def test_pandas() -> None:
    pd = pytest.importorskip("pandas")
    frame = sample().to_pandas()
    assert frame["run"].tolist() == ["a", "a", "b"]
    assert isinstance(frame["run"].dtype, pd.CategoricalDtype)
    assert frame["best"].isna().tolist() == [False, True, False]
    assert frame["value"][2] == np.inf


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    frame = sample()
    connection = duckdb.connect()
    connection.register("frame", frame)
    assert connection.sql("select run, sum(step) s from frame group by run order by run").fetchall() == [
        ("a", 3),
        ("b", 3),
    ]
