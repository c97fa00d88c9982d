"""Aligning one step's coordinates to another's: the rotation or reflection that moves points least."""

from __future__ import annotations

import numpy as np

from sightline.kinds.embedding.compute.prepared import Vectors


def aligned(coordinates: Vectors, reference: Vectors) -> Vectors:
    """Coordinates rotated, reflected and moved, not scaled, to lie as the reference (Procrustes).

    Points are matched by number, as many as both have.
    """
    n = min(len(coordinates), len(reference))
    both = np.isfinite(coordinates[:n]).all(axis=1) & np.isfinite(reference[:n]).all(axis=1)
    if not both.any():
        return coordinates
    here = coordinates[:n][both].astype(np.float64)
    there = reference[:n][both].astype(np.float64)
    here_mean, there_mean = here.mean(axis=0), there.mean(axis=0)
    left, _, right = np.linalg.svd((here - here_mean).T @ (there - there_mean))
    moved = (coordinates - here_mean) @ (left @ right) + there_mean
    return np.asarray(moved, np.float32)
