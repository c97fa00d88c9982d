"""Behind a real nginx with a prefix, which it cuts off or hands on to `--path_prefix`."""

from __future__ import annotations

import http.client
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sightline import SummaryWriter
from unit.server.serving import Client, served, wait_for

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
pytestmark = pytest.mark.skipif(
    NGINX is None, reason="nginx is not installed (Debian: apt-get install nginx-light)"
)

CONFIG = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location /team/board/ {{ proxy_pass http://127.0.0.1:{board}{inside}; proxy_set_header Host {host}; }}
  }}
}}
"""


@contextmanager
def nginx(folder: Path, board: int, *, inside: str, host: str) -> Iterator[int]:
    assert NGINX is not None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = folder / "nginx.conf"
    config.write_text(CONFIG.format(folder=folder, port=port, board=board, inside=inside, host=host))
    process = subprocess.Popen(
        [NGINX, "-c", str(config), "-p", str(folder), "-e", str(folder / "error.log")], stderr=subprocess.PIPE
    )

    def answers() -> bool:
        assert process.poll() is None, process.stderr and process.stderr.read()
        with socket.socket() as sock:
            return sock.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_for(answers, "nginx")
        yield port
    finally:
        process.terminate()
        process.wait(30)
        assert process.stderr is not None
        process.stderr.close()


@pytest.mark.parametrize(
    ("path_prefix", "inside", "host"),
    [
        pytest.param("", "/", "$proxy_host", id="cut off by the proxy"),
        pytest.param("/team/board", "", "$proxy_host", id="handed on"),
        pytest.param("", "/", "$http_host", id="with the browser's Host"),
    ],
)
def test_the_page_the_api_and_the_stream_work_below_a_prefix(
    tmp_path: Path, path_prefix: str, inside: str, host: str
) -> None:
    with SummaryWriter(str(tmp_path / "logs" / "a")) as writer:
        writer.add_scalar("loss", 1.0, 0)
    allowed = frozenset({"127.0.0.1"})
    folder = tmp_path / "nginx"
    folder.mkdir()
    with (
        served(tmp_path / "logs", path_prefix=path_prefix, allowed_hosts=allowed) as it,
        nginx(folder, it.client.port, inside=inside, host=host) as port,
    ):
        client = Client(port, "/team/board")
        assert client.api("health")["status"] == "ok"
        wait_for(lambda: client.api("runs")["runs"], "the run")
        page = client.get("/")
        assert page.status == 200
        assert b'="/' not in page.body, "an address in the page that is not relative"
        assert client.edit("PUT", "views/x", {}).status == 200
        assert _first_line_of_stream(port) == b"event: hello\n"


def test_the_token_link_keeps_the_prefix_of_the_proxy(tmp_path: Path) -> None:
    token = "a-token-of-enough-length"
    with (
        served(tmp_path, token=token) as it,
        nginx(tmp_path, it.client.port, inside="/", host="$proxy_host") as port,
    ):
        answer = Client(port, "/team/board").get(f"/?token={token}")
        assert (answer.status, answer.headers["location"]) == (303, "./")


def _first_line_of_stream(port: int) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/team/board/api/v1/live")
    line = connection.getresponse().readline()
    connection.close()
    return line
