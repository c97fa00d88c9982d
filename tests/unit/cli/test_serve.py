from __future__ import annotations

import http.client
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from sightline import SummaryWriter
from unit.cli.commands import running


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    with SummaryWriter(str(tmp_path / "runs" / "a")) as writer:
        for step in range(5):
            writer.add_scalar("loss", 1.0, step)
    return tmp_path / "runs"


def get(port: int, path: str, **headers: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def api(port: int, path: str) -> Any:
    status, body = get(port, path)
    assert status == 200, body
    return json.loads(body)


def test_serve_takes_a_tensorboard_command_line_until_ctrl_c(logdir: Path) -> None:
    flags = [
        f"--logdir={logdir}",
        "--port=0",
        "--path_prefix=/board",
        "--window-title=My board",
        "--reload_interval=1",
        "--samples_per_plugin",
        "scalars=1000,images=10",
        "--load-fast=true",
    ]
    with running(*flags) as command:
        port, rest = command.address()
        assert rest == "/board/"
        assert api(port, "/board/api/v1/health")["window_title"] == "My board"
        command.wait_for_line("--samples-per-plugin is not needed: all points are loaded")
        command.wait_for_line("--load-fast is not needed")
        streams = [http.client.HTTPConnection("127.0.0.1", port, timeout=30) for _ in range(5)]
        for stream in streams:
            stream.request("GET", "/board/api/v1/live")
            assert stream.getresponse().readline() == b"event: hello\n"
        assert command.interrupt() == 0
        for stream in streams:
            stream.close()
        # Not a terminal: the address and what must be seen, nothing else.
        assert len(command.lines) == 3


def test_serve_ends_quietly_on_a_second_signal(logdir: Path) -> None:
    with running("serve", str(logdir), "--port", "0") as command:
        port, _ = command.address()
        api(port, "/api/v1/health")
        # Of another sort than the first: two of one sort may arrive as one.
        command.process.send_signal(signal.SIGTERM)
        assert command.interrupt() == 0
        assert len(command.lines) == 1


def test_serve_reports_damage_with_its_offset(tmp_path: Path) -> None:
    (tmp_path / "events.out.tfevents.1.noise").write_bytes(bytes(range(7, 207)) * 25)
    with running("serve", str(tmp_path), "--port", "0") as command:
        command.wait_for_line(r"tfevents.1.noise is damaged: 5,000 bytes at 0 are left out \(.+\); the rest")


def test_serve_warns_about_the_next_free_port_and_prints_json(logdir: Path) -> None:
    with running(str(logdir)) as first:
        first.address()
        with running("serve", str(logdir), "--json") as second:
            second.wait_for_line(r"port 6006 is taken, so this board is on port \d+")
            printed = json.loads(second.wait_for_line(r"^\{.*\}$")[0])
            assert printed["port"] != first.address()[0]
            assert printed["urls"] == [f"http://localhost:{printed['port']}/"]
            assert api(printed["port"], "/api/v1/roots")["roots"][0]["path"] == str(logdir)


def test_serve_watches_a_log_directory_that_does_not_exist_yet(tmp_path: Path) -> None:
    later = tmp_path / "later"
    with running(str(later), "--port", "0", "--reload_interval", "0.1") as command:
        port, _ = command.address()
        command.wait_for_line("later does not exist yet; its runs appear")
        with SummaryWriter(str(later / "run")) as writer:
            writer.add_scalar("loss", 1.0, 1)
        while not api(port, "/api/v1/runs")["runs"]:
            pass
        assert command.interrupt() == 0


def test_serve_beyond_loopback_prints_a_token(logdir: Path) -> None:
    with running(str(logdir), "--bind_all", "--port", "0") as command:
        port, rest = command.address()
        assert rest.startswith("/?token=")
        assert get(port, "/api/v1/runs")[0] == 401
        assert get(port, "/api/v1/runs" + rest[1:])[0] == 200
        assert command.interrupt() == 0


def test_demo_trains_and_serves_until_ctrl_c(tmp_path: Path) -> None:
    with running("demo", "--port", "0", "--logdir", str(tmp_path)) as command:
        port, _ = command.address()
        while len(api(port, "/api/v1/runs")["runs"]) < 6:
            pass
        kinds = {kind["slug"] for kind in api(port, "/api/v1/tags")["kinds"]}
        assert {"scalar", "hparams", "text"} <= kinds
        assert command.interrupt() == 0
    assert len(list(tmp_path.rglob("*tfevents*"))) == 6


def test_demo_with_a_duration_ends_by_itself(tmp_path: Path) -> None:
    with running("demo", "--port", "0", "--duration", "0.2") as command:
        command.address()
        assert command.process.wait(60) == 0
