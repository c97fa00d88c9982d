"""The server ends with exit code 0 and without a word, whenever it is stopped."""

from __future__ import annotations

import http.client
import signal
from pathlib import Path

import pytest

from support.stop_loop import stop_loop, write_logs
from unit.cli.commands import running


def test_serve_stopped_at_random_moments_exits_with_code_0(tmp_path: Path) -> None:
    write_logs(tmp_path, n_runs=10, n_steps=200)
    stops = stop_loop(tmp_path, n_rounds=8, seed=7)
    assert [stop for stop in stops if stop.code != 0 or stop.errors] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_stopped_right_after_its_address_exits_with_code_0(
    tmp_path: Path, number: signal.Signals
) -> None:
    with running("serve", str(tmp_path), "--port", "0") as command:
        command.address()
        command.process.send_signal(number)
        assert command.process.wait(60) == 0
        assert len(command.lines) == 1


def test_serve_stopped_while_a_live_stream_is_open_exits_with_code_0(tmp_path: Path) -> None:
    with running("serve", str(tmp_path), "--port", "0") as command:
        port, _ = command.address()
        stream = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        stream.request("GET", "/api/v1/live")
        assert stream.getresponse().readline() == b"event: hello\n"
        command.process.send_signal(signal.SIGTERM)
        assert command.process.wait(60) == 0
        stream.close()
