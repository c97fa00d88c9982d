"""Metadata of points as typed columns: numbers, categories, or text, found out once per column."""

from __future__ import annotations

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
        try:
            first = self.cells.text(int(np.flatnonzero(lengths)[0]))
            float(first)  # nearly every column of text is told by its first cell
            texts = self._fixed_width()
            texts[lengths == 0] = b"nan"
            return texts.astype(np.float64)
        except ValueError:
            return None

    @cached_property
    def categories(self) -> tuple[list[str], NDArray[np.int32]] | None:
        """The distinct values, most frequent first, and each cell's place among them; None where there are
        many.
        """
        lengths = np.diff(self.cells.offsets)
        if not len(lengths) or lengths.max() > _MAX_CATEGORY_BYTES:
            return None
        texts = self._fixed_width()
        if len(np.unique(texts[:: max(len(texts) // 20_000, 1)])) > MAX_CATEGORIES:
            return None
        values, codes, counts = np.unique(texts, return_inverse=True, return_counts=True)
        if len(values) > MAX_CATEGORIES:
            return None
        order = np.argsort(-counts, kind="stable")
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        return [values[i].decode("utf-8", "replace") for i in order], place[codes.reshape(-1)]

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

    def _fixed_width(self) -> NDArray[np.bytes_]:
        """The cells as one array of bytes of the longest one's width."""
        cells = self.cells
        lengths = np.diff(cells.offsets)
        width = max(int(lengths.max(initial=0)), 3)
        made = np.zeros((len(cells), width), np.uint8)
        made[np.arange(width)[None, :] < lengths[:, None]] = cells.data[cells.offsets[0] : cells.offsets[-1]]
        return made.view(f"S{width}").reshape(-1)


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
