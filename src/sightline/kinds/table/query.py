"""Tables of one tag: the runs' rows joined, filtered and sorted, page by page or as a file."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Annotated, Any

from msgspec import Meta

from sightline.engine.csv_cells import csv_row
from sightline.engine.store import StoreView
from sightline.kinds.items import ItemParams, find, items_query, read, series_of, steps_query
from sightline.kinds.table.captured import CapturedParams, captured
from sightline.kinds.table.columns import Column
from sightline.kinds.table.decode import decode_uneven
from sightline.kinds.table.join import Joined, even, join, text_of
from sightline.kinds.table.pick import filtered, ordered
from sightline.wire.params import Params
from sightline.wire.query import Blob, Query

MAX_ROWS = 500_000
MAX_PAGE = 1000
MAX_CHARS = 2000
_EXACT_IN_JAVASCRIPT = 1 << 53


class TableParams(Params, frozen=True):
    """Which table, of which runs and step (the nearest of each; null: the latest), and which of its rows."""

    tag: str
    runs: tuple[int, ...] | None = None
    step: int | None = None
    filter: str = ""
    sort: str | None = None
    descending: bool = False


class PageParams(TableParams, frozen=True):
    """The same, and which page of the rows that match."""

    offset: Annotated[int, Meta(ge=0)] = 0
    limit: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 200


def rows(view: StoreView, params: PageParams) -> dict[str, Any]:
    """Columns with types, how many rows there are and match, and one page: runs, places and cells."""
    table, facts = _read(view, params)
    left = _picked(table, params)
    shown = left[params.offset : params.offset + params.limit]
    return {
        "generation": view.generation,
        "columns": [{"name": column.name, "type": column.type} for column in table.columns],
        "tables": facts,
        "n_rows": len(table.runs),
        "n_left": len(left),
        "offset": params.offset,
        "runs": [table.runs[row] for row in shown],
        "numbers": [table.numbers[row] for row in shown],
        "rows": [[_plain(column.values[row]) for column in table.columns] for row in shown],
    }


def as_csv(view: StoreView, params: TableParams) -> Blob:
    """All rows that match, cells untruncated; the first column is the run's name."""
    table, _ = _read(view, params)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(csv_row(["run", *(column.name for column in table.columns)]))
    for row in _picked(table, params):
        name = view.by_id[table.runs[row]].name
        writer.writerow(csv_row([name, *(text_of(column.values[row]) for column in table.columns)]))
    return Blob(text.getvalue().encode("utf-8", "replace"), "text/csv; charset=utf-8")


def as_json(view: StoreView, params: TableParams) -> Blob:
    """All rows that match, an object each, cells untruncated; `run` is the run's name."""
    table, _ = _read(view, params)
    made = [
        {"run": view.by_id[table.runs[row]].name}
        | {column.name: _exact(column.values[row]) for column in table.columns}
        for row in _picked(table, params)
    ]
    return Blob(json.dumps(made).encode("utf-8", "replace"), "application/json")


def _read(view: StoreView, params: TableParams) -> tuple[Joined, list[dict[str, Any]]]:
    facts: list[dict[str, Any]] = []
    tables: list[tuple[int, list[Column]]] = []
    room = MAX_ROWS
    for run, tag in series_of(view, "table", params.runs, [params.tag]):
        found = find(view, "table", ItemParams(run=run.id, tag=tag, step=params.step))
        row: dict[str, Any] = {"run": run.id, **found.where()}
        facts.append(row)
        try:
            columns, notes = even(read(view, found, decode_uneven))
        except LookupError as error:
            row["error"] = str(error)
            continue
        n_rows = len(columns[0].values) if columns else 0
        if n_rows > room:
            notes.append(f"the first {room:,} of {n_rows:,} rows: a view has room for {MAX_ROWS:,}")
            columns = [Column(column.name, column.type, column.values[:room]) for column in columns]
        room -= min(n_rows, room)
        row |= {"n_rows": n_rows, "notes": notes}
        tables.append((run.id, columns))
    return join(tables), facts


def _picked(table: Joined, params: TableParams) -> list[int]:
    left = filtered(table.columns, list(range(len(table.runs))), params.filter)
    if params.sort is None:
        return left
    column = next((column for column in table.columns if column.name == params.sort), None)
    return left if column is None else ordered(column, left, descending=params.descending)


def _exact(cell: Any) -> Any:
    """The cell as exact JSON: text for what is not finite and for large integers."""
    if isinstance(cell, float) and not math.isfinite(cell):
        return "NaN" if math.isnan(cell) else "Infinity" if cell > 0 else "-Infinity"
    if isinstance(cell, int) and abs(cell) > _EXACT_IN_JAVASCRIPT:
        return str(cell)
    return cell


def _plain(cell: Any) -> Any:
    """A cell for the page: nested values as text, and no text longer than a page needs."""
    cell = _exact(cell)
    if isinstance(cell, list | dict):
        cell = json.dumps(cell)
    if isinstance(cell, str) and len(cell) > MAX_CHARS:
        return cell[:MAX_CHARS] + "…"
    return cell


QUERIES: dict[str, Query[Any]] = {
    "captured": Query(CapturedParams, captured, "json"),
    "csv": Query(TableParams, as_csv, "blob"),
    "items": items_query("table"),
    "json": Query(TableParams, as_json, "blob"),
    "rows": Query(PageParams, rows, "json"),
    "steps": steps_query("table"),
}
