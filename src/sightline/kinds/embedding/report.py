"""Embeddings in a report: metadata, PCA in two and three dimensions, the sprite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sightline.engine.store import StoreView
from sightline.kinds.embedding.entries import Entry
from sightline.kinds.embedding.listing import entries_of
from sightline.kinds.embedding.query import QUERIES
from sightline.wire.report import KindReport, Question


def _whole(view: StoreView) -> Iterable[Question]:
    yield Question("list", {})
    for run in view.runs:
        try:
            entries = entries_of(view, run)
        except LookupError:
            continue
        for entry in entries.values():
            steps: list[int | None] = [*entry.steps] or [None]
            for step in steps:
                yield from _questions(view, entry, step)


def _questions(view: StoreView, entry: Entry, step: int | None) -> Iterable[Question]:
    where: dict[str, Any] = {"run": entry.run.id, "name": entry.name, "step": step}
    try:
        columns = QUERIES["columns"](view, where)["columns"]
    except LookupError:
        return
    yield Question("columns", where)
    yield from (Question("metadata", {**where, "columns": [column["name"]]}) for column in columns)
    # As the page asks at first: steps aligned with each other.
    for dimensions in (2, 3):
        how = {"dimensions": dimensions, "components": list(range(dimensions)), "align": step is not None}
        yield Question("projection", {**where, **how})
        yield Question("quality", {**where, **how})
    yield Question("bookmarks", where)
    yield Question("sprite", where)


REPORT = KindReport(whole=_whole)
