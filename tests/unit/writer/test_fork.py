"""A writer across forks: the parent's events stay the parent's, a child has its own file, nothing hangs."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sightline import SummaryWriter
from support.records import event_files, read_run, read_scalars

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


def in_child(work: Callable[[], object]) -> None:
    """Runs `work` in a forked child that ends without any clean-up, and fails if it did."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_a_child_does_not_write_the_parents_events(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1000)
    for step in range(100):
        writer.add_scalar("parent", step, step)
    in_child(lambda: (writer.flush(), writer.close()))
    assert read_scalars(tmp_path) == {}
    writer.close()
    assert len(read_scalars(tmp_path)["parent"]) == 100
    assert len(event_files(tmp_path)) == 1


def test_a_child_that_logs_opens_its_own_file(tmp_path: Path) -> None:
    def work() -> None:
        writer.add_scalar("child", 2, 2)
        writer.close()

    writer = SummaryWriter(tmp_path, max_queue=1000)
    writer.add_scalar("parent", 1, 1)
    in_child(work)
    writer.add_scalar("parent", 3, 3)
    writer.close()
    assert read_scalars(tmp_path) == {"parent": [(1, 1.0), (3, 3.0)], "child": [(2, 2.0)]}
    pids = [path.name.split(".")[-2] for path in event_files(tmp_path)]
    assert str(os.getpid()) in pids
    assert len(set(pids)) == 2


def test_forks_while_other_threads_log(tmp_path: Path) -> None:
    def log() -> None:
        while not stop.is_set():
            writer.add_scalar("parent", 1.0, 0)

    def work() -> None:
        writer.add_scalar("child", 1.0, 0)
        writer.flush()

    stop = threading.Event()
    writer = SummaryWriter(tmp_path, max_queue=1)
    threads = [threading.Thread(target=log) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            in_child(work)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    writer.close()
    by_size = sorted(event_files(tmp_path), key=lambda path: path.stat().st_size)
    by_size[-1].unlink()  # the parent's: long, and read in other tests
    assert len(read_scalars(tmp_path)["child"]) == 20


def test_a_child_that_ends_as_a_program_does_writes(tmp_path: Path) -> None:
    code = """
import os, sys
from sightline import SummaryWriter
writer = SummaryWriter(sys.argv[1], max_queue=1000)
writer.add_scalar("parent", 1, 1)
child = os.fork()
if child == 0:
    writer.add_scalar("child", 1, 1)
else:
    os.waitpid(child, 0)
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", code, str(tmp_path)], check=True)
    assert read_scalars(tmp_path) == {"parent": [(1, 1.0)], "child": [(1, 1.0)]}


def test_sub_runs_in_a_child(tmp_path: Path) -> None:
    def work() -> None:
        writer.add_scalars("main", {"x": 2}, 2)
        writer.close()

    writer = SummaryWriter(tmp_path, max_queue=1000)
    writer.add_scalars("main", {"x": 1}, 1)
    in_child(work)
    writer.close()
    assert sorted(read_scalars(tmp_path / "main_x")["main"]) == [(1, 1.0), (2, 2.0)]
    assert len(event_files(tmp_path)) == 1  # the child logged nothing to the run itself


def test_large_kinds_in_a_child(tmp_path: Path) -> None:
    def work() -> None:
        writer.flush()
        writer.add_image("child", image, 1)
        writer.close()

    image = np.zeros((3, 8, 8), dtype=np.uint8)
    writer = SummaryWriter(tmp_path, max_queue=1000)
    writer.add_image("parent", image, 1)
    in_child(work)
    writer.close()
    tags = [value.tag for event in read_run(tmp_path) for value in event.summary.value]
    assert sorted(tags) == ["child", "parent"]


def _log_and_return(writer: SummaryWriter, tag: str) -> None:
    writer.add_scalar(tag, 1.0, 0)


def test_a_multiprocessing_worker_writes_at_its_end(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path, max_queue=1000)
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_log_and_return, args=(writer, f"worker/{n}")) for n in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert set(read_scalars(tmp_path)) == {"worker/0", "worker/1", "worker/2"}
    writer.close()
