from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from sightline.server.http.static_files import StaticFiles


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Sightline</title>" + " " * 1000)
    (static / "assets" / "app-1a2b.js").write_text("export {};" * 200)
    (static / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    return static


def answer(folder: Path, path: str, **headers: str) -> Response:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/{path}",
        "path_params": {"path": path},
        "headers": pairs,
    }
    return asyncio.run(StaticFiles(folder).answer(Request(scope)))


def test_the_folder_itself_is_the_page(folder: Path) -> None:
    page = answer(folder, "")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"


def test_assets_are_cached_for_good_and_compressed(folder: Path) -> None:
    script = answer(folder, "assets/app-1a2b.js", accept_encoding="gzip")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(script.body)) == b"export {};" * 200


def test_what_the_browser_has_is_not_sent_again(folder: Path) -> None:
    etag = answer(folder, "").headers["etag"]
    assert answer(folder, "", if_none_match=etag).status_code == 304
    (folder / "index.html").write_text("<!doctype html>new")
    assert answer(folder, "", if_none_match=etag).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["../secret.txt", "assets/../../secret.txt", "//etc/passwd", "/etc/passwd", "none.js", "a\0b", "assets"],
)
def test_files_outside_the_folder_are_not_served(folder: Path, path: str) -> None:
    assert answer(folder, path).status_code == 404


def test_a_link_does_not_lead_out(folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    assert answer(folder, "link.txt").status_code == 404


def test_missing_page_is_answered_with_how_to_build_it(tmp_path: Path) -> None:
    missing = answer(tmp_path / "none", "")
    assert missing.status_code == 503
    assert b"make page" in bytes(missing.body)
