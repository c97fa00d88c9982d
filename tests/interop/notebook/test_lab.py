"""`%sightline` in a real JupyterLab, seen by a real browser: by several names, under a hub, no storage."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sightline

pytest.importorskip("jupyterlab", reason="JupyterLab is not installed: make test-interop-notebook")

from interop.notebook.test_notebook import get
from support.logs import wait_until

ROOT = Path(__file__).parents[3]
PLAYWRIGHT = ROOT / "web/node_modules/playwright-core/index.mjs"
NODE = shutil.which("node")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE_SECS = 300.0
HUB_NAME = "hub.example.org"

pytestmark = pytest.mark.skipif(
    NODE is None or CHROMIUM is None or not PLAYWRIGHT.exists(),
    reason="Chromium, Node or web/node_modules is missing: make web-tools",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a run and a notebook that shows it."""
    with sightline.SummaryWriter(tmp_path / "runs/a") as writer:
        for step in range(9):
            writer.add_scalar("loss", 1.0 / (step + 1), step)
    cell = {
        "cell_type": "code",
        "id": "show",
        "source": "%load_ext sightline\n%sightline --logdir runs",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": [cell]}
    (tmp_path / "show.ipynb").write_text(json.dumps(notebook))
    return tmp_path


@contextmanager
def jupyterlab(folder: Path, base_url: str, environment: dict[str, str]) -> Iterator[int]:
    """A JupyterLab whose kernels have Sightline; yields its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    spec = folder / "share/jupyter/kernels/python3"
    spec.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(
        json.dumps({"argv": argv, "display_name": "Python 3", "language": "python"})
    )
    options = {"port": port, "base_url": base_url, "root_dir": folder, "allow_root": True}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--IdentityProvider.token="]
    command += [f"--ServerApp.{name}={value}" for name, value in options.items()]
    command += ["--ServerApp.allow_remote_access=True", "--LabApp.news_url="]
    group = Path(sys.modules["jupyterlab"].__file__ or "").parents[4]
    shared = {
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_PATH": os.pathsep.join([str(folder / "share/jupyter"), str(group / "share/jupyter")]),
        "JUPYTERLAB_DIR": str(group / "share/jupyter/lab"),
    }
    with open(folder / "jupyter.log", "w") as log:
        process = subprocess.Popen(
            [*command, "--ServerApp.jpserver_extensions={'jupyter_server_proxy': True, 'jupyterlab': True}"],
            env={**os.environ, **shared, **environment},
            stdout=log,
            stderr=log,
        )
    try:
        wait_until(lambda: get(f"http://127.0.0.1:{port}{base_url}api/status")[0] == 200, secs=PATIENCE_SECS)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE_SECS)


def seen(folder: Path, address: str) -> dict[str, str]:
    """What a browser finds in the frame of the notebook at an address."""
    assert NODE is not None
    done = subprocess.run(
        [
            NODE,
            str(Path(__file__).with_name("lab.mjs")),
            str(folder / "profile"),
            address,
            f"MAP {HUB_NAME} 127.0.0.1",
        ],
        env={**os.environ, "PLAYWRIGHT": str(PLAYWRIGHT), "CHROMIUM": CHROMIUM or ""},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE_SECS,
        check=False,
    )
    assert done.returncode == 0, done.stderr + (folder / "jupyter.log").read_text()[-3000:]
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("name", "storage"), [("localhost", "allowed"), ("127.0.0.1", "denied")])
def test_frame_shows_the_board_on_this_machine(folder: Path, name: str, storage: str) -> None:
    with jupyterlab(folder, "/", {}) as port:
        found = seen(folder, f"http://{name}:{port}/lab/tree/show.ipynb")
    assert found["src"].startswith("http://localhost:")
    assert found["storage"] == storage


def test_frame_shows_the_board_below_a_hubs_address(folder: Path) -> None:
    environment = {"JUPYTERHUB_SERVICE_PREFIX": "/user/ann/"}
    with jupyterlab(folder, "/user/ann/", environment) as port:
        found = seen(folder, f"http://{HUB_NAME}:{port}/user/ann/lab/tree/show.ipynb")
    assert found["src"].startswith("/user/ann/proxy/")
    assert found["url"].startswith(f"http://{HUB_NAME}:{port}/user/ann/proxy/")
