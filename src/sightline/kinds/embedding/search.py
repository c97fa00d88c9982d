"""Search over the metadata of points: text, regular expression, or the filter language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sightline.engine.filter import Expression, FilterError, parse
from sightline.engine.filter import expression as tree
from sightline.engine.pattern import PatternError, TextPattern
from sightline.formats.text_table import TextCells
from sightline.kinds.embedding.columns import MetadataColumn
from sightline.kinds.embedding.embedding import Embedding
from sightline.kinds.embedding.params import SearchMode
from sightline.wire.params import ParamsError

Mask = NDArray[np.bool_]
# What a filter calls the text of a point where no column has that name.
_ANY_COLUMN = "name"


@dataclass(frozen=True)
class Found:
    """Which points match. `is_complete` is false where a pattern took too long for all of them."""

    mask: Mask
    is_complete: bool = True


def search(embedding: Embedding, query: str, mode: SearchMode, column: str | None) -> Found:
    """The points that match; ParamsError where the query cannot be read."""
    columns = _columns(embedding, column)
    if not query or not columns:
        return Found(np.zeros(len(embedding), np.bool_))
    try:
        if mode == "filter":
            expression = parse(query)
            _check_fields(expression, columns)
            return Found(_Evaluation(columns, len(embedding)).mask(expression))
        if mode == "regex":
            return _by_pattern(columns, TextPattern(query, ignore_case=True))
    except (PatternError, FilterError) as error:
        raise ParamsError(f"query: {error}") from error
    return Found(_either([contains(each.cells, query) for each in columns], len(embedding)))


def contains(cells: TextCells, text: str) -> Mask:
    """Which cells contain a text, ignoring case."""
    mask = np.zeros(len(cells), np.bool_)
    if not text.isascii():
        wanted = text.casefold()
        mask[[row for row, cell in enumerate(cells.texts()) if wanted in cell.casefold()]] = True
        return mask
    begin = int(cells.offsets[0])
    data, wanted_bytes = cells.data[begin : cells.offsets[-1]].tobytes().lower(), text.lower().encode()
    places = []
    at = data.find(wanted_bytes)
    while at >= 0:
        row = int(np.searchsorted(cells.offsets, begin + at, side="right")) - 1
        end = int(cells.offsets[row + 1]) - begin
        if at + len(wanted_bytes) <= end:
            places.append(row)
            at = data.find(wanted_bytes, end)  # one find in a cell is enough
        else:
            at = data.find(wanted_bytes, at + 1)  # it begins in one cell and ends in another
    mask[places] = True
    return mask


def _columns(embedding: Embedding, column: str | None) -> list[MetadataColumn]:
    columns = {} if embedding.metadata is None else embedding.metadata.columns
    if column is None:
        return list(columns.values())
    if column not in columns:
        raise ParamsError(f"column: there is no column {column!r}")
    return [columns[column]]


def _by_pattern(columns: Sequence[MetadataColumn], pattern: TextPattern) -> Found:
    mask = np.zeros(len(columns[0]), np.bool_)
    for column in columns:
        if column.categories is not None:
            values, codes = column.categories
            mask |= np.array([pattern.search(value) is not None for value in values])[codes]
            continue
        for row, cell in enumerate(column.cells.texts()):
            try:
                mask[row] |= pattern.search(cell) is not None
            except PatternError:
                return Found(mask, is_complete=False)
    return Found(mask)


def _check_fields(expression: Expression, columns: Sequence[MetadataColumn]) -> None:
    names = {column.name for column in columns}
    unknown = expression.fields() - names - {_ANY_COLUMN}
    if unknown:
        listed = ", ".join(repr(name) for name in sorted(names)[:20])
        raise ParamsError(f"query: there is no column {sorted(unknown)[0]!r}; the columns are {listed}")


class _Evaluation:
    """A filter over columns: each condition for all points at once."""

    def __init__(self, columns: Sequence[MetadataColumn], n_points: int) -> None:
        self._columns = {column.name: column for column in columns}
        self._n = n_points

    def mask(self, node: Expression) -> Mask:
        """Which points a condition holds for."""
        if isinstance(node, tree.All):
            return self._joined(np.logical_and, node.parts, empty=True)
        if isinstance(node, tree.Any):
            return self._joined(np.logical_or, node.parts, empty=False)
        if isinstance(node, tree.Not):
            return ~self.mask(node.inner)
        (field,) = node.fields()
        columns = [self._columns[field]] if field in self._columns else list(self._columns.values())
        return _either([_holds(node, field, column) for column in columns], self._n)

    def _joined(
        self, join: Callable[[Mask, Mask], Mask], parts: Sequence[Expression], *, empty: bool
    ) -> Mask:
        made = np.full(self._n, empty)
        for part in parts:
            made = join(made, self.mask(part))
        return made


def _holds(node: Expression, field: str, column: MetadataColumn) -> Mask:
    def holds(value: str) -> bool:
        return node.matches(lambda name: [value] if value and name == field else [])

    if isinstance(node, tree.Compare) and column.numbers is not None and node.symbol != "=":
        limits = [limit for limit in map(tree.as_number, node.literals) if limit is not None]
        with np.errstate(invalid="ignore"):
            compared = [_ORDERED[node.symbol](column.numbers, limit) for limit in limits]
        return _either(compared, len(column))
    if column.categories is not None:
        values, codes = column.categories
        return np.array([holds(value) for value in values], np.bool_)[codes]
    return np.fromiter((holds(cell) for cell in column.cells.texts()), np.bool_, len(column))


def _either(masks: Sequence[Mask], n_points: int) -> Mask:
    made = np.zeros(n_points, np.bool_)
    for mask in masks:
        made |= mask
    return made


_ORDERED: dict[str, Callable[[NDArray[np.float64], float], Mask]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
