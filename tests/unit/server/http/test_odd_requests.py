"""Requests that no page makes: answered with what is wrong about them, never with a failure of the server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from sightline import SummaryWriter
from unit.server.serving import Client, Served, served

TOKEN = "0123456789abcdef"
HUGE = 10**400
MANY_DIGITS = "9" * 5000


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.fixture
def it(tmp_path: Path) -> Iterator[Served]:
    with SummaryWriter(str(tmp_path / "a")) as writer:
        writer.add_scalar("loss", 1.0, 1)
    with served(tmp_path) as found:
        found.wait_loaded()
        yield found


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("PUT", "views/deep", nested(900), 400),
        ("PUT", "views/huge", {"x": HUGE}, 400),
        ("PATCH", f"runs/{MANY_DIGITS}", {"note": "x"}, 404),
        ("PATCH", "runs", {"runs": {MANY_DIGITS: {"note": "x"}}}, 404),
        ("PATCH", "runs/1", {"pinned": HUGE}, 400),
        ("PUT", "trash", {"runs": [HUGE]}, 400),
        ("DELETE", f"trash/{MANY_DIGITS}:x", None, 404),
        ("POST", "kinds/scalar/summaries", {"k": HUGE}, 400),
        ("POST", "kinds/scalar/summaries", {"k": 2**63 - 1}, 400),
        ("POST", "kinds/scalar/series", nested(900), 400),
        ("GET", f"runs/{MANY_DIGITS}", None, 404),
        ("GET", f"kinds/scalar/summaries?k={MANY_DIGITS}", None, 400),
        ("GET", f"filter?expr={'(' * 3000}", None, 200),
        ("GET", f"filter?expr=lr<{MANY_DIGITS}", None, 200),
        ("GET", f"filter?expr={quote('name ~ ' + chr(34) + '(' * 3000 + chr(34))}", None, 200),
    ],
)
def test_odd_values_are_the_clients_error(it: Served, method: str, path: str, body: Any, status: int) -> None:
    assert it.client.edit(method, path, body).status == status


def test_a_tag_of_many_digits_is_a_tag(it: Served) -> None:
    answer = it.client.edit("POST", "kinds/scalar/summaries", {"tags": ["9" * 30]})
    assert answer.status == 200


def test_a_live_position_of_many_digits_is_the_beginning(it: Served) -> None:
    with socket.create_connection(("127.0.0.1", it.client.port), timeout=30) as sock:
        path = f"/api/v1/live?last_event_id={it.board.instance}.{MANY_DIGITS}.1"
        sock.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        heard = b""
        while b"event: generation" not in heard:
            more = sock.recv(4096)
            assert more, heard
            heard += more


@pytest.mark.parametrize("name", ["token", "%74oken", "tok%65n"])
def test_the_token_leaves_the_address_however_it_is_written(tmp_path: Path, name: str) -> None:
    with served(tmp_path, token=TOKEN) as it:
        client = Client(it.client.port)
        answer = client.get(f"/?a=1&{name}={TOKEN}")
        assert (answer.status, answer.headers["location"]) == (303, "./?a=1")
        assert client.get(f"/{quote('ünï/日本')}?{name}={TOKEN}").headers["location"] == f"./{quote('日本')}"
