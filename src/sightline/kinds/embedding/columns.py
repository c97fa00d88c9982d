"""Metadata of points as typed columns: numbers, categories, or text, found out once per column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sightline.formats.text_table import TextCells, TextTable

ColumnType = Literal["categorical", "continuous", "text"]
# Columns with more distinct values are no categories: no legend shows them.
MAX_CATEGORIES = 1000
# Whole numbers with at most this many distinct values are classes rather than amounts.
_MAX_CLASS_NUMBERS = 20
_MAX_NUMBER_BYTES = 32
_MAX_CATEGORY_BYTES = 256
_CHUNK_ROWS = 1 << 16


class MetadataColumn:
    """One column of metadata, a cell for each point."""

    def __init__(self, name: str, cells: TextCells) -> None:
        self.name = name
        self.cells = cells

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def numbers(self) -> NDArray[np.float64] | None:
        """The cells as numbers, NaN where one is empty; None where a cell is something else."""
        lengths = np.diff(self.cells.offsets)
        if not len(lengths) or not lengths.any() or lengths.max() > _MAX_NUMBER_BYTES:
            return None
        numbers = np.empty(len(lengths), np.float64)
        try:
            first = self.cells.text(int(np.flatnonzero(lengths)[0]))
            float(first)  # nearly every column of text is told by its first cell
            for begin, texts in self._chunks():
                texts[texts == b""] = b"nan"
                numbers[begin : begin + len(texts)] = texts.astype(np.float64)
        except ValueError:
            return None
        return numbers

    @cached_property
    def categories(self) -> tuple[list[str], NDArray[np.int32]] | None:
        """The distinct values, most frequent first, and each cell's place among them; None where there are
        many.
        """
        lengths = np.diff(self.cells.offsets)
        if not len(lengths) or lengths.max() > _MAX_CATEGORY_BYTES:
            return None
        code_of: dict[bytes, int] = {}
        codes = np.empty(len(lengths), np.int32)
        for begin, texts in self._chunks():
            values, places = np.unique(texts, return_inverse=True)
            found = [code_of.setdefault(value, len(code_of)) for value in values.tolist()]
            if len(code_of) > MAX_CATEGORIES:
                return None
            codes[begin : begin + len(texts)] = np.array(found, np.int32)[places.reshape(-1)]
        counts = np.bincount(codes, minlength=len(code_of)).tolist()
        names = sorted(code_of, key=lambda value: (-counts[code_of[value]], value))
        place = np.empty(len(names), np.int32)
        place[[code_of[value] for value in names]] = np.arange(len(names), dtype=np.int32)
        return [value.decode("utf-8", "replace") for value in names], place[codes]

    @cached_property
    def type(self) -> ColumnType:
        """What the column is: amounts, classes, or text of its own for most points."""
        categories = self.categories
        if self.numbers is not None:
            is_class = (
                categories is not None
                and len(categories[0]) <= _MAX_CLASS_NUMBERS
                and bool((np.mod(self.numbers, 1) == 0).all())
            )
            return "categorical" if is_class else "continuous"
        if categories is None or (len(self) > 20 and len(categories[0]) > len(self) / 2):
            return "text"
        return "categorical"

    def summary(self) -> dict[str, Any]:
        """Type, distinct values, range and the most frequent values with their counts, as JSON."""
        numbers, categories = self.numbers, self.categories
        finite = numbers[np.isfinite(numbers)] if numbers is not None else np.empty(0)
        shown = categories is not None and self.type == "categorical"
        return {
            "name": self.name,
            "type": self.type,
            "is_number": numbers is not None,
            "distinct": None if categories is None else len(categories[0]),
            "missing": int((np.diff(self.cells.offsets) == 0).sum()),
            "low": float(finite.min()) if len(finite) else None,
            "high": float(finite.max()) if len(finite) else None,
            "values": _counted(categories) if shown and categories is not None else [],
        }

    def _chunks(self) -> Iterator[tuple[int, NDArray[np.bytes_]]]:
        """Some rows after the others: the first row, and its cells as bytes of the longest one's width.

        All of a column at once would take as many bytes for each cell as for the longest.
        """
        for begin in range(0, len(self), _CHUNK_ROWS):
            cells = self.cells.rows(begin, min(begin + _CHUNK_ROWS, len(self)))
            lengths = np.diff(cells.offsets)
            width = max(int(lengths.max()), 3)
            made = np.zeros((len(cells), width), np.uint8)
            is_in = np.arange(width)[None, :] < lengths[:, None]
            made[is_in] = cells.data[cells.offsets[0] : cells.offsets[-1]]
            yield begin, made.view(f"S{width}").reshape(-1)


def _counted(categories: tuple[list[str], NDArray[np.int32]]) -> list[dict[str, Any]]:
    counts = np.bincount(categories[1], minlength=len(categories[0])).tolist()
    return [{"value": value, "count": n} for value, n in zip(categories[0], counts, strict=True)]


@dataclass(frozen=True)
class Metadata:
    """The columns of all points; `header` says whether the first line named them, `notes` what was wrong."""

    columns: dict[str, MetadataColumn]
    header: bool
    notes: tuple[str, ...] = ()


def _header_of(table: TextTable, n_points: int) -> tuple[bool, list[str]]:
    """Whether the first line is the header, and a note where only the number of lines tells."""
    n_lines, width = len(table), len(table.columns)
    if table.header is not None:
        return table.header, []
    if width > 1 and n_lines == n_points:
        return False, ["The metadata has as many lines as there are points: its first line is not a header."]
    if width == 1 and n_lines == n_points + 1:
        return True, ["The metadata has one line more than there are points: its first line is the header."]
    return width > 1, []


def as_metadata(table: TextTable, n_points: int) -> Metadata:
    """Name the columns, and fit them to the points.

    TensorBoard takes a file of one column as having no header, and any other as having one. Where the number
    of lines tells that it is otherwise, the lines are believed.
    """
    n_lines, width = len(table), len(table.columns)
    header, notes = _header_of(table, n_points)
    begin = 1 if header and n_lines else 0
    if n_lines - begin != n_points:
        notes.append(_count_note(n_lines - begin, n_points))
    if table.ragged:
        notes.append(
            f"{table.ragged:,} lines of the metadata have another number of cells than its first line, "
            f"which has {width:,}; the first is line {table.first_ragged:,}."
        )
    names = _names([cells.text(0) for cells in table.columns] if begin else [""] * width)
    cells = [_fitted(each, begin, n_points) for each in table.columns]
    found = {name: MetadataColumn(name, each) for name, each in zip(names, cells, strict=True)}
    return Metadata(found, bool(begin), tuple(notes))


def _count_note(n_labels: int, n_points: int) -> str:
    what = "those beyond are left out" if n_labels > n_points else "the other points have none"
    return f"The metadata has {n_labels:,} labels for {n_points:,} points; {what}."


def _names(given: list[str]) -> list[str]:
    """Names that are there and differ."""
    if given == [""]:
        return ["label"]
    names: list[str] = []
    for place, name in enumerate(given, 1):
        base = name.strip() or f"column {place}"
        wanted, n = base, 1
        while wanted in names:
            n += 1
            wanted = f"{base} {n}"
        names.append(wanted)
    return names


def _fitted(cells: TextCells, begin: int, n_points: int) -> TextCells:
    """The cells from a row on, cut or filled up with empty ones to the number of points."""
    found = cells.rows(begin, min(len(cells), begin + n_points))
    missing = n_points - len(found)
    if not missing:
        return found
    return TextCells(found.data, np.concatenate([found.offsets, np.full(missing, found.offsets[-1])]))
