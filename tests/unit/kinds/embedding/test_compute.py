"""PCA, neighbors, alignment, axes and quality, each beside a plain computation of the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sightline.kinds.embedding.compute import pca
from sightline.kinds.embedding.compute.align import aligned
from sightline.kinds.embedding.compute.axes import along_axes
from sightline.kinds.embedding.compute.neighbors import all_neighbors, nearest_to
from sightline.kinds.embedding.compute.pca import principal_components
from sightline.kinds.embedding.compute.prepared import Prepared, finite_rows, prepare
from sightline.kinds.embedding.compute.quality import neighbors_kept
from sightline.kinds.embedding.compute.supervised import discriminants, draw_together


def vectors(n: int, d: int, seed: int = 0) -> NDArray[np.float32]:
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(n, d)) * np.linspace(3, 0.5, d) + 5).astype(np.float32)


def plain_components(points: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
    centered = points.astype(np.float64) - points.mean(axis=0, dtype=np.float64)
    _, values, directions = np.linalg.svd(centered, full_matrices=False)
    return directions, values**2 / (values**2).sum()


@pytest.mark.parametrize("shape", [(500, 12), (20, 300), (2, 5), (9000, 40)])
def test_components_are_those_of_a_singular_value_decomposition(shape: tuple[int, int]) -> None:
    points = vectors(*shape)
    found = principal_components(Prepared(points, None))
    directions, share = plain_components(points)
    n = min(3, min(shape) - 1, len(found.directions))
    assert np.allclose(np.abs(np.sum(found.directions[:n] * directions[:n], axis=1)), 1, atol=1e-3)
    assert np.allclose(found.share[:n], share[:n], atol=1e-4)
    assert found.is_exact


def test_random_projection_is_close_to_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    points = vectors(600, 100) * np.r_[[20, 10, 5], np.ones(97)].astype(np.float32)
    monkeypatch.setattr(pca, "_MAX_EXACT", 50)
    found = principal_components(Prepared(points, None))
    _, share = plain_components(points)
    assert not found.is_exact
    assert np.allclose(found.share[:3], share[:3], rtol=1e-2)


def test_projection_of_one_point_and_of_equal_points_is_zero() -> None:
    for points in (vectors(1, 4), np.ones((5, 4), np.float32)):
        prepared = Prepared(points, None)
        made = principal_components(prepared).project(prepared, (0, 1, 2))
        assert np.allclose(made, 0, atol=1e-5)


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
@pytest.mark.parametrize("n", [3, 40, 9000])
def test_neighbors_are_those_of_all_distances(metric: Any, n: int) -> None:
    prepared = prepare(vectors(n, 6), None, sphereize=False, metric=metric)
    points = prepared.all().astype(np.float64)
    rows = np.arange(min(n, 50))
    indices, distances = nearest_to(
        prepared, prepared.take(rows), 10, metric, leave_out=rows.astype(np.int32)
    )
    for row in rows:
        if metric == "cosine":
            plain = 1 - points @ points[row]
        else:
            plain = np.linalg.norm(points - points[row], axis=1)
        wanted = np.delete(np.argsort(plain, kind="stable"), np.flatnonzero(np.argsort(plain) == row))
        k = min(10, n - 1)
        assert np.allclose(distances[row, :k], plain[wanted[:k]], atol=1e-5)
        assert set(indices[row, :k]) <= set(np.flatnonzero(plain <= plain[wanted[k - 1]] + 1e-6))
    assert (indices[:, min(10, n - 1) :] == -1).all()


def test_neighbors_of_all_points_leave_out_each_point() -> None:
    seen: list[tuple[int, int]] = []
    indices, distances = all_neighbors(
        Prepared(vectors(1200, 5), None), 4, "euclidean", progress=lambda *done: seen.append(done)
    )
    assert indices.shape == distances.shape == (1200, 4)
    assert (indices != np.arange(1200)[:, None]).all()
    assert (np.diff(distances, axis=1) >= 0).all()
    assert seen[-1] == (1200, 1200)


def test_quality_is_one_for_the_points_themselves_and_low_for_noise() -> None:
    points = vectors(300, 2)
    prepared = Prepared(points, None)
    assert neighbors_kept(prepared, points, "euclidean").kept == 1
    noise = neighbors_kept(prepared, vectors(300, 2, seed=9)[::-1], "euclidean")
    assert noise.kept is not None
    assert noise.kept < 0.2
    assert neighbors_kept(Prepared(points[:2], None), points[:2], "euclidean").kept is None


def test_alignment_undoes_a_rotation_and_a_reflection() -> None:
    points = vectors(100, 2)
    angle = 2.0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)
    moved = (points @ turn * np.array([1, -1], np.float32)) + 7
    assert np.allclose(aligned(moved, points), points, atol=1e-3)
    moved[3] = np.nan
    assert np.allclose(np.delete(aligned(moved, points), 3, 0), np.delete(points, 3, 0), atol=1e-3)


def test_axes_go_from_one_mean_to_the_other() -> None:
    points = np.array([[0, 0, 1], [2, 0, 1], [1, 0, 1]], np.float32)
    made = along_axes(Prepared(points, None), [(np.array([0]), np.array([1]))] * 2)
    assert made[:, 0].tolist() == [0, 1, 0.5]
    with pytest.raises(LookupError, match="no length"):
        along_axes(Prepared(points, None), [(np.array([0]), np.array([0]))])


def test_points_with_nan_are_left_out_and_come_back_as_nan() -> None:
    points = vectors(10, 3)
    points[4, 1] = np.nan
    points[7, 0] = np.inf
    rows = finite_rows(points)
    assert rows is not None
    assert rows.tolist() == [0, 1, 2, 3, 5, 6, 8, 9]
    prepared = prepare(points, rows, sphereize=True)
    made = prepared.spread(principal_components(prepared).project(prepared, (0, 1)))
    assert np.flatnonzero(np.isnan(made[:, 0])).tolist() == [4, 7]
    assert np.allclose(np.linalg.norm(prepared.all(), axis=1), 1, atol=1e-6)


def test_supervision_separates_classes_that_little_variance_tells_apart() -> None:
    rng = np.random.default_rng(0)
    codes = (np.arange(400) % 2).astype(np.int32)
    points = rng.normal(size=(400, 3)) * [10, 10, 0.1]
    points[:, 2] += codes
    prepared = Prepared(points.astype(np.float32), None)
    first = discriminants(prepared, codes, 1.0).project(prepared, (0,))[:, 0]
    assert (first[codes == 0].max() < first[codes == 1].min()) or (
        first[codes == 1].max() < first[codes == 0].min()
    )
    plain = discriminants(prepared, codes, 0.0)
    assert np.allclose(plain.share, principal_components(prepared).share, atol=1e-3)


def test_neighbors_of_the_own_class_come_first() -> None:
    indices = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], np.int32)
    distances = np.array([[1, 1.5, 2]] * 4, np.float32)
    codes = np.array([0, 1, 0, 1], np.int32)
    found, near = draw_together(indices, distances, codes, 1.0, 2)
    assert found[0].tolist() == [2, 1]
    assert near[0].tolist() == [1.5, 5.0]
