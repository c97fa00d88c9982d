"""A board over a bucket: its runs, its requests with their price, edits beside it, nothing moved in it."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sightline
from support.cloud_servers import Cloud
from support.fault_proxy import status
from support.server_process import ServerProcess
from unit.cli.commands import running

pytest.importorskip("obstore", reason="obstore is not installed: make test-interop-remote")
pytest.importorskip("moto", reason="moto is not installed: make test-interop-remote")


def _eventually(ask: Callable[[], Any], wanted: Callable[[Any], bool]) -> None:
    deadline = time.monotonic() + 50
    while not wanted(found := ask()):
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


def test_board_over_a_bucket(cloud: Cloud, tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "logs" / "a") as writer:
        writer.add_scalar("loss", 1.0, 1)
    cloud.bucket.put_folder(tmp_path / "logs", "runs")
    keys = cloud.bucket.keys()
    address = f"{cloud.address}/runs"
    with ServerProcess(address) as server:

        def ask(path: str) -> dict[str, list[dict[str, object]]]:
            answer: dict[str, list[dict[str, object]]] = json.loads(server.ask("GET", path)[1])
            return answer

        _eventually(lambda: [run["name"] for run in ask("runs")["runs"]], lambda names: names == ["a"])
        (root,) = ask("roots")["roots"]
        assert (root["path"], root["exists"]) == (address, True)
        requests = root["requests"]
        assert isinstance(requests, dict)
        assert requests["gets"] == 1
        assert requests["usd"] > 0

        run_id = ask("runs")["runs"][0]["id"]
        assert server.ask("PATCH", f"runs/{run_id}", {"note": "the good one"})[0] == 200
        assert ask("runs")["runs"][0]["note"] == "the good one"
        code, answer = server.ask("PUT", "trash", {"runs": [run_id]})
        assert code in (403, 409)
        assert b"remote place" in answer
    assert cloud.bucket.keys() == keys
    assert list((tmp_path / "home" / "state").rglob("*.sqlite3"))


def test_board_says_what_it_cannot_read_as_long_as_it_cannot(cloud: Cloud, tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "logs" / "a") as writer:
        writer.add_scalar("loss", 1.0, 1)
    cloud.bucket.put_folder(tmp_path / "logs", "runs")
    address = f"{cloud.address}/runs"
    cloud.proxy.break_next("list", *[status(403, "AccessDenied")] * 1000)
    with ServerProcess(address, "--reload_interval", "0.2") as server:
        root = lambda: json.loads(server.ask("GET", "roots")[1])["roots"][0]  # noqa: E731
        _eventually(root, lambda root: "problem" in root)
        assert root()["problem"].startswith(f"Cannot read {address}: ")
        assert not root()["exists"]
        cloud.proxy.mend()
        _eventually(root, lambda root: "problem" not in root)
        assert root()["exists"]
        assert [run["name"] for run in server.get("runs")["runs"]] == ["a"]
        cloud.proxy.break_next("list", *[status(403, "AccessDenied")] * 1000)
        _eventually(root, lambda root: "problem" in root)
        assert [run["name"] for run in server.get("runs")["runs"]] == ["a"]  # what was loaded stays


def test_verbose_board_prints_requests_and_their_price_without_a_terminal(
    cloud: Cloud, tmp_path: Path
) -> None:
    with sightline.SummaryWriter(tmp_path / "logs" / "a") as writer:
        writer.add_scalar("loss", 1.0, 1)
    cloud.bucket.put_folder(tmp_path / "logs", "runs")
    with running(f"{cloud.address}/runs", "--port", "0", "--verbose") as command:
        port, _ = command.address()

        def runs() -> list[object]:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/runs", timeout=30) as answer:
                found: list[object] = json.load(answer)["runs"]
                return found

        _eventually(runs, bool)
        assert command.interrupt() == 0
        command.wait_for_line(r"/runs: \d+ LIST, 1 GET, .* requests a minute; \$.* so far, .*list price")
