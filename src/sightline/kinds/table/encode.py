"""Tables → a lossless value of our own, and a Markdown table that TensorBoard shows as text."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from sightline.formats.summary_values import tensor_value, text_stand_in
from sightline.kinds.table.columns import Column, as_columns

PLUGIN = "sightline_table"
_MAX_SHOWN_ROWS = 200
_SPECIAL = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


def table_values(tag: str, data: Any, columns: Any = None) -> list[Any]:
    """Two values: the table itself under its tag, and the Markdown of its first rows for TensorBoard."""
    table = as_columns(tag, data, columns)
    payload = json.dumps({"version": 0, "columns": [_as_json(c) for c in table]}, allow_nan=False)
    own = tensor_value(tag, np.array(payload.encode(), dtype=object), plugin=PLUGIN)
    return [own, text_stand_in(tag, "table", markdown(table))]


def markdown(table: list[Column], max_rows: int = _MAX_SHOWN_ROWS) -> str:
    """A Markdown table of the first rows, and how many more there are."""
    n_rows = len(table[0].values) if table else 0
    lines = [_line([column.name for column in table]), _line([_rule(column) for column in table])]
    for row in range(min(n_rows, max_rows)):
        lines.append(_line([_cell(column.values[row]) for column in table]))
    if n_rows > max_rows:
        lines.append(f"\n… and {n_rows - max_rows} more rows")
    return "\n".join(lines)


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _rule(column: Column) -> str:
    return "---:" if column.type in ("int", "float") else "---"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _as_json(column: Column) -> dict[str, Any]:
    values = column.values
    if column.type == "float":
        values = [_SPECIAL.get(str(v), v) if v is not None else None for v in values]
    return {"name": column.name, "type": column.type, "values": values}
