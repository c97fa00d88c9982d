"""Plugins of TensorBoard in processes of their own: what they read, and how those that misbehave end."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sightline.cli._group import group
from sightline.server.plugin_hosts.plugin_hosts import PluginHosts
from sightline.server.settings import HostLimits
from unit.server.serving import Answer, Client, Served, served, wait_for

pytest.importorskip("tensorboard")
OPENSSL = shutil.which("openssl")
STRICT = HostLimits(start_secs=60, answer_secs=2)
PATIENT = HostLimits(start_secs=60, answer_secs=60)
# All the time that a busy machine takes to fill it.
NARROW = HostLimits(start_secs=60, answer_secs=60, memory_bytes=400 << 20)
pytestmark = pytest.mark.usefixtures("sample_plugins")


@pytest.fixture(scope="module")
def it(logs: Path, sample_plugins: Path) -> Iterator[Served]:
    with served(logs, host_limits=PATIENT) as board:
        board.wait_loaded()
        yield board


@pytest.fixture
def strict(logs: Path) -> Iterator[Served]:
    with served(logs, host_limits=STRICT) as board:
        board.wait_loaded()
        yield board


@pytest.fixture
def narrow(logs: Path) -> Iterator[Served]:
    with served(logs, host_limits=NARROW) as board:
        board.wait_loaded()
        yield board


def start(it: Served, name: str) -> Answer:
    return it.client.ask("POST", f"/api/v1/plugins/tensorboard-{name}/start")


def frame(it: Served, name: str) -> str:
    answer = start(it, name)
    assert answer.status == 200, answer.body
    return "/api/v1/" + str(answer.json["frame"]).partition("/data/")[0]


def act(it: Served, name: str, client: Client | None = None) -> Answer:
    return (client or it.client).get(f"{frame(it, name)}/data/plugin/{name}/act", origin="null")


def page(it: Served, name: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = it.client.api("plugins")["pages"]
    return next(page for page in found if page["slug"] == f"tensorboard-{name}")


def reason(it: Served, name: str) -> str:
    wait_for(lambda: page(it, name)["state"] == "broken", f"the end of {name}")
    return str(page(it, name)["reason"])


def test_nothing_is_imported_or_started_before_a_page_is_opened(strict: Served) -> None:
    assert {"tensorboard-projector", "tensorboard-wit", "tensorboard-reading"} <= {
        page["slug"] for page in strict.client.api("plugins")["pages"]
    }
    assert strict.board.plugin_hosts._processes == {}
    assert "sample_plugins" not in sys.modules


def test_plugins_are_listed_on_the_command_line() -> None:
    listed = CliRunner().invoke(group, ["plugin", "list"], prog_name="sightline").output
    assert "tensorboard-plugin-wit 1.8.1  wit, of TensorBoard: starts with its tab" in listed
    assert "sample-plugins 1.0  reading, of TensorBoard" in listed


def test_tab_has_the_entry_points_name_until_the_plugin_gives_its_own(it: Served) -> None:
    before = page(it, "failing")
    assert (before["title"], before["plugin"], before["state"]) == ("failing", "sample-plugins", "ok")
    frame(it, "failing")
    assert page(it, "failing")["title"] == "Failing"


def test_data_provider_reads_the_board_down_sampled_as_asked(it: Served, logs: Path) -> None:
    n, step, value, logdir = act(it, "reading").body.decode().split(" ")
    assert (int(n) <= 10, step, logdir) == (True, "199", str(logs))
    assert 0 < float(value) < 0.02


def test_routes_of_tensorboards_core_are_there_too(it: Served) -> None:
    base = frame(it, "reading")
    assert it.client.get(f"{base}/data/runs", origin="null").json == ["first", "second"]
    assert it.client.get(f"{base}/data/environment").json["data_location"]
    assert it.client.get(f"{base}/data/nowhere").status == 404


def test_answers_are_for_the_frame_alone_and_set_no_cookie(it: Served) -> None:
    base = frame(it, "reading")
    module = it.client.get(f"{base}/data/plugin/reading/index.js", origin="null", cookie="a=b")
    assert module.status == 200
    assert "set-cookie" not in module.headers
    assert module.headers["access-control-allow-origin"] == "*"
    assert module.headers["cross-origin-resource-policy"] == "cross-origin"
    policy = module.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in policy


def test_frames_get_no_cookie_and_no_token_of_the_board(logs: Path) -> None:
    with served(logs, host="0.0.0.0", token="t" * 32, tensorboard_plugins=True) as it:
        base = frame(it, "prying")
        stranger = Client(it.client.port)
        answer = stranger.ask("POST", f"{base}/data/plugin/prying/act", b"hi", origin="null", cookie="a=b")
        assert answer.body == b"POST hi None"
        # The plugin itself may read, by the token that the server gave its process.
        assert stranger.get(f"{base}/data/runs").json == ["first", "second"]


@pytest.mark.parametrize("change", [{"host": "evil.example"}, {"origin": "https://evil.example"}])
def test_proxied_routes_check_host_and_origin(it: Served, change: dict[str, str]) -> None:
    base = frame(it, "reading")
    assert it.client.get(f"{base}/data/runs").status == 200
    assert it.client.get(f"{base}/data/runs", **change).status == 403


def test_proxied_routes_check_the_key_or_the_token(logs: Path) -> None:
    with served(logs, host="0.0.0.0", token="t" * 32, tensorboard_plugins=True) as it:
        base = frame(it, "reading")
        stranger = Client(it.client.port)
        assert stranger.ask("POST", "/api/v1/plugins/tensorboard-reading/start").status == 401
        wrong = base[:-1] + ("0" if base[-1] != "0" else "1")
        assert stranger.get(f"{wrong}/data/runs").status == 401
        assert it.client.get(f"{wrong}/data/runs").status == 404


def test_process_answers_its_own_server_only(it: Served) -> None:
    base = frame(it, "reading")
    process = it.board.plugin_hosts._processes["tensorboard-reading"]
    port = process.report.result().port
    assert Client(port).get("/data/runs").status == 403
    assert it.client.get(f"{base}/data/runs").status == 200


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("exiting", "SystemExit: wrong machine"),
        ("older", "context.multiplexer"),
        ("bare", "no module of its own"),
        ("wit", "tensorflow"),
    ],
)
def test_plugin_that_cannot_be_loaded_is_shown_with_its_reason(it: Served, name: str, why: str) -> None:
    answer = start(it, name)
    assert answer.status == 503
    assert why in answer.json["error"]["message"]
    assert why in reason(it, name)


def test_plugin_that_keeps_the_multiplexer_works_with_a_sentence(it: Served) -> None:
    answer = start(it, "old").json
    assert "context.multiplexer" in answer["note"]


def test_route_that_raises_says_why(it: Served) -> None:
    answer = act(it, "failing")
    assert (answer.status, answer.body) == (500, b"ZeroDivisionError: nothing to divide")


def test_plugin_that_hangs_is_ended_and_can_be_started_again(strict: Served) -> None:
    answer = act(strict, "hanging")
    assert answer.status == 503
    assert reason(strict, "hanging") == "it was ended because it did not answer within 2 s"
    base = frame(strict, "hanging")
    assert strict.client.get(f"{base}/data/runs").status == 200
    assert page(strict, "hanging")["state"] == "ok"


def test_plugin_that_takes_too_much_memory_is_ended(narrow: Served) -> None:
    assert act(narrow, "hungry").status == 503
    assert "more than 419 MB of memory" in reason(narrow, "hungry")
    assert frame(narrow, "hungry")


def test_plugin_that_crashes_is_shown_with_its_last_words(it: Served) -> None:
    assert act(it, "crashing").status == 503
    assert reason(it, "crashing") == "its process ended with code 3: cannot go on"


def test_others_are_answered_while_plugins_hang(it: Served) -> None:
    """More requests wait for plugins than there are threads; each of the others is answered meanwhile."""
    base = frame(it, "hanging")
    waiting = [
        threading.Thread(target=it.client.get, args=(f"{base}/data/plugin/hanging/act",), daemon=True)
        for _ in range(50)
    ]
    waiting.append(threading.Thread(target=start, args=(it, "slow"), daemon=True))
    for thread in waiting:
        thread.start()
    wait_for(lambda: "tensorboard-slow" in it.board.plugin_hosts._processes, "the slow plugin")
    for path in ("runs", "tags", "kinds/scalar/tags", "plugins"):
        assert it.client.get(f"/api/v1/{path}").status == 200
    assert act(it, "reading").status == 200
    assert all(thread.is_alive() for thread in waiting)
    for name in ("hanging", "slow"):
        it.board.plugin_hosts._processes[f"tensorboard-{name}"].end("the test is over")
    for thread in waiting:
        thread.join(30)


@pytest.mark.skipif(OPENSSL is None, reason="openssl, which makes the test's certificate, is not installed")
def test_plugin_reads_a_board_with_tls_below_a_path_prefix(logs: Path, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = f"{OPENSSL} req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=board.example".split()
    subprocess.run([*command, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    tls = {"certfile": str(certificate), "keyfile": str(key)}
    with served(logs, path_prefix="/board", token="t" * 32, **tls) as it:
        assert asyncio.run(runs_of(it.board.plugin_hosts)) == ["first", "second"]


async def runs_of(hosts: PluginHosts) -> Any:
    await hosts.start("tensorboard-reading")
    answer = await hosts.ask("tensorboard-reading", "GET", "/data/runs", [], b"")
    return json.loads(b"".join([piece async for piece in answer.pieces]))


def test_processes_end_with_the_server(logs: Path) -> None:
    with served(logs) as it:
        frame(it, "reading")
        process = it.board.plugin_hosts._processes["tensorboard-reading"]
        assert process.is_alive
    assert not process.is_alive
