"""Approximate nearest neighbors by hnswlib, which comes with the extra `sightline[projector]`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from sightline.kinds.embedding.compute.neighbors import Distances, Indices, with_exact_distances
from sightline.kinds.embedding.compute.prepared import Metric, Prepared, Vectors

_BATCH = 10_000
_M, _EF_CONSTRUCTION = 16, 120
# More neighbors than this are found as fast by comparing all points.
MAX_FOUND = 2000


class NeighborIndex:
    """Finds nearly the nearest points, about one in a hundred missed, without comparing all of them."""

    def __init__(self, index: Any, n_points: int, metric: Metric) -> None:
        self._index = index
        self._n_points = n_points
        self._metric = metric
        self._lock = threading.Lock()

    @property
    def nbytes(self) -> int:
        """How much memory it takes; a file of it is as large."""
        return int(self._index.index_file_size())

    def save(self, path: str) -> None:
        """Write it to a file."""
        self._index.save_index(path)

    def nearest_to(self, prepared: Prepared, query: Vectors, k: int) -> tuple[Indices, Distances]:
        """About the k nearest points of one query (1, dimensions), nearest first, with their exact distances.

        LookupError where it finds fewer: points that are equal by the thousand hide others.
        """
        with self._lock:
            self._index.set_ef(max(4 * k, 200))
            try:
                found, _ = self._index.knn_query(query, k=min(k, self._n_points), num_threads=1)
            except RuntimeError as error:
                raise LookupError(f"the index finds fewer than {k} neighbors") from error
        return with_exact_distances(prepared, query, found.astype(np.int32), self._metric)

    def all_neighbors(
        self, vectors: Vectors, k: int, *, n_threads: int, progress: Callable[[int, int], None]
    ) -> tuple[Indices, Distances]:
        """The k nearest other points of every point."""
        n = len(vectors)
        k = min(k, n - 1)
        self._index.set_num_threads(n_threads)
        self._index.set_ef(max(2 * k, 64))
        indices, distances = np.empty((n, k), np.int32), np.empty((n, k), np.float32)
        for begin in range(0, n, _BATCH):
            end = min(begin + _BATCH, n)
            found, squares = self._index.knn_query(vectors[begin:end], k=k + 1)
            indices[begin:end], distances[begin:end] = _without_self(found.astype(np.int32), squares, begin)
            progress(end, n)
        return indices, distances if self._metric == "cosine" else np.sqrt(distances.clip(0))


def build_index(
    vectors: Vectors, metric: Metric, *, seed: int, n_threads: int, progress: Callable[[int, int], None]
) -> NeighborIndex:
    """Index all vectors."""
    n = len(vectors)
    index = _empty_index(vectors.shape[1], metric)
    index.init_index(max_elements=n, M=_M, ef_construction=_EF_CONSTRUCTION, random_seed=seed)
    index.set_num_threads(n_threads)
    for begin in range(0, n, _BATCH):
        end = min(begin + _BATCH, n)
        index.add_items(vectors[begin:end], np.arange(begin, end))
        progress(end, n)
    return NeighborIndex(index, n, metric)


def open_index(path: str, n_points: int, n_dimensions: int, metric: Metric) -> NeighborIndex | None:
    """An index from its file; None where it is not one of so many points. Raises OSError."""
    index = _empty_index(n_dimensions, metric)
    try:
        index.load_index(path)
    except RuntimeError:
        return None
    return NeighborIndex(index, n_points, metric) if index.get_current_count() == n_points else None


def _empty_index(n_dimensions: int, metric: Metric) -> Any:
    import hnswlib

    return hnswlib.Index(space="cosine" if metric == "cosine" else "l2", dim=n_dimensions)


def _without_self(found: Indices, distances: Distances, begin: int) -> tuple[Indices, Distances]:
    """Leave out each point itself; among equal points, where it is not found, the farthest goes."""
    own = found == np.arange(begin, begin + len(found))[:, None]
    own[~own.any(axis=1), -1] = True
    shape = (len(found), found.shape[1] - 1)
    return found[~own].reshape(shape), distances[~own].reshape(shape)
