"""Tables of text, one row a line, as columns: a string of bytes and where each cell ends.

A file takes about its own size in memory and eight bytes for each cell: there is no object per cell. While it
is read, it takes at most about half as much more.
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
    """A column of text: cell i is `data[offsets[i]:offsets[i + 1]]` in UTF-8; the first begins anywhere."""

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
        return TextCells(self.data, self.offsets[begin : end + 1])


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
        self._data: list[_GrowingArray] = []
        self._offsets: list[_GrowingArray] = []

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
            cell_offsets = np.cumsum(cell_ends - cell_starts)
            cell_offsets += len(self._data[column])
            self._offsets[column].append(cell_offsets)
            self._data[column].append(_gather(data, cell_starts, cell_ends))
        self._n_rows += len(starts)

    def _begin(self, width: int) -> None:
        if width > MAX_COLUMNS:
            raise ValueError(f"line 1 has {width:,} columns, more than {MAX_COLUMNS:,}")
        self._width = width
        self._data = [_GrowingArray(np.empty(0, np.uint8)) for _ in range(width)]
        self._offsets = [_GrowingArray(np.zeros(1, np.int64)) for _ in range(width)]

    def _count_ragged(self, counts: NDArray[np.intp], is_filled: NDArray[np.bool_]) -> None:
        wrong = np.flatnonzero((counts != self._width - 1) & is_filled)
        if len(wrong) and not self._n_ragged:
            self._first_ragged = self._n_rows + int(wrong[0]) + 1
        self._n_ragged += len(wrong)

    def table(self) -> TextTable:
        """All that was added; lines without any text at the end are left out."""
        all_offsets = [each.whole() for each in self._offsets]
        # Where a column's text ends: the first row after which nothing is added.
        n_rows = max((int(np.searchsorted(each, each[-1])) for each in all_offsets), default=0)
        columns = [
            TextCells(data.whole(), offsets[: n_rows + 1])
            for data, offsets in zip(self._data, all_offsets, strict=True)
        ]
        return TextTable(tuple(columns), self._n_ragged, self._first_ragged)


class _GrowingArray:
    """An array to append to. It grows in place where the system can; joining parts takes twice the memory."""

    def __init__(self, values: NDArray[Any]) -> None:
        self._values = values
        self._length = len(values)

    def __len__(self) -> int:
        return self._length

    def append(self, part: NDArray[Any]) -> None:
        end = self._length + len(part)
        if end > len(self._values):
            self._resize(max(end, len(self._values) * 5 // 4))
        self._values[self._length : end] = part
        self._length = end

    def whole(self) -> NDArray[Any]:
        """All that was appended; nothing is appended after that."""
        self._resize(self._length)
        return self._values

    def _resize(self, length: int) -> None:
        # Nobody else has the array before it is whole.
        self._values.resize(length, refcheck=False)


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
    """The bytes of many ranges, one after the other; between two of them there is at least one byte."""
    is_filled = ends > starts
    change = np.zeros(len(data), np.int8)
    change[starts[is_filled]] = 1
    change[ends[is_filled]] = -1  # a newline or a separator follows, always
    return data[np.cumsum(change, dtype=np.int8).view(np.bool_)]
