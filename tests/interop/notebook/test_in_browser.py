"""Real notebooks in a real Jupyter, in Chromium: the frame shows a chart wherever the page comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("jupyterlab", reason="Jupyter is not installed: make test-interop-notebook")

from interop.notebook.browser import needs_browser, shown, write_runs
from interop.notebook.jupyter import BASE_OF_HUB, TOKEN, jupyter_hub, jupyter_server, write_notebook

CELLS = ("%load_ext sightline", "%sightline --logdir runs --height 600")

pytestmark = [pytest.mark.timeout(600), *needs_browser]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_runs(tmp_path / "runs")
    write_notebook(tmp_path, *CELLS)
    return tmp_path


@pytest.mark.parametrize("is_storage_denied", [False, True], ids=["storage", "no-storage"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_frame_on_another_port_shows_a_chart(folder: Path, host: str, is_storage_denied: bool) -> None:
    with jupyter_server(folder, "jupyterlab", with_proxy=False) as port:
        address = f"http://{host}:{port}/lab/tree/board.ipynb?token={TOKEN}"
        found = shown(address, is_storage_denied=is_storage_denied)
    assert found["source"].startswith("http://localhost:")
    assert found["isStorageDenied"] == (is_storage_denied and host == "127.0.0.1")


@pytest.mark.parametrize(("app", "path"), [("jupyterlab", "lab/tree"), ("notebook", "notebooks")])
def test_frame_needs_no_port_but_jupyters_where_that_has_a_proxy(folder: Path, app: str, path: str) -> None:
    with jupyter_server(folder, app, with_proxy=True) as port:
        found = shown(f"http://127.0.0.1:{port}/{path}/board.ipynb?token={TOKEN}", is_storage_denied=True)
    assert found["source"].startswith("/proxy/")
    assert found["address"].startswith(f"http://127.0.0.1:{port}/proxy/")


def test_frame_below_the_base_of_a_hub_at_its_name_shows_a_chart(folder: Path) -> None:
    with jupyter_hub(folder) as port:
        found = shown(
            f"http://hub.example:{port}{BASE_OF_HUB}hub/login",
            hosts="MAP hub.example 127.0.0.1",
            sign_in={"user": "ann", "password": TOKEN},
            is_storage_denied=True,
        )
    assert found["source"].startswith(f"{BASE_OF_HUB}user/ann/proxy/")
    assert found["address"].startswith(f"http://hub.example:{port}{BASE_OF_HUB}user/ann/proxy/")
