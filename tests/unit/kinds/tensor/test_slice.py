"""Two axes of a tensor as cells: exact where small, whole where large, described where there is nothing."""

from __future__ import annotations

import numpy as np
import pytest

from sightline import SummaryWriter
from sightline.engine.store import MAX_VALUE_BYTES
from sightline.formats import messages
from sightline.formats.tensor_proto import to_tensor_proto
from sightline.kinds.tensor.describe import statistics
from sightline.kinds.tensor.query import QUERIES
from sightline.wire.params import ParamsError
from support.event_logs import VERSION
from support.logs import load
from support.long_records import write_zeros
from support.records import frame as record


def sliced(folder, array, **params):
    with SummaryWriter(folder) as writer:
        writer.add_tensor("t", array, 3)
    view = load(str(folder)).view()
    return QUERIES["slice"](view, {"run": view.runs[0].id, "tag": "t", **params})


def logged(folder, value):
    summary = messages.Summary(value=[value])
    event = messages.Event(wall_time=5.0, step=1, summary=summary).SerializeToString()
    (folder / "events.out.tfevents.1.host").write_bytes(record(VERSION) + record(event))
    view = load(str(folder)).view()
    return QUERIES["slice"](view, {"run": view.runs[0].id, "tag": "t"})


def test_small_planes_are_exact(tmp_path):
    array = np.arange(24.0).reshape(2, 3, 4)
    made = sliced(tmp_path, array, at=[1])
    meta = made.metadata
    assert (meta["dtype"], meta["shape"], meta["axes"], meta["at"]) == ("float64", [2, 3, 4], [1, 2], [1])
    assert (meta["n_rows"], meta["n_columns"], meta["exact"], meta["step"]) == (3, 4, True, 3)
    assert made["value"].tolist() == array[1].reshape(-1).tolist()
    assert meta["statistics"]["std"] == pytest.approx(array.std())


def test_any_two_axes(tmp_path):
    array = np.arange(24.0).reshape(2, 3, 4)
    made = sliced(tmp_path, array, axes=[2, 0], at=[1])
    assert made["value"].reshape(4, 2).tolist() == array[:, 1, :].T.tolist()


def test_a_place_that_is_not_there_is_the_nearest_one(tmp_path):
    array = np.arange(24.0).reshape(2, 3, 4)
    made = sliced(tmp_path, array, axes=[0, 3], at=[9, 9])
    assert (made.metadata["axes"], made.metadata["at"]) == ([1, 2], [1])
    assert made["value"].tolist() == array[1].reshape(-1).tolist()


def test_large_planes_keep_their_extremes_and_what_is_not_finite(tmp_path):
    array = np.zeros((300, 100), dtype=np.float32)
    array[17, 99], array[299, 0], array[0, 0] = 5, -7, np.nan
    made = sliced(tmp_path, array, max_rows=10, max_columns=10)
    meta = made.metadata
    assert (meta["n_rows"], meta["n_columns"], meta["exact"], meta["size"]) == (10, 10, False, [300, 100])
    assert made["high"].reshape(10, 10)[0, 9] == 5
    assert made["low"].reshape(10, 10)[9, 0] == -7
    assert made["lost"].tolist() == [1] + [0] * 99
    assert made["value"].reshape(10, 10)[0, 9] == pytest.approx(5 / 300)


@pytest.mark.parametrize(
    ("array", "shape"), [(np.float32(2.5), [1, 1]), (np.arange(5), [1, 5]), (np.eye(2, dtype=bool), [2, 2])]
)
def test_fewer_axes_are_one_row(tmp_path, array, shape):
    made = sliced(tmp_path, array)
    assert [made.metadata["n_rows"], made.metadata["n_columns"]] == shape
    assert made["value"].tolist() == np.asarray(array, dtype=float).reshape(-1).tolist()


def test_text_and_complex_numbers_come_in_words(tmp_path):
    made = sliced(tmp_path / "a", ["cat", "d" * 3000])
    assert made["text"].tolist() == ["cat", "d" * 2000 + "…"]
    assert made.metadata["dtype"] == "string"
    assert sliced(tmp_path / "b", np.array([1 + 2j]))["text"].tolist() == ["(1+2j)"]


def test_slice_of_an_empty_tensor_has_no_cells(tmp_path):
    made = sliced(tmp_path, np.zeros((0, 3)))
    assert (len(made), made.metadata["shape"], made.metadata["fault"]) == (0, [0, 3], None)


