"""Real clusters make the same index, also when workers are killed while they work."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="Dask is not installed: make test-interop-cluster")
pytest.importorskip("ray", reason="Ray is not installed: make test-interop-cluster")

from sightline.engine.index.engines import Engine, EngineError, open_engine
from sightline.engine.index.job import JobError, LostClusterError, Outcome
from support.clusters import DaskCluster, RayCluster
from support.indexes import assert_equal_views, make_index, opened_index
from support.logs import line, load, wait_until, write_events

N_RUNS = 30
BATCH_BYTES = 100_000  # a file or two


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    for run in range(N_RUNS):
        write_events(tmp_path / "logs" / f"run{run:02d}", line("loss", range(1000), at=1e9 + run))
    return tmp_path / "logs"


@pytest.fixture
def expected(logs: Path, tmp_path: Path) -> Outcome:
    """The index as one process makes it."""
    return make_index(logs, tmp_path / "expected", batch_bytes=BATCH_BYTES)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path, 3) as cluster:
        yield cluster


@pytest.fixture
def ray(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[RayCluster]:
    if "SIGHTLINE_TEST_RAY" not in os.environ:
        pytest.skip("Ray's client hangs at times after other clusters: SIGHTLINE_TEST_RAY=1 … -k ray")
    if " " in sys.executable:
        pytest.skip("Ray starts no program whose path has a space")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # whatever token the user's folder has
    # Ray puts sockets below its folder, whose paths have to be short.
    folder = Path("/tmp") / tmp_path_factory.mktemp("ray").name
    with RayCluster(folder, 3) as cluster:
        yield cluster


def connected(address: str) -> Engine:
    """The engine; Ray's client may fail to reach a cluster on its own machine where another ran before."""
    for _ in range(2):
        try:
            return open_engine(address)
        except EngineError as error:
            reason = str(error)
    pytest.skip(f"the client does not reach its cluster: {reason}")


def run_job(logs: Path, index: Path, address: str, on_progress: Callable[[int, int], None]) -> Outcome:
    engine = connected(address)
    try:
        assert engine.n_workers == 3
        return make_index(logs, index, engine=engine, batch_bytes=BATCH_BYTES, on_progress=on_progress)
    finally:
        engine.close()


class Killer:
    """Kills workers as the job goes on: one after the first batch, another a third of the way on."""

    def __init__(self, kill: Callable[[], object]) -> None:
        self._kill = kill
        self._at = [1, N_RUNS // 3]
        self.n_killed = 0

    def __call__(self, n_done: int, n_all: int) -> None:
        if self._at and n_done >= self._at[0]:
            del self._at[0]
            self._kill()
            self.n_killed += 1


def test_ray_makes_the_same_manifest_although_workers_are_killed(
    logs: Path, expected: Outcome, ray: RayCluster, tmp_path: Path
) -> None:
    # On a busy machine Ray's client may lose its cluster for another reason than killed workers.
    for index in (tmp_path / "first", tmp_path / "second", tmp_path / "index"):
        killer = Killer(lambda: wait_until(ray.kill_workers, secs=60))
        with suppress(LostClusterError):
            found = run_job(logs, index, ray.address, killer)
            break
    assert killer.n_killed == 2
    assert found.manifest.pages == expected.manifest.pages
    with opened_index(index) as follower:
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def test_dask_makes_the_same_manifest_although_workers_are_killed(
    logs: Path, expected: Outcome, dask: DaskCluster, tmp_path: Path
) -> None:
    killer = Killer(dask.kill_worker)
    found = run_job(logs, tmp_path / "index", dask.address, killer)
    assert killer.n_killed == 2
    assert found.manifest.pages == expected.manifest.pages
    with opened_index(tmp_path / "index") as follower:
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def test_worker_of_another_version_is_refused(logs: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "sitecustomize.py").write_text("import sightline\nsightline.__version__ = '99.0'\n")
    with DaskCluster(tmp_path, 0) as cluster:
        cluster.add_worker(python_path=str(tmp_path / "other"))
        cluster.wait_for_workers(1)
        engine = open_engine(cluster.address)
        try:
            with pytest.raises(JobError, match=r"a worker runs sightline 99\.0 .*install the same version"):
                make_index(logs, tmp_path / "index", engine=engine)
        finally:
            engine.close()


def test_worker_without_sightline_is_refused(tmp_path: Path) -> None:
    import distributed

    python = Path(distributed.__file__).parents[4] / "bin" / "python"
    with DaskCluster(tmp_path, 0) as cluster:
        cluster.add_worker(python=str(python))
        cluster.wait_for_workers(1)
        with pytest.raises(EngineError, match="has no sightline: install it on every worker"):
            open_engine(cluster.address)
