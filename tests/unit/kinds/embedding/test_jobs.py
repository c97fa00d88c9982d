"""Long computations in worker processes: progress, saved results, cancel, failure, and alignment of steps."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.formats.cache_folder import CacheFolder
from sightline.kinds.embedding.compute.neighbors import all_neighbors
from sightline.kinds.embedding.compute.prepared import Prepared
from sightline.kinds.embedding.computing import Computing, has_approximate_neighbors
from sightline.kinds.embedding.embedding import Embedding
from sightline.kinds.embedding.jobs import Jobs
from sightline.kinds.embedding.params import NeighborGraphParams
from sightline.kinds.embedding.query import QUERIES
from sightline.kinds.embedding.results import Result, SavedResults, read_result, result_key, write_result
from sightline.kinds.embedding.worker import MAX_EXACT, VECTORS
from sightline.wire.params import ParamsError
from support.logs import load, wait_until

N = 3200
GRAPH = NeighborGraphParams(run=0, name="t", k=5, metric="euclidean")


def embedding() -> Embedding:
    return Embedding(np.random.default_rng(0).normal(size=(N, 4)).astype(np.float32), None)


def until_ended(computing: Computing, of: Embedding) -> Result:
    found: list[Result] = []

    def has_ended() -> bool:
        found.append(computing.neighbor_graph(of, GRAPH))
        return found[-1].about["state"] not in ("running", "waiting")

    wait_until(has_ended, secs=120)
    return found[-1]


def test_neighbors_of_many_points_come_from_a_worker_and_are_saved(tmp_path: Path) -> None:
    points, jobs = embedding(), Jobs(SavedResults(CacheFolder(tmp_path)))
    first = until_ended(Computing(jobs), points)
    assert (first.about["state"], first.about["exact"], first.about["iterations"]) == ("done", True, N)
    indices, _ = all_neighbors(Prepared(points.vectors, None), 5, "euclidean")
    assert (first.arrays["neighbor"] == indices).all()
    again = Computing(Jobs(SavedResults(CacheFolder(tmp_path)))).neighbor_graph(embedding(), GRAPH)
    assert again.about["state"] == "done"  # by another server, at once
    jobs.close()


@pytest.mark.skipif(has_approximate_neighbors(), reason="hnswlib is installed")
def test_neighbors_of_very_many_points_are_found_without_an_index_where_hnswlib_is_missing(
    tmp_path: Path,
) -> None:
    points = Embedding(np.zeros((MAX_EXACT + 1, 1), np.float32), None)
    computing = Computing(Jobs(SavedResults(CacheFolder(tmp_path))))
    assert computing.index_state(points, sphereize=False, metric="cosine") == {"state": "exact"}
    assert computing.index(points, sphereize=False, metric="cosine") is None


def test_cancelled_computation_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    jobs = Jobs(SavedResults(CacheFolder(tmp_path)))
    task = {"method": "knn", "iterations": N, "k": 5, "metric": "euclidean", "supervision": 0, "seed": 0}
    assert jobs.ask("key", task, lambda: {VECTORS: embedding().vectors}).about["state"] == "running"
    (job,) = jobs._jobs.values()
    assert jobs.cancel("key")
    assert job.process.poll() is not None
    assert not job.folder.exists()
    assert not jobs.cancel("key")


def test_computation_that_cannot_begin_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def no_vectors() -> dict[str, Any]:
        raise MemoryError("no room for the vectors")

    with pytest.raises(MemoryError):
        Jobs(SavedResults(CacheFolder(tmp_path / "saved"))).ask("key", {"method": "knn"}, no_vectors)
    assert not list(tmp_path.glob("sightline-projector-*"))


_START_AND_END = """
import sys, tempfile
from pathlib import Path
import numpy as np
from sightline.kinds.embedding.jobs import Jobs
from sightline.formats.cache_folder import CacheFolder
from sightline.kinds.embedding.results import SavedResults
from sightline.kinds.embedding.worker import MAX_EXACT, VECTORS

