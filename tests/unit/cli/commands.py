"""Runs the real command as a child process, and waits for its output."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

PATIENCE_SECS = 60.0


def sightline(*args: str, check: bool = False, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command that ends by itself."""
    command = [sys.executable, "-m", "sightline", *args]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECS,
        check=check,
        env=environment(),
        **options,
    )


def environment(**more: str) -> dict[str, str]:
    """The environment of a child: ours without what would change the command's mind."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SIGHTLINE_")}
    return {**environment, **more}


class Running:
    """A command that serves; its lines are collected as they come."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._changed = threading.Condition()
        self._n_open = 2
        self._readers = [
            threading.Thread(target=self._read, args=(stream,), daemon=True)
            for stream in (process.stdout, process.stderr)
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream: Any) -> None:
        for line in stream:
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()
        with self._changed:
            self._n_open -= 1
            self._changed.notify_all()

    def wait_for_line(self, pattern: str) -> re.Match[str]:
        """Wait until a line has the pattern."""

        def found() -> re.Match[str] | None:
            return next((match for line in self.lines if (match := re.search(pattern, line))), None)

        with self._changed:
            self._changed.wait_for(lambda: found() or self._n_open == 0, PATIENCE_SECS)
            match = found()
        assert match, f"{pattern!r} is not in {self.lines}"
        return match

    def address(self) -> tuple[int, str]:
        """The port, and the rest of the address after it."""
        match = self.wait_for_line(r"Sightline is at https?://[^/]+:(\d+)(\S*)")
        return int(match[1]), match[2]

    def interrupt(self) -> int:
        """Press Ctrl-C and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE_SECS)
        for reader in self._readers:
            reader.join(PATIENCE_SECS)
        return code


@contextlib.contextmanager
def running(
    *args: str, before: Callable[[], None] | None = None, **more_environment: str
) -> Iterator[Running]:
    """Run a command that serves, for as long as the block runs; the child calls `before` first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
        env=environment(PYTHONUNBUFFERED="1", **more_environment),
    )
    try:
        yield Running(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE_SECS)
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()
