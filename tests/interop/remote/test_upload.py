"""A folder of files uploaded to a bucket."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.engine.remote.upload import put_folder
from support.cloud_servers import Cloud
from support.fault_proxy import status

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")


def test_put_folder_writes_all_files_and_the_page_last(cloud: Cloud, tmp_path: Path) -> None:
    (tmp_path / "data.bin").write_bytes(b"12345")
    seen: list[tuple[int, int]] = []
    files = {"index.html": b"<p>", "parts/data.bin": tmp_path / "data.bin"}
    n_bytes = put_folder(f"{cloud.address}/report", files, lambda n, n_all: seen.append((n, n_all)))
    assert n_bytes == 8
    assert seen == [(1, 2), (2, 2)]
    assert cloud.bucket.get("report/parts/data.bin") == b"12345"
    page = next(request for request in cloud.proxy.requests if "index.html" in request.target)
    assert page.headers["content-type"] == "text/html; charset=utf-8"


def test_put_folder_tries_again_when_the_server_is_busy(cloud: Cloud) -> None:
    cloud.proxy.break_next("put", status(503, "SlowDown"), status(500, "InternalError"))
    put_folder(f"{cloud.address}/report", {"a": b"x"})
    assert cloud.bucket.get("report/a") == b"x"
    assert cloud.proxy.counts() == {"put": 3}


def test_put_folder_without_the_right_says_so(cloud: Cloud) -> None:
    cloud.proxy.break_next("put", status(403, "AccessDenied"))
    with pytest.raises(OSError, match=r"no permission to write .*s3:PutObject"):
        put_folder(f"{cloud.address}/report", {"a": b"x"})
