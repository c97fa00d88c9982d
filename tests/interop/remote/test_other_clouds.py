"""Google's and Azure's stores, and the Hugging Face Hub: the same runs as in the folder that was uploaded."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import sightline
from sightline.engine.remote.upload import put_folder
from support.cloud_servers import AzureServer, S3Server, azurite

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    for name in ("a", "b/deep"):
        with sightline.SummaryWriter(tmp_path / "runs" / name) as writer:
            for step in range(20):
                writer.add_scalar("loss", step, step)
            writer.add_text("note", "hello", 1)
    return tmp_path / "runs"


def _check(address: str, runs: Path) -> None:
    with sightline.open(address) as remote, sightline.open(runs) as local:
        assert list(remote.runs["run"]) == list(local.runs["run"])
        assert remote.scalars().to_ipc() == local.scalars().to_ipc()
        assert list(remote.text()["text"]) == ["hello", "hello"]
        assert remote.problems == []


def test_google_bucket_has_the_same_runs(
    s3_server: S3Server, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")
    bucket = s3_server.new_bucket()
    bucket.put_folder(runs, "team/runs")
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", f"127.0.0.1:{s3_server.port}")
    _check(f"gs://{bucket.name}/team/runs", runs)


def test_azure_container_has_the_same_runs(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if azurite() is None:
        pytest.skip("azurite is not installed: make test-interop-remote")
    with AzureServer(tmp_path / "azure") as server:
        server.new_container("logs")
        monkeypatch.setenv("AZURE_STORAGE_CONNECTION_STRING", server.connection_string)
        files = {path.relative_to(runs).as_posix(): path for path in runs.rglob("*") if path.is_file()}
        put_folder("az://logs/team/runs", dict(files))
        _check("az://logs/team/runs", runs)
        with pytest.raises(OSError, match="az://nothing does not exist"):
            sightline.open("az://nothing/runs")


def test_azure_without_an_account_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONNECTION_STRING", "ACCOUNT", "ACCOUNT_NAME"):
        monkeypatch.delenv(f"AZURE_STORAGE_{name}", raising=False)
    with pytest.raises(OSError, match="Set AZURE_STORAGE_ACCOUNT_NAME"):
        sightline.open("az://container/runs")


@pytest.fixture
def hub(runs: Path) -> Iterator[str]:
    """The two routes of the Hub that are used: the tree, two files a page, and files by a redirect."""
    paths = sorted(path for path in runs.rglob("*") if path.is_file())
    names = {f"logs/{path.relative_to(runs).as_posix()}": path for path in paths}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            if self.headers.get("Authorization") != "Bearer secret" and not url.path.startswith("/cdn"):
                self._send(401, b"")
            elif url.path == "/api/datasets/team/demo/tree/main/logs":
                self._send_tree(int(parse_qs(url.query).get("cursor", ["0"])[0]))
            elif url.path.startswith("/datasets/team/demo/resolve/main/"):
                self.send_response(302)
                self.send_header("Location", "/cdn/" + url.path.split("/main/")[1])
                self.send_header("Content-Length", "0")
                self.end_headers()
            else:
                self._send_range(names[url.path.removeprefix("/cdn/")].read_bytes())

        def _send_tree(self, begin: int) -> None:
            chosen = list(names)[begin : begin + 1]
            rows: list[dict[str, object]] = [{"type": "directory", "path": "logs/a", "size": 0, "oid": "d"}]
            rows += [
                {"type": "file", "path": name, "size": names[name].stat().st_size, "oid": name}
                for name in chosen
            ]
            following = (
                f"http://{self.headers['Host']}{urlsplit(self.path).path}?recursive=true&cursor={begin + 1}"
            )
            more = {"Link": f'<{following}>; rel="next"'} if begin + 1 < len(names) else {}
            self._send(200, json.dumps(rows).encode(), more)

        def _send_range(self, data: bytes) -> None:
            begin, end = map(int, self.headers["Range"].removeprefix("bytes=").split("-"))
            part = data[begin : end + 1]
            self._send(206, part, {"Content-Range": f"bytes {begin}-{begin + len(part) - 1}/{len(data)}"})

        def _send(self, code: int, body: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(code)
            for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_repository_of_the_hub_has_the_same_runs(
    hub: str, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", hub)
    monkeypatch.setenv("HF_TOKEN", "secret")
    _check("hf://datasets/team/demo/logs", runs)


def test_private_repository_without_a_token_says_what_to_do(
    hub: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", hub)
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    with pytest.raises(OSError, match="run `hf auth login` or set HF_TOKEN"):
        sightline.open("hf://datasets/team/demo/logs")
