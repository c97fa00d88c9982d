"""`sightline watch` in a real pseudo-terminal, in a pipe and in a dumb terminal."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sightline
from unit.cli.commands import PATIENCE_SECS, environment
from unit.cli.commands import sightline as run_sightline

ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]")

LEAVE = "\x1b[?1049l"  # back to the screen as it was before


class Terminal:
    """A command in a terminal of its own: keys go in, what it draws comes out."""

    def __init__(self, *args: str, term: str = "xterm-256color") -> None:
        self._ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
        self.before = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.drawn = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sightline", *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(TERM=term, PYTHONIOENCODING="utf-8"),
            start_new_session=True,
        )

    def press(self, keys: str) -> None:
        self.drawn = b""
        os.write(self._ours, keys.encode())

    def wait_for(self, text: str) -> None:
        """Wait until the text is on the screen."""
        deadline = time.monotonic() + PATIENCE_SECS
        while text.encode() not in self.drawn and text not in self.text():
            left_secs = deadline - time.monotonic()
            ready, _, _ = select.select([self._ours], [], [], max(0.0, left_secs))
            assert ready, f"{text!r} is not in {self.text()[-3000:]!r}"
            self.drawn += os.read(self._ours, 65536)

    def text(self) -> str:
        return ESCAPES.sub(b"", self.drawn).decode("utf-8", "replace")

    def settings(self) -> list[object]:
        return termios.tcgetattr(self._theirs)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE_SECS)
        os.close(self._ours)
        os.close(self._theirs)


@contextmanager
def terminal(*args: str, term: str = "xterm-256color") -> Iterator[Terminal]:
    opened = Terminal(*args, term=term)
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name in ("first", "second"):
        with sightline.SummaryWriter(tmp_path / name) as writer:
            for step in range(50):
                writer.add_scalar("train/loss", 1 / (step + 1), step)
                writer.add_scalar("val/accuracy", step / 50, step)
    return tmp_path


def test_watch_draws_follows_and_leaves_the_terminal_as_it_was(logdir: Path) -> None:
    with terminal("watch", str(logdir)) as screen:
        screen.wait_for("2 runs")
        screen.wait_for("q quit")
        assert "⣀" in screen.text() or "⠒" in screen.text()
        with sightline.SummaryWriter(logdir / "third") as writer:
            writer.add_scalar("train/loss", 0.5, 1)
            writer.flush()
            screen.wait_for("3 runs")
        screen.press("/third\r")
        screen.wait_for("1 of 3 runs")
        screen.press("?")
        screen.wait_for("logarithmic y axis")
        screen.press("?")
        screen.press("q")
        assert screen.process.wait(PATIENCE_SECS) == 0
        screen.wait_for(LEAVE)
        assert screen.settings() == screen.before


def test_watch_ends_with_ctrl_c_and_restores_the_terminal(logdir: Path) -> None:
    with terminal("watch", str(logdir)) as screen:
        screen.wait_for("q quit")
        screen.drawn = b""
        screen.process.send_signal(signal.SIGINT)  # what Ctrl-C sends to the terminal's own session
        assert screen.process.wait(PATIENCE_SECS) == 0
        screen.wait_for(LEAVE)
        assert screen.settings() == screen.before


def test_watch_prints_once_in_a_dumb_terminal(logdir: Path) -> None:
    with terminal("watch", str(logdir), term="dumb") as screen:
        screen.wait_for("second")
        assert screen.process.wait(PATIENCE_SECS) == 0
        assert b"\x1b" not in screen.drawn


def test_watch_prints_once_into_a_pipe(logdir: Path) -> None:
    done = run_sightline("watch", str(logdir))
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "first" in done.stdout
    assert "val/accuracy" in done.stdout


def test_watch_without_unicode_prints_ascii(logdir: Path) -> None:
    command = [sys.executable, "-m", "sightline", "watch", str(logdir)]
    env = environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE_SECS, env=env)
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"*" in done.stdout


def test_watch_bad_input_is_one_clear_line(tmp_path: Path) -> None:
    done = run_sightline("watch", str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (4, "")
    assert "no such directory" in done.stderr
    done = run_sightline("watch", str(tmp_path), "--filter", "a <")
    assert done.returncode == 2
    assert "--filter" in done.stderr
