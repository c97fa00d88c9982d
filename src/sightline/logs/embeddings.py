"""Embeddings in Python: each a run, a name and its steps; vectors are read when they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.embedding.columns import MetadataColumn
from sightline.kinds.embedding.entries import Entry
from sightline.kinds.embedding.listing import entries_of
from sightline.kinds.embedding.opened import OpenedEmbeddings
from sightline.kinds.embedding.query import QUERIES
from sightline.wire.frame import Frame


@dataclass(frozen=True)
class LoggedEmbedding:
    """One embedding of a run. LookupError says why it cannot be read.

    source: "projector", "checkpoint", "tensor" or "file". Methods take a step: the nearest one there is, or
    the last where none is given.
    """

    run: str
    name: str
    tag: str
    source: str
    steps: tuple[int, ...]
    _run_id: int = field(repr=False)
    _view: StoreView = field(repr=False, compare=False)
    _opened: OpenedEmbeddings = field(repr=False, compare=False)

    def vectors(self, step: int | None = None) -> NDArray[np.float32]:
        """The vectors (points, dimensions)."""
        return self._opened.open(self._view, self._run_id, self.name, step).vectors

    def metadata(self, step: int | None = None) -> Frame:
        """A row for each point: numbers where all cells of a column are numbers, else strings."""
        found = self._opened.open(self._view, self._run_id, self.name, step).metadata
        columns = {} if found is None else found.columns
        return Frame({name: _cells(column) for name, column in columns.items()})

    def neighbors(self, point: int, k: int = 10, metric: str = "cosine", step: int | None = None) -> Frame:
        """The nearest points to one in the original space: point, distance; `exact` in the metadata."""
        return self._query("neighbors", step, points=[point], k=k, metric=metric)

    def pca(self, dimensions: int = 2, *, sphereize: bool = False, step: int | None = None) -> Frame:
        """The first principal components: columns x, y (and z); shares of variance are in the metadata."""
        return self._query("projection", step, dimensions=dimensions, sphereize=sphereize)

    def _query(self, query: str, step: int | None, **params: Any) -> Frame:
        given = {"run": self._run_id, "name": self.name, "step": step, **params}
        found: Frame = QUERIES[query](self._view, given)
        return found


def _cells(column: MetadataColumn) -> NDArray[Any]:
    return np.array(column.cells.texts(), dtype=object) if column.numbers is None else column.numbers


def list_embeddings(view: StoreView, runs: Sequence[RunView]) -> list[LoggedEmbedding]:
    """The embeddings of some runs; those of a run whose list cannot be read are left out."""
    opened = OpenedEmbeddings()
    return [_logged(view, entry, opened) for run in runs for entry in _entries(view, run)]


def _entries(view: StoreView, run: RunView) -> list[Entry]:
    try:
        return list(entries_of(view, run).values())
    except LookupError:
        return []


def _logged(view: StoreView, entry: Entry, opened: OpenedEmbeddings) -> LoggedEmbedding:
    run, steps = entry.run, tuple(entry.steps)
    return LoggedEmbedding(run.name, entry.name, entry.tag, entry.source, steps, run.id, view, opened)
