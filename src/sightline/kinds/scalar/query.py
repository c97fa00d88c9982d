"""The queries of the kind scalar."""

from __future__ import annotations

from typing import Any

from sightline.kinds.scalar.export import export
from sightline.kinds.scalar.groups import groups
from sightline.kinds.scalar.jumps import jumps
from sightline.kinds.scalar.logged_steps import logged_steps
from sightline.kinds.scalar.notices import notices
from sightline.kinds.scalar.params import (
    ExportParams,
    GroupsParams,
    JumpsParams,
    LoggedStepsParams,
    NoticesParams,
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
    "jumps": Query(JumpsParams, jumps),
    "notices": Query(NoticesParams, notices, answer="json"),
    "series": Query(SeriesParams, series),
    "spans": Query(SpansParams, spans),
    "steps": Query(LoggedStepsParams, logged_steps),
    "summaries": Query(SummariesParams, summaries),
    "tags": Query(TagsParams, tags),
}
