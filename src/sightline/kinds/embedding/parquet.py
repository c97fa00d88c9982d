"""Vectors in a parquet file, where pyarrow is installed: a column of lists, or the columns of numbers."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from sightline.formats.number_table import Vectors
from sightline.formats.text_table import TextCells, TextTable


def read_parquet(data: bytes) -> tuple[Vectors, TextTable | None]:
    """Vectors and text columns; ValueError where there are no vectors, or no pyarrow."""
    try:
        import pyarrow as arrow
        from pyarrow import compute, parquet
    except ImportError:
        raise ValueError("parquet needs pyarrow, which is not installed: pip install pyarrow") from None
    try:
        table: Any = parquet.read_table(io.BytesIO(data))
    except (arrow.ArrowException, OSError) as error:
        raise ValueError(f"this is no parquet file: {error}") from error
    types = arrow.types
    lists = [field.name for field in table.schema if _is_list_of_numbers(types, field.type)]
    numbers = [
        field.name
        for field in table.schema
        if types.is_floating(field.type) or types.is_integer(field.type) or types.is_boolean(field.type)
    ]
    if lists:
        vectors = _stacked(compute, table.column(lists[0]))
        others = [name for name in table.column_names if name != lists[0]]
    elif numbers:
        columns = [table.column(name).to_numpy(zero_copy_only=False) for name in numbers]
        vectors = np.stack(columns, axis=1).astype(np.float32)
        others = [name for name in table.column_names if name not in numbers]
    else:
        raise ValueError("the parquet file has no column of numbers or of lists of numbers")
    texts = tuple(_cells(name, table.column(name).to_pylist()) for name in others)
    return vectors, TextTable(texts, header=True) if texts else None


def _is_list_of_numbers(types: Any, kind: Any) -> bool:
    is_list = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    return bool(is_list) and bool(types.is_floating(kind.value_type) or types.is_integer(kind.value_type))


def _stacked(compute: Any, lists: Any) -> Vectors:
    """The numbers of all lists as rows, without an object for each."""
    lengths = compute.fill_null(compute.list_value_length(lists), 0).to_numpy()
    widths = np.unique(lengths)
    if len(widths) != 1 or widths[0] == 0:
        raise ValueError(f"the lists of the parquet file differ in length: {widths[:5].tolist()}")
    numbers = compute.list_flatten(lists).to_numpy()
    return np.asarray(numbers, np.float32).reshape(len(lists), int(widths[0]))


def _cells(name: str, values: list[Any]) -> TextCells:
    """The name and the values as text, in one line each."""
    cells = [("" if value is None else str(value)).encode() for value in (name, *values)]
    offsets = np.zeros(len(cells) + 1, np.int64)
    np.cumsum([len(cell) for cell in cells], out=offsets[1:])
    return TextCells(np.frombuffer(b"".join(cells), np.uint8), offsets)
