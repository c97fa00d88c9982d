"""Chromium on a notebook, or on a page that stands for one: what the frame of the board shows there."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import sightline
from interop.notebook.jupyter import PATIENCE_SECS

MODULES = Path(__file__).parents[3] / "web" / "node_modules"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")

needs_browser = [
    pytest.mark.skipif(CHROMIUM is None or not shutil.which("node"), reason="needs Chromium and node"),
    pytest.mark.skipif(not (MODULES / "playwright-core").exists(), reason="needs the tools of the page"),
]


def write_runs(logdir: Path) -> None:
    """One run with the 50 points that `shown` waits for."""
    with sightline.SummaryWriter(logdir / "a") as writer:
        for step in range(50):
            writer.add_scalar("loss", 1 / (1 + step), step)


@contextlib.contextmanager
def output_page(html: str) -> Iterator[int]:
    """A page with the HTML in a sandboxed frame, as editors show the output of a cell; hands out its port."""
    sandbox = "allow-scripts allow-same-origin allow-forms allow-pointer-lock allow-downloads"
    attributes = f'sandbox="{sandbox}" style="width:100%;height:880px" srcdoc="{escape(html)}"'
    body = f'<!doctype html><iframe id="output" {attributes}></iframe>'.encode()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def shown_in_output(html: str) -> dict[str, Any]:
    """What the board's frame is in the output of a cell on a site of its own, which may keep nothing."""
    with output_page(html) as port:
        hosts = "MAP *.example 127.0.0.1"
        return shown(f"http://editor.example:{port}/", is_output=True, hosts=hosts, is_storage_denied=True)


def shown(address: str, **options: Any) -> dict[str, Any]:
    """What the board's frame is, once its chart is drawn."""
    script = Path(__file__).with_name("in_browser.mjs")
    given = json.dumps({"is_storage_denied": False, **options})
    command = ["node", str(script), str(MODULES), str(CHROMIUM), address, given]
    done = subprocess.run(command, capture_output=True, text=True, timeout=4 * PATIENCE_SECS, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["errors"] == []
    assert "sightline" not in found["cookies"]  # those of Jupyter are seen where it is the proxy
    return found
