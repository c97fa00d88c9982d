"""Long computations over opened embeddings: what a worker process is given, and what it answers."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sightline.kinds.embedding.compute.approximate import NeighborIndex
from sightline.kinds.embedding.compute.neighbors import all_neighbors
from sightline.kinds.embedding.compute.prepared import Metric, Vectors
from sightline.kinds.embedding.compute.supervised import POOL, Codes, draw_together
from sightline.kinds.embedding.compute.tsne import MIN_POINTS
from sightline.kinds.embedding.embedding import Embedding
from sightline.kinds.embedding.jobs import Jobs
from sightline.kinds.embedding.params import NeighborGraphParams, ProjectionParams
from sightline.kinds.embedding.results import Result, result_key
from sightline.kinds.embedding.saved_index import SavedIndexes
from sightline.kinds.embedding.worker import INITIAL, LABELS, MAX_EXACT, VECTORS
from sightline.wire.params import ParamsError

# Neighbors of so few points are found faster than a process starts.
_AT_ONCE = 3000
# An embedding, what is to be done with it, whether sphereized, the metric, and other arrays by name.
_Task: TypeAlias = tuple[Embedding, dict[str, Any], bool, Metric, dict[str, NDArray[Any] | None]]
_INSTALL = "pip install 'sightline[projector]'"


class Computing:
    """Computations in worker processes, of embeddings of one server."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def neighbor_graph(self, embedding: Embedding, params: NeighborGraphParams) -> Result:
        """The k nearest other points of every finite point, or how far they are found."""
        n = embedding.n_finite
        labels = class_codes(embedding, params.supervised_by)
        if n <= _AT_ONCE:
            return embedding.once(
                ("knn", _task_of(params)), lambda: _neighbors_now(embedding, params, labels)
            )
        if n > MAX_EXACT and not has_approximate_neighbors():
            raise LookupError(
                f"neighbors of over {MAX_EXACT:,} points need hnswlib, which is not installed: {_INSTALL}"
            )
        task = {
            "method": "knn",
            "iterations": n,
            "k": params.k,
            "metric": params.metric,
            "supervision": params.supervision if labels is not None else 0,
            "seed": params.seed,
        }
        if n > MAX_EXACT:
            task["index_key"] = _key(*_index_task(embedding, params.sphereize, params.metric, params.seed))
        return self._ask(embedding, task, params.sphereize, params.metric, {LABELS: labels})

    def index_state(self, embedding: Embedding, *, sphereize: bool, metric: Metric) -> dict[str, Any]:
        """How far the index of neighbors is; the first asking starts it.

        state: "exact" where neighbors are found without one.
        """
        if not _is_indexed(embedding):
            return {"state": "exact"}
        if self.index(embedding, sphereize=sphereize, metric=metric) is not None:
            return {"state": "done"}
        made = _index_task(embedding, sphereize, metric)
        prepared = embedding.prepared(sphereize=sphereize, metric=metric)
        return self._jobs.ask(_key(*made), made[1], lambda: {VECTORS: prepared.all()}).about

    def index(self, embedding: Embedding, *, sphereize: bool, metric: Metric) -> NeighborIndex | None:
        """The index of neighbors; None where there is none yet, or no memory for it."""
        if not _is_indexed(embedding):
            return None
        key = _key(*_index_task(embedding, sphereize, metric))
        try:
            return embedding.once(("index", key), lambda: self._saved_index(embedding, key, metric))
        except LookupError:
            return None

    def _saved_index(self, embedding: Embedding, key: str, metric: Metric) -> NeighborIndex:
        n_dimensions = embedding.vectors.shape[1]
        found = SavedIndexes(self._jobs.saved).open(key, embedding.n_finite, n_dimensions, metric)
        if found is None:
            raise LookupError("there is no index of these vectors yet")
        return found

    def tsne(self, embedding: Embedding, params: ProjectionParams, initial: Vectors) -> Result:
        """Coordinates of the finite points, or those so far; they begin at `initial`."""
        labels = class_codes(embedding, params.supervised_by)
        return self._ask(*self._tsne_task(embedding, params, initial, labels))

    def cancel_tsne(self, embedding: Embedding, params: ProjectionParams, initial: Vectors) -> bool:
        """End a computation; false where there is none."""
        labels = class_codes(embedding, params.supervised_by)
        made = self._tsne_task(embedding, params, initial, labels)
        return self._jobs.cancel(_key(*made))

    def _tsne_task(
        self, embedding: Embedding, params: ProjectionParams, initial: Vectors, labels: Codes | None
    ) -> _Task:
        if not has_tsne():
            raise LookupError(f"t-SNE needs openTSNE, which is not installed: {_INSTALL}")
        if embedding.n_finite < MIN_POINTS:
            raise LookupError(f"t-SNE needs at least {MIN_POINTS} points, and there are {embedding.n_finite}")
        task = {
            "method": "tsne",
            "iterations": params.iterations,
            "metric": params.metric,
            "perplexity": params.perplexity,
            "supervision": params.supervision if labels is not None else 0,
            "seed": params.seed,
        }
        if labels is not None and _is_indexed(embedding):
            task["index_key"] = _key(*_index_task(embedding, params.sphereize, params.metric, params.seed))
        return embedding, task, params.sphereize, params.metric, {LABELS: labels, INITIAL: initial}

    def _ask(
        self,
        embedding: Embedding,
        task: dict[str, Any],
        sphereize: bool,
        metric: Metric,
        inputs: dict[str, NDArray[Any] | None],
    ) -> Result:
        key = _key(embedding, task, sphereize, metric, inputs)
        done: Result | None = embedding.result(key)
        if done is not None:
            return done
        prepared = embedding.prepared(sphereize=sphereize, metric=metric)
        given = {name: array for name, array in inputs.items() if array is not None}
        result = self._jobs.ask(key, task, lambda: {VECTORS: prepared.all(), **given})
        if result.about["state"] == "done":
            embedding.once(("result", key), lambda: result)
        return Result({"iterations": task["iterations"], **result.about}, result.arrays)


