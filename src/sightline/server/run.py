"""Running the server: uvicorn on a socket that already listens, until it is stopped."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import socket
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from sightline.server.app import create_app
from sightline.server.security.connections import ConnectionLimiter, limited_protocol
from sightline.server.security.log_limiter import LogLimiter

if TYPE_CHECKING:
    from sightline.server.pending_board import PendingBoard
    from sightline.server.settings import Settings
    from sightline.server.stop_signals import StopSignals

_GRACE_SECS = 0.4
_BACKLOG = 2048
# A board of thousands of runs holds a million objects that stay; the collector, at its usual pace, would walk
# them all again and again while they are made.
_GC_THRESHOLDS = (50_000, 20, 20)
# Log lines that are no errors: a stranger sent something else than HTTP, or a client left early.
_NOT_ERRORS = ("Invalid HTTP request", "Cancel ")


def is_error(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn's log is an error of ours, and not what clients or the end bring about."""
    text = record.getMessage()
    # What still waits when the server ends is cancelled: a request after its grace, all at a second signal.
    error = record.exc_info[1] if record.exc_info else None
    is_cancelled = isinstance(error, asyncio.CancelledError) or text.rstrip().endswith("CancelledError")
    return not (text.startswith(_NOT_ERRORS) or is_cancelled)


class BoardServer(uvicorn.Server):
    """uvicorn's server, which ends the live streams first: they would hold it open otherwise."""

    def __init__(self, pending: PendingBoard, settings: Settings) -> None:
        self._connections = ConnectionLimiter(head_timeout_secs=settings.head_timeout_secs)
        config = uvicorn.Config(
            create_app(pending, settings),
            http=limited_protocol(self._connections),
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            ws="none",
            timeout_keep_alive=30,
            # So many are accepted at a time, before the limiter hears of them.
            backlog=64,
            ssl_certfile=settings.certfile,
            ssl_keyfile=settings.keyfile,
            # The scheme and address that a proxy reports are not needed: every address we give is relative.
            proxy_headers=False,
        )
        config.timeout_graceful_shutdown = _GRACE_SECS  # type: ignore[assignment]
        super().__init__(config)
        logging.getLogger("uvicorn.error").addFilter(is_error)
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).addFilter(LogLimiter())
        self._pending = pending

    def stop(self) -> None:
        """End the server; safe from any thread and from signal handlers."""
        board = self._pending.opened
        if board is not None:
            board.hub.close()
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End on a signal; at once on the second one."""
        if self.should_exit:
            self.force_exit = True
        self.stop()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to accept; the system keeps more connections waiting than are accepted at a time."""
        await super().startup(sockets)
        for sock in sockets or ():
            sock.listen(_BACKLOG)

    async def on_tick(self, counter: int) -> bool:
        """Drop idle connections; uvicorn calls this ten times a second."""
        self._connections.drop_idle()
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `StopSignals`, which handles them before and after serving too."""
        yield


def run(
    pending: PendingBoard,
    settings: Settings,
    sock: socket,
    signals: StopSignals,
    *,
    on_start: Callable[[BoardServer], None] = lambda _: None,
) -> None:
    """Serve until a signal or `BoardServer.stop`; `on_start` gets the server before it accepts."""
    gc.set_threshold(*_GC_THRESHOLDS)
    server = BoardServer(pending, settings)
    signals.attach(server)
    on_start(server)
    try:
        if not server.should_exit:
            server.run(sockets=[sock])
    finally:
        pending.close()
        signals.detach()
