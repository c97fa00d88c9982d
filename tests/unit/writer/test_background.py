"""The background encoder: order, budget, failures, fork and the end of the program, with real threads."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import warnings

import pytest

from sightline.writer.background import Background


def test_background_runs_jobs_in_order_and_drain_waits():
    background = Background()
    done: list[int] = []
    for i in range(200):
        background.submit(lambda i=i: done.append(i), nbytes=1, tag="t")
    background.drain()
    assert done == list(range(200))


def test_background_drain_of_nothing_returns():
    Background().drain()


def test_background_with_a_full_queue_blocks_the_caller_and_warns_once():
    background = Background(max_bytes=100)
    gate = threading.Event()
    done: list[str] = []
    background.submit(gate.wait, nbytes=60, tag="first")
    warned = []

    def log() -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for name in ("second", "third"):
                background.submit(lambda name=name: done.append(name), nbytes=60, tag=name)
            warned.extend(str(warning.message) for warning in caught)

    caller = threading.Thread(target=log)
    caller.start()
    caller.join(timeout=0.2)
    assert caller.is_alive()  # nothing can let it go on but the gate
    assert done == []
    gate.set()
    caller.join()
    background.drain()
    assert done == ["second", "third"]
    assert len(warned) == 1
    assert "wait" in warned[0]


def test_background_runs_a_job_larger_than_its_budget_alone():
    background = Background(max_bytes=10)
    done: list[int] = []
    background.submit(lambda: done.append(1), nbytes=1000, tag="t")
    background.drain()
    assert done == [1]


def test_background_warns_once_per_tag_of_a_failing_job():
    background = Background()
    done: list[int] = []

    def fail() -> None:
        raise ValueError("no such color")

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            background.submit(fail, nbytes=1, tag="bad/tag")
        background.submit(lambda: done.append(1), nbytes=1, tag="good")
        background.drain()
    assert done == [1]
    (message,) = [str(warning.message) for warning in caught]
    assert "'bad/tag' could not be encoded" in message
    assert "no such color" in message


def test_background_logs_its_warnings_where_warnings_are_errors(caplog):
    background = Background()
    with warnings.catch_warnings(), caplog.at_level(logging.WARNING, logger="sightline"):
        warnings.simplefilter("error")
        background.submit(lambda: 1 / 0, nbytes=1, tag="bad")
        background.drain()
    assert "'bad' could not be encoded" in caplog.text


def test_background_thread_ends_when_idle_and_restarts():
    background = Background(idle_secs=0)
    names: list[str] = []
    for _ in range(5):
        ended = threading.Event()
        background.submit(lambda: names.append(threading.current_thread().name), nbytes=1, tag="t")
        background.submit(ended.set, nbytes=1, tag="t")
        background.drain()
        assert ended.is_set()
    assert names == ["sightline-encoder"] * 5


def test_many_threads_lose_nothing():
    background = Background(max_bytes=50)
    done: list[int] = []
    gate = threading.Event()
    background.submit(gate.wait, nbytes=1, tag="gate")

    def log(first: int) -> None:
        for i in range(first, first + 50):
            background.submit(lambda i=i: done.append(i), nbytes=1, tag="t")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        callers = [threading.Thread(target=log, args=(1000 * n,)) for n in range(8)]
        for caller in callers:
            caller.start()
        gate.set()
        for caller in callers:
            caller.join()
    background.drain()
    assert sorted(done) == [1000 * n + i for n in range(8) for i in range(50)]
    for n in range(8):  # jobs of one thread run in order
        mine = [i for i in done if i // 1000 == n]
        assert mine == sorted(mine)


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_background_jobs_finish_before_the_program_exits():
    out = run("""
import time
from sightline.writer.background import Background
background = Background()
for i in range(3):
    background.submit(lambda i=i: (time.sleep(0.05), print(i)), nbytes=1, tag="t")
""")
    assert out.split() == ["0", "1", "2"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_begins_empty_and_works():
    out = run("""
import os, threading
from sightline.writer.background import Background
background = Background()
gate = threading.Event()
begun, forking = threading.Event(), threading.Event()
os.register_at_fork(before=forking.set)
def first():
    begun.set()
    forking.wait()  # a fork does not cut through a job, but lets it end
    print("ended", flush=True)
background.submit(first, nbytes=1, tag="t")
background.submit(lambda: (gate.wait(), print("parent", flush=True)), nbytes=1, tag="t")
begun.wait()
child = os.fork()
if child == 0:
    background.drain()
    background.submit(lambda: print("child", flush=True), nbytes=1, tag="t")
    background.drain()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
gate.set()
background.drain()
""")
    assert out.split() == ["ended", "child", "parent"]


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="no such signal here")
def test_background_may_be_drained_by_a_signal_handler_during_submit():
    background = Background()
    done: list[str] = []

    class Interrupting(int):
        """A size that raises a signal while it is counted, that is with the queue locked."""

        def __radd__(self, held: int) -> int:
            signal.raise_signal(signal.SIGUSR1)
            return held + int(self)

    before = signal.signal(signal.SIGUSR1, lambda *_: (background.drain(), done.append("handled")))
    try:
        background.submit(lambda: done.append("first"), nbytes=1, tag="t")
        background.submit(lambda: done.append("second"), nbytes=Interrupting(1), tag="t")
    finally:
        signal.signal(signal.SIGUSR1, before)
    background.drain()
    assert done.count("first") == done.count("second") == 1
    assert done.index("first") < done.index("second")
    assert "handled" in done


def test_background_replaces_a_thread_that_a_job_ended():
    out = run("""
import sys, warnings
from sightline.writer.background import Background
warnings.simplefilter("ignore")
background = Background(max_bytes=10)
background.submit(sys.exit, nbytes=10, tag="t")
for i in range(5):
    background.submit(lambda i=i: print(i), nbytes=10, tag="t")
background.drain()
""")
    assert out.split() == ["0", "1", "2", "3", "4"]
