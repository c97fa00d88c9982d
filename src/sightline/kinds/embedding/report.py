"""Embeddings in a report: vectors, metadata, PCA in two and three dimensions, the sprite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.embedding.entries import Entry
from sightline.kinds.embedding.listing import entries_of
from sightline.kinds.embedding.opened import OpenedEmbeddings
from sightline.kinds.embedding.query import QUERIES
from sightline.wire.report import KindReport, Question

# Of one run; neighbors of larger embeddings need a server.
_MAX_VECTOR_BYTES = 4 << 20
_opened = OpenedEmbeddings()


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
    # As it was logged, to be read back.
    yield Question("metadata", {**where, "form": "text"})
    # As the page asks at first: steps aligned with each other.
    for dimensions in (2, 3):
        how = {"dimensions": dimensions, "components": list(range(dimensions)), "align": step is not None}
        yield Question("projection", {**where, **how})
        yield Question("quality", {**where, **how})
    yield Question("bookmarks", where)
    yield Question("sprite", where)


def _columns(view: StoreView, run: RunView) -> list[tuple[str, dict[str, Any]]]:
    """The vectors of every step, the latest first, within the room; `shape` is points and dimensions."""
    room = _MAX_VECTOR_BYTES
    found = []
    for entry, step in _latest_first(view, run):
        try:
            vectors = _opened.open(view, run.id, entry.name, step).vectors
        except LookupError:
            continue
        if vectors.nbytes > room:
            continue
        room -= vectors.nbytes
        columns = {
            "shape": np.array(vectors.shape, np.int64),
            "step": np.array([] if step is None else [step], np.int64),
            "vector": np.ascontiguousarray(vectors, np.float32).reshape(-1),
        }
        found.append((entry.name, columns))
    return found


def _latest_first(view: StoreView, run: RunView) -> list[tuple[Entry, int | None]]:
    try:
        entries = entries_of(view, run).values()
    except LookupError:
        return []
    places: list[tuple[Entry, int | None]] = []
    for entry in entries:
        steps: list[int | None] = [*reversed(entry.steps)]
        places += [(entry, step) for step in steps or [None]]
    return places


REPORT = KindReport(whole=_whole, columns=_columns)
