from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from types import FrameType

import pytest

from sightline.server.stop_signals import StopSignals

# A server that never ends by itself, as one that waits for a long query does.
_STUCK = """
import os, signal, time
from sightline.server.stop_signals import StopSignals
class Stuck:
    def handle_exit(self, sig, frame):
        pass
with StopSignals() as signals:
    signals.attach(Stuck())
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(60)
"""


class Server:
    def __init__(self) -> None:
        self.signals: list[int] = []

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.signals.append(sig)


def test_stop_signal_before_a_server_is_attached_ends_it_when_it_is() -> None:
    server = Server()
    with StopSignals() as signals:
        os.kill(os.getpid(), signal.SIGINT)
        assert signals.is_stopping
        signals.attach(server)
        signals.detach()
    assert server.signals == [signal.SIGTERM]


def test_second_stop_signal_before_a_server_is_attached_ends_the_command() -> None:
    with StopSignals():
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(SystemExit) as ended:
            os.kill(os.getpid(), signal.SIGINT)
    assert ended.value.code == 0


def test_stop_signals_reach_the_attached_server_and_are_restored_after() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    server = Server()
    with StopSignals() as signals:
        signals.attach(server)
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
        signals.detach()
    assert server.signals == [signal.SIGINT, signal.SIGTERM]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    assert "sightline-stop" not in [thread.name for thread in threading.enumerate()]


def test_stop_signals_end_a_server_that_does_not_end_by_itself() -> None:
    assert subprocess.run([sys.executable, "-c", _STUCK], timeout=60).returncode == 0
