"""The value of a table → its columns, as they were given."""

from __future__ import annotations

import math
from typing import Any

from sightline.formats.summary_values import json_of, value_of
from sightline.kinds.table.columns import Column

_SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def decode(data: Any) -> list[Column]:
    """The table in a serialized (or parsed) Summary.Value; ValueError where there is none."""
    columns = decode_uneven(data)
    if len({len(column.values) for column in columns}) > 1:
        raise ValueError("table: columns differ in length")
    return columns


def decode_uneven(data: Any) -> list[Column]:
    """The columns of a table, which may differ in length where it was truncated."""
    value = value_of(data)
    content = json_of(value, kind="table")
    try:
        return [_column(column) for column in content["columns"]]
    except (KeyError, TypeError) as error:
        raise ValueError(f"table {value.tag!r}: not a table ({error!r})") from error


def _column(column: dict[str, Any]) -> Column:
    values = column["values"]
    if column["type"] == "float":
        values = [_SPECIAL[v] if isinstance(v, str) else v for v in values]
    return Column(str(column["name"]), str(column["type"]), list(values))
