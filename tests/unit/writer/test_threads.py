"""One writer, many threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sightline import SummaryWriter
from support.records import event_files, read_scalars

N_THREADS = 8


def test_eight_threads_on_one_writer(tmp_path: Path) -> None:
    def log(thread: int) -> None:
        for step in range(500):
            writer.add_scalar(f"tag/{thread}", step, step)
            if step % 100 == thread:
                writer.flush()

    writer = SummaryWriter(tmp_path)
    with ThreadPoolExecutor(N_THREADS) as pool:
        list(pool.map(log, range(N_THREADS)))
    writer.close()
    expected = [(step, float(step)) for step in range(500)]
    assert read_scalars(tmp_path) == {f"tag/{thread}": expected for thread in range(N_THREADS)}
    assert len(event_files(tmp_path)) == 1


def test_threads_that_begin_a_sub_run_together_share_its_file(tmp_path: Path) -> None:
    def log(thread: int) -> None:
        together.wait()
        writer.add_scalars("main", {"x": thread}, thread)

    together = threading.Barrier(N_THREADS)
    writer = SummaryWriter(tmp_path)
    with ThreadPoolExecutor(N_THREADS) as pool:
        list(pool.map(log, range(N_THREADS)))
    writer.close()
    assert len(event_files(tmp_path / "main_x")) == 1
    assert sorted(read_scalars(tmp_path / "main_x")["main"]) == [(n, float(n)) for n in range(N_THREADS)]


def test_closing_while_others_log_loses_nothing(tmp_path: Path) -> None:
    def log(thread: int) -> None:
        for step in range(300):
            writer.add_scalar(f"tag/{thread}", step, step)
            if step % 50 == 0:
                writer.close()

    writer = SummaryWriter(tmp_path)
    with ThreadPoolExecutor(N_THREADS) as pool:
        list(pool.map(log, range(N_THREADS)))
    writer.close()
    series = read_scalars(tmp_path)
    assert [len(series[f"tag/{thread}"]) for thread in range(N_THREADS)] == [300] * N_THREADS
