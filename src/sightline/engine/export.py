"""Frames to files: CSV, JSON, JSON lines, Arrow and Parquet, written whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
from numpy.typing import NDArray

from sightline.engine.csv_cells import csv_row
from sightline.wire.frame import Frame

_ROWS_AT_A_TIME = 100_000
# All but tab, line feed and carriage return.
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
Progress = Callable[[int], None]


class ExportError(Exception):
    """A format that cannot be written here, with what to do about it."""


def export(
    frame: Frame, target: str, *, form: str | None = None, progress: Progress = lambda rows: None
) -> None:
    """Write a frame to a path, or to standard output for "-"; without `form` the file's ending decides."""
    chosen = form or format_of(target)
    write = FORMATS.get(chosen)
    if write is None:
        raise ExportError(f"cannot write {chosen!r}; there are {', '.join(FORMATS)}")
    with _opened(target) as file:
        write(frame, file, progress)


def format_of(target: str) -> str:
    """The form for a file's ending."""
    ending = Path(target).suffix[1:].lower()
    return {"ipc": "arrow", "feather": "arrow", "pq": "parquet", "ndjson": "jsonl"}.get(
        ending, ending
    ) or "csv"


@contextmanager
def _opened(target: str) -> Iterator[IO[bytes]]:
    """A file that gets its name only when it is complete."""
    if target == "-":
        stdout = sys.stdout.buffer
        yield cast(IO[bytes], _Terminal(stdout)) if sys.stdout.isatty() else stdout
        return
    path = Path(target)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


class _Terminal(io.RawIOBase):
    """A terminal, which gets no control characters from logs: they could change its state."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def writable(self) -> bool:
        """Always true."""
        return True

    def write(self, data: Any, /) -> int:
        """Write the bytes, with control characters spelled out."""
        self._file.write(_CONTROLS.sub(lambda found: b"\\x%02x" % found[0][0], bytes(data)))
        self._file.flush()
        return len(data)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _slices(frame: Frame, progress: Progress) -> Iterator[list[NDArray[Any]]]:
    columns = list(frame.to_numpy().values())
    for start in range(0, len(frame), _ROWS_AT_A_TIME):
        yield [column[start : start + _ROWS_AT_A_TIME] for column in columns]
        progress(min(start + _ROWS_AT_A_TIME, len(frame)))


def _write_csv(frame: Frame, file: IO[bytes], progress: Progress) -> None:
    with _text(file) as text:
        writer = csv.writer(text)
        writer.writerow(csv_row(frame))
        for columns in _slices(frame, progress):
            writer.writerows(zip(*(_csv_values(column) for column in columns), strict=True))


def _csv_values(column: NDArray[Any]) -> list[Any]:
    values = plain_values(column)
    return values if column.dtype.kind in "biuf" else csv_row(values)


def _write_jsonl(frame: Frame, file: IO[bytes], progress: Progress) -> None:
    for row in _json_rows(frame, progress):
        file.write(row.encode() + b"\n")


def _write_json(frame: Frame, file: IO[bytes], progress: Progress) -> None:
    separator = b"[\n"
    for row in _json_rows(frame, progress):
        file.write(separator + row.encode())
        separator = b",\n"
    file.write(b"\n]\n" if separator == b",\n" else b"[]\n")


def _json_rows(frame: Frame, progress: Progress) -> Iterator[str]:
    names = list(frame)
    for columns in _slices(frame, progress):
        for row in zip(*(plain_values(column) for column in columns), strict=True):
            yield json.dumps(dict(zip(names, map(_json_value, row), strict=True)))


def _write_arrow(frame: Frame, file: IO[bytes], progress: Progress) -> None:
    file.write(frame.to_ipc())
    progress(len(frame))


def _write_parquet(frame: Frame, file: IO[bytes], progress: Progress) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ExportError("Parquet needs pyarrow: pip install pyarrow (or write .arrow)") from None
    pyarrow.parquet.write_table(pyarrow.table(frame), file, compression="zstd")
    progress(len(frame))


@contextmanager
def _text(file: IO[bytes]) -> Iterator[IO[str]]:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=False)
    try:
        yield text
        text.flush()
    finally:
        text.detach()


def plain_values(column: NDArray[Any]) -> list[Any]:
    """Python values; single precision keeps its own short digits: 0.1, not 0.10000000149."""
    if column.dtype == np.float32:
        return [float(text) for text in column.astype("U")]
    plain: list[Any] = column.tolist()
    return plain


def _json_value(value: Any) -> Any:
    """NaN and infinities as text, because JSON has no numbers for them."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return value


FORMATS: dict[str, Callable[[Frame, IO[bytes], Progress], None]] = {
    "csv": _write_csv,
    "json": _write_json,
    "jsonl": _write_jsonl,
    "arrow": _write_arrow,
    "parquet": _write_parquet,
}
