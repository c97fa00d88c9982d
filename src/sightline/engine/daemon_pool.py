"""Threads for calls that may wait for a silent server. The program ends without them."""

from __future__ import annotations

import atexit
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
_IDLE_SECS = 10.0
_GRACE_SECS = 0.5
_running: set[Future[Any]] = set()


class DaemonPool(Executor):
    """A ThreadPoolExecutor whose threads Python does not wait for at its end: Ctrl-C ends it at once."""

    def __init__(self, n_threads: int, name: str) -> None:
        self._n_most, self._name = n_threads, name
        self._changed = threading.Condition()  # guards all below
        self._tasks: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._threads: set[threading.Thread] = set()
        self._n_waiting = 0
        self._is_closed = False

    def submit(self, call: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have a thread call the function."""
        future: Future[_T] = Future()
        with self._changed:
            if self._is_closed:
                raise RuntimeError("the pool is closed")
            self._tasks.append((future, lambda: call(*args, **kwargs)))
            self._changed.notify()
            if len(self._tasks) > self._n_waiting and len(self._threads) < self._n_most:
                thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._threads.add(thread)
                thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls, and wait for those that were given, or for those that have begun."""
        with self._changed:
            self._is_closed = True
            while cancel_futures and self._tasks:
                self._tasks.popleft()[0].cancel()
            self._changed.notify_all()
            threads = list(self._threads)
        for thread in threads if wait else ():
            thread.join()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait for all calls; after an error, for none."""
        self.shutdown(wait=error is None, cancel_futures=error is not None)

    def _work(self) -> None:
        while (task := self._next()) is not None:
            future, call = task
            if future.set_running_or_notify_cancel():
                _running.add(future)
                try:
                    future.set_result(call())
                except BaseException as error:
                    future.set_exception(error)
                _running.discard(future)
            del future, call, task  # a thread that waits keeps nothing alive

    def _next(self) -> tuple[Future[Any], Callable[[], Any]] | None:
        """The next call; None at the end, also where none came for a while: nobody may close the pool."""
        with self._changed:
            is_late = False
            while not self._tasks:
                if self._is_closed or is_late:
                    self._threads.discard(threading.current_thread())
                    return None
                self._n_waiting += 1
                is_late = not self._changed.wait(_IDLE_SECS)
                self._n_waiting -= 1
            return self._tasks.popleft()


@atexit.register
def _wait_a_moment() -> None:
    """Let calls that are about to end do so.

    A thread that comes back from native code into an interpreter that is going down aborts the program.
    """
    wait(list(_running), _GRACE_SECS)
