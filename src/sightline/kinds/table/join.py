"""Tables of several runs as one: columns of one name become one, and every row has its run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sightline.kinds.table.columns import Column

MAX_COLUMNS = 200


@dataclass(frozen=True)
class Joined:
    """Columns of one length; `runs` and `numbers` name each row's run and its place in that run's table."""

    columns: list[Column]
    runs: list[int]
    numbers: list[int]


def even(columns: list[Column]) -> tuple[list[Column], list[str]]:
    """At most MAX_COLUMNS columns, padded to one length, with unique names; and notes on what changed."""
    notes = []
    if len(columns) > MAX_COLUMNS:
        notes.append(f"the first {MAX_COLUMNS} of {len(columns)} columns")
        columns = columns[:MAX_COLUMNS]
    n_rows = max((len(column.values) for column in columns), default=0)
    short = [column.name for column in columns if len(column.values) < n_rows]
    if short:
        some = ", ".join(repr(name) for name in short[:3]) + (", …" if len(short) > 3 else "")
        notes.append(f"rows of unequal length: {some} ended before row {n_rows}, the rest is empty")
    names = _made_unique([column.name for column in columns])
    filled = [
        Column(name, column.type, column.values + [None] * (n_rows - len(column.values)))
        for name, column in zip(names, columns, strict=True)
    ]
    return filled, notes


def join(tables: Iterable[tuple[int, list[Column]]]) -> Joined:
    """One table of several, in order; a run without some column has nothing in it."""
    types: dict[str, str] = {}
    cells: dict[str, list[Any]] = {}
    runs: list[int] = []
    numbers: list[int] = []
    for run, table in tables:
        for column in table:
            types[column.name] = _common(types.get(column.name, column.type), column.type)
            mine = cells.setdefault(column.name, [])
            mine += [None] * (len(runs) - len(mine)) + column.values
        n_rows = len(table[0].values) if table else 0
        runs += [run] * n_rows
        numbers += range(n_rows)
    columns = [
        Column(name, types[name], values + [None] * (len(runs) - len(values)))
        for name, values in cells.items()
    ]
    return Joined(columns, runs, numbers)


def text_of(cell: Any) -> str:
    """A cell as a person would type it."""
    if cell is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def _common(one: str, other: str) -> str:
    if one == other:
        return one
    return "float" if {one, other} == {"int", "float"} else "string"


def _made_unique(names: list[str]) -> list[str]:
    taken: set[str] = set()
    for place, name in enumerate(names):
        number = 2
        while names[place] in taken:
            names[place], number = f"{name} ({number})", number + 1
        taken.add(names[place])
    return names
