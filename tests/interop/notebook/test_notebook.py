"""`%sightline` in a real kernel, and the board behind a real Jupyter server with jupyter-server-proxy."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sightline
from interop.notebook.jupyter import PATIENCE_SECS, get
from support.logs import wait_until

jupyter = pytest.importorskip(
    "jupyter_client.manager", reason="Jupyter is not installed: make test-interop-notebook"
)


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    with sightline.SummaryWriter(tmp_path / "runs" / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
    return tmp_path / "runs"


@pytest.fixture
def kernel() -> Iterator[Any]:
    manager = jupyter.KernelManager()
    manager.kernel_spec.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    manager.start_kernel()
    yield manager
    manager.shutdown_kernel(now=True)


def outputs(kernel: Any, code: str) -> list[dict[str, Any]]:
    """Run a cell, and return what it displayed."""
    client = kernel.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE_SECS)
        shown: list[dict[str, Any]] = []

        def collect(message: dict[str, Any]) -> None:
            if message["msg_type"] in ("display_data", "execute_result"):
                shown.append(message["content"]["data"])

        reply = client.execute_interactive(code, output_hook=collect, timeout=PATIENCE_SECS)
        assert reply["content"]["status"] == "ok", reply["content"]
        return shown
    finally:
        client.stop_channels()


def test_the_magic_shows_a_frame_whose_server_ends_when_the_kernel_is_killed(
    kernel: Any, logdir: Path
) -> None:
    (shown,) = outputs(kernel, f"%load_ext sightline\n%sightline --logdir {logdir} --height 500")
    match = re.search(r'<iframe src="([^"]+)"', shown["text/html"])
    assert match is not None
    address = match[1]
    assert "height:500px" in shown["text/html"]
    assert shown["text/plain"] == address
    status, body = get(address)
    assert status == 200
    assert b"<html" in body
    (again,) = outputs(kernel, f"%sightline --logdir {logdir}")
    assert again["text/plain"] == address
    process = kernel.provisioner.process  # type: ignore[union-attr]
    process.kill()
    wait_until(lambda: get(address)[0] == 0, secs=PATIENCE_SECS)


COLAB = """
import sys, types, json
colab, output = types.ModuleType("google.colab"), types.ModuleType("google.colab.output")
def serve_kernel_port_as_iframe(port, path="/", width="100%", height="400", cache_in_notebook=False):
    display({"application/json": [port, path, width, height]}, raw=True)
output.serve_kernel_port_as_iframe = serve_kernel_port_as_iframe
colab.output = output
sys.modules |= {"google": types.ModuleType("google"), "google.colab": colab, "google.colab.output": output}
"""


def test_colab_shows_the_port_below_the_secret_path_by_its_own_proxy(kernel: Any, logdir: Path) -> None:
    magic = (
        f"%load_ext sightline\n%sightline --logdir {logdir} --height 500\nsightline.notebook.list()[0].url"
    )
    shown, url = outputs(kernel, f"{COLAB}\nimport sightline\n{magic}")
    port, path, width, height = shown["application/json"]
    assert url["text/plain"] == repr(f"http://localhost:{port}{path}")
    assert (width, height) == ("100%", "500")
    assert get(f"http://127.0.0.1:{port}{path}")[0] == 200


def test_plots_are_pictures_with_a_table_as_text(kernel: Any, logdir: Path) -> None:
    (shown,) = outputs(kernel, f"import sightline\nsightline.open({str(logdir)!r}).scalars('loss').plot()")
    assert shown["image/svg+xml"].startswith("<svg")
    assert "<script" not in shown["image/svg+xml"]
    assert shown["text/plain"].splitlines()[1].split()[:2] == ["a", "loss"]


@pytest.fixture
def hub(logdir: Path, tmp_path: Path) -> Iterator[str]:
    """A Jupyter server under the base URL that a hub would give it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = {"port": port, "base_url": "/user/ann/", "root_dir": logdir, "allow_root": True}
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--IdentityProvider.token="]
    command += [f"--ServerApp.{name}={value}" for name, value in options.items()]
    environment = {
        **os.environ,
        "SIGHTLINE_LOGDIR": str(logdir),
        "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
    }
    with open(tmp_path / "jupyter.log", "w") as log:
        process = subprocess.Popen(
            [*command, "--ServerApp.jpserver_extensions={'jupyter_server_proxy': True}"],
            env=environment,
            stdout=log,
            stderr=log,
        )
    address = f"http://127.0.0.1:{port}/user/ann"
    try:
        wait_until(lambda: get(f"{address}/api/status")[0] == 200, secs=PATIENCE_SECS)
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE_SECS)


def test_the_launcher_tile_opens_the_board_below_the_hubs_address(hub: str) -> None:
    servers = json.loads(get(f"{hub}/server-proxy/servers-info")[1])["server_processes"]
    (tile,) = [each["launcher_entry"] for each in servers if each["name"] == "sightline"]
    assert tile["title"] == "Sightline"
    board = f"{hub}/{tile['path_info']}"
    status, body = get(board)
    assert status == 200
    assert b"<html" in body
    wait_until(lambda: b'"a"' in get(f"{board}api/v1/runs")[1], secs=PATIENCE_SECS)
    assert get(f"{hub}/sightline/api/v1/runs")[0] == 404
