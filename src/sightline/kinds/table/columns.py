"""Tables in any form that callers pass → named, typed columns of plain Python values."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_EXPECTED = "expected a dict of columns, a list of rows with columns=…, a list of dicts or a data frame"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its type is "bool", "int", "float", "string" or "datetime"; a missing value is None."""

    name: str
    type: str
    values: list[Any]


def as_columns(tag: str, data: Any, columns: Any = None) -> list[Column]:
    """The columns of a table given in any of the usual ways; TypeError or ValueError names the tag."""
    named = _named(tag, data, None if columns is None else [str(name) for name in columns])
    lengths = {name: len(values) for name, values in named.items()}
    if not named:
        raise ValueError(f"add_table {tag!r}: expected at least one column")
    if len(set(lengths.values())) > 1:
        raise ValueError(f"add_table {tag!r}: expected columns of one length, got {lengths}")
    return [_column(tag, name, values) for name, values in named.items()]


def _named(tag: str, data: Any, names: list[str] | None) -> dict[str, list[Any]]:
    if isinstance(data, Mapping):
        found = {str(name): _values(tag, name, values) for name, values in data.items()}
    elif _is_frame(data):
        found = {str(name): _values(tag, name, data[name]) for name in _frame_names(data)}
    elif isinstance(data, (str, bytes)) or not isinstance(data, Iterable):
        raise TypeError(f"add_table {tag!r}: {_EXPECTED}, got {type(data).__name__}")
    else:
        return _from_rows(tag, list(data), names)
    if names is None:
        return found
    missing = [name for name in names if name not in found]
    if missing:
        raise ValueError(f"add_table {tag!r}: no column named {missing[0]!r}, there are {sorted(found)}")
    return {name: found[name] for name in names}


def _is_frame(data: Any) -> bool:
    return hasattr(data, "__getitem__") and (hasattr(data, "columns") or hasattr(data, "column_names"))


def _frame_names(data: Any) -> list[Any]:
    return list(data.column_names if hasattr(data, "column_names") else data.columns)


def _values(tag: str, name: Any, values: Any) -> list[Any]:
    for method in ("tolist", "to_list", "to_pylist"):
        if callable(getattr(values, method, None)):
            listed = getattr(values, method)()
            break
    else:
        if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
            raise TypeError(f"add_table {tag!r}: expected a list of values for column {name!r}")
        listed = list(values)
    if not isinstance(listed, list) or any(isinstance(value, (list, dict)) for value in listed):
        raise ValueError(f"add_table {tag!r}: expected plain values in column {name!r}")
    return listed


def _from_rows(tag: str, rows: list[Any], names: list[str] | None) -> dict[str, list[Any]]:
    if rows and all(isinstance(row, Mapping) for row in rows):
        keys = dict.fromkeys(str(key) for row in rows for key in row) if names is None else names
        plain = [{str(key): value for key, value in row.items()} for row in rows]
        return {name: [row.get(name) for row in plain] for name in keys}
    lists = [_values(tag, number, row) for number, row in enumerate(rows)]
    width = len(names) if names is not None else max((len(row) for row in lists), default=0)
    for number, row in enumerate(lists):
        if len(row) != width:
            raise ValueError(f"add_table {tag!r}: expected {width} values in row {number}, got {len(row)}")
    names = names if names is not None else [f"column {number}" for number in range(width)]
    if len(set(names)) != len(names):
        raise ValueError(f"add_table {tag!r}: expected names that differ, got {names}")
    return {name: [row[number] for row in lists] for number, name in enumerate(names)}


def _column(tag: str, name: str, values: list[Any]) -> Column:
    values = [_plain(value) for value in values]
    types = {_type(value) for value in values if value is not None}
    if types == {"int", "float"}:
        return Column(name, "float", [None if v is None else float(v) for v in values])
    if len(types) == 1:
        kind = types.pop()
        return Column(name, kind, [_stored(kind, v) for v in values])
    return Column(name, "string", [None if v is None else str(v) for v in values])


def _plain(value: Any) -> Any:
    """A Python number instead of numpy's, torch's or JAX's of no dimension; None for a missing value."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if getattr(value, "shape", None) == () and callable(getattr(value, "item", None)):
        return value.item()
    return value


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    if isinstance(value, float):
        return "float"
    return "datetime" if isinstance(value, (datetime.datetime, datetime.date)) else "string"


def _stored(kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind == "datetime":
        return value.isoformat()
    return sys.intern(str(value)) if kind == "string" else value
