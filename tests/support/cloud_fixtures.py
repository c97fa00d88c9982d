"""Real servers of the protocols on loopback, and a proxy before them that counts and breaks requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cloud_servers import Cloud, S3Server
from support.fault_proxy import FaultProxy


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3Server]:
    with S3Server() as server:
        yield server


@pytest.fixture
def proxy(s3_server: S3Server) -> Iterator[FaultProxy]:
    with FaultProxy(s3_server.port) as proxy:
        yield proxy


@pytest.fixture
def cloud(s3_server: S3Server, proxy: FaultProxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cloud:
    """A new bucket behind the proxy, with credentials in the environment."""
    s3_server.set_up_environment(monkeypatch, port=proxy.port, home=tmp_path / "home")
    return Cloud(s3_server.new_bucket(), proxy)
