"""Projections that know a column: points of one class are drawn together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sightline.kinds.embedding.compute.neighbors import Distances, Indices
from sightline.kinds.embedding.compute.pca import MAX_COMPONENTS, Components, covariance
from sightline.kinds.embedding.compute.prepared import Prepared, mean_of

Codes = NDArray[np.int32]
# So much farther away is a point of another class at full supervision.
_STRETCH = 4.0
# So many times as many neighbors are looked at as are kept.
POOL = 3
# Keeps the scatter within classes invertible.
_RIDGE = 1e-3


def draw_together(
    indices: Indices, distances: Distances, codes: Codes, supervision: float, k: int
) -> tuple[Indices, Distances]:
    """Of a pool of neighbors, the k nearest when those of other classes count as farther away."""
    differs = codes[indices] != codes[:, None]
    stretched = distances * np.where(differs, 1 + _STRETCH * supervision, 1).astype(np.float32)
    order = np.argsort(stretched, axis=1, kind="stable")[:, :k]
    return np.take_along_axis(indices, order, axis=1), np.take_along_axis(stretched, order, axis=1)


def discriminants(prepared: Prepared, codes: Codes, supervision: float) -> Components:
    """Directions with much variance in all and little within classes; without supervision those of PCA."""
    mean = mean_of(prepared)
    total = covariance(prepared, mean)
    within = total - _between(prepared, codes, mean.astype(np.float64))
    size = float(np.trace(total)) / max(len(total), 1)
    blend = supervision * within + (1 - supervision + _RIDGE) * size * np.eye(len(total))
    root = np.linalg.inv(np.linalg.cholesky(blend + 1e-12 * np.eye(len(total))))
    _, vectors = np.linalg.eigh(root @ total @ root.T)
    directions = (root.T @ vectors).T[::-1][:MAX_COMPONENTS]
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    largest = np.abs(directions).argmax(axis=1)
    directions *= np.sign(directions[np.arange(len(directions)), largest])[:, None]
    variance = np.einsum("ij,jk,ik->i", directions, total, directions)
    share = variance / max(float(np.trace(total)), 1e-300)
    return Components(mean, directions.astype(np.float32), variance, share)


def _between(prepared: Prepared, codes: Codes, mean: NDArray[np.float64]) -> NDArray[np.float64]:
    """The covariance of the class means."""
    sums = np.zeros((int(codes.max()) + 1, prepared.n_dimensions))
    for begin, block in prepared.blocks():
        np.add.at(sums, codes[begin : begin + len(block)], block)
    counts = np.bincount(codes, minlength=len(sums))
    differences = sums[counts > 0] / counts[counts > 0, None] - mean
    weighted = differences * counts[counts > 0, None]
    return np.asarray(weighted.T @ differences / max(len(prepared) - 1, 1))
