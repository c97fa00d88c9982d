"""Bounds connections: fewer than the descriptors allow, and none idle for long before its request."""

from __future__ import annotations

import time
from typing import Any, NamedTuple, Protocol

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from sightline import platform

MAX_CONNECTIONS = 2000
# The other half of the descriptors is for log files, databases and the listening socket.
_SHARE_OF_DESCRIPTORS = 0.5


class _Cycle(Protocol):
    response_complete: bool


class _Transport(Protocol):
    def abort(self) -> None: ...


class Connection(Protocol):
    """What is used of uvicorn's protocols: a connection and the request it is at, if any."""

    cycle: _Cycle | None
    transport: _Transport


class _Seen(NamedTuple):
    """The request that a connection was last seen at, and when that was first seen."""

    cycle: _Cycle | None
    since: float


class ConnectionLimiter:
    """The open connections, the one idle longest first. For the event loop only."""

    def __init__(self, *, head_timeout_secs: float, max_connections: int | None = None) -> None:
        self.max_connections = max_connections or _affordable()
        self._head_timeout_secs = head_timeout_secs
        self._open: dict[Connection, _Seen] = {}

    def opened(self, connection: Connection) -> None:
        """Add a connection; of too many, one without any request is dropped, or an idle one, or this one."""
        if len(self._open) >= self.max_connections:
            silent = next((other for other in self._open if other.cycle is None), None)
            idle = silent or next((other for other in self._open if not _is_busy(other)), None)
            self._drop(idle or connection)
            if idle is None:
                return
        self._open[connection] = _Seen(None, time.monotonic())

    def closed(self, connection: Connection) -> None:
        """Forget a connection."""
        self._open.pop(connection, None)

    def drop_idle(self) -> None:
        """End the connections that have been without a whole request for too long."""
        now = time.monotonic()
        for connection, (cycle, since) in list(self._open.items()):
            if _is_busy(connection) or connection.cycle is not cycle:
                del self._open[connection]  # again at the end: the order is by time
                self._open[connection] = _Seen(connection.cycle, now)
            elif now - since > self._head_timeout_secs:
                self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        self._open.pop(connection, None)
        connection.transport.abort()


def limited_protocol(limiter: ConnectionLimiter) -> type[Any]:
    """Uvicorn's HTTP protocol, which reports each connection to the limiter."""

    class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            limiter.opened(self)

        def connection_lost(self, exc: Exception | None) -> None:
            limiter.closed(self)
            super().connection_lost(exc)

    return LimitedProtocol


def _is_busy(connection: Connection) -> bool:
    return connection.cycle is not None and not connection.cycle.response_complete


def _affordable() -> int:
    descriptors = platform.raise_descriptor_limit(at_least=2 * MAX_CONNECTIONS)
    return max(1, min(MAX_CONNECTIONS, int(descriptors * _SHARE_OF_DESCRIPTORS)))
