"""Frames to CSV or Parquet piece by piece, for files that are sent while they are made."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from sightline.engine.csv_cells import csv_row
from sightline.engine.export import ExportError, plain_values
from sightline.wire.frame import Frame


def csv_pieces(names: Iterable[str], frames: Iterable[Frame]) -> Iterator[bytes]:
    """Yield the header, then one piece for each frame."""
    yield _csv([names])
    for frame in frames:
        yield _csv(zip(*map(plain_values, frame.to_numpy().values()), strict=True))


def parquet_pieces(empty: Frame, frames: Iterable[Frame]) -> Iterator[bytes]:
    """Yield a row group for each frame, then the footer; `empty` has the columns' types."""
    pyarrow, parquet = _need_pyarrow()
    return _parquet(pyarrow, parquet, empty, frames)


def _parquet(pyarrow: Any, parquet: Any, empty: Frame, frames: Iterable[Frame]) -> Iterator[bytes]:
    sink = _Sink()
    with parquet.ParquetWriter(sink, _table(pyarrow, empty).schema, compression="zstd") as writer:
        for frame in frames:
            writer.write_table(_table(pyarrow, frame).cast(writer.schema))
            yield sink.take()
    yield sink.take()


def _table(pyarrow: Any, frame: Frame) -> Any:
    return pyarrow.ipc.open_stream(frame.to_ipc()).read_all().replace_schema_metadata()


def _need_pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ExportError("Parquet needs pyarrow where the server runs: pip install pyarrow") from None
    return pyarrow, pyarrow.parquet


def _csv(rows: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(map(csv_row, rows))
    return text.getvalue().encode("utf-8", "replace")


class _Sink(io.RawIOBase):
    """A file that only grows; what was written is taken out again."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._n_bytes = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        part = bytes(data)
        self._parts.append(part)
        self._n_bytes += len(part)
        return len(part)

    def tell(self) -> int:
        return self._n_bytes

    def take(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)
