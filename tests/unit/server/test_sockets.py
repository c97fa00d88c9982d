from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

import pytest

from sightline.server.sockets import DEFAULT_PORT, BindError, PortBusyError, listen


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        yield sock.getsockname()[1]


def test_port_zero_lets_the_system_choose() -> None:
    with listen("127.0.0.1", 0) as sock:
        assert sock.getsockname()[1] > 0
        with socket.create_connection(sock.getsockname(), timeout=5):
            pass


def test_given_port_that_is_taken_is_an_error(busy_port: int) -> None:
    with pytest.raises(PortBusyError, match=f"port {busy_port} is taken"):
        listen("127.0.0.1", busy_port)


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with contextlib.ExitStack() as stack:
        ports = [stack.enter_context(listen("127.0.0.1", None)).getsockname()[1] for _ in range(3)]
    assert len(set(ports)) == 3
    assert all(port >= DEFAULT_PORT for port in ports)


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_an_address_of_another_machine_is_one_sentence(host: str) -> None:
    with pytest.raises(BindError, match="address of this machine"):
        listen(host, 0)
