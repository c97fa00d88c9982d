"""Cells of CSV files: text that a spreadsheet would run as a formula is marked as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_row(cells: Iterable[Any]) -> list[Any]:
    """The cells of one row; an apostrophe before text that begins like a formula and is no number."""
    return [_marked(cell) if isinstance(cell, str) else cell for cell in cells]


def _marked(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_STARTS) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