def test_a_billion_elements_in_a_few_bytes_are_described_not_made(tmp_path):
    proto = to_tensor_proto(np.array([1.0], dtype=np.float32))
    proto.tensor_shape.dim[0].size = 10**9
    made = logged(tmp_path, messages.Summary.Value(tag="t", tensor=proto))
    assert (made.metadata["dtype"], made.metadata["shape"]) == ("float32", [10**9])
    assert "claims 1,000,000,000 elements" in made.metadata["fault"]
    assert len(made) == 0


@pytest.mark.parametrize("query", ["item", "slice"])
def test_a_value_beyond_the_limit_is_listed_and_not_read(tmp_path, query):
    with open(tmp_path / "events.out.tfevents.1.host", "wb") as file:
        file.write(record(VERSION))
        write_zeros(file, MAX_VALUE_BYTES)
    view = load(str(tmp_path)).view()
    (run,) = view.runs
    assert run.n_damages == 0
    assert QUERIES["items"](view, {"tags": ["zeros"]})["n_bytes"][0] > MAX_VALUE_BYTES
    with pytest.raises(LookupError, match="it has 256 MiB, and at most 256 MiB are read"):
        QUERIES[query](view, {"run": run.id, "tag": "zeros"})


def test_statistics_and_cells_are_the_same_in_pieces(tmp_path):
    array = np.random.default_rng(1).normal(size=(700, 900)).astype(np.float32)
    array[3, 4], array[5, 6], array[7, 8] = np.nan, np.inf, 0
    finite = array[np.isfinite(array)]
    made = sliced(tmp_path, array, max_rows=3, max_columns=500)
    facts = made.metadata["statistics"]
    assert (facts["n"], facts["nan"], facts["inf"], facts["zero"]) == (array.size, 1, 1, 1)
    assert (facts["min"], facts["max"]) == (finite.min(), finite.max())
    assert (facts["mean"], facts["std"]) == pytest.approx(
        (finite.mean(dtype=np.float64), finite.std(dtype=np.float64))
    )
    rows, columns = ([n * size // most for n in range(most + 1)] for size, most in ((700, 3), (900, 500)))
    plain = np.where(np.isfinite(array), array, np.nan)
    blocks = [plain[rows[i] : rows[i + 1], columns[j] : columns[j + 1]] for i in range(3) for j in range(500)]
    assert made["high"].tolist() == [np.nanmax(block) for block in blocks]
    assert made["value"] == pytest.approx([np.nanmean(block, dtype=np.float64) for block in blocks])
    assert made["lost"].tolist() == [np.isnan(block).sum() for block in blocks]


def test_slice_reports_values_without_a_tensor(tmp_path):
    made = logged(tmp_path, messages.Summary.Value(tag="t", obsolete_old_style_histogram=b"abc"))
    assert made.metadata["fault"] == "the value contains obsolete_old_style_histogram, no tensor"


def test_tensor_whose_content_does_not_fit_its_shape_has_a_fault(tmp_path):
    proto = to_tensor_proto(np.zeros(3, dtype=np.uint8))
    proto.tensor_shape.dim[0].size = 4
    made = logged(tmp_path, messages.Summary.Value(tag="t", tensor=proto))
    assert made.metadata["shape"] == [4]
    assert "does not fill" in made.metadata["fault"]


@pytest.mark.parametrize(
    "params",
    [{"axes": [0, 0]}, {"axes": [0, -1]}, {"at": [-2]}, {"max_rows": 0}, {"max_columns": 513}],
)
def test_invalid_slice_parameters_raise(tmp_path, params):
    with pytest.raises(ParamsError, match=r"expected|must"):
        sliced(tmp_path, np.zeros((2, 3, 4)), **params)


def test_flags_are_counted_as_numbers() -> None:
    facts = statistics(np.array([True, False, True, True]))
    assert facts is not None
    assert (facts["min"], facts["max"], facts["mean"], facts["zero"]) == (0, 1, 0.75, 1)
    assert type(facts["min"]) is int


@pytest.mark.parametrize(
    ("content", "shown"), [(b'{"bins": 10}', '{"bins": 10}'), (b"\x00\x01", "2 bytes"), (b"", "")]
)
def test_value_of_a_plugin_that_is_not_installed_names_it(tmp_path, content, shown):
    value = messages.Summary.Value(tag="t", tensor=to_tensor_proto(np.ones(2)))
    value.metadata.plugin_data.plugin_name = "uncertainty"
    value.metadata.plugin_data.content = content
    assert logged(tmp_path, value).metadata["plugin"] == {"name": "uncertainty", "content": shown}


def test_plain_tensor_names_no_plugin(tmp_path):
    assert sliced(tmp_path, np.ones(2)).metadata["plugin"] is None
