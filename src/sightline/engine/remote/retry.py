"""Tries a request again, later each time, while the server is busy or out of reach."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import TypeVar

from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.remote.errors import BusyError

N_TRIES = 4
_FIRST_PAUSE_SECS = 0.2
_PAUSE_FACTOR = 3.0

_Result = TypeVar("_Result")


class Retry:
    """Repeats calls that raise BusyError. After `stop` nothing is waited for any more."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Give up what is being waited for; later calls have one try each."""
        self._stopped.set()

    def __call__(self, call: Callable[[], _Result]) -> _Result:
        """The result of `call`; raises its error after the last try."""
        pause_secs = _FIRST_PAUSE_SECS
        for n_left in reversed(range(N_TRIES)):
            try:
                return _interruptible(call)
            except BusyError:
                # Spread, so that many readers that were refused together do not come back together.
                if not n_left or self._stopped.wait(pause_secs * random.uniform(0.5, 1.5)):
                    raise
                pause_secs *= _PAUSE_FACTOR
        raise AssertionError("unreachable")


def _interruptible(call: Callable[[], _Result]) -> _Result:
    """The result of a call, for which the main thread waits in Python: Ctrl-C does not reach native code."""
    if threading.current_thread() is not threading.main_thread():
        return call()
    with DaemonPool(1, "sightline-request") as pool:
        return pool.submit(call).result()
