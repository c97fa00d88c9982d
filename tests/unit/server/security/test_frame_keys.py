"""Frames of hosted plugins: their key stands in for the token, for their own address and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline.server.security.frame_keys import FrameKeys
from unit.server.serving import Served, served

SECRET = b"s" * 32
TOKEN = "a-token-of-enough-length"
KEY = FrameKeys(SECRET).key("tensorboard-plots")
FRAME = f"/api/v1/frames/tensorboard-plots/{KEY}/data/runs"
# There is no such plugin here, so a request that the guard lets pass is answered with this.
PASSED = 404


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Served]:
    settings = {"host": "0.0.0.0", "token": TOKEN, "tensorboard_plugins": True, "path_prefix": "/board"}
    with served(tmp_path, frame_secret=SECRET, **settings) as it:
        it.client.headers.clear()
        yield it


def test_frame_is_reached_with_its_key_and_without_origin_or_cookie(guarded: Served) -> None:
    assert guarded.client.get(FRAME).status == PASSED
    assert guarded.client.get(FRAME, origin="null").status == PASSED
    assert guarded.client.ask("POST", FRAME, {}, origin="null").status == PASSED


@pytest.mark.parametrize(
    "path",
    [
        f"/api/v1/frames/tensorboard-other/{KEY}/data/runs",
        f"/api/v1/frames/tensorboard-plots/{KEY[:-1]}/data/runs",
        f"/api/v1/frames/tensorboard-plots/{KEY}",
        f"/api/v1/frames/tensorboard-plots//{KEY}/data/runs",
        f"/api/v1/frames/../frames/tensorboard-plots/{KEY}/data/runs",
        f"/api/v1/runs/tensorboard-plots/{KEY}/data",
        "/api/v1/runs",
    ],
)
def test_key_opens_its_own_frame_and_nothing_else(guarded: Served, path: str) -> None:
    assert guarded.client.get(path).status == 401
    assert guarded.client.get(path, origin="null").status == 403


def test_frames_check_host_and_origin_as_all_routes_do(guarded: Served) -> None:
    assert guarded.client.get(FRAME, host="evil.example").status == 403
    assert guarded.client.get(FRAME, host="evil.example", origin="null").status == 403
    assert guarded.client.get(FRAME, origin="https://evil.example").status == 403


def test_frames_cannot_edit(tmp_path: Path) -> None:
    with served(tmp_path, frame_secret=SECRET) as it:
        answer = it.client.ask("PUT", FRAME, {}, origin="null", sec_fetch_site="cross-site")
        assert answer.status == 403


def test_keys_differ_by_plugin_and_server() -> None:
    assert len({FrameKeys(secret).key(slug) for secret in (b"a", b"b") for slug in ("x", "y")}) == 4
