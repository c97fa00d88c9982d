"""SQL over logs, by DuckDB (an extra): each table is a frame, lent without a copy."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from sightline.wire.frame import Frame


def query(text: str, tables: Mapping[str, Callable[[], Frame]]) -> Any:
    """The answer as DuckDB's relation; only tables that the text names are made."""
    try:
        duckdb = import_module("duckdb")
    except ImportError:
        raise ImportError("this needs duckdb: pip install 'sightline[sql]'") from None
    connection = duckdb.connect()
    for name, make in tables.items():
        if re.search(rf"\b{name}\b", text, re.IGNORECASE):
            connection.register(name, make())
    return connection.sql(text)
