"""Processes of this machine as an engine. They end with the process that started them, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from threading import Event, Thread
from typing import Any, TypeVar

_T = TypeVar("_T")
# What a task that is ended has for removing its drafts.
_GRACE_SECS = 2.0
_is_busy = Event()  # in a worker: whether it is at a task


class Processes:
    """Processes of this machine; one that dies is replaced."""

    name = "this machine"
    is_remote = False

    def __init__(self, n_workers: int) -> None:
        self.n_workers = n_workers
        self._context = multiprocessing.get_context("spawn")
        # Nothing is ever sent. When our end is closed, by us or because we died, the workers end.
        self._their_end, self._our_end = self._context.Pipe(duplex=False)
        self._pool = self._new_pool()

    def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
        """Use a new pool where the last one lost a process: it takes no more tasks."""
        with _without_interrupts():
            try:
                return self._pool.submit(_call, function, *args)
            except BrokenExecutor:
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = self._new_pool()
                return self._pool.submit(_call, function, *args)

    def is_lost(self, error: BaseException) -> bool:
        """A pool loses all its tasks with one process."""
        return isinstance(error, BrokenExecutor)

    def n_alive(self) -> int:
        """All of them: those that die are replaced."""
        return self.n_workers

    def pids(self) -> list[int]:
        """The processes there are now."""
        return [process.pid for process in multiprocessing.active_children() if process.pid is not None]

    def close(self) -> None:
        """End the processes, also those at work."""
        self._our_end.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._their_end.close()

    def _new_pool(self) -> ProcessPoolExecutor:
        # A fork would copy threads in the middle of native code.
        return ProcessPoolExecutor(
            self.n_workers,
            mp_context=self._context,
            initializer=_start_worker,
            initargs=(self._their_end,),
        )


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that are started here never see Ctrl-C, which a terminal sends to all of a job."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(driver: Connection) -> None:
    Thread(target=_end_with, args=(driver,), name="sightline-driver", daemon=True).start()


def _end_with(driver: Connection) -> None:
    """Wait until the driver has closed its end, then end this process."""
    with suppress(EOFError, OSError):
        driver.recv_bytes()
    if _is_busy.is_set():
        interrupt_main()
        time.sleep(_GRACE_SECS)
    os._exit(1)


def _call(function: Callable[..., _T], /, *args: Any) -> _T:
    _is_busy.set()
    try:
        return function(*args)
    except KeyboardInterrupt:  # nobody takes the answer
        os._exit(1)
    finally:
        _is_busy.clear()
