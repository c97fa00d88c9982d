"""Tables of text, one row a line, as columns: a string of bytes and where each cell ends.

A file of a gigabyte takes about its own size in memory: there is no object per cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.formats.byte_blocks import BLOCK_BYTES, Progress, ReadBytes, no_progress, read_blocks

MAX_LINE_BYTES = 1 << 20
MAX_COLUMNS = 4096
_NEWLINE, _RETURN = 10, 13
Bytes = NDArray[np.uint8]
Offsets = NDArray[np.int64]


@dataclass(frozen=True)
class TextCells:
    """A column of text: cell i is `data[offsets[i]:offsets[i + 1]]` in UTF-8."""

    data: Bytes
    offsets: Offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return self.data.nbytes + self.offsets.nbytes

    def text(self, row: int) -> str:
        """One cell."""
        return self.data[self.offsets[row] : self.offsets[row + 1]].tobytes().decode("utf-8", "replace")

    def texts(self, rows: Sequence[int] | NDArray[Any] | None = None) -> list[str]:
        """Some cells, or all."""
        if rows is not None:
            return [self.text(int(row)) for row in rows]
        data, ends = self.data.tobytes(), self.offsets.tolist()
        return [data[begin:end].decode("utf-8", "replace") for begin, end in pairwise(ends)]

    def rows(self, begin: int, end: int) -> TextCells:
        """The cells between two rows."""
        offsets = self.offsets[begin : end + 1]
        return TextCells(self.data[offsets[0] : offsets[-1]], offsets - offsets[0])


@dataclass(frozen=True)
class TextTable:
    """Columns of one length. `ragged` counts lines with fewer or more cells than the first; the first such
    line is `first_ragged` (from 1). Missing cells are empty, and what is too much belongs to the last cell.
    `header` is whether the first line names the columns; None where that is not known.
    """

    columns: tuple[TextCells, ...]
    ragged: int = 0
    first_ragged: int = 0
    header: bool | None = None

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 0


def read_text_table(
    read: ReadBytes, size: int, *, delimiter: bytes = b"\t", progress: Progress = no_progress
) -> TextTable:
    """The table in a file; ValueError where a line is too long to be one. Empty lines at the end go."""
    builder = _Builder(delimiter)
    for block in read_lines(read, size, progress):
        builder.add(block)
    return builder.table()


def read_lines(read: ReadBytes, size: int, progress: Progress = no_progress) -> Iterator[bytes]:
    """Blocks of whole lines, each ending in a newline; ValueError where a line is too long to be one."""
    rest, n_lines = b"", 0
    for block in read_blocks(read, size, BLOCK_BYTES, progress):
        whole, newline, tail = block.rpartition(b"\n")
        if not newline:
            rest += block
        else:
            lines = rest + whole + newline
            rest = tail
            n_lines += lines.count(b"\n")
            yield lines
        if len(rest) > MAX_LINE_BYTES:
            raise ValueError(
                f"line {n_lines + 1:,} is longer than {MAX_LINE_BYTES:,} bytes: not a text table"
            )
    if rest:
        yield rest + b"\n"


class _Builder:
    def __init__(self, delimiter: bytes) -> None:
        self._delimiter = delimiter[0]
        self._width = 0
        self._n_rows = 0
        self._n_ragged = 0
        self._first_ragged = 0
        self._parts: list[list[Bytes]] = []
        self._lengths: list[list[Offsets]] = []

    def add(self, block: bytes) -> None:
        """Take a block of whole lines apart, all its cells at once."""
        data = np.frombuffer(block, np.uint8)
        line_ends = np.flatnonzero(data == _NEWLINE)
        starts = np.concatenate(([0], line_ends[:-1] + 1))
        has_return = (line_ends > starts) & (data[np.maximum(line_ends - 1, 0)] == _RETURN)
        ends = line_ends - has_return
        separators = np.flatnonzero(data == self._delimiter)
        first = np.searchsorted(separators, starts)
        counts = np.searchsorted(separators, ends) - first
        if not self._width:
            self._begin(int(counts[0]) + 1)
        self._count_ragged(counts, ends > starts)
        for column, (cell_starts, cell_ends) in enumerate(
            _cells(starts, ends, separators, first, counts, self._width)
        ):
            self._parts[column].append(_gather(data, cell_starts, cell_ends))
            self._lengths[column].append(cell_ends - cell_starts)
        self._n_rows += len(starts)

    def _begin(self, width: int) -> None:
        if width > MAX_COLUMNS:
            raise ValueError(f"line 1 has {width:,} columns, more than {MAX_COLUMNS:,}")
        self._width = width
        self._parts = [[] for _ in range(width)]
        self._lengths = [[] for _ in range(width)]

    def _count_ragged(self, counts: NDArray[np.intp], is_filled: NDArray[np.bool_]) -> None:
        wrong = np.flatnonzero((counts != self._width - 1) & is_filled)
        if len(wrong) and not self._n_ragged:
            self._first_ragged = self._n_rows + int(wrong[0]) + 1
        self._n_ragged += len(wrong)

    def table(self) -> TextTable:
        """All that was added; lines without any text at the end are left out."""
        lengths = [_joined(parts, np.int64) for parts in self._lengths]
        filled = np.flatnonzero(sum(lengths, np.zeros(self._n_rows, np.int64)))
        n_rows = int(filled[-1]) + 1 if len(filled) else 0
        columns = []
        for parts, cell_lengths in zip(self._parts, lengths, strict=True):
            offsets = np.zeros(n_rows + 1, np.int64)
            np.cumsum(cell_lengths[:n_rows], out=offsets[1:])
            columns.append(TextCells(_joined(parts, np.uint8), offsets))
            parts.clear()
        return TextTable(tuple(columns), self._n_ragged, self._first_ragged)


def _cells(
    starts: NDArray[np.intp],
    ends: NDArray[np.intp],
    separators: NDArray[np.intp],
    first: NDArray[np.intp],
    counts: NDArray[np.intp],
    width: int,
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Where the cells of each column begin and end; a missing one is empty, at the end of its line."""
    begin = starts
    for column in range(width):
        end = ends
        if column < width - 1 and len(separators):
            at = separators[np.minimum(first + column, len(separators) - 1)]
            end = np.where(column < counts, at, ends)
        yield begin, end
        begin = np.minimum(end + 1, ends)


def _gather(data: Bytes, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Bytes:
    """The bytes of many ranges, one after the other."""
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    return data[np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))]


def _joined(parts: Sequence[NDArray[Any]], dtype: type[np.generic]) -> NDArray[Any]:
    return np.concatenate(parts) if parts else np.empty(0, dtype)
