"""Exact nearest neighbors: blocks of distances by matrix products, of which only the best are looked at."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sightline.kinds.embedding.compute.prepared import Metric, Prepared, Vectors

Indices = NDArray[np.int32]
Distances = NDArray[np.float32]
_QUERY_ROWS = 512
_BASE_ROWS = 8192


def nearest_to(
    prepared: Prepared, queries: Vectors, k: int, metric: Metric, *, leave_out: Indices | None = None
) -> tuple[Indices, Distances]:
    """The k nearest points of each query, nearest first: places and distances (queries, k).

    leave_out: for each query a place that is not its neighbor (itself), or -1. Where there are fewer than k
    points, places are -1 and distances infinite.
    """
    k = min(k, len(prepared))
    none = np.full(len(queries), -1, np.int32) if leave_out is None else leave_out
    indices = np.full((len(queries), k), -1, np.int32)
    distances = np.full((len(queries), k), np.inf, np.float32)
    for begin in range(0, len(queries), _QUERY_ROWS):
        end = begin + _QUERY_ROWS
        found = _nearest_of_block(prepared, queries[begin:end], k, metric, none[begin:end])
        indices[begin:end], distances[begin:end] = found
    return indices, distances


def all_neighbors(
    prepared: Prepared, k: int, metric: Metric, *, progress: Callable[[int, int], None] | None = None
) -> tuple[Indices, Distances]:
    """The k nearest other points of every point."""
    n = len(prepared)
    k = min(k, max(n - 1, 0))
    indices, distances = np.empty((n, k), np.int32), np.empty((n, k), np.float32)
    # Transformed once: every block of queries passes over all points.
    base = Prepared(prepared.all(), None)
    for begin in range(0, n, _QUERY_ROWS):
        end = min(begin + _QUERY_ROWS, n)
        own = np.arange(begin, end, dtype=np.int32)
        found = _nearest_of_block(base, base.part(begin, end), k, metric, own)
        indices[begin:end], distances[begin:end] = found
        if progress is not None:
            progress(end, n)
    return indices, distances


def _nearest_of_block(
    base: Prepared, queries: Vectors, k: int, metric: Metric, leave_out: Indices
) -> tuple[Indices, Distances]:
    """Hold the k best of each query; a block is looked at only where something is better than the worst."""
    n_queries = len(queries)
    best = np.full((n_queries, k), np.inf, np.float32)
    place = np.full((n_queries, k), -1, np.int32)
    if not k:
        return place, best
    for begin in range(0, len(base), _BASE_ROWS):
        block = base.part(begin, begin + _BASE_ROWS)
        scores = queries @ block.T
        scores *= -1 if metric == "cosine" else -2
        if metric == "euclidean":
            scores += np.einsum("ij,ij->i", block, block)
        own = np.flatnonzero((leave_out >= begin) & (leave_out < begin + len(block)))
        scores[own, leave_out[own] - begin] = np.inf
        best, place = _merged(best, place, scores, begin)
    return with_exact_distances(base, queries, place, metric)


def _merged(
    best: Distances, place: Indices, scores: NDArray[np.float32], begin: int
) -> tuple[Distances, Indices]:
    k = best.shape[1]
    if begin == 0:
        width = min(k, scores.shape[1])
        columns = np.argpartition(scores, width - 1, axis=1)[:, :width]
        best[:, :width] = np.take_along_axis(scores, columns, axis=1)
        place[:, :width] = np.where(np.isinf(best[:, :width]), -1, columns)
        return best, place
    rows, columns = np.nonzero(scores < best.max(axis=1)[:, None])
    if not len(rows):
        return best, place
    all_rows = np.concatenate([np.repeat(np.arange(len(best)), k), rows])
    all_scores = np.concatenate([best.reshape(-1), scores[rows, columns]])
    all_places = np.concatenate([place.reshape(-1), (columns + begin).astype(np.int32)])
    order = np.lexsort((all_scores, all_rows))
    sorted_rows = all_rows[order]
    rank = np.arange(len(order)) - np.searchsorted(sorted_rows, sorted_rows)
    kept = order[rank < k]
    return all_scores[kept].reshape(-1, k), all_places[kept].reshape(-1, k)


def with_exact_distances(
    base: Prepared, queries: Vectors, place: Indices, metric: Metric
) -> tuple[Indices, Distances]:
    """Those found, by distance in double precision: products in float32 lose what is close together."""
    found = base.take(np.maximum(place, 0).reshape(-1).astype(np.int64)).reshape(*place.shape, -1)
    if metric == "cosine":
        distance = 1.0 - np.einsum("ikj,ij->ik", found, queries, dtype=np.float64)
        distance = distance.clip(0)
    else:
        difference = found - queries[:, None, :]
        distance = np.sqrt(np.einsum("ikj,ikj->ik", difference, difference, dtype=np.float64))
    distance = np.where(place < 0, np.inf, distance)
    order = np.lexsort((place, distance), axis=1)
    return (
        np.take_along_axis(place, order, axis=1),
        np.take_along_axis(distance, order, axis=1).astype(np.float32),
    )
