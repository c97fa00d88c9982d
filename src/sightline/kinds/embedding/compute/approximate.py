"""Approximate nearest neighbors by hnswlib, which comes with the extra `sightline[projector]`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sightline.kinds.embedding.compute.neighbors import Distances, Indices
from sightline.kinds.embedding.compute.prepared import Metric, Vectors

_BATCH = 10_000
_M, _EF_CONSTRUCTION = 16, 120


def approximate_neighbors(
    vectors: Vectors,
    k: int,
    metric: Metric,
    *,
    seed: int,
    n_threads: int,
    progress: Callable[[int, int], None],
) -> tuple[Indices, Distances]:
    """The k nearest other points of every point, about one in a hundred missed."""
    import hnswlib

    n, n_dimensions = vectors.shape
    k = min(k, n - 1)
    index = hnswlib.Index(space="cosine" if metric == "cosine" else "l2", dim=n_dimensions)
    index.init_index(max_elements=n, M=_M, ef_construction=_EF_CONSTRUCTION, random_seed=seed)
    index.set_num_threads(n_threads)
    for begin in range(0, n, _BATCH):
        index.add_items(vectors[begin : begin + _BATCH], np.arange(begin, min(begin + _BATCH, n)))
        progress(min(begin + _BATCH, n), 2 * n)
    index.set_ef(max(2 * k, 64))
    indices, distances = np.empty((n, k), np.int32), np.empty((n, k), np.float32)
    for begin in range(0, n, _BATCH):
        end = min(begin + _BATCH, n)
        found, squares = index.knn_query(vectors[begin:end], k=k + 1)
        indices[begin:end], distances[begin:end] = _without_self(found.astype(np.int32), squares, begin)
        progress(n + end, 2 * n)
    return indices, distances if metric == "cosine" else np.sqrt(distances.clip(0))


def _without_self(found: Indices, distances: Distances, begin: int) -> tuple[Indices, Distances]:
    """Leave out each point itself; among equal points, where it is not found, the farthest goes."""
    own = found == np.arange(begin, begin + len(found))[:, None]
    own[~own.any(axis=1), -1] = True
    shape = (len(found), found.shape[1] - 1)
    return found[~own].reshape(shape), distances[~own].reshape(shape)
