from __future__ import annotations

import socket

import pytest

from sightline.server.security.hosts import host_allowed, host_name, origin_allowed
from sightline.server.settings import Settings, is_loopback, normal_prefix

LOOPBACK = Settings()
OPEN = Settings(host="0.0.0.0")


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost:6006", "localhost"),
        ("LOCALHOST", "localhost"),
        ("[::1]:6006", "::1"),
        ("127.0.0.1", "127.0.0.1"),
        ("example.org.", "example.org"),
        ("a@localhost", ""),
        ("localhost/x", ""),
        ("localhost:port", ""),
        ("[::1", ""),
        ("", ""),
    ],
)
def test_name_of_a_host_header(header: str, name: str) -> None:
    assert host_name(header) == name


@pytest.mark.parametrize("host", ["localhost:6006", "127.0.0.1:1", "[::1]:6006", "localhost"])
def test_loopback_names_are_ours_at_any_port(host: str) -> None:
    assert host_allowed(host, LOOPBACK)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:6006", "localhost.evil.example", "10.0.0.1", ""]
)
def test_a_loopback_server_refuses_other_names(host: str) -> None:
    assert not host_allowed(host, LOOPBACK)


def test_beyond_loopback_addresses_and_the_machines_name_are_ours_but_no_other_name() -> None:
    assert host_allowed("10.1.2.3:6006", OPEN)
    assert host_allowed(f"{socket.gethostname()}:6006", OPEN)
    assert not host_allowed("rebound.evil.example:6006", OPEN)


def test_a_name_can_be_allowed() -> None:
    settings = Settings(allowed_hosts=frozenset({"board.example.org"}))
    assert host_allowed("Board.Example.org:443", settings)
    assert origin_allowed("https://board.example.org", "127.0.0.1:6006", settings)
    assert not origin_allowed("https://other.example.org", "127.0.0.1:6006", settings)


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://localhost:6006", "localhost:6006", True),
        ("https://board.lan", "board.lan", True),
        ("http://board.lan", "board.lan:80", True),
        ("http://localhost:8888", "localhost:6006", False),
        ("http://evil.example", "localhost:6006", False),
        ("null", "localhost:6006", False),
        ("file://", "localhost:6006", False),
        ("http://[::1", "localhost:6006", False),
    ],
)
def test_only_our_own_page_has_our_origin(origin: str, host: str, same: bool) -> None:
    assert origin_allowed(origin, host, LOOPBACK) is same


def test_which_addresses_are_loopback() -> None:
    assert is_loopback("127.0.0.1")
    assert is_loopback("127.5.5.5")
    assert is_loopback("::1")
    assert is_loopback("localhost")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("::")
    assert not is_loopback("10.0.0.1")
    assert not is_loopback("box.example.org")


@pytest.mark.parametrize(("given", "normal"), [("", ""), ("/", ""), ("a/b/", "/a/b"), ("/board", "/board")])
def test_prefixes_are_normal(given: str, normal: str) -> None:
    assert normal_prefix(given) == normal
