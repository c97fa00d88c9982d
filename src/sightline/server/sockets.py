"""The listening socket: bound before anything slow happens; the next free port if the usual one is taken."""

from __future__ import annotations

import errno
import socket

DEFAULT_PORT = 6006
PORTS_TO_TRY = 10


class BindError(Exception):
    """The server cannot listen on the given address; the message has the reason and what to do."""


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on host and port.

    `port=None` means none was given: 6006, or the next free one after it. 0 lets the system choose.
    """
    if port is not None:
        return _bind(host, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY):
        try:
            return _bind(host, candidate)
        except PortBusyError:
            continue
    return _bind(host, 0)


class PortBusyError(BindError):
    """Another program listens on the port."""


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise BindError(f"cannot listen on {host!r}: {error}; give an address of this machine") from error
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # where it exists, reuse means taking over
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(2048)
    except (OSError, OverflowError) as error:
        sock.close()
        raise _explained(host, port, error) from error
    return sock


def _explained(host: str, port: int, error: OSError | OverflowError) -> BindError:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return PortBusyError(
            f"port {port} is taken by another program; leave out --port for the next free one"
        )
    if number in (errno.EACCES, errno.EPERM):
        return BindError(f"no permission to listen on port {port}; choose one above 1023")
    if number == errno.EADDRNOTAVAIL:
        return BindError(f"{host!r} is not an address of this machine; use 127.0.0.1, or --bind_all for all")
    return BindError(f"cannot listen on {host}:{port}: {error}")
