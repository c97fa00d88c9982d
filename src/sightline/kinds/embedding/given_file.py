"""Vectors in a file of its own: text, numpy, safetensors or parquet; `sightline embed` serves it."""

from __future__ import annotations

import csv
import io
import os.path
from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.engine.reader import ByteSource
from sightline.engine.run_view import RunView, SideFile
from sightline.engine.side_files import find_side_file
from sightline.formats.array_files import StoredArray, npy_array, npz_arrays, safetensors_arrays
from sightline.formats.byte_blocks import Progress
from sightline.formats.number_table import Vectors, read_number_table
from sightline.formats.text_table import TextCells, TextTable, read_text_table
from sightline.kinds.embedding import METADATA_ENDING
from sightline.kinds.embedding.columns import MetadataColumn
from sightline.kinds.embedding.entries import Entry, Place
from sightline.kinds.embedding.memory import check_memory
from sightline.kinds.embedding.parquet import read_parquet
from sightline.kinds.embedding.projector_source import opened

_GLANCE_BYTES = 1 << 16


@dataclass(frozen=True)
class GivenFile:
    """One array of a file; `array` is its name where the file has several."""

    run: RunView
    file: SideFile
    array: str = ""

    def state(self) -> tuple[Any, ...]:
        """The file's path, size, time and identity."""
        with opened(self.run, self.file) as source:
            return (self.file.path, *source.stat(), self.array)

    def shape(self) -> tuple[int | None, int | None]:
        """By the header of the file; of text and parquet it is known when it was read."""
        if not self.file.path.endswith((".npy", ".safetensors")):
            return None, None
        with opened(self.run, self.file) as source:
            shape = self._stored(source).shape
        return shape[0], shape[1] if len(shape) == 2 else None

    def read(self, progress: Progress) -> tuple[Vectors, TextTable | None]:
        """Vectors, and text columns as metadata; LookupError says why there are none."""
        with opened(self.run, self.file) as source:
            check_memory(source.stat().size)
            try:
                vectors, table = self._read(source, progress)
            except ValueError as error:
                raise LookupError(f"{self.file.path.rpartition('/')[2]}: {error}") from error
        return vectors, table

    def _read(self, source: ByteSource, progress: Progress) -> tuple[Vectors, TextTable | None]:
        path, size = self.file.path, source.stat().size
        if path.endswith((".npy", ".safetensors")):
            return _two_axes(self._stored(source).read(source.read, progress)), None
        if path.endswith(".npz"):
            arrays = npz_arrays(io.BytesIO(source.read(0, size)))
            return _two_axes(arrays[self.array]), None
        if path.endswith(".parquet"):
            return read_parquet(source.read(0, size))
        delimiter = "," if path.endswith(".csv") else "\t"
        return read_text(source, size, delimiter, progress)

    def _stored(self, source: ByteSource) -> StoredArray:
        size = source.stat().size
        try:
            if self.file.path.endswith(".npy"):
                return npy_array(source.read, size)
            return next(each for each in safetensors_arrays(source.read, size) if each.name == self.array)
        except (ValueError, StopIteration) as error:
            raise LookupError(f"{self.file.path.rpartition('/')[2]}: {error}") from error


def given_entries(run: RunView) -> dict[str, Entry]:
    """The embeddings of the file that a run consists of: one, or one for each of its arrays with two axes."""
    found: dict[str, Entry] = {}
    for file in run.side_files:
        if file.kind == "embedding" and not file.glob:
            name = file.path.rpartition("/")[2]
            metadata = _metadata_beside(run, file)
            for array in _array_names(run, file):
                tag = f"{name}/{array}" if array else name
                place = Place(GivenFile(run, file, array), metadata_file=metadata)
                found[tag] = Entry(run, tag, tag, "file", {None: place})
    return found


def _metadata_beside(run: RunView, file: SideFile) -> SideFile | None:
    """The file of metadata in the same folder: `words.metadata.tsv` of `words.npy`."""
    beside = file._replace(path=os.path.splitext(file.path)[0] + METADATA_ENDING)
    try:
        find_side_file(run, beside)
    except LookupError:
        return None
    return beside


def _array_names(run: RunView, file: SideFile) -> list[str]:
    """The arrays to choose from; [""] where the file is one, or cannot be read."""
    if not file.path.endswith((".npz", ".safetensors")):
        return [""]
    try:
        with opened(run, file) as source:
            size = source.stat().size
            if file.path.endswith(".npz"):
                check_memory(size)
                arrays = npz_arrays(io.BytesIO(source.read(0, size)))
                names = [name for name, array in arrays.items() if array.ndim == 2]
            else:
                names = [each.name for each in safetensors_arrays(source.read, size) if len(each.shape) == 2]
    except (LookupError, ValueError):
        return [""]
    return names or [""]


def read_text(
    source: ByteSource, size: int, delimiter: str, progress: Progress
) -> tuple[Vectors, TextTable | None]:
    """Columns of numbers as vectors, the others as metadata; a first line without any number is a header."""
    first = source.read(0, min(size, _GLANCE_BYTES)).split(b"\n")[0].decode("utf-8", "replace")
    cells = next(csv.reader([first], delimiter=delimiter), [])
    if all(_is_number(cell) for cell in cells) and '"' not in first:
        return read_number_table(source.read, size, delimiter=delimiter, progress=progress), None
    table = _text_table(source, size, delimiter, progress)
    if not len(table):
        raise ValueError("the file is empty")
    begin = 0 if any(_is_number(cell) for cell in cells) else 1
    columns = [MetadataColumn("", cells.rows(begin, len(cells))) for cells in table.columns]
    numbers = [column.numbers for column in columns]
    vectors = [each for each in numbers if each is not None]
    if not vectors:
        raise ValueError("no column has numbers in all its lines, so there are no vectors")
    texts = [cells for cells, each in zip(table.columns, numbers, strict=True) if each is None]
    metadata = TextTable(tuple(texts), header=begin == 1) if texts else None
    return np.stack(vectors, axis=1).astype(np.float32), metadata


def _text_table(source: ByteSource, size: int, delimiter: str, progress: Progress) -> TextTable:
    """The cells; quoted ones, as spreadsheets write them, are taken apart by Python's reader."""
    if delimiter == "," and b'"' in source.read(0, min(size, 1 << 20)):
        return _quoted(source.read(0, size))
    return read_text_table(source.read, size, delimiter=delimiter.encode(), progress=progress)


def _quoted(data: bytes) -> TextTable:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8", "replace"), newline="")))
    rows = [row for row in rows if row]
    width = len(rows[0]) if rows else 0
    columns = []
    for place in range(width):
        cells = [(row[place] if place < len(row) else "").encode() for row in rows]
        offsets = np.zeros(len(cells) + 1, np.int64)
        np.cumsum([len(cell) for cell in cells], out=offsets[1:])
        columns.append(TextCells(np.frombuffer(b"".join(cells), np.uint8), offsets))
    ragged = [number for number, row in enumerate(rows, 1) if len(row) != width]
    return TextTable(tuple(columns), len(ragged), ragged[0] if ragged else 0)


def _two_axes(array: Any) -> Vectors:
    if array.ndim != 2 or not array.size or array.dtype.kind not in "biuf":
        raise ValueError(f"an array of shape {array.shape} and type {array.dtype} is no list of vectors")
    return np.ascontiguousarray(array, dtype=np.float32)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
