"""One process that hosts a plugin: starts it, watches its memory, and says why it ended."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import IO

import msgspec

from sightline import platform
from sightline.server.settings import HostLimits
from sightline.tensorboard.host.config import HostConfig, HostReport

_COMMAND = (sys.executable, "-m", "sightline.tensorboard.host")
_WATCH_INTERVAL_SECS = 0.5
_DEFAULT_MEMORY_BYTES = 4 << 30
_MAX_LINE_BYTES = 1000
_LAST_WORDS_SECS = 1.0
# Made while the module is loaded: hosts that start together must not have msgspec learn a type together.
_reports = msgspec.json.Decoder(HostReport)


class HostProcess:
    """A process from its start to its end; it is never used again. Its methods may be called from any thread.

    report: what it said when it was ready, or why it is not. `on_end` is called once, with the reason, when a
    process that was ready has ended without `close`.
    """

    def __init__(self, config: HostConfig, limits: HostLimits, on_end: Callable[[str], None]) -> None:
        self.report: Future[HostReport] = Future()
        # Marked as running, it cannot be cancelled by a client that leaves.
        self.report.set_running_or_notify_cancel()
        self._config = config
        self._limits = limits
        self._on_end = on_end
        self._reason: str | None = None
        self._closed = False
        self._output: deque[str] = deque(maxlen=20)
        self._process: subprocess.Popen[bytes] | None = None
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sightline-plugin-host", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether it is starting or answers."""
        has_failed = self.report.done() and self.report.result().error is not None
        return self._thread.is_alive() and self._reason is None and not (self._closed or has_failed)

    @property
    def secret(self) -> str:
        """What requests to it carry."""
        return self._config.secret

    def end(self, reason: str) -> None:
        """End it; the first reason counts."""
        self._reason = self._reason or reason
        self._kill()

    def close(self) -> None:
        """End it because nobody needs it any more, and wait until it is gone."""
        self._closed = True
        self._kill()
        self._thread.join()

    def _kill(self) -> None:
        self._wake.set()
        if self._process is not None:
            platform.kill_session(self._process.pid)

    def _run(self) -> None:
        try:
            process = self._process = self._launch()
        except OSError as error:
            self.report.set_result(HostReport(error=f"its process could not be started: {error}"))
            return
        if self._closed:  # before there was a process to end
            self._kill()
        report = self._read_report(process)
        self.report.set_result(report)
        if report.error is None:
            self._watch(process)
        self._kill()
        end = self._end_text(process)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        if report.error is None and not self._closed:
            self._on_end(end)

    def _launch(self) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        process = subprocess.Popen(_COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        assert process.stderr is not None
        self._collector = threading.Thread(target=self._collect, args=(process.stderr,), daemon=True)
        self._collector.start()
        return process

    def _collect(self, output: IO[bytes]) -> None:
        """Keep the last lines of what it prints: they may say why it crashed."""
        with output:
            for line in iter(lambda: output.readline(_MAX_LINE_BYTES), b""):
                self._output.append(line.decode("utf-8", "replace").rstrip())

    def _read_report(self, process: subprocess.Popen[bytes]) -> HostReport:
        assert process.stdin is not None
        assert process.stdout is not None
        limit_secs = self._limits.start_secs
        timer = threading.Timer(limit_secs, self.end, [f"it was not ready within {limit_secs:g} s"])
        timer.start()
        try:
            process.stdin.write(msgspec.json.encode(self._config) + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            timer.cancel()
        if line:
            return _reports.decode(line)
        return HostReport(error=self._end_text(process))

    def _end_text(self, process: subprocess.Popen[bytes]) -> str:
        """Why it ended: because it was ended, or by itself with these last words."""
        code = process.wait()
        # What it left running may hold the other end open.
        self._collector.join(_LAST_WORDS_SECS)
        if self._reason is not None:
            return self._reason
        ended = f"ended by signal {-code}" if code < 0 else f"ended with code {code}"
        last = next((line for line in reversed(self._output) if line.strip()), "")
        return f"its process {ended}" + (f": {last}" if last else "")

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Return when it has ended; end it where it takes too much memory."""
        limit = self._limits.memory_bytes or _default_memory()
        while process.poll() is None and not self._wake.wait(_WATCH_INTERVAL_SECS):
            used = platform.resident_bytes(process.pid)
            if used is not None and used > limit:
                self.end(f"it was ended because it took more than {limit / 1e6:.0f} MB of memory")


def _default_memory() -> int:
    available = platform.available_memory_bytes()
    return _DEFAULT_MEMORY_BYTES if available is None else min(_DEFAULT_MEMORY_BYTES, available // 2)
