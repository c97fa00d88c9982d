"""TensorBoard's own front end, out of its package, in Chromium on our API: every tab, no failed request."""

from __future__ import annotations

import contextlib
import http.client
import json
import mimetypes
import shutil
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from unit.server.serving import served

tensorboard = pytest.importorskip("tensorboard")

ROOT = Path(__file__).parents[3]
MODULES = ROOT / "web" / "node_modules"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
WEB_FILES = Path(tensorboard.__file__).parent / "webfiles.zip"


class FrontEnd(ThreadingHTTPServer):
    """Serves the files of TensorBoard's front end, and hands what has /data/ in its path to a board."""

    daemon_threads = True

    def __init__(self, board_port: int) -> None:
        self.board_port = board_port
        with zipfile.ZipFile(WEB_FILES) as archive:
            self.files = {f"/{name}": archive.read(name) for name in archive.namelist()}
        root = b'<!doctype html><meta name="tb-relative-root" content="./">'
        self.files["/"] = root + self.files["/index.html"]
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(BaseHTTPRequestHandler):
    server: FrontEnd

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if "/data/" in path:
            self._forward(None)
        elif path in self.server.files:
            kind = "text/html" if path == "/" else mimetypes.guess_type(path)[0] or "application/octet-stream"
            self._send(200, [("content-type", kind)], self.server.files[path])
        else:
            self._send(404, [], b"")

    def do_POST(self) -> None:
        self._forward(self.rfile.read(int(self.headers.get("content-length", 0))))

    def _forward(self, body: bytes | None) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.board_port, timeout=60)
        with contextlib.closing(connection):
            kind = self.headers.get("content-type")
            connection.request(self.command, self.path, body, {"content-type": kind} if kind else {})
            answer = connection.getresponse()
            kept = ("content-type", "content-security-policy")
            headers = [(name, text) for name, text in answer.getheaders() if name.lower() in kept]
            self._send(answer.status, headers, answer.read())

    def _send(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.send_response(status)
        for name, text in [*headers, ("content-length", str(len(body)))]:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing: the browser tells what failed."""


@contextlib.contextmanager
def front_end(board_port: int) -> Iterator[str]:
    server = FrontEnd(board_port)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def element_of(plugin: dict[str, Any]) -> str:
    mechanism = plugin["loading_mechanism"]
    if mechanism["type"] == "NG_COMPONENT":
        return "metrics-dashboard"
    return str(mechanism.get("element_name", "iframe"))


@pytest.mark.timeout(600)
@pytest.mark.skipif(CHROMIUM is None or not shutil.which("node"), reason="needs Chromium and node")
@pytest.mark.skipif(not (MODULES / "playwright-core").exists(), reason="needs the tools of the page")
def test_all_tabs_show_and_nothing_is_requested_in_vain() -> None:
    golden = ROOT / "tests" / "golden" / "torch"
    with served(golden) as it, front_end(it.client.port) as address:
        it.wait_loaded()
        listing = it.client.get("/data/plugins_listing").json
        tabs = {name: element_of(plugin) for name, plugin in listing.items() if plugin["enabled"]}
        command = ["node", str(Path(__file__).with_name("front_end.mjs")), str(MODULES), CHROMIUM]
        done = subprocess.run(
            [*command, address, json.dumps(tabs)], capture_output=True, text=True, timeout=580, check=False
        )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert {tab: seen["failed"] for tab, seen in found.items() if seen["failed"]} == {}
    assert len(found) >= 12
    assert [tab for tab, seen in found.items() if not seen["shown"] or not seen["answered"]] == []
