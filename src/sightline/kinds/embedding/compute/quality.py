"""How good a projection is: the share of the ten nearest neighbors that are still the nearest in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sightline.kinds.embedding.compute.neighbors import nearest_to
from sightline.kinds.embedding.compute.prepared import Metric, Prepared, Vectors

K = 10
# All points are compared up to this many; beyond it a sample, smaller where each costs more.
MAX_COMPARED = 2000
_MAX_PRODUCTS = 3e10


@dataclass(frozen=True)
class Quality:
    """`kept` of the `k` nearest neighbors, over `n_compared` points; None where there are too few points."""

    kept: float | None
    k: int
    n_compared: int


def neighbors_kept(prepared: Prepared, coordinates: Vectors, metric: Metric, seed: int = 0) -> Quality:
    """Compare neighbors in the original space with those in the projection, both among all points."""
    n = len(prepared)
    k = min(K, n - 2)
    if k < 1:
        return Quality(None, max(k, 0), 0)
    limit = int(min(MAX_COMPARED, max(100, _MAX_PRODUCTS / (n * max(prepared.n_dimensions, 1)))))
    rows = np.arange(n) if n <= limit else np.random.default_rng(seed).choice(n, limit, replace=False)
    own = rows.astype(np.int32)
    before, _ = nearest_to(prepared, prepared.take(rows), k, metric, leave_out=own)
    shown = Prepared(np.ascontiguousarray(coordinates, np.float32), None)
    after, _ = nearest_to(shown, shown.take(rows), k, "euclidean", leave_out=own)
    # A row has each place once: two equal neighbors in the sorted union are one that was kept.
    union = np.sort(np.concatenate([before, after], axis=1), axis=1)
    kept = float((union[:, 1:] == union[:, :-1]).sum() / (len(rows) * k))
    return Quality(kept, k, len(rows))
