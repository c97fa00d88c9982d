"""Connections without requests: bounded below the descriptors, ended in time, log lines limited."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
from pathlib import Path

import pytest

from sightline.server.security.connections import ConnectionLimiter
from sightline.server.security.log_limiter import LogLimiter
from unit.cli.commands import running
from unit.server.serving import Client, served


class Cycle:
    response_complete = False


class Connection:
    """A connection without a network: the limiter reads its cycle and ends its transport."""

    def __init__(self) -> None:
        self.cycle: Cycle | None = None
        self.transport = self
        self.is_open = True

    def abort(self) -> None:
        self.is_open = False


def opened(limiter: ConnectionLimiter, n: int) -> list[Connection]:
    made = [Connection() for _ in range(n)]
    for connection in made:
        limiter.opened(connection)
    return made


def test_of_too_many_connections_the_oldest_without_a_request_is_dropped() -> None:
    limiter = ConnectionLimiter(max_connections=3, head_timeout_secs=60)
    used, silent, third = opened(limiter, 3)
    used.cycle = Cycle()
    (new,) = opened(limiter, 1)
    states = [connection.is_open for connection in (used, silent, third, new)]
    assert states == [True, False, True, True]


def test_a_new_connection_goes_where_all_others_are_busy() -> None:
    limiter = ConnectionLimiter(max_connections=2, head_timeout_secs=60)
    busy = opened(limiter, 2)
    for connection in busy:
        connection.cycle = Cycle()
    (new,) = opened(limiter, 1)
    assert [connection.is_open for connection in (*busy, new)] == [True, True, False]
    busy[0].cycle.response_complete = True  # type: ignore[union-attr]
    (newer,) = opened(limiter, 1)
    assert [connection.is_open for connection in (*busy, newer)] == [False, True, True]


def test_only_connections_without_a_whole_request_are_ended() -> None:
    limiter = ConnectionLimiter(max_connections=9, head_timeout_secs=-1.0)
    busy, moved_on, silent = opened(limiter, 3)
    busy.cycle = moved_on.cycle = Cycle()
    limiter.drop_idle()
    assert (busy.is_open, moved_on.is_open, silent.is_open) == (True, True, False)


def test_a_head_that_does_not_come_is_given_up(tmp_path: Path) -> None:
    with served(tmp_path, head_timeout_secs=0.2) as it:
        for begun in (b"", b"GET / HTTP/1.1\r\nhost: localhost\r\nx-slow"):
            with socket.create_connection(("127.0.0.1", it.client.port), timeout=30) as sock:
                sock.sendall(begun)
                with contextlib.suppress(ConnectionResetError):
                    assert sock.recv(100) == b""
        assert it.client.get("/api/v1/health").status == 200


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_more_idle_connections_than_descriptors_stop_nothing(tmp_path: Path) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))

    with running(str(tmp_path), "--port", "0", before=limit) as command, contextlib.ExitStack() as stack:
        client = Client(command.address()[0])
        for number in range(400):
            stack.enter_context(socket.create_connection(("127.0.0.1", client.port), timeout=30))
            if number % 100 == 99:
                assert client.get("/api/v1/health").status == 200
        assert client.api("runs")["runs"] == []
        assert len(command.lines) < 20


def test_log_lines_are_limited_with_a_note_on_the_last_one(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("sightline.test_log_limiter")
    logger.addFilter(LogLimiter())
    for number in range(1000):
        logger.warning("accept failed: %d", number)
    assert len(caplog.messages) == 10
    assert caplog.messages[0] == "accept failed: 0"
    assert caplog.messages[-1] == "accept failed: 9 (more lines of this minute are left out)"
