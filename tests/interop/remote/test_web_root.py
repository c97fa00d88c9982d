"""Log directories behind nginx, by its HTML and its JSON listings."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sightline
from support.cloud_servers import free_port, wait_until_answers

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
nginx = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
pytestmark = pytest.mark.skipif(nginx is None, reason="nginx is not installed")

_CONFIG = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fast;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  access_log {folder}/access.log;
  server {{
    listen 127.0.0.1:{port};
    location / {{ root {root}; autoindex on; autoindex_format {form}; }}
    location /secret/ {{ return 403; }}
  }}
}}
"""


@pytest.fixture(params=["html", "json"])
def web(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a running server, and the folder that it serves."""
    folder, root, port = tmp_path / "nginx", tmp_path / "served", free_port()
    folder.mkdir()
    root.mkdir()
    config = folder / "nginx.conf"
    config.write_text(_CONFIG.format(folder=folder, root=root, port=port, form=request.param))
    assert nginx is not None
    command = [nginx, "-p", str(folder), "-e", f"{folder}/error.log", "-c", str(config)]
    # Workers run as another user, who must get through to the folder.
    for path in (root, *root.parents[:3]):
        path.chmod(0o755)
    process = subprocess.Popen(command)
    try:
        wait_until_answers(f"http://127.0.0.1:{port}/", process)
        yield f"http://127.0.0.1:{port}", root
    finally:
        process.terminate()
        process.wait()


def _log(folder: Path) -> None:
    with sightline.SummaryWriter(folder) as writer:
        for step in range(20):
            writer.add_scalar("loss", step, step)
        writer.add_text("note", "hello", 1)


def test_runs_behind_a_web_server_are_those_of_the_folder(web: tuple[str, Path]) -> None:
    address, root = web
    for name in ("a b", "ünder/50%"):
        _log(root / "runs" / name)
    with sightline.open(f"{address}/runs") as remote, sightline.open(root / "runs") as local:
        assert list(remote.runs["run"]) == list(local.runs["run"]) == ["a b", "ünder/50%"]
        assert remote.scalars().to_ipc() == local.scalars().to_ipc()
        assert list(remote.text()["text"]) == ["hello", "hello"]
        assert remote.problems == []


def test_growth_behind_a_web_server_is_followed(web: tuple[str, Path]) -> None:
    address, root = web
    with sightline.SummaryWriter(root / "a") as writer:
        writer.add_scalar("loss", 1.0, 1)
        writer.flush()
        with sightline.open(address, follow=True, reload_interval_secs=0.05) as logs:
            writer.add_scalar("loss", 2.0, 2)
            writer.flush()
            _wait(lambda: list(logs.scalars()["step"]) == [1, 2])


def test_missing_and_forbidden_folders_give_one_sentence(web: tuple[str, Path]) -> None:
    address, _ = web
    with pytest.raises(FileNotFoundError, match="there is no http://"):
        sightline.open(f"{address}/nothing")
    with pytest.raises(OSError, match="no permission to read"):
        sightline.open(f"{address}/secret")


def _wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 50
    while not condition():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.01)
