"""Real Jupyter servers for the browser: JupyterLab or Notebook alone, and JupyterHub with its proxy."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from interop.beside import environment_folder
from support.cloud_servers import free_port
from support.logs import wait_until

PATIENCE_SECS = 120.0
TOKEN = "a-token-of-this-test"
BASE_OF_HUB = "/jupyter/"
KERNEL = {"display_name": "Tested", "language": "python", "name": "tested"}


def get(address: str) -> tuple[int, bytes]:
    """Status and body; 0 where nobody answers."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=PATIENCE_SECS) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except OSError:
        return 0, b""


def write_notebook(folder: Path, *cells: str) -> None:
    """A notebook as people save it before they run it: `board.ipynb`."""
    code = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    notebook = {
        "cells": [{**code, "id": f"cell{place}", "source": cell} for place, cell in enumerate(cells)],
        "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / "board.ipynb").write_text(json.dumps(notebook))


def environment(folder: Path) -> dict[str, str]:
    """Settings and state in a folder of the test; kernels are this very Python."""
    group = environment_folder("jupyterlab")
    kernel = folder / "data" / "kernels" / KERNEL["name"]
    kernel.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({**KERNEL, "argv": argv}))
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    return {
        **inherited,
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_CONFIG_PATH": str(group / "etc" / "jupyter"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_PATH": str(group / "share" / "jupyter"),
    }


@contextlib.contextmanager
def _running(command: list[str], settings: dict[str, str], folder: Path, address: str) -> Iterator[None]:
    with open(folder / "server.log", "w") as log:
        process = subprocess.Popen(command, env=settings, cwd=folder, stdout=log, stderr=log)
    try:
        wait_until(lambda: get(address)[0] == 200 or process.poll() is not None, secs=PATIENCE_SECS)
        assert process.poll() is None, (folder / "server.log").read_text()[-3000:]
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_SECS)


@contextlib.contextmanager
def jupyter_server(folder: Path, app: str, *, with_proxy: bool) -> Iterator[str]:
    """`jupyter lab` or `jupyter notebook` over a folder; hands out its port."""
    port = free_port()
    options: dict[str, Any] = {
        "ServerApp.port": port,
        "ServerApp.root_dir": folder,
        "ServerApp.port_retries": 0,
    }
    options["LabApp.app_dir"] = environment_folder("jupyterlab") / "share" / "jupyter" / "lab"
    options["IdentityProvider.token"] = TOKEN
    options["LabApp.expose_app_in_browser"] = options["JupyterNotebookApp.expose_app_in_browser"] = True
    if not with_proxy:
        options["ServerApp.jpserver_extensions"] = "{'jupyter_server_proxy': False}"
    command = [sys.executable, "-m", app, "--no-browser", "--allow-root"]
    command += [f"--{name}={value}" for name, value in options.items()]
    settings = environment(folder)
    with _running(command, settings, folder, f"http://127.0.0.1:{port}/api/status?token={TOKEN}"):
        yield str(port)


@contextlib.contextmanager
def jupyter_hub(folder: Path) -> Iterator[str]:
    """A JupyterHub below a base URL; anyone signs in with the token as the password. Hands out its port."""
    port = free_port()
    group = environment_folder("jupyterlab")
    settings = environment(folder)
    lab = group / "share" / "jupyter" / "lab"
    config = {
        "JupyterHub.bind_url": f"http://127.0.0.1:{port}{BASE_OF_HUB}",
        "JupyterHub.hub_port": free_port(),
        "JupyterHub.authenticator_class": "dummy",
        "JupyterHub.spawner_class": "simple",
        "ConfigurableHTTPProxy.api_url": f"http://127.0.0.1:{free_port()}",
        "ConfigurableHTTPProxy.command": [str(group / "node_modules" / ".bin" / "configurable-http-proxy")],
        "DummyAuthenticator.password": TOKEN,
        "Authenticator.allow_all": True,
        "SimpleLocalProcessSpawner.home_dir_template": str(folder),
        "Spawner.cmd": [sys.executable, "-m", "jupyterhub.singleuser"],
        "Spawner.args": ["--allow-root", f"--LabApp.app_dir={lab}", "--LabApp.expose_app_in_browser=True"],
        "Spawner.env_keep": [name for name in settings if name.startswith(("JUPYTER_", "PYTHON", "PATH"))],
        "Spawner.default_url": "/lab/tree/board.ipynb",
        "Spawner.start_timeout": int(PATIENCE_SECS),
        "Spawner.http_timeout": int(PATIENCE_SECS),
    }
    lines = [f"c.{name} = {value!r}" for name, value in config.items()]
    (folder / "jupyterhub_config.py").write_text("\n".join(lines) + "\n")
    command = [sys.executable, "-m", "jupyterhub", "-f", "jupyterhub_config.py"]
    with _running(command, settings, folder, f"http://127.0.0.1:{port}{BASE_OF_HUB}hub/api"):
        yield str(port)
