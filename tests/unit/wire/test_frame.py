from __future__ import annotations

import gc
import json
import sys
import weakref

import nanoarrow as na
import numpy as np
import pytest

from sightline.wire.columns import Dictionary, Lists, narrow
from sightline.wire.frame import Frame


def sample() -> Frame:
    return Frame(
        {
            "run": Dictionary(np.array([0, 0, 1], np.int32), ["a", "bé"]),
            "step": np.array([1, 2, 2**62]),
            "value": np.array([0.5, np.nan, -np.inf], np.float32),
            "best": np.ma.MaskedArray([1, 2, 3], mask=[False, True, False]),
            "ok": np.array([True, False, True]),
            "text": np.array(["x", None, "zz"], object),
            "counts": Lists(np.array([0, 2, 2, 3]), np.array([1.0, 2.0, 3.0])),
            "when": np.array(["2020-01-01", "2021-01-01", "2022-01-01"], "datetime64[ns]"),
        },
        {"generation": 7},
    )


def test_ipc_has_every_column() -> None:
    table = na.ArrayStream.from_readable(sample().to_ipc()).read_all()
    assert json.loads(table.schema.metadata[b"sightline"]) == {"generation": 7}
    rows = list(table.iter_py())
    assert [r["run"] for r in rows] == ["a", "a", "bé"]
    assert [r["step"] for r in rows] == [1, 2, 2**62]
    assert rows[0]["value"] == 0.5
    assert np.isnan(rows[1]["value"])
    assert rows[2]["value"] == -np.inf
    assert [r["best"] for r in rows] == [1, None, 3]
    assert [r["ok"] for r in rows] == [True, False, True]
    assert [r["text"] for r in rows] == ["x", None, "zz"]
    assert [r["counts"] for r in rows] == [[1.0, 2.0], [], [3.0]]
    assert [r["when"].year for r in rows] == [2020, 2021, 2022]


@pytest.mark.parametrize("codes", [[], [0], [1, 1, 0, 2, 2, 2, 0]])
def test_dictionary_written_out(codes: list[int]) -> None:
    names = ["", "longer", "x"]
    frame = Frame({"tag": Dictionary(np.array(codes, np.int32), names)})
    rows = na.ArrayStream.from_readable(frame.to_ipc()).read_all().to_pylist()
    assert [r["tag"] for r in rows] == [names[c] for c in codes]
    assert frame["tag"].tolist() == [names[c] for c in codes]


def test_stream_keeps_dictionary_and_lends_numbers() -> None:
    values = np.arange(5.0)
    frame = Frame({"tag": Dictionary.of(["b", "a", "b", "b", "a"]), "value": values})
    assert frame.columns["tag"].values == ["b", "a"]
    array = next(iter(na.c_array_stream(frame)))
    assert na.c_schema(array.schema).child(0).dictionary is not None
    assert array.child(1).buffers[1] == values.ctypes.data


def test_lent_buffers_outlive_the_frame_and_not_more() -> None:
    values = np.arange(4.0)
    alive = weakref.ref(values)
    array = next(iter(na.c_array_stream(Frame({"value": values}))))
    del values
    gc.collect()
    assert alive() is not None
    assert na.Array(array).to_pylist()[3] == {"value": 3.0}
    del array
    gc.collect()
    assert alive() is None


def test_unused_capsule_frees_itself() -> None:
    values = np.arange(4.0)
    before = sys.getrefcount(values)
    capsule = Frame({"value": values}).__arrow_c_stream__()
    del capsule
    gc.collect()
    assert sys.getrefcount(values) == before


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        Frame({"a": np.zeros(2), "b": np.zeros(3)})


def test_columns_without_arrow_form_are_refused() -> None:
    with pytest.raises(TypeError, match="column 'a' has no Arrow form"):
        Frame({"a": np.zeros(2, complex)}).to_ipc()


def test_to_numpy_does_not_copy() -> None:
    frame = sample()
    assert frame.to_numpy()["step"] is frame.columns["step"]
    assert [len(row) for row in frame.to_numpy()["counts"]] == [2, 0, 1]


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_missing_package_is_named_in_the_error(package: str) -> None:
    try:
        __import__(package)
    except ImportError:
        pass
    else:
        pytest.skip(f"{package} is installed here; what it makes of frames is in tests/interop")
    with pytest.raises(ImportError, match=f"pip install {package}"):
        getattr(sample(), f"to_{package}")()


def test_empty_frame_has_no_rows_in_arrow() -> None:
    assert len(Frame({})) == 0
    assert na.ArrayStream.from_readable(Frame({"a": np.zeros(0)}).to_ipc()).read_all().to_pylist() == []


def test_frame_head_has_the_first_rows() -> None:
    frame = Frame({"a": np.arange(8), "b": Dictionary.of(list("xyxyxyxy"))}, {"n": 1})
    head = frame.head(3)
    assert (len(head), head["a"].tolist(), head["b"].tolist()) == (3, [0, 1, 2], ["x", "y", "x"])
    assert head.metadata == {"n": 1}
    assert len(frame.head(100)) == 8


def test_frame_html_escapes_and_leaves_missing_cells_empty() -> None:
    values = np.ma.masked_array([1.5, 2.0], [False, True])
    html = Frame({"<a>": np.array(["<script>", "x" * 200], dtype=object), "b": values})._repr_html_()
    assert "<th>&lt;a&gt;</th>" in html
    assert "<td>&lt;script&gt;</td><td>1.5</td>" in html
    assert "x…</td><td></td>" in html
    assert "2 rows × 2 columns" in html


@pytest.mark.parametrize(
    ("values", "dtype"),
    [([], "u1"), ([0, 255], "u1"), ([256], "u2"), ([-1, 127], "i1"), ([-1, 128], "i2"), ([-1, 2**40], "i8")],
)
def test_narrow_takes_the_smallest_type_that_holds_all_integers(values: list[int], dtype: str) -> None:
    column = narrow(np.array(values, np.int64))
    assert column.dtype == np.dtype(dtype)
    assert column.tolist() == values
