"""A backend whose failures never reach the training: it warns once, and tries again after growing waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from sightline.tracker.backends import Backend

_FIRST_WAIT_SECS = 1.0
_LONGEST_WAIT_SECS = 300.0


class GuardedBackend:
    """Wraps a backend. One that cannot be imported is switched off; one that fails is tried again later."""

    def __init__(self, name: str, backend: Backend, clock: Callable[[], float] = time.monotonic) -> None:
        """Guard a backend, known to people by its name."""
        self.name = name
        self.backend = backend
        self.is_off = False
        self._clock = clock
        self._wait_secs = _FIRST_WAIT_SECS
        self._next_try = 0.0
        self._has_warned = False
        self._lock = Lock()  # host metrics come from a thread of their own

    def log(self, metrics: dict[str, float], step: int) -> None:
        """Log, or do nothing while the backend is off or waits."""
        with self._lock:
            if not self.is_off and not (self._next_try and self._clock() < self._next_try):
                self._try(metrics, step)

    def _try(self, metrics: dict[str, float], step: int) -> None:
        try:
            self.backend.log(metrics, step)
        except ImportError as error:
            self.is_off = True
            self._warn(f"{error}; this backend is switched off")
        except Exception as error:
            self._next_try = self._clock() + self._wait_secs
            self._wait_secs = min(self._wait_secs * 2, _LONGEST_WAIT_SECS)
            self._warn(f"{error or type(error).__name__}; trying again later, training goes on")
        else:
            self._next_try = 0.0
            self._wait_secs = _FIRST_WAIT_SECS

    def close(self) -> None:
        """Close the backend."""
        try:
            self.backend.close()
        except Exception as error:
            self._warn(str(error))

    def _warn(self, reason: str) -> None:
        if not self._has_warned:
            from sightline.writer.notices import warn_user

            self._has_warned = True
            warn_user(f"metrics backend {self.name}: {reason}")
