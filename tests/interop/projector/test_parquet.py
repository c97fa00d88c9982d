"""Parquet files as embeddings, written by pyarrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.kinds.embedding.parquet import read_parquet

arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: make test-interop-projector")
from pyarrow import parquet  # noqa: E402

VECTORS = np.arange(12, dtype=np.float32).reshape(4, 3)
WORDS = ["a", "b", "c", None]


def written(path: Path, columns: dict[str, Any]) -> bytes:
    # Small groups of rows: columns come in several chunks.
    parquet.write_table(arrow.table(columns), path, row_group_size=3)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["list", "large_list", "fixed"])
def test_lists_are_vectors_and_other_columns_metadata(tmp_path: Path, kind: str) -> None:
    types = {
        "list": arrow.list_(arrow.float32()),
        "large_list": arrow.large_list(arrow.float64()),
        "fixed": arrow.list_(arrow.float32(), 3),
    }
    lists = arrow.array(VECTORS.tolist(), types[kind])
    vectors, texts = read_parquet(written(tmp_path / "t.parquet", {"word": WORDS, "vector": lists}))
    assert np.array_equal(vectors, VECTORS)
    assert vectors.dtype == np.float32
    assert texts is not None
    assert len(texts.columns) == 1


def test_columns_of_numbers_are_vectors(tmp_path: Path) -> None:
    columns = {"x": [1.5, None, 3.0], "word": ["a", "b", "c"], "n": [1, 2, 3], "is_new": [True, False, True]}
    vectors, texts = read_parquet(written(tmp_path / "t.parquet", columns))
    assert np.array_equal(vectors, [[1.5, 1, 1], [np.nan, 2, 0], [3, 3, 1]], equal_nan=True)
    assert texts is not None


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"v": [[1.0, 2.0], [3.0]]}, r"differ in length: \[1, 2\]"),
        ({"v": [[1.0], None]}, r"differ in length: \[0, 1\]"),
        ({"word": ["a", "b"]}, "no column of numbers"),
    ],
)
def test_files_without_vectors_say_why(tmp_path: Path, columns: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_parquet(written(tmp_path / "t.parquet", columns))


def test_other_bytes_are_no_parquet_file() -> None:
    with pytest.raises(ValueError, match="no parquet file"):
        read_parquet(b"PAR1 and nothing else")