def has_tsne() -> bool:
    """Whether openTSNE is installed."""
    return find_spec("openTSNE") is not None


def has_approximate_neighbors() -> bool:
    """Whether hnswlib is installed."""
    return find_spec("hnswlib") is not None


def _is_indexed(embedding: Embedding) -> bool:
    return embedding.n_finite > MAX_EXACT and has_approximate_neighbors()


def _index_task(embedding: Embedding, sphereize: bool, metric: Metric, seed: int = 0) -> _Task:
    task = {"method": "index", "iterations": embedding.n_finite, "metric": metric, "seed": seed}
    return embedding, task, sphereize, metric, {}


def class_codes(embedding: Embedding, column: str | None) -> Codes | None:
    """The class of each finite point by a column; None without one. ParamsError where it has no classes."""
    if column is None:
        return None
    columns = {} if embedding.metadata is None else embedding.metadata.columns
    if column not in columns:
        raise ParamsError(f"supervised_by: there is no column {column!r}")
    found = columns[column].categories
    if found is None:
        raise ParamsError(f"supervised_by: column {column!r} has too many distinct values to be classes")
    return found[1] if embedding.finite_rows is None else found[1][embedding.finite_rows]


def _neighbors_now(embedding: Embedding, params: NeighborGraphParams, labels: Codes | None) -> Result:
    prepared = embedding.prepared(sphereize=params.sphereize, metric=params.metric)
    n_found = params.k if labels is None else params.k * POOL
    found = all_neighbors(prepared, n_found, params.metric)
    if labels is not None:
        found = draw_together(*found, labels, params.supervision, params.k)
    n = len(prepared)
    about = {"state": "done", "iteration": n, "iterations": n, "exact": True}
    return Result(about, {"neighbor": found[0], "distance": found[1]})


def _task_of(params: NeighborGraphParams) -> tuple[Any, ...]:
    return params.k, params.metric, params.sphereize, params.supervised_by, params.supervision


def _key(
    embedding: Embedding,
    task: dict[str, Any],
    sphereize: bool,
    metric: Metric,
    inputs: dict[str, NDArray[Any] | None],
) -> str:
    digests = {name: _digest(array) for name, array in inputs.items() if array is not None}
    return result_key(embedding.digest, {**task, "sphereize": sphereize, "metric": metric, "inputs": digests})


def _digest(array: NDArray[Any]) -> str:
    return hashlib.blake2b(np.ascontiguousarray(array).data, digest_size=16).hexdigest()
