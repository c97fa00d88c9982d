"""A frame: named columns with JSON metadata, for numpy, pandas, polars and any reader of Arrow."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.formats.arrow_message import END_OF_STREAM
from sightline.wire.columns import Column, Dictionary, Layout, Lists, layout
from sightline.wire.html import frame_html
from sightline.wire.ipc import batch_parts, schema_message

if TYPE_CHECKING:
    from sightline.wire.svg_chart import Plot

METADATA_KEY = "sightline"


class Frame:
    """Named columns of one length; `metadata` travels as JSON in the Arrow schema, under "sightline".

    It speaks the Arrow C stream: `polars.DataFrame(frame)`, `pyarrow.table(frame)` and DuckDB read its
    numbers in place.
    """

    __slots__ = ("columns", "metadata")

    def __init__(self, columns: Mapping[str, Column], metadata: Mapping[str, Any] | None = None) -> None:
        self.columns = dict(columns)
        self.metadata = dict(metadata or {})
        lengths = {name: len(column) for name, column in self.columns.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns differ in length: {lengths}")

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return a column as numpy; strings come as an array of `str`."""
        column = self.columns[name]
        return column.decode() if isinstance(column, Dictionary | Lists) else column

    def __repr__(self) -> str:
        return f"<Frame {len(self)} rows: {', '.join(self.columns)}>"

    def head(self, n_rows: int = 5) -> Frame:
        """Return the first rows as a frame."""
        return Frame({name: self[name][:n_rows] for name in self.columns}, self.metadata)

    def _repr_html_(self) -> str:
        """Return the first rows as a table, for notebooks."""
        return frame_html(self)

    def plot(self) -> Plot:
        """Return a static chart of scalars or hyperparameters: SVG, with a table as text, for notebooks."""
        from sightline.wire.frame_plot import plot

        return plot(self)

    def to_numpy(self) -> dict[str, NDArray[Any]]:
        """Return every column as a numpy array; numbers are not copied."""
        return {name: self[name] for name in self.columns}

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame; repeated strings become categoricals, missing integers Int64."""
        pandas = _need("pandas")
        return pandas.DataFrame({n: _pandas_column(pandas, c) for n, c in self.columns.items()}, copy=False)

    def to_polars(self) -> Any:
        """Return a polars DataFrame that shares this frame's memory."""
        return _need("polars").DataFrame(self)

    def to_ipc(self) -> bytes:
        """Return the frame as an Arrow IPC stream, strings written out."""
        columns = self._layouts(dictionaries=False)
        schema = schema_message(self._stream(columns))
        return b"".join((schema, *batch_parts(len(self), columns), END_OF_STREAM))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Lend the columns as a stream of one batch; a requested schema is not negotiated."""
        return self._stream(self._layouts(dictionaries=True))

    def _layouts(self, *, dictionaries: bool) -> list[Layout]:
        return [layout(name, column, dictionaries=dictionaries) for name, column in self.columns.items()]

    def _stream(self, columns: list[Layout]) -> object:
        metadata = [(METADATA_KEY, json.dumps(self.metadata, allow_nan=False, separators=(",", ":")))]
        root = ("", "+s", len(self), 0, [None], columns, None)
        return _native.arrow_stream(root, metadata if self.metadata else [])


def _need(package: str) -> Any:
    try:
        return import_module(package)
    except ImportError:
        raise ImportError(f"this needs {package}: pip install {package}") from None


def _pandas_column(pandas: Any, column: Column) -> Any:
    if isinstance(column, Dictionary):
        return pandas.Categorical.from_codes(column.codes, list(column.values))
    if isinstance(column, Lists):
        return column.decode()
    if isinstance(column, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(column)
        if column.dtype.kind in "iu":
            return pandas.arrays.IntegerArray(column.data, mask)
        if column.dtype.kind == "b":
            return pandas.arrays.BooleanArray(column.data, mask)
        return column.filled(np.nan)
    return column
