"""Runs somebody else's code in threads of its own, within a time budget."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

T = TypeVar("T")

# Calls of one plugin that run at a time, and that may wait for these.
N_THREADS = 4
N_WAITING = 8


class OverBudgetError(Exception):
    """The call has not ended in time, or earlier ones have not; the message says which."""


class _Interrupt(BaseException):
    """Raised in a thread whose time is up; `except Exception` does not catch it."""


class Worker:
    """Calls functions in daemon threads. A call that hangs keeps its thread; when all do, none is begun."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._threads = threading.Semaphore(N_THREADS)
        self._callers = threading.Semaphore(N_THREADS + N_WAITING)

    def call(self, run: Callable[[], T], budget_secs: float) -> T:
        """Return what `run` returns or raise what it raises; OverBudgetError when the time is up."""
        if not self._callers.acquire(blocking=False):
            raise OverBudgetError("too many calls wait for an answer")
        try:
            if not self._threads.acquire(timeout=budget_secs):
                raise OverBudgetError(f"earlier calls have not ended within {budget_secs:g} s")
            return _Call(run, self._name, self._threads.release).answer(budget_secs)
        finally:
            self._callers.release()


class _Call(Generic[T]):
    """One call in a thread that starts at once."""

    def __init__(self, run: Callable[[], T], name: str, at_end: Callable[[], None]) -> None:
        self._run = run
        self._at_end = at_end
        self._future: Future[T] = Future()
        self._thread = threading.Thread(target=self._work, name=f"sightline-plugin-{name}", daemon=True)
        self._thread.start()

    def answer(self, budget_secs: float) -> T:
        wait([self._future], budget_secs)
        if not self._future.done():
            _interrupt(self._thread)
            raise OverBudgetError(f"no answer within {budget_secs:g} s")
        return self._future.result()

    def _work(self) -> None:
        try:
            self._future.set_result(self._run())
        except Exception as error:
            self._future.set_exception(error)
        except BaseException as error:  # sys.exit() in a plugin must not end the caller
            self._future.set_exception(RuntimeError(f"{type(error).__name__}: {error}"))
        finally:
            self._at_end()


def _interrupt(thread: threading.Thread) -> None:
    """Raise in a thread that runs Python code; one that waits in native code goes on waiting, idle."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Interrupt))
