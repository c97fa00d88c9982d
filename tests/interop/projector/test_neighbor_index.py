"""Nearest neighbors of very many points by an index: made in a worker process, saved and used again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.formats.cache_folder import CacheFolder
from sightline.kinds.embedding.compute.approximate import build_index, open_index
from sightline.kinds.embedding.compute.neighbors import all_neighbors, nearest_to
from sightline.kinds.embedding.compute.prepared import Metric, Prepared
from sightline.kinds.embedding.computing import Computing
from sightline.kinds.embedding.embedding import Embedding
from sightline.kinds.embedding.jobs import Jobs
from sightline.kinds.embedding.params import NeighborGraphParams
from sightline.kinds.embedding.query import QUERIES
from sightline.kinds.embedding.results import SavedResults
from sightline.kinds.embedding.worker import MAX_EXACT
from sightline.projector import ProjectorConfig, visualize_embeddings, write_tensor
from support.logs import load, wait_until

pytest.importorskip("hnswlib", reason="hnswlib is not installed: make test-interop-projector")

ASKED: dict[str, Any] = {"sphereize": False, "metric": "euclidean"}


def many_points() -> Any:
    return np.random.default_rng(0).normal(size=(MAX_EXACT + 100, 3)).astype(np.float32)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder with the index of `many_points`."""
    folder = tmp_path_factory.mktemp("cache")
    computing = Computing(Jobs(SavedResults(CacheFolder(folder))))
    points = Embedding(many_points(), None)
    assert computing.index(points, **ASKED) is None
    states = []

    def is_made() -> bool:
        states.append(computing.index_state(points, **ASKED)["state"])
        return states[-1] not in ("running", "waiting")

    wait_until(is_made, secs=240)
    assert states[0] == "running"
    assert states[-1] == "done"
    return folder


def computing_in(folder: Path) -> Computing:
    return Computing(Jobs(SavedResults(CacheFolder(folder))))


def test_index_is_there_at_once_for_another_server(folder: Path) -> None:
    points = Embedding(many_points(), None)
    before = points.nbytes
    assert computing_in(folder).index_state(points, **ASKED) == {"state": "done"}
    index = computing_in(folder).index(points, **ASKED)
    assert index is not None
    assert points.nbytes > before  # what is kept in memory is counted
    prepared = points.prepared(**ASKED)
    queries = points.vectors[:50]
    exact, distances = nearest_to(prepared, queries, 20, "euclidean")
    kept = 0
    for place, query in enumerate(queries):
        found, near = index.nearest_to(prepared, query[None, :], 20)
        kept += len(set(found[0]) & set(exact[place]))
        assert near[0, 0] == distances[place, 0] == 0
        assert (np.diff(near[0]) >= 0).all()
    assert kept > 0.97 * exact.size


def test_neighbor_graph_uses_the_index(folder: Path, tmp_path: Path) -> None:
    points, computing = Embedding(many_points(), None), computing_in(folder)
    params = NeighborGraphParams(run=0, name="t", k=5, metric="euclidean")
    (file,) = (folder / "projections").glob("*.index")
    before = file.stat().st_ino
    found: list[Any] = []

    def is_done() -> bool:
        found.append(computing.neighbor_graph(points, params))
        return found[-1].about["state"] not in ("running", "waiting")

    wait_until(is_done, secs=240)
    assert (found[-1].about["state"], found[-1].about["exact"]) == ("done", False)
    assert found[-1].arrays["neighbor"].shape == (len(points), 5)
    assert [each.stat().st_ino for each in (folder / "projections").glob("*.index")] == [before]


def test_damaged_index_is_deleted(folder: Path, tmp_path: Path) -> None:
    copied = tmp_path / "projections"
    copied.mkdir()
    for file in (folder / "projections").iterdir():
        (copied / file.name).write_bytes(file.read_bytes())
    (index,) = copied.glob("*.index")
    damaged = bytearray(index.read_bytes())
    damaged[len(damaged) // 2] ^= 0xFF
    index.write_bytes(damaged)
    points = Embedding(many_points(), None)
    assert computing_in(tmp_path).index(points, **ASKED) is None
    assert not index.exists()
    computing = computing_in(tmp_path)
    assert computing.index_state(points, **ASKED)["state"] == "running"  # made again
    computing._jobs.close()


def test_index_of_other_vectors_is_not_used(folder: Path) -> None:
    others = Embedding(many_points() + 1, None)
    assert computing_in(folder).index(others, **ASKED) is None


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_index_finds_nearly_the_exact_neighbors(metric: Metric, tmp_path: Path) -> None:
    vectors = np.random.default_rng(0).normal(size=(2000, 16)).astype(np.float32)
    if metric == "cosine":
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    exact, distances = all_neighbors(Prepared(vectors, None), 10, metric)
    made = build_index(vectors, metric, seed=1, n_threads=2, progress=lambda done, total: None)
    made.save(str(tmp_path / "index"))
    index = open_index(str(tmp_path / "index"), 2000, 16, metric)
    assert index is not None
    found, near = index.all_neighbors(vectors, 10, n_threads=2, progress=lambda done, total: None)
    recall = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(exact, found, strict=True)])
    assert recall > 0.95
    assert np.allclose(near[:, 0], distances[:, 0], atol=1e-3)
    assert (found != np.arange(2000)[:, None]).all()
    assert open_index(str(tmp_path / "index"), 1999, 16, metric) is None


def test_query_says_whether_neighbors_are_exact(tmp_path: Path) -> None:
    config = ProjectorConfig()
    embedding = config.embeddings.add()
    embedding.tensor_name, embedding.tensor_path = "many", "many.bytes"
    embedding.tensor_shape.extend(write_tensor(str(tmp_path / "logs" / "many.bytes"), many_points()))
    visualize_embeddings(str(tmp_path / "logs"), config)
    view = load(str(tmp_path / "logs")).view()
    given = {"run": view.runs[0].id, "name": "many", "metric": "euclidean"}
    asked = {**given, "points": [7], "k": 10}
    exact = QUERIES["neighbors"](view, asked)
    states: list[Any] = []

    def is_made() -> bool:
        states.append(QUERIES["neighbor_index"](view, given))
        return states[-1]["state"] not in ("running", "waiting")

    wait_until(is_made, secs=240)
    assert states[-1]["state"] == "done"
    found = QUERIES["neighbors"](view, asked)
    assert found.metadata["exact"] is False
    assert len(set(found["point"]) & set(exact["point"])) >= 9
    assert 7 not in found["point"]
    # So many are found as fast by comparing all.
    assert QUERIES["neighbors"](view, {**asked, "k": 5000}).metadata["exact"] is True
