"""Projections of opened embeddings to two or three dimensions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
import numpy as np

from sightline.engine.store import StoreView
from sightline.kinds.embedding.compute.align import aligned
from sightline.kinds.embedding.compute.axes import along_axes
from sightline.kinds.embedding.compute.pca import Components, principal_components
from sightline.kinds.embedding.compute.prepared import Rows, Vectors
from sightline.kinds.embedding.compute.quality import Quality, neighbors_kept
from sightline.kinds.embedding.compute.supervised import discriminants
from sightline.kinds.embedding.computing import Computing, class_codes
from sightline.kinds.embedding.embedding import Embedding
from sightline.kinds.embedding.listing import find_entry
from sightline.kinds.embedding.opened import OpenedEmbeddings
from sightline.kinds.embedding.params import AxisParams, ProjectionParams, SearchTerms
from sightline.kinds.embedding.search import search
from sightline.wire.params import ParamsError

_SHOWN_VARIANCES = 20
_MAX_SUPERVISED_DIMENSIONS = 2048


@dataclass(frozen=True)
class Projection:
    """Coordinates of all points (NaN where a point cannot be projected), and what is known of them."""

    coordinates: Vectors
    about: dict[str, Any] = field(default_factory=dict)


class Projections:
    """Projections by every method, of the embeddings of one server."""

    def __init__(self, opened: OpenedEmbeddings, computing: Computing) -> None:
        self._opened = opened
        self._computing = computing

    def project(self, view: StoreView, params: ProjectionParams) -> Projection:
        """The projection, or that so far; "state" in `about` tells which."""
        embedding = self._opened.open(view, params.run, params.name, params.step)
        if params.method == "tsne":
            return self._by_tsne(view, embedding, params)
        made = self._aligned(view, params) if params.align else project_now(embedding, params)
        return Projection(made.coordinates, {"state": "done", "iteration": 0, "iterations": 0, **made.about})

    def cancel(self, view: StoreView, params: ProjectionParams) -> bool:
        """End a long computation; false where there is none."""
        embedding = self._opened.open(view, params.run, params.name, params.step)
        if params.method != "tsne":
            return False
        return self._computing.cancel_tsne(embedding, params, self._initial(view, embedding, params))

    def quality(self, view: StoreView, params: ProjectionParams) -> Quality | None:
        """How good the projection is; None while it is computed."""
        embedding = self._opened.open(view, params.run, params.name, params.step)
        made = self.project(view, params)
        if made.about["state"] != "done":
            return None
        prepared = embedding.prepared(sphereize=params.sphereize, metric=params.metric)
        rows = embedding.finite_rows
        shown = made.coordinates if rows is None else made.coordinates[rows]
        key = ("quality", msgspec.structs.replace(params, align=False))
        return embedding.once(key, lambda: neighbors_kept(prepared, shown, params.metric))

    def _by_tsne(self, view: StoreView, embedding: Embedding, params: ProjectionParams) -> Projection:
        initial = self._initial(view, embedding, params)
        result = self._computing.tsne(embedding, params, initial)
        found = result.arrays.get("coordinates")
        coordinates = initial if found is None else found
        if params.align and found is not None:
            coordinates = aligned(coordinates, initial * np.float32(_scale(coordinates, initial)))
        prepared = embedding.prepared(sphereize=params.sphereize)
        return Projection(prepared.spread(coordinates), result.about)

    def _initial(self, view: StoreView, embedding: Embedding, params: ProjectionParams) -> Vectors:
        """Where t-SNE begins: the first principal components, aligned where the steps are to be."""
        plain = msgspec.structs.replace(
            params, method="pca", components=None, supervised_by=None, metric="euclidean"
        )
        made = self._aligned(view, plain) if params.align else project_now(embedding, plain)
        rows = embedding.finite_rows
        return made.coordinates if rows is None else made.coordinates[rows]

    def _aligned(self, view: StoreView, params: ProjectionParams) -> Projection:
        """Each step from the first on, aligned to the one before it."""
        entry = find_entry(view, params.run, params.name)
        last, _ = entry.at(params.step)
        previous: Projection | None = None
        steps: list[int | None] = [each for each in entry.steps if last is not None and each <= last]
        for step in steps or [None]:
            embedding = self._opened.open(view, params.run, params.name, step)
            at_step = msgspec.structs.replace(params, step=step)
            previous = embedding.once(("aligned", at_step), partial(_align, embedding, at_step, previous))
        assert previous is not None
        return previous


def _align(embedding: Embedding, params: ProjectionParams, reference: Projection | None) -> Projection:
    made = project_now(embedding, params)
    if reference is None or params.method == "axes":
        return made
    return Projection(aligned(made.coordinates, reference.coordinates), made.about)


def _scale(coordinates: Vectors, reference: Vectors) -> float:
    size = float(np.abs(reference).max(initial=0))
    return float(np.abs(coordinates).max(initial=0)) / size if size else 1.0


def project_now(embedding: Embedding, params: ProjectionParams) -> Projection:
    """Project by PCA or along axes: methods that take a moment."""
    make = _by_axes if params.method == "axes" else _by_pca
    key = msgspec.structs.replace(params, align=False, step=None, run=0, name="")
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return embedding.once(("projection", key), lambda: make(embedding, params))
    except np.linalg.LinAlgError as error:
        raise LookupError(f"the vectors cannot be projected: {error}") from error


def _components(embedding: Embedding, params: ProjectionParams) -> Components:
    """The principal components, or those that separate classes; computed once."""
    prepared = embedding.prepared(sphereize=params.sphereize)
    codes = class_codes(embedding, params.supervised_by)
    if codes is None:
        plain = ("components", params.sphereize, params.seed)
        return embedding.once(plain, lambda: principal_components(prepared, params.seed))
    if prepared.n_dimensions > _MAX_SUPERVISED_DIMENSIONS:
        raise ParamsError(
            f"supervised_by: PCA takes a column into account up to {_MAX_SUPERVISED_DIMENSIONS:,} dimensions"
        )
    key = ("discriminants", params.sphereize, params.supervised_by, params.supervision)
    return embedding.once(key, lambda: discriminants(prepared, codes, params.supervision))


def _by_pca(embedding: Embedding, params: ProjectionParams) -> Projection:
    prepared = embedding.prepared(sphereize=params.sphereize)
    components = _components(embedding, params)
    which = params.components or tuple(range(params.dimensions))
    made = prepared.spread(components.project(prepared, which))
    about = {
        "components": list(which),
        "explained_variance": [round(share, 6) for share in components.share[:_SHOWN_VARIANCES].tolist()],
        "exact": components.is_exact,
    }
    return Projection(made, about)


def _by_axes(embedding: Embedding, params: ProjectionParams) -> Projection:
    prepared = embedding.prepared(sphereize=params.sphereize)
    places = [_ends(embedding, axis) for axis in params.axes]
    coordinates = along_axes(prepared, places)
    found = [[len(begin), len(end)] for begin, end in places]
    return Projection(prepared.spread(coordinates), {"points_found": found})


def _ends(embedding: Embedding, axis: AxisParams) -> tuple[Rows, Rows]:
    return _found(embedding, axis.begin), _found(embedding, axis.end)


def _found(embedding: Embedding, terms: SearchTerms) -> Rows:
    """Places among the finite points of what a search finds; ParamsError where it finds none."""
    mask = search(embedding, terms.query, terms.mode, terms.column).mask
    if embedding.finite_rows is not None:
        mask = mask[embedding.finite_rows]
    places = np.flatnonzero(mask)
    if not len(places):
        raise ParamsError(f"axes: no point matches {terms.query!r}, so it gives no end of an axis")
    return places
