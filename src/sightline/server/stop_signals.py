"""SIGINT and SIGTERM end the server with code 0, from before its address is printed until it has closed."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Protocol

# A query that runs in native code cannot be interrupted: so long after the signal nobody waits for it.
_DEADLINE_SECS = 0.9


class Stoppable(Protocol):
    """What is stopped: uvicorn's server."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; at once when called again."""
        ...


class StopSignals:
    """Handles both signals for as long as its block runs. Does nothing outside of the main thread."""

    def __init__(self) -> None:
        self._server: Stoppable | None = None
        self._deadline: threading.Timer | None = None
        self._replaced: dict[int, Any] = {}

    def __enter__(self) -> StopSignals:
        """Take the signals over."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._replaced[number] = signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give them back."""
        for number, handler in self._replaced.items():
            signal.signal(number, handler)

    def attach(self, server: Stoppable) -> None:
        """From now on signals end this server; before, they end the command at once."""
        self._server = server

    def detach(self) -> None:
        """The server has closed, so its deadline is met."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline.join()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._server is None:
            raise SystemExit(0)
        if self._deadline is None:
            self._deadline = threading.Timer(_DEADLINE_SECS, os._exit, [0])
            self._deadline.daemon = True
            self._deadline.start()
        self._server.handle_exit(number, frame)
