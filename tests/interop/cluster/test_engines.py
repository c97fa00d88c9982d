"""Real clusters make the same index, also when workers are killed while they work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="Dask is not installed: make test-interop-cluster")
pytest.importorskip("ray", reason="Ray is not installed: make test-interop-cluster")

from sightline.engine.index.engines import EngineError, open_engine
from sightline.engine.index.job import JobError, Outcome
from sightline.engine.index.running_tasks import LostClusterError
from support.clusters import DaskCluster, RayCluster
from support.indexes import assert_equal_views, make_index, opened_index
from support.logs import line, load, write_events
from support.ray_job import N_WORKERS

N_RUNS = 30
BATCH_BYTES = 100_000  # a file or two
KILL_AT = (1, N_RUNS // 3)  # files done: workers are killed then
RAY_SECS = 600.0  # a bound for a busy machine; a quiet one takes a minute
# Ends the first process that a Ray cluster starts for a client, as happens on a busy machine.
FIRST_CLIENT_FAILS = """
import os, sys
if "--mode=specific-server" in sys.orig_argv and not os.path.exists("{mark}"):
    open("{mark}", "w").close()
    os._exit(1)
"""


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


def run_job(logs: Path, index: Path, address: str, on_progress: Callable[[int, int], None]) -> Outcome:
    engine = open_engine(address)
    try:
        assert engine.n_workers == 3
        return make_index(logs, index, engine=engine, batch_bytes=BATCH_BYTES, on_progress=on_progress)
    finally:
        engine.close()


class Killer:
    """Kills workers as the job goes on."""

    def __init__(self, kill: Callable[[], object], at: Sequence[int] = KILL_AT) -> None:
        self._kill = kill
        self._at = list(at)
        self.n_killed = 0

    def __call__(self, n_done: int, n_all: int) -> None:
        if self._at and n_done >= self._at[0]:
            del self._at[0]
            self._kill()
            self.n_killed += 1


@pytest.mark.skipif(" " in sys.executable, reason="Ray starts no program whose path has a space")
def test_ray_makes_the_same_manifest_although_workers_are_killed(
    logs: Path, expected: Outcome, tmp_path: Path
) -> None:
    faults, failed = tmp_path / "faults", tmp_path / "failed"
    faults.mkdir()
    (faults / "sitecustomize.py").write_text(FIRST_CLIENT_FAILS.format(mark=failed))
    # A process of its own: what Ray's client leaves behind ends with it, and all of it has a bound.
    # Ray puts sockets below its folder, whose paths have to be short.
    with tempfile.TemporaryDirectory(prefix="sl", dir="/tmp", ignore_cleanup_errors=True) as folder:
        cluster = RayCluster(Path(folder) / "ray", N_WORKERS)
        arguments = [logs, tmp_path / "indexes", cluster.folder, BATCH_BYTES, *KILL_AT]
        try:
            done = subprocess.run(
                [sys.executable, "-m", "support.ray_job", *map(str, arguments)],
                env={
                    **{name: value for name, value in os.environ.items() if not name.startswith("RAY_")},
                    "PYTHONPATH": os.pathsep.join([str(faults), *sys.path]),
                    "RAY_AUTH_MODE": "disabled",  # whatever token the user's folder has
                },
                capture_output=True,
                text=True,
                timeout=RAY_SECS,
            )
        finally:
            cluster.kill()
        assert done.returncode == 0, "\n".join([done.stderr[-5000:], *cluster.client_errors()])
    assert failed.exists()
    found = json.loads(done.stdout.splitlines()[-1])
    pages = json.loads(json.dumps([asdict(page) for page in expected.manifest.pages]))
    each = {"workers": N_WORKERS, "pages": pages}
    assert found == {"kills": len(KILL_AT), "client": each, "auto": each}
    with opened_index(tmp_path / "indexes" / "client") as follower:
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


def test_job_whose_only_worker_died_waits_for_another(logs: Path, expected: Outcome, tmp_path: Path) -> None:
    notices: list[str] = []
    with DaskCluster(tmp_path, 1) as cluster:

        def on_notice(sentence: str) -> None:
            notices.append(sentence)
            cluster.add_worker()

        engine = open_engine(cluster.address)
        try:
            found = make_index(
                logs,
                tmp_path / "index",
                engine=engine,
                batch_bytes=BATCH_BYTES,
                on_progress=Killer(cluster.kill_worker, at=[1]),
                on_notice=on_notice,
            )
        finally:
            engine.close()
    assert notices == [f"no worker of the Dask scheduler at {cluster.address} answers; waiting for one."]
    assert found.manifest.pages == expected.manifest.pages


def test_job_ends_with_a_sentence_where_the_scheduler_died(
    logs: Path, expected: Outcome, tmp_path: Path
) -> None:
    index = tmp_path / "index"
    with DaskCluster(tmp_path, 1) as cluster:
        engine = open_engine(cluster.address)
        killer = Killer(cluster.kill_scheduler, at=[1])
        try:
            with pytest.raises(
                LostClusterError, match=r"Dask scheduler at .* is gone: what is recorded stays"
            ):
                make_index(logs, index, engine=engine, batch_bytes=BATCH_BYTES, on_progress=killer)
        finally:
            engine.close()
    assert make_index(logs, index, batch_bytes=BATCH_BYTES).n_files == expected.n_files


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
