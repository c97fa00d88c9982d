"""Threads that hold up no end of the program."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from sightline.engine import daemon_pool
from sightline.engine.daemon_pool import DaemonPool
from support.logs import wait_until


def test_calls_run_at_once_in_as_many_threads_and_answers_keep_their_order() -> None:
    together = threading.Barrier(3)
    names = set()

    def call(number: int) -> int:
        names.add(threading.current_thread().name)
        together.wait(60)
        return number * number

    with DaemonPool(3, "test-pool") as pool:
        assert list(pool.map(call, range(9))) == [n * n for n in range(9)]
    assert names == {"test-pool"}


def test_error_of_a_call_is_raised_where_its_answer_is_taken() -> None:
    with DaemonPool(1, "test-pool") as pool:
        failed, fine = pool.submit(int, "x"), pool.submit(int, "7")
        with pytest.raises(ValueError, match="'x'"):
            failed.result()
        assert fine.result() == 7


def test_pool_that_was_closed_takes_no_calls() -> None:
    with DaemonPool(1, "test-pool") as pool:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(int)


def test_threads_that_wait_for_long_end_and_others_take_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daemon_pool, "_IDLE_SECS", 0.01)
    pool = DaemonPool(2, "test-waiting")

    def is_waiting() -> bool:
        return any(thread.name == "test-waiting" for thread in threading.enumerate())

    for _ in range(3):
        assert sum(pool.map(int, "1234")) == 10
        wait_until(lambda: not is_waiting())


def test_block_that_ends_with_an_error_waits_for_nothing() -> None:
    began, end = threading.Event(), threading.Event()

    def wait() -> bool:
        began.set()
        return end.wait(60)

    with suppress(KeyboardInterrupt), DaemonPool(1, "test-pool") as pool:
        running, waiting = pool.submit(wait), pool.submit(wait)
        assert began.wait(60)
        raise KeyboardInterrupt
    assert waiting.cancelled()
    assert not running.done()
    end.set()
    assert running.result(60)


def test_program_ends_while_a_call_waits() -> None:
    script = """
import time
from sightline.engine.daemon_pool import DaemonPool
DaemonPool(1, "test-pool").submit(time.sleep, 600)
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
