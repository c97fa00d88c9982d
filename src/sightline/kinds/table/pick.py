"""Which rows of a table, in which order: words and comparisons to filter by, a column to sort by."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import Any

from sightline.kinds.table.columns import Column
from sightline.kinds.table.join import text_of

RowTest = Callable[[int], bool]

_TERM = re.compile(r'(?:"[^"]*"|\S)+')
_COMPARISON = re.compile(r'(?P<name>"[^"]+"|[^<>=!"]+)(?P<sign>>=|<=|!=|=|>|<)(?P<value>.+)', re.DOTALL)
_SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne,
    ">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le,
}  # fmt: skip


def filtered(columns: list[Column], rows: list[int], text: str) -> list[int]:
    """The rows that match every term: `word` in any cell, or `column>0.5` (`"two words"=x` with quotes)."""
    for term in _TERM.findall(text):
        keeps = _comparison(columns, term) or _word(columns, term.strip('"').casefold())
        rows = [row for row in rows if keeps(row)]
    return rows


def ordered(column: Column, rows: list[int], *, descending: bool) -> list[int]:
    """The rows by a column's values; missing ones and NaN come last either way, equal ones stay in order."""
    known = [row for row in rows if not _is_missing(column.values[row])]
    missing = [row for row in rows if _is_missing(column.values[row])]
    return sorted(known, key=lambda row: _rank(column.values[row]), reverse=descending) + missing


def _is_missing(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell))


def _rank(cell: Any) -> tuple[int, Any]:
    """Numbers before text, so that a column of both has an order."""
    return (0, cell) if isinstance(cell, int | float) else (1, text_of(cell).casefold())


def _word(columns: list[Column], word: str) -> RowTest:
    return lambda row: any(word in text_of(column.values[row]).casefold() for column in columns)


def _comparison(columns: list[Column], term: str) -> RowTest | None:
    parts = _COMPARISON.fullmatch(term)
    if parts is None:
        return None
    name = parts["name"].strip('"').casefold()
    column = next((column for column in columns if column.name.casefold() == name), None)
    if column is None:
        return None
    return _compares(column.values, _SIGNS[parts["sign"]], parts["value"].strip('"'))


def _compares(values: list[Any], matches: Callable[[Any, Any], bool], wanted: str) -> RowTest:
    number = _number(wanted)

    def matches_row(row: int) -> bool:
        cell = values[row]
        if number is not None and isinstance(cell, int | float) and not isinstance(cell, bool):
            return matches(cell, number)
        return matches(text_of(cell).casefold(), wanted.casefold())

    return matches_row


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return None if math.isnan(number) else number
