"""The frame where VS Code, code-server and Colab would put it, in Chromium.

Of code-server the real port proxy runs; its editor, VS Code and Colab do not: a page of another site with a
sandboxed frame, as they make for the output of a cell, stands for them.
"""

from __future__ import annotations

import contextlib
import html
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("jupyterlab", reason="code-server is beside Jupyter: make test-interop-notebook")

from interop.beside import environment_folder
from interop.notebook.browser import needs_browser, shown_in_output, write_runs
from interop.notebook.jupyter import PATIENCE_SECS, get
from sightline import notebook
from sightline.notebook.iframe import frame_address
from sightline.notebook.servers import NotebookServer
from support.cloud_servers import free_port
from support.logs import wait_until

CODE_SERVER = environment_folder("jupyterlab") / "node_modules" / "code-server"

pytestmark = [pytest.mark.timeout(600), *needs_browser]
needs_code_server = pytest.mark.skipif(not CODE_SERVER.exists(), reason="code-server is not installed")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[NotebookServer]:
    write_runs(tmp_path / "runs")
    server = notebook.start(f"--logdir {tmp_path / 'runs'}")
    yield server
    notebook.stop(server)


@contextlib.contextmanager
def code_server(folder: Path) -> Iterator[str]:
    """The HTTP server of code-server; hands out its address."""
    address = f"127.0.0.1:{free_port()}"
    script = Path(__file__).with_name("code_server.cjs")
    command = ["node", str(script), str(CODE_SERVER), address.rpartition(":")[2], str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(
                lambda: get(f"http://{address}/healthz")[0] == 200 or process.poll() is not None,
                secs=PATIENCE_SECS,
            )
            assert process.poll() is None
            yield f"http://{address}"
        finally:
            process.terminate()


def frame(address: str) -> str:
    style = "width:100%;height:600px"
    return f'<iframe src="{html.escape(address)}" style="{style}" title="Sightline"></iframe>'


@needs_code_server
def test_frame_by_the_port_proxy_of_code_server_shows_a_chart(board: NotebookServer, tmp_path: Path) -> None:
    with code_server(tmp_path / "editor") as editor:
        # As its page sets it for the processes of extensions, kernels among them.
        address = frame_address(
            board.port, board.prefix, {"VSCODE_PROXY_URI": f"{editor}/proxy/{{{{port}}}}/"}
        )
        found = shown_in_output(frame(address))
    assert found["address"].startswith(f"{editor}/proxy/{board.port}{board.prefix}/")


@needs_code_server
def test_board_with_a_path_prefix_works_by_absproxy_of_code_server(tmp_path: Path) -> None:
    write_runs(tmp_path / "runs")
    port = free_port()
    path = f"/absproxy/{port}"
    command = [sys.executable, "-m", "sightline", "serve", str(tmp_path / "runs")]
    command += ["--port", str(port), "--path-prefix", path, "--frame-ancestors", "any"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            health = f"http://127.0.0.1:{port}{path}/api/v1/health"
            wait_until(lambda: get(health)[0] == 200, secs=PATIENCE_SECS)
            with code_server(tmp_path / "editor") as editor:
                found = shown_in_output(frame(f"{editor}{path}/"))
        finally:
            process.terminate()
    assert found["address"].startswith(f"{editor}{path}/")


def test_frame_in_a_sandbox_of_another_site_shows_a_chart_as_in_vs_code(board: NotebookServer) -> None:
    address = frame_address(board.port, board.prefix, {})
    found = shown_in_output(frame(address))
    assert found["address"].startswith(f"http://localhost:{board.port}{board.prefix}/")
    assert found["isStorageDenied"]


def test_frame_at_a_host_of_the_proxys_own_shows_a_chart_as_in_colab(board: NotebookServer) -> None:
    place = f"http://kernel-{board.port}.proxy.example:{board.port}"
    script = """
      const output = document.body.appendChild(document.createElement('iframe'));
      Object.assign(output, { title: 'Sightline', width: '100%', height: '600' });
      output.src = new URL(PATH, PLACE);
    """.replace("PATH", repr(f"{board.prefix}/")).replace("PLACE", repr(place))
    found = shown_in_output(f"<body><script>{script}</script></body>")
    assert found["address"].startswith(f"{place}{board.prefix}/")
    assert found["isStorageDenied"]
