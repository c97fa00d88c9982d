"""Projections of opened embeddings to two or three dimensions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sightline.kinds.embedding.compute.axes import along_axes
from sightline.kinds.embedding.compute.pca import Components, principal_components
from sightline.kinds.embedding.compute.prepared import Rows, Vectors
from sightline.kinds.embedding.embedding import Embedding
from sightline.kinds.embedding.params import AxisParams, ProjectionParams, SearchTerms
from sightline.kinds.embedding.search import search
from sightline.wire.params import ParamsError

_SHOWN_VARIANCES = 20


@dataclass(frozen=True)
class Projection:
    """Coordinates of all points (NaN where a point cannot be projected), and what is known of them."""

    coordinates: Vectors
    about: dict[str, Any] = field(default_factory=dict)


def project(embedding: Embedding, params: ProjectionParams) -> Projection:
    """Project by PCA or along axes: methods that take a moment."""
    if params.method == "axes":
        return _by_axes(embedding, params)
    return _by_pca(embedding, params)


def components_of(embedding: Embedding, *, sphereize: bool, seed: int = 0) -> Components:
    """The principal components, computed once."""
    prepared = embedding.prepared(sphereize=sphereize)
    return embedding.once(("components", sphereize, seed), lambda: principal_components(prepared, seed))


def _by_pca(embedding: Embedding, params: ProjectionParams) -> Projection:
    prepared = embedding.prepared(sphereize=params.sphereize)
    components = components_of(embedding, sphereize=params.sphereize, seed=params.seed)
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
