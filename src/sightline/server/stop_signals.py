"""SIGINT and SIGTERM end the server with code 0, from before its address is printed until it has closed."""

from __future__ import annotations

import os
import signal
import threading
from queue import SimpleQueue
from types import FrameType, TracebackType
from typing import Any, Protocol

# A query in native code cannot be interrupted; this long after the signal the process ends without it.
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
        self.is_stopping = False
        # The one kind of queue that a signal handler may put to.
        self._received: SimpleQueue[int | None] = SimpleQueue()
        self._closed = threading.Event()
        self._watchdog = threading.Thread(target=self._enforce_deadline, name="sightline-stop", daemon=True)
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
        """From now on signals end this server; one that came before ends it now."""
        self._watchdog.start()
        self._server = server
        if self.is_stopping:
            server.handle_exit(signal.SIGTERM, None)

    def detach(self) -> None:
        """The server has closed, so its deadline is met."""
        self._closed.set()
        self._received.put(None)
        self._watchdog.join()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        # Without a server the first signal is only noted: an exception raised here may land in a callback of
        # the import system, where Python prints and ignores it.
        if self._server is None and self.is_stopping:
            raise SystemExit(0)
        self.is_stopping = True
        if self._server is not None:
            self._received.put(number)
            self._server.handle_exit(number, frame)

    def _enforce_deadline(self) -> None:
        self._received.get()
        if not self._closed.wait(_DEADLINE_SECS):
            os._exit(0)
