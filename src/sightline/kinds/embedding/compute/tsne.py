"""t-SNE by openTSNE, which comes with the extra `sightline[projector]`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np

from sightline.kinds.embedding.compute.neighbors import Distances, Indices
from sightline.kinds.embedding.compute.prepared import Metric, Vectors

MIN_POINTS = 4
# The first iterations pull clusters apart by exaggerating how much neighbors attract each other. More of them
# from principal components on, would leave fewer for the rest and a higher divergence at the end.
_EARLY_ITERATIONS = 100
_EARLY_EXAGGERATION = 12
_REPORT_EVERY = 10
# Points spread while they converge: after so many iterations the quicker way is chosen again.
_CHOOSE_EVERY = 50
# Interpolation takes as long for a unit of area as Barnes-Hut, in two threads, for 1 / 0.7 points.
_AREA_PER_POINT = 0.7
_MIN_SIDE = 50  # of the grid that interpolation makes
# Iteration, coordinates and how far they are from the neighbors (Kullback-Leibler divergence).
Report = Callable[[int, Vectors, float | None], None]


def tsne(
    vectors: Vectors,
    initial: Vectors,
    *,
    metric: Metric,
    perplexity: float,
    iterations: int,
    seed: int,
    n_threads: int,
    report: Report,
    neighbors: tuple[Indices, Distances] | None = None,
) -> Vectors:
    """Coordinates in as many dimensions as `initial` has, reported while they converge.

    `neighbors` are found where not given.
    """
    from openTSNE import TSNEEmbedding, affinity, initialization
    from openTSNE.nearest_neighbors import PrecomputedNeighbors

    logging.getLogger("openTSNE").setLevel(logging.ERROR)  # a perplexity too high for few points is lowered
    common = {"n_jobs": n_threads, "random_state": seed}
    start = initialization.rescale(np.array(initial, np.float64))
    if neighbors is None:
        affinities = affinity.PerplexityBasedNN(vectors, perplexity=perplexity, metric=metric, **common)
    else:
        affinities = affinity.PerplexityBasedNN(
            perplexity=perplexity, knn_index=PrecomputedNeighbors(*neighbors), **common
        )
    report(0, start.astype(np.float32), None)
    embedding: Any = TSNEEmbedding(start, affinities, **common)
    early = min(_EARLY_ITERATIONS, iterations // 3)
    stages = ((early, 0, _EARLY_EXAGGERATION, 0.5), (iterations - early, early, 1, 0.8))
    for count, before, exaggeration, momentum in stages:
        for done in range(0, count, _CHOOSE_EVERY):
            embedding.optimize(
                min(_CHOOSE_EVERY, count - done),
                exaggeration=exaggeration,
                momentum=momentum,
                inplace=True,
                negative_gradient_method=_quicker_repulsion(embedding),
                callbacks=_callback(report, before + done),
                callbacks_every_iters=_REPORT_EVERY,
            )
    return np.ascontiguousarray(embedding, dtype=np.float32)


def _quicker_repulsion(embedding: Any) -> str:
    """Which way of computing how points repel each other is quicker where they are now.

    In space there is one only.
    """
    n_points, n_dimensions = embedding.shape
    side = max(float(np.ptp(embedding)), _MIN_SIDE)
    return "bh" if n_dimensions > 2 or side * side > _AREA_PER_POINT * n_points else "fft"


def _callback(report: Report, before: int) -> Callable[[int, float, Any], None]:
    def called(iteration: int, error: float, embedding: Any) -> None:
        report(before + iteration, np.asarray(embedding, np.float32), float(error))

    return called
