"""Three servers behind nginx answer from one index while it is being extended."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nanoarrow
import nanoarrow.ipc
import pytest

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-cluster")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-cluster")

from support.cloud_servers import Cloud, free_port, wait_until_answers
from support.logs import line, wait_until, write_events
from support.server_process import ServerProcess

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
N_POINTS = 50

CONFIG = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  upstream boards {{ {servers} }}
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://boards; proxy_set_header Host 127.0.0.1; }}
  }}
}}
"""


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    assert NGINX is not None
    folder.mkdir()
    port = free_port()
    servers = " ".join(f"server 127.0.0.1:{each};" for each in ports)
    config = folder / "nginx.conf"
    config.write_text(CONFIG.format(folder=folder, port=port, servers=servers))
    process = subprocess.Popen([NGINX, "-c", str(config), "-p", str(folder), "-e", str(folder / "error.log")])
    try:
        wait_until_answers(f"http://127.0.0.1:{port}/", process)
        yield port
    finally:
        process.terminate()
        process.wait(30)


def ask(port: int, method: str, path: str, body: Any = None) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body))
        answer = connection.getresponse()
        data = answer.read()
        assert answer.status == 200, (path, answer.status, data[:300])
        return data
    finally:
        connection.close()


def add_run(cloud: Cloud, folder: Path, number: int) -> None:
    write_events(folder / f"run{number}", line("loss", range(N_POINTS), at=1e9 + number))
    (folder / f"run{number}" / "hparams.yaml").write_text(f"lr: {number}\n")
    for path in (folder / f"run{number}").iterdir():
        cloud.bucket.put(f"logs/run{number}/{path.name}", path.read_bytes())


def start_indexing(cloud: Cloud) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "sightline", "index", f"{cloud.address}/logs", "--to"]
    return subprocess.Popen(
        [*command, f"{cloud.address}/index", "--on", "processes:1"], env=os.environ, stdout=subprocess.DEVNULL
    )


def names(port: int) -> dict[str, int]:
    return {run["name"]: run["n_points"] for run in json.loads(ask(port, "GET", "runs"))["runs"]}


def check_an_answer(port: int) -> None:
    """Whichever server answers, what it shows is right."""
    shown = names(port)
    assert set(shown.values()) <= {N_POINTS}
    assert b"lr" in ask(port, "GET", "kinds/hparams/table")
    data = ask(port, "POST", "kinds/scalar/series", {"tags": ["loss"], "width_px": 400})
    with nanoarrow.ipc.InputStream.from_readable(data) as stream:
        assert len(nanoarrow.ArrayStream(stream).read_all()) % N_POINTS == 0


def test_three_servers_answer_while_the_index_grows(cloud: Cloud, tmp_path: Path) -> None:
    add_run(cloud, tmp_path / "logs", 0)
    assert start_indexing(cloud).wait(120) == 0
    address = f"{cloud.address}/index"
    with ExitStack() as stack:
        servers = [
            stack.enter_context(ServerProcess("--index", address, "--reload_interval", "0.3"))
            for _ in range(3)
        ]
        port = stack.enter_context(nginx(tmp_path / "nginx", [server.port for server in servers]))
        for number in range(1, 4):
            add_run(cloud, tmp_path / "logs", number)
            job = start_indexing(cloud)
            while job.poll() is None:
                check_an_answer(port)
            assert job.returncode == 0
        expected = {f"run{number}": N_POINTS for number in range(4)}
        for server in servers:
            wait_until(lambda server=server: names(server.port) == expected, secs=60)  # type: ignore[misc]
        ids = [
            {run["name"]: run["id"] for run in json.loads(ask(server.port, "GET", "runs"))["runs"]}
            for server in servers
        ]
        assert ids[0] == ids[1] == ids[2]
        check_an_answer(port)
        instances = {json.loads(ask(port, "GET", "health")).get("instance") for _ in range(9)}
        assert len(instances) == 3


def test_lists_and_tables_request_pages_only_and_charts_a_few_ranges(cloud: Cloud, tmp_path: Path) -> None:
    for number in range(3):
        add_run(cloud, tmp_path / "logs", number)
    assert start_indexing(cloud).wait(120) == 0
    cloud.bucket.delete(f"logs/run0/{next((tmp_path / 'logs' / 'run0').glob('*tfevents*')).name}")
    del cloud.proxy.requests[:]
    with ServerProcess("--index", f"{cloud.address}/index", "--reload_interval", "0.3") as server:
        wait_until(lambda: len(names(server.port)) == 3, secs=60)
        for path in ("tags", "facts", "roots", "kinds/hparams/table", "kinds/scalar/tags"):
            ask(server.port, "GET", path)
        filtered = ask(server.port, "GET", "filter?expr=" + quote("loss.last > 0 and loss.n < 90"))
        assert len(json.loads(filtered)["runs"]) == 3
        ask(server.port, "POST", "kinds/scalar/summaries", {"tags": ["loss"]})
        objects = [request.target.partition("/index/")[2] for request in cloud.proxy.requests]
        assert not [name for name in objects if name.startswith("packs/")]
        assert not [request for request in cloud.proxy.requests if "/logs" in request.target]
        ask(server.port, "POST", "kinds/scalar/series", {"tags": ["loss"], "width_px": 400})
        ranges = [request for request in cloud.proxy.requests if "/packs/" in request.target]
        assert 1 <= len(ranges) <= 3
        (root,) = json.loads(ask(server.port, "GET", "roots"))["roots"]
        assert root["requests"]["gets"] > 0
