from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from unit.server.serving import Served, served


@pytest.fixture
def it(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, max_body_bytes=10_000, body_timeout_secs=0.2) as found:
        yield found


def test_body_with_too_large_content_length_is_refused_unread(it: Served) -> None:
    with socket.create_connection(("127.0.0.1", it.client.port), timeout=30) as sock:
        sock.sendall(_head(it, b"content-length: 99999999999\r\n"))
        assert b" 413 " in sock.recv(4096).split(b"\r\n")[0]


def test_a_body_that_grows_too_large_is_refused(it: Served) -> None:
    with socket.create_connection(("127.0.0.1", it.client.port), timeout=30) as sock:
        sock.sendall(_head(it, b"transfer-encoding: chunked\r\n"))
        with contextlib.suppress(OSError):
            for _ in range(20):
                sock.sendall(b"400\r\n" + b" " * 1024 + b"\r\n")
        assert b" 413 " in sock.recv(4096).split(b"\r\n")[0]


def test_a_body_that_does_not_come_is_given_up(it: Served) -> None:
    with socket.create_connection(("127.0.0.1", it.client.port), timeout=30) as sock:
        sock.sendall(_head(it, b"content-length: 100\r\n"))
        assert b" 408 " in sock.recv(4096).split(b"\r\n")[0]


def test_clients_that_never_finish_their_request_do_not_stall_others(it: Served) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(200):
            sock = stack.enter_context(socket.create_connection(("127.0.0.1", it.client.port), timeout=30))
            sock.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\nx-slow")
        for _ in range(10):
            assert it.client.get("/api/v1/health").status == 200


def test_clients_that_never_read_do_not_stall_others(it: Served) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(50):
            sock = stack.enter_context(socket.socket())
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.connect(("127.0.0.1", it.client.port))
            sock.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n" * 20)
        for _ in range(10):
            assert it.client.get("/api/v1/health").status == 200


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"a" * 1_000_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /%ff%fe%00 HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ],
)
def test_hostile_requests_are_answered_or_cut_and_the_server_lives(
    it: Served, request_line: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    sock = socket.create_connection(("127.0.0.1", it.client.port), timeout=30)
    with sock, contextlib.suppress(OSError):
        sock.sendall(request_line)
        sock.shutdown(socket.SHUT_WR)
        answer = sock.recv(4096)
        assert not answer or answer.startswith(b"HTTP/1.1 ")
        assert not answer.startswith(b"HTTP/1.1 5")
    assert it.client.get("/api/v1/health").status == 200
    assert not caplog.records, "a stranger could flood the terminal"


def _head(it: Served, more: bytes) -> bytes:
    own = b"127.0.0.1:%d" % it.client.port
    return b"PUT /api/v1/views/x HTTP/1.1\r\nhost: %s\r\norigin: http://%s\r\n%s\r\n" % (own, own, more)
