"""Engines: processes of this machine, and what happens where workers come and go."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from sightline.engine.index.engines import MAX_TRIES, EngineError, open_engine, reason_of
from sightline.engine.index.job import JobError
from sightline.engine.index.processes import Processes
from sightline.engine.index.running_tasks import LostClusterError
from support.indexes import InProcess, make_index
from support.logs import line, wait_until, write_events

_T = TypeVar("_T")

N_RUNS = 12


def test_killed_processes_are_replaced_and_the_manifest_is_the_same(logs: Path, tmp_path: Path) -> None:
    expected = make_index(logs, tmp_path / "expected", batch_bytes=1)
    engine = open_engine("processes:2")
    assert isinstance(engine, Processes)
    kill_at = [1, N_RUNS // 2]

    def kill(n_done: int, n_all: int) -> None:
        if kill_at and n_done >= kill_at[0]:
            del kill_at[0]
            os.kill(engine.pids()[0], signal.SIGKILL)

    try:
        found = make_index(logs, tmp_path / "index", engine=engine, batch_bytes=1, on_progress=kill)
    finally:
        engine.close()
    assert kill_at == []
    assert found.manifest.pages == expected.manifest.pages


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only its exit status."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_processes_end_although_they_are_at_work() -> None:
    engine = Processes(2)
    tasks = [engine.submit(time.sleep, 600) for _ in range(2)]
    wait_until(lambda: all(task.running() for task in tasks), secs=60)
    pids = engine.pids()
    engine.close()
    assert len(pids) >= 2
    assert not any(map(is_running, pids))


_KILLED_DRIVER = """
import time
from sightline.engine.index.processes import Processes
if __name__ == "__main__":
    engine = Processes(1)
    engine.submit(time.sleep, 600)
    print(*engine.pids(), flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    (tmp_path / "driver.py").write_text(_KILLED_DRIVER)
    driver = subprocess.Popen([sys.executable, tmp_path / "driver.py"], stdout=subprocess.PIPE)
    assert driver.stdout is not None
    pids = [int(word) for word in driver.stdout.readline().split()]
    driver.kill()
    driver.wait()
    driver.stdout.close()
    assert pids
    wait_until(lambda: not any(map(is_running, pids)), secs=60)


class DyingError(Exception):
    """A worker died."""


class Cluster(InProcess):
    """Workers that die at some tasks and are away for some questions."""

    name = "the cluster"
    is_remote = True

    def __init__(self, *, n_deaths: int = 0, n_away: int = 0, is_gone_after: int | None = None) -> None:
        self.n_deaths, self.n_away, self.is_gone_after = n_deaths, n_away, is_gone_after

    def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
        if self.is_gone_after == 0:
            raise ConnectionError("nobody")
        if self.is_gone_after:
            self.is_gone_after -= 1
        if not self.n_deaths:
            return super().submit(function, *args)
        self.n_deaths -= 1
        future: Future[_T] = Future()
        future.set_exception(DyingError("killed"))
        return future

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, DyingError)

    def n_alive(self) -> int:
        self.n_away -= self.n_away > 0
        return int(not self.n_away)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    for run in range(N_RUNS):
        write_events(tmp_path / "logs" / f"run{run:02d}", line("loss", range(100), at=1e9 + run))
    return tmp_path / "logs"


def test_tasks_that_died_wait_for_a_worker_and_are_run_again(logs: Path, tmp_path: Path) -> None:
    expected = make_index(logs, tmp_path / "expected", batch_bytes=1)
    cluster = Cluster(n_deaths=4, n_away=2)
    found = make_index(logs, tmp_path / "index", engine=cluster, batch_bytes=1)
    assert (cluster.n_deaths, cluster.n_away) == (0, 0)
    assert found.manifest.pages == expected.manifest.pages


def test_task_that_kills_every_worker_ends_the_job(logs: Path, tmp_path: Path) -> None:
    with pytest.raises(JobError, match=r"workers die while they index: killed\."):
        make_index(logs, tmp_path / "index", engine=Cluster(n_deaths=MAX_TRIES * N_RUNS))


def test_lost_cluster_keeps_what_was_recorded(logs: Path, tmp_path: Path) -> None:
    index = tmp_path / "index"
    gone = Cluster(is_gone_after=N_RUNS // 2)
    with pytest.raises(LostClusterError, match="the cluster is gone: what is recorded stays"):
        make_index(logs, index, engine=gone, batch_bytes=1, commit_secs=0.0)
    rest = make_index(logs, index, batch_bytes=1)
    assert 0 < rest.n_indexed < N_RUNS
    assert rest.n_files == N_RUNS


def test_workers_that_do_not_see_the_folder_end_the_job(logs: Path, tmp_path: Path) -> None:
    class Elsewhere(Cluster):
        def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
            logs.rename(tmp_path / "aside")
            try:
                return super().submit(function, *args)
            finally:
                (tmp_path / "aside").rename(logs)

    with pytest.raises(JobError, match=r"the workers do not see .*at the same path on all of them"):
        make_index(logs, tmp_path / "index", engine=Elsewhere())


@pytest.mark.parametrize("name", ["threads", "spark://host", "processes:many", ""])
def test_unknown_engine_gets_a_sentence(name: str) -> None:
    with pytest.raises(EngineError, match="is no engine: give processes"):
        open_engine(name)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nobody listens.", "nobody listens"),
        ("it took too long\nmore of it", "it took too long"),
        (
            "the server failed:\nTraceback (most recent call last):\n\nRuntimeError: no room.\n",
            "RuntimeError: no room",
        ),
        ("", "OSError"),
    ],
)
def test_reason_is_the_line_that_says_what_happened(text: str, reason: str) -> None:
    assert reason_of(OSError(text)) == reason
