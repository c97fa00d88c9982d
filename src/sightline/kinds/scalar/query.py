"""The queries of the kind scalar."""

from __future__ import annotations

from typing import Any

from sightline.kinds.scalar.export import export
from sightline.kinds.scalar.groups import groups
from sightline.kinds.scalar.params import (
    ExportParams,
    GroupsParams,
    SeriesParams,
    SpansParams,
    SummariesParams,
    TagsParams,
)
from sightline.kinds.scalar.series import series
from sightline.kinds.scalar.spans import spans
from sightline.kinds.scalar.summaries import summaries, tags
from sightline.wire.query import Query

QUERIES: dict[str, Query[Any]] = {
    "export": Query(ExportParams, export, answer="download"),
    "groups": Query(GroupsParams, groups),
    "series": Query(SeriesParams, series),
    "spans": Query(SpansParams, spans),
    "summaries": Query(SummariesParams, summaries),
    "tags": Query(TagsParams, tags),
}
