"""Principal components: by the covariance matrix, by the products of few points, or by random projection."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sightline.kinds.embedding.compute.prepared import Prepared, Vectors, mean_of

MAX_COMPONENTS = 50
# The time of an eigenvalue problem grows with the cube of its size; this one takes seconds.
_MAX_EXACT = 2048
_OVERSAMPLING = 10
_POWER_ITERATIONS = 4


@dataclass(frozen=True)
class Components:
    """Directions (k, dimensions), the variance along each, and the share of all variance; largest first."""

    mean: Vectors
    directions: Vectors
    variance: NDArray[np.float64]
    share: NDArray[np.float64]
    is_exact: bool = True

    def project(self, prepared: Prepared, which: tuple[int, ...]) -> Vectors:
        """The points along some components; zero along one that there is not."""
        made = np.zeros((len(prepared), len(which)), np.float32)
        there = [place for place, component in enumerate(which) if component < len(self.directions)]
        directions = self.directions[[which[place] for place in there]].T
        for begin, block in prepared.blocks():
            made[begin : begin + len(block), there] = (block - self.mean) @ directions
        return made


def principal_components(prepared: Prepared, seed: int = 0) -> Components:
    """The first components of the points, at most 50."""
    mean = mean_of(prepared)
    n, d = len(prepared), prepared.n_dimensions
    if d <= max(n, 1) and d <= _MAX_EXACT:
        return _by_covariance(prepared, mean)
    if n <= _MAX_EXACT:
        return _by_gram(prepared, mean)
    return _by_random_projection(prepared, mean, seed)


def covariance(prepared: Prepared, mean: Vectors) -> NDArray[np.float64]:
    """The covariance matrix, block by block, so that no second copy of the points is made."""
    total = np.zeros((prepared.n_dimensions, prepared.n_dimensions))
    for _, block in prepared.blocks():
        centered = block - mean
        total += centered.T @ centered
    return total / max(len(prepared) - 1, 1)


def _by_covariance(prepared: Prepared, mean: Vectors) -> Components:
    variances, vectors = np.linalg.eigh(covariance(prepared, mean))
    return _made(mean, vectors.T[::-1], variances[::-1], float(variances.clip(0).sum()))


def _by_gram(prepared: Prepared, mean: Vectors) -> Components:
    """The same from the products of few points: their matrix is smaller than the covariance."""
    centered = prepared.all() - mean
    scale = max(len(centered) - 1, 1)
    variances, vectors = np.linalg.eigh((centered @ centered.T).astype(np.float64) / scale)
    keep = variances[::-1] > max(float(variances[-1]), 0.0) * 1e-10 if len(variances) else variances > 0
    lengths = np.sqrt(np.maximum(variances[::-1][keep] * scale, 1e-300))
    directions = (vectors.T[::-1][keep] @ centered) / lengths[:, None]
    return _made(mean, directions, variances[::-1][keep], float(variances.clip(0).sum()))


def _by_random_projection(prepared: Prepared, mean: Vectors, seed: int) -> Components:
    """Halko's subspace iteration: as good as exact for the leading components, in a few passes."""
    width = MAX_COMPONENTS + _OVERSAMPLING
    basis = np.random.default_rng(seed).normal(size=(prepared.n_dimensions, width)).astype(np.float32)
    total = 0.0
    for turn in range(_POWER_ITERATIONS):
        basis = np.linalg.qr(basis)[0].astype(np.float32)
        product = np.zeros((prepared.n_dimensions, width))
        for _, block in prepared.blocks():
            centered = block - mean
            product += centered.T @ (centered @ basis)
            total += float(np.einsum("ij,ij->", centered, centered)) if turn == 0 else 0.0
        basis = product.astype(np.float32)
    scale = max(len(prepared) - 1, 1)
    vectors, stretch, _ = np.linalg.svd(product, full_matrices=False)
    return _made(mean, vectors.T, stretch / scale, total / scale, is_exact=False)


def _made(
    mean: Vectors,
    directions: NDArray[np.floating],
    variances: NDArray[np.floating],
    total: float,
    *,
    is_exact: bool = True,
) -> Components:
    if not (np.isfinite(total) and np.isfinite(directions).all()):
        raise np.linalg.LinAlgError("the squares of their numbers are too large for float32")
    directions, variances = directions[:MAX_COMPONENTS], variances[:MAX_COMPONENTS].clip(0)
    if len(directions):
        # The sign of a component is arbitrary: its largest part is made positive, so that it never flips.
        largest = np.abs(directions).argmax(axis=1)
        signs = np.sign(directions[np.arange(len(directions)), largest])
        directions = directions * np.where(signs == 0, 1, signs)[:, None]
    share = variances / total if total > 0 else np.zeros(len(variances))
    return Components(
        mean, directions.astype(np.float32), variances.astype(np.float64), share.astype(np.float64), is_exact
    )
