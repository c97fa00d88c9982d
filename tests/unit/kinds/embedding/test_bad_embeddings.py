"""Embeddings that are wrong in some way: each opens as far as it goes, with a sentence that says what."""

from __future__ import annotations

import os
import random
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sightline import platform
from sightline.engine.store import StoreView
from sightline.formats.text_table import read_text_table
from sightline.kinds.embedding.columns import as_metadata
from sightline.kinds.embedding.query import QUERIES
from support.logs import load


def embedding(folder: Path, vectors: str, metadata: str | None = None, sprite: str = "") -> StoreView:
    (folder / "vectors.tsv").write_text(vectors)
    named = ""
    if metadata is not None:
        (folder / "metadata.tsv").write_text(metadata)
        named = 'metadata_path: "metadata.tsv"'
    (folder / "projector_config.pbtxt").write_text(
        f'embeddings {{ tensor_name: "t" tensor_path: "vectors.tsv" {named} {sprite} }}'
    )
    return load(str(folder)).view()


def ask(view: StoreView, question: str, **params: Any) -> Any:
    return QUERIES[question](view, {"run": view.runs[0].id, "name": "t", **params})


THREE = "1\t2\n3\t4\n5\t7\n"


def test_ragged_vectors_name_the_line(tmp_path: Path) -> None:
    view = embedding(tmp_path, "1\t2\n3\t4\n5\n")
    with pytest.raises(LookupError, match="line 3 has 1 numbers, but the lines before it have 2"):
        ask(view, "columns")


def test_a_word_among_the_numbers_is_named(tmp_path: Path) -> None:
    view = embedding(tmp_path, "1\t2\n3\tfour\n")
    with pytest.raises(LookupError, match="line 2, column 2: 'four' is not a number"):
        ask(view, "projection")


@pytest.mark.parametrize(
    ("metadata", "note", "labels"),
    [
        ("a\nb\n", "has 2 labels for 3 points; the other points have none", ["a", "b", ""]),
        ("a\nb\nc\nd\ne\n", "has 5 labels for 3 points; those beyond are left out", ["a", "b", "c"]),
        ("word\na\nb\nc\n", "first line is the header", ["a", "b", "c"]),
    ],
)
def test_labels_that_do_not_match_the_points(
    tmp_path: Path, metadata: str, note: str, labels: list[str]
) -> None:
    view = embedding(tmp_path, THREE, metadata)
    about = ask(view, "columns")
    assert any(note in each for each in about["notes"])
    (name,) = (column["name"] for column in about["columns"])
    assert ask(view, "metadata", form="text")[name].tolist() == labels


def test_metadata_of_two_columns_without_a_header(tmp_path: Path) -> None:
    about = ask(embedding(tmp_path, THREE, "a\t1\nb\t2\nc\t3\n"), "columns")
    assert about["header"] is False
    assert [column["name"] for column in about["columns"]] == ["column 1", "column 2"]
    assert "its first line is not a header" in about["notes"][0]


def test_ragged_metadata_is_counted(tmp_path: Path) -> None:
    view = embedding(tmp_path, THREE, "word\tkind\na\tx\nb\nc\ty\tz\n")
    about = ask(view, "columns")
    assert "2 lines of the metadata have another number of cells" in about["notes"][0]
    assert "the first is line 3" in about["notes"][0]
    assert ask(view, "metadata", form="text")["kind"].tolist() == ["x", "", "y\tz"]


def test_nan_and_constant_columns_are_noted(tmp_path: Path) -> None:
    view = embedding(tmp_path, "1\t2\t5\nnan\t4\t5\n5\t7\t5\n2\tinf\t5\n9\t1\t5\n")
    about = ask(view, "columns")
    assert (about["points"], about["projected"]) == (5, 3)
    assert "2 points contain NaN or infinity" in about["notes"][0]
    assert "1 of 3 dimensions is constant" in about["notes"][1]
    frame = ask(view, "projection")
    assert np.isnan(frame["x"]).tolist() == [False, True, False, True, False]
    graph = ask(view, "knn")
    assert set(graph["point"]) == set(graph["neighbor"]) == {0, 2, 4}
    with pytest.raises(LookupError, match="no neighbors"):
        ask(view, "neighbors", points=[1])
    assert ask(view, "neighbors", points=[0, 1])["point"].tolist() in ([2, 4], [4, 2])


def test_numbers_whose_squares_overflow_say_so(tmp_path: Path) -> None:
    view = embedding(tmp_path, "1e38\t2\n-3e38\t4\n3e38\t7\n1\t1\n")
    with pytest.raises(LookupError, match="the squares of their numbers are too large"):
        ask(view, "projection")


def test_only_nan_says_that_there_is_nothing_to_project(tmp_path: Path) -> None:
    view = embedding(tmp_path, "nan\tnan\n")
    with pytest.raises(LookupError, match="nothing to project"):
        ask(view, "projection")