folder = Path(sys.argv[1])
tempfile.tempdir = str(folder)
jobs = Jobs(SavedResults(CacheFolder(folder / "saved")))
task = {"method": "knn", "iterations": 1, "k": 5, "metric": "euclidean", "supervision": 0, "seed": 0}
jobs.ask("key", task, lambda: {VECTORS: np.zeros((20000, 64), np.float32)})
print(len(list(folder.glob("sightline-projector-*"))))
"""


def test_process_that_ends_with_a_computation_leaves_no_folder(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _START_AND_END, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == "1"
    assert not list(tmp_path.glob("sightline-projector-*"))


def test_worker_that_fails_says_why(tmp_path: Path) -> None:
    jobs = Jobs(SavedResults(CacheFolder(tmp_path)))
    task = {"method": "knn", "iterations": 3, "k": 5, "metric": "nonsense"}
    found: list[Result] = []

    def has_ended() -> bool:
        found.append(jobs.ask("key", task, lambda: {VECTORS: np.zeros((3, 2, 2), np.float32)}))
        return found[-1].about["state"] != "running"

    wait_until(has_ended, secs=120)
    assert found[-1].about["state"] == "failed"
    assert found[-1].about["error"]
    jobs.close()


def test_saved_results_are_bounded_and_damage_is_no_result(tmp_path: Path) -> None:
    saved = SavedResults(CacheFolder(tmp_path, max_bytes=10_000))
    for number in range(5):
        assert saved.save(f"k{number}", Result({"state": "done"}, {"a": np.zeros(1000, np.float32)}))
    assert len(list((tmp_path / "projections").iterdir())) == 2
    assert not saved.save("large", Result({}, {"a": np.zeros(10_000)}))
    path = tmp_path / "x.npz"
    write_result(path, Result({"state": "done"}, {"a": np.arange(3)}))
    found = read_result(path)
    assert found is not None
    assert found.arrays["a"].tolist() == [0, 1, 2]
    for content in (b"", b"PK\x03\x04 damaged", path.read_bytes()[:100]):
        path.write_bytes(content)
        assert read_result(path) is None


def test_key_depends_on_content_and_parameters() -> None:
    keys = {result_key(digest, {"k": k}) for digest in ("a", "b") for k in (1, 2)}
    assert len(keys) == 4


@pytest.fixture
def steps(tmp_path: Path) -> StoreView:
    rng = np.random.default_rng(0)
    points = rng.normal(size=(80, 5)) * [5, 4.8, 1, 1, 1]
    with SummaryWriter(tmp_path) as writer:
        for step in range(3):
            turned = points @ np.linalg.qr(rng.normal(size=(5, 5)))[0]
            writer.add_embedding(turned, [i % 2 for i in range(80)], None, step, "t")
    return load(str(tmp_path)).view()


def ask(view: StoreView, question: str, **params: Any) -> Any:
    return QUERIES[question](view, {"run": view.runs[0].id, "name": "t", **params})


def test_aligned_steps_of_a_turning_embedding_stay_in_place(steps: StoreView) -> None:
    shown = [ask(steps, "projection", step=step, align=True) for step in range(3)]
    for frame in shown[1:]:
        assert np.allclose(frame["x"], shown[0]["x"], atol=1e-2)
        assert np.allclose(frame["y"], shown[0]["y"], atol=1e-2)


def test_projection_supervised_by_a_column_or_told_why_not(steps: StoreView) -> None:
    frame = ask(steps, "projection", supervised_by="label", supervision=1.0)
    assert np.isfinite(frame["x"]).all()
    assert ask(steps, "knn", supervised_by="label").metadata["state"] == "done"
    with pytest.raises(ParamsError, match="no column 'nothing'"):
        ask(steps, "projection", supervised_by="nothing")
    with pytest.raises(ParamsError, match="components must name 2"):
        ask(steps, "projection", components=[1])
    assert ask(steps, "projection", components=[2, 1]).metadata["components"] == [2, 1]
