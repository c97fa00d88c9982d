"""Pages of hosted plugins in Chromium: they draw our data, say what is wrong, cannot reach the board."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sightline.server.settings import HostLimits
from unit.server.serving import Served, served

pytest.importorskip("tensorboard")

MODULES = Path(__file__).parents[3] / "web" / "node_modules"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
TOKEN = "a-token-of-32-characters-or-more"
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None or not shutil.which("node"), reason="needs Chromium and node"),
    pytest.mark.skipif(not (MODULES / "playwright-core").exists(), reason="needs the tools of the page"),
]


@pytest.fixture(scope="module")
def board(logs: Path, sample_plugins: Path) -> Iterator[Served]:
    limits = HostLimits(answer_secs=5)
    with served(logs, host="0.0.0.0", token=TOKEN, tensorboard_plugins=True, host_limits=limits) as it:
        it.wait_loaded()
        yield it


def shown(board: Served, scene: str) -> Any:
    command = ["node", str(Path(__file__).with_name("plugin_pages.mjs")), str(MODULES), str(CHROMIUM)]
    address = f"http://127.0.0.1:{board.client.port}/?token={TOKEN}"
    done = subprocess.run(
        [*command, scene, address], capture_output=True, text=True, timeout=250, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_customizable_plots_draws_our_scalars(board: Served) -> None:
    found = shown(board, "plots")
    assert found["tab"] == "CUSTOMIZABLE PLOTS"
    assert sorted(found["lines"]) == [["first", 199, 1.0], ["second", 199, 2.0]]


def test_projector_of_tensorboard_draws_our_embedding(board: Served) -> None:
    assert shown(board, "projector") == {"tab": "projector"}


def test_plugin_that_cannot_be_loaded_is_broken_with_its_reason_and_others_go_on(board: Served) -> None:
    found = shown(board, "broken")
    assert "it looked for tensorflow, which is not installed here" in found["reason"]
    assert "tensorboard-plugin-wit" in found["reason"]


def test_plugin_that_hangs_is_replaced_by_the_reason_and_can_be_started_again(board: Served) -> None:
    found = shown(board, "hanging")
    assert "it was ended because it did not answer within 5 s" in found["reason"]


def test_plugin_that_wants_the_multiplexer_is_shown_below_a_sentence(board: Served) -> None:
    assert "context.multiplexer" in shown(board, "note")["note"]


def test_values_of_a_hosted_plugin_are_tensors_that_name_its_tab(board: Served) -> None:
    assert "Logged for the plugin reading of TensorBoard" in shown(board, "tensor")["text"]


def test_frame_cannot_read_the_cookie_or_the_data_of_the_board(board: Served) -> None:
    found = shown(board, "prying")
    assert any(name.startswith("sightline-") for name in found["cookies"])
    assert "planted" not in found["cookies"]
    assert "allow-same-origin" not in found["sandbox"]
    for results in (found["inFrame"], found["onItsOwn"]):
        assert results.pop("origin") == "null"
        assert results.pop("cookie") == ""
        assert results.pop("own") == "got POST hello None"
        assert results.pop("remembered") == "got 1"
        refused = {name: text for name, text in results.items() if not text.startswith("refused")}
        # A request without CORS is sent, and its answer is empty to the frame.
        assert refused.pop("opaque", "got 0") == "got 0"
        if results is found["onItsOwn"]:
            # Alone, the window and its parent are the document itself.
            assert set(refused) <= {"parent", "top"}
        else:
            assert refused == {}
