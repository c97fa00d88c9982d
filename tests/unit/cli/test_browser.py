"""Opening the board of some logs from a terminal."""

from __future__ import annotations

import urllib.request
from pathlib import Path

import pytest

import sightline
from sightline.cli._browser import open_board
from sightline.notebook import servers


def test_open_board_starts_one_server_and_tells_how_to_reach_it_over_ssh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sightline.SummaryWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    try:
        told = open_board([str(tmp_path)])
        assert open_board([str(tmp_path)]) == told
        (server,) = servers.list()
        assert told.startswith(f"ssh -L {server.port}:localhost:{server.port}")
        assert told.endswith(server.url)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(server.url, timeout=60) as page:
            assert b"<html" in page.read()
    finally:
        servers.stop()