@pytest.mark.parametrize("vectors", ["1\t2\t3\n", "1\t2\t3\n4\t5\t6\n", "1\n2\n3\n", "5\t5\n5\t5\n5\t5\n"])
def test_one_point_two_points_one_dimension_and_equal_points(tmp_path: Path, vectors: str) -> None:
    view = embedding(tmp_path, vectors)
    for params in ({}, {"dimensions": 3}, {"sphereize": True}):
        frame = ask(view, "projection", **params)
        assert all(np.isfinite(frame[axis]).all() for axis in frame)
    n = len(frame)
    assert ask(view, "knn").metadata["k"] == n - 1
    assert len(ask(view, "neighbors", points=[0])) == n - 1
    assert ask(view, "quality")["kept"] is None or n > 2


def test_progress_counts_the_bytes_of_the_metadata_after_those_of_the_vectors(tmp_path: Path) -> None:
    metadata = "".join(f"{name}\n" for name in "abc")
    view = embedding(tmp_path, THREE, metadata)
    ask(view, "columns")
    assert ask(view, "progress")["bytes_total"] == len(metadata)


def test_sprite_of_the_wrong_size_is_noted(tmp_path: Path) -> None:
    sprite = 'sprite { image_path: "sprite.png" single_image_dim: 4 single_image_dim: 4 }'
    view = embedding(tmp_path, THREE, None, sprite)
    Image.new("RGB", (4, 8)).save(tmp_path / "sprite.png")
    about = ask(view, "columns")
    assert about["sprite"]["per_row"] == 1
    assert "has room for 2 pictures of 4 × 4, but there are 3 points" in about["notes"][0]
    Image.new("RGB", (7, 7)).save(tmp_path / "sprite.png")
    assert "has room for 1 picture of 4 × 4" in ask(view, "columns")["notes"][0]
    Image.new("RGB", (2, 2)).save(tmp_path / "sprite.png")
    view = embedding(tmp_path, THREE, None, sprite)
    assert ask(view, "columns")["sprite"] is None
    (tmp_path / "sprite.png").write_bytes(b"no picture")
    assert "no picture of a known format" in ask(view, "columns")["notes"][0]


def test_metadata_of_a_gigabyte_of_zeros_is_a_note(tmp_path: Path) -> None:
    view = embedding(tmp_path, THREE, "")
    with open(tmp_path / "metadata.tsv", "wb") as file:
        os.truncate(file.fileno(), 1 << 30)
    (note,) = ask(view, "columns")["notes"]
    assert "line 1 is longer than 1,048,576 bytes" in note


def test_metadata_is_read_block_by_block() -> None:
    rows = [f"word {i}\t{i % 7}" for i in range(200_000)]
    data = ("\n".join(["word\tclass", *rows]) + "\n\n").encode()
    table = read_text_table(lambda offset, length: data[offset : offset + min(length, 99_999)], len(data))
    assert len(table) == 200_001
    assert table.columns[0].text(123_456) == "word 123455"
    assert table.columns[1].texts([1, 9]) == ["0", "1"]


def test_metadata_takes_no_more_memory_than_its_columns_and_half_as_much() -> None:
    row = b"a name of some length %d\t%d\n"
    data = b"word\tclass\n" + b"".join(row % (i, i % 7) for i in range(300_000))

    def read(offset: int, length: int) -> bytes:
        return data[offset : offset + min(length, 1 << 17)]

    tracemalloc.start()
    try:
        table = read_text_table(read, len(data))
        metadata = as_metadata(table, 300_000)
        n_bytes = sum(column.cells.nbytes for column in metadata.columns.values())
        assert tracemalloc.get_traced_memory()[1] < 1.5 * n_bytes
        assert metadata.columns["class"].type == "categorical"
        # One long cell does not make all others as long.
        wide = b"x" * 250 + b"".join(b"\n%d" % (i % 7) for i in range(300_000))
        column = as_metadata(read_text_table(lambda at, n: wide[at : at + n], len(wide)), 300_001)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        assert column.columns["label"].categories is not None
        assert tracemalloc.get_traced_memory()[1] - before < 300_000 * 250
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("seed", range(20))
def test_any_table_of_text_is_read_as_line_by_line(seed: int) -> None:
    chance = random.Random(seed)
    alphabet = ["a", "é", "\t", "\t", "\n", "\n", "\r\n", "\r", "7"]
    text = "".join(chance.choices(alphabet, k=chance.randrange(1, 400)))
    data, most = text.encode(), chance.choice((1, 3, 50, 999))
    table = read_text_table(lambda at, n: data[at : at + min(n, most)], len(data))
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    width = lines[0].count("\t") + 1
    rows = [[*line.split("\t", width - 1), *[""] * width][:width] for line in lines]
    while rows and not any(rows[-1]):
        rows.pop()
    assert [list(row) for row in zip(*(column.texts() for column in table.columns), strict=True)] == rows


def test_what_does_not_fit_into_memory_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view = embedding(tmp_path, THREE)
    monkeypatch.setattr(platform, "available_memory_bytes", lambda: 8)
    with pytest.raises(LookupError, match=r"needs about 0\.0 GB of memory"):
        ask(view, "columns")
    assert platform.available_memory_bytes() == 8


def test_available_memory_is_known_here() -> None:
    found = platform.available_memory_bytes()
    assert found is None or found > 1 << 20
