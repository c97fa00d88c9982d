"""Servers of a notebook: started, reused after being asked, gone with their kernel."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sightline
from sightline.notebook.iframe import frame_address, frame_html
from sightline.notebook.magic import sightline_magic
from support.logs import wait_until

PATIENCE_SECS = 60.0


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    with sightline.SummaryWriter(tmp_path / "runs" / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
    return tmp_path / "runs"


@pytest.fixture(autouse=True)
def _no_servers_left() -> Iterator[None]:
    yield
    sightline.notebook.stop()
    assert sightline.notebook.list() == []


def get(port: int, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECS)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def test_below_the_secret_prefix_any_host_and_frame_is_taken_and_nothing_is_elsewhere(logdir: Path) -> None:
    server = sightline.notebook.start(["--logdir", str(logdir)])
    hub = {"Host": "hub.example.org", "Origin": "https://hub.example.org"}
    status, headers, body = get(server.port, f"{server.prefix}/", **hub)
    assert status == 200
    assert b"<html" in body
    assert "frame-ancestors" not in headers["content-security-policy"]
    assert "x-frame-options" not in headers
    assert "set-cookie" not in headers
    assert get(server.port, f"{server.prefix}/api/v1/progress", **hub)[0] in (200, 503)
    for path in ("/", "/api/v1/runs", "/api/v1/health", "/n-0/", server.prefix, f"{server.prefix}x/"):
        status, headers, body = get(server.port, path)
        assert status == 404, path
        assert server.prefix.encode() not in body
        assert server.prefix not in str(headers)


def test_start_reuses_the_server_for_the_same_logs_and_flags_only(logdir: Path) -> None:
    first = sightline.notebook.start(f"--logdir {logdir}")
    assert sightline.notebook.start(["--logdir", f"{logdir}/../runs"]) == first
    other = sightline.notebook.start(f"--logdir {logdir} --window-title other")
    assert other.port != first.port
    assert sightline.notebook.list() == [first, other]


def test_a_server_that_does_not_answer_is_replaced(logdir: Path) -> None:
    first = sightline.notebook.start(f"--logdir {logdir}")
    first.process.kill()
    first.process.wait()
    assert sightline.notebook.list() == []
    assert sightline.notebook.start(f"--logdir {logdir}").is_alive


def test_stop_ends_one_or_all(logdir: Path) -> None:
    server = sightline.notebook.start(f"--logdir {logdir}")
    with pytest.raises(ValueError, match="on port 1"):
        sightline.notebook.stop(1)
    sightline.notebook.stop(server.port)
    assert server.process.poll() == 0


def test_the_server_ends_when_its_kernel_is_killed(logdir: Path) -> None:
    program = (
        "import sightline.notebook, sys\n"
        f"server = sightline.notebook.start({str(logdir)!r})\n"
        "print(server.process.pid, flush=True)\nsys.stdin.read()\n"
    )
    kernel = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert kernel.stdout is not None
    assert kernel.stdin is not None
    pid = int(kernel.stdout.readline())
    os.kill(kernel.pid, signal.SIGKILL)
    kernel.wait(PATIENCE_SECS)
    wait_until(lambda: not _runs(pid), secs=PATIENCE_SECS)
    kernel.stdout.close()
    kernel.stdin.close()


def _runs(pid: int) -> bool:
    """Whether a process runs; one that ended and waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_server_that_cannot_start_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="No such option"):
        sightline.notebook.start(["--nonsense"])
    sightline_magic(f"--logdir {tmp_path} --nonsense")
    assert "No such option" in capsys.readouterr().out
    sightline_magic("--height tall")
    assert "--height needs a number" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "http://localhost:7/n-1/"),
        ({"JUPYTERHUB_SERVICE_PREFIX": "/user/ann/"}, "/user/ann/proxy/7/n-1/"),
        ({"VSCODE_PID": "1", "VSCODE_CWD": "/"}, "http://localhost:7/n-1/"),
        ({"JPY_PARENT_PID": "1"}, "http://localhost:7/n-1/"),  # a server that keeps no file about itself
        ({"VSCODE_PROXY_URI": "https://x.dev/proxy/{{port}}/"}, "https://x.dev/proxy/7/n-1/"),
        ({"TENSORBOARD_PROXY_URL": "/proxy/%PORT%/"}, "/proxy/7/n-1/"),
        ({"SIGHTLINE_PROXY_URL": "/p/%PORT%", "JUPYTERHUB_SERVICE_PREFIX": "/user/ann/"}, "/p/7/n-1/"),
    ],
)
def test_the_frame_goes_through_the_proxy_that_the_environment_names(
    environment: dict[str, str], address: str
) -> None:
    assert frame_address(7, "/n-1", environment) == address


def test_the_frame_is_plain_html_without_script(logdir: Path) -> None:
    server = sightline.notebook.start(str(logdir))
    text = frame_html(server.port, server.prefix, 500)
    assert text.startswith(f'<iframe src="{server.url}"')
    assert "height:500px" in text
    assert "<script" not in text
    assert server._repr_html_().count("<iframe") == 1
    assert server.prefix not in repr(server)


def test_jupyter_server_proxy_is_told_how_to_start_the_board() -> None:
    from sightline.notebook.proxy import setup

    found = setup()
    secret = found["environment"]["SIGHTLINE_SECRET_PREFIX"]
    assert found["launcher_entry"]["path_info"] == f"sightline/{secret}/"
    assert secret not in json.dumps(found["command"])
    assert Path(found["launcher_entry"]["icon_path"]).read_text().startswith("<svg")
    assert setup()["environment"] != found["environment"]
