"""Threads for calls that may wait for a silent server. The program ends without them."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from queue import SimpleQueue
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
_Task = tuple[Future[Any], Callable[[], Any]]
_GRACE_SECS = 0.5
_running: set[Future[Any]] = set()


class DaemonPool(Executor):
    """A ThreadPoolExecutor whose threads Python does not wait for at its end: Ctrl-C ends it at once."""

    def __init__(self, n_threads: int, name: str) -> None:
        self._n_most, self._name = n_threads, name
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._idle = threading.Semaphore(0)
        self._lock = threading.Lock()
        self._is_closed = False

    def submit(self, call: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have a thread call the function."""
        future: Future[_T] = Future()
        with self._lock:
            if self._is_closed:
                raise RuntimeError("the pool is closed")
            self._tasks.put((future, lambda: call(*args, **kwargs)))
            if not self._idle.acquire(blocking=False) and len(self._threads) < self._n_most:
                self._threads.append(threading.Thread(target=self._work, name=self._name, daemon=True))
                self._threads[-1].start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls, and wait for those that were given, or for those that have begun."""
        with self._lock:
            self._is_closed = True
            while cancel_futures and not self._tasks.empty():
                task = self._tasks.get()
                if task is not None:
                    task[0].cancel()
            for _ in self._threads:
                self._tasks.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait for all calls; after an error, for none."""
        self.shutdown(wait=error is None, cancel_futures=error is not None)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, call = task
            if future.set_running_or_notify_cancel():
                _running.add(future)
                try:
                    future.set_result(call())
                except BaseException as error:
                    future.set_exception(error)
                _running.discard(future)
            del future, call, task  # a thread that waits keeps nothing alive
            self._idle.release()


@atexit.register
def _wait_a_moment() -> None:
    """Let calls that are about to end do so.

    A thread that comes back from native code into an interpreter that is going down aborts the program.
    """
    wait(list(_running), _GRACE_SECS)
