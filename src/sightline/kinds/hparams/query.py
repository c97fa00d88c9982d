"""The queries of the kind hparams."""

from __future__ import annotations

from typing import Any

from sightline.kinds.hparams.difference import DifferenceParams, difference
from sightline.kinds.hparams.importance import ImportanceParams, importance
from sightline.kinds.hparams.table import HparamsTableParams, table
from sightline.wire.query import Query

QUERIES: dict[str, Query[Any]] = {
    "difference": Query(DifferenceParams, difference, "json"),
    "importance": Query(ImportanceParams, importance, "json"),
    "table": Query(HparamsTableParams, table, ahead=True),
}
