"""A real server in its own process, used over HTTP like by any client."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

# An answer that takes longer hangs; a busy machine may well need some of it.
HANG_SECS = 60.0


class ServerError(AssertionError):
    """The server did what it must not do; the message has the request before it."""


class ServerGoneError(ServerError):
    """The server did not answer: it ended, hangs or was killed."""


class ServerProcess:
    """A server process on folders, addresses and with options, ended by SIGTERM after a `with` block."""

    def __init__(self, *given: Path | str) -> None:
        self.ended = False  # on purpose, by `end`
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        python = [sys.executable, "-X", "faulthandler", "-W", "ignore"]
        self.process = subprocess.Popen(
            [*python, "-m", "sightline", "serve", *map(str, given), "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            stderr=self._stderr,
        )
        assert self.process.stdout is not None
        found = re.search(rb"http://[^\"\s]+:(\d+)", self.process.stdout.readline())
        assert found is not None, self.stderr()
        self.port = int(found[1])

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.end(signal.SIGTERM)

    def end(self, number: signal.Signals) -> int:
        """Send the signal, wait for the end and return the exit code."""
        self.ended = True
        self.process.send_signal(number)
        try:
            return self.process.wait(HANG_SECS)
        finally:
            self.process.kill()
            self._stderr.close()
            if self.process.stdout is not None:
                self.process.stdout.close()

    def stderr(self) -> str:
        """The end of what the process wrote to its standard error."""
        try:
            self._stderr.seek(0)
            return self._stderr.read().decode(errors="replace")[-4000:]
        except ValueError:  # closed by the thread that ended the process
            return ""

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send one request; ServerError where the server ends, hangs or answers 5xx."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG_SECS)
        what = f"{method} {path} {json.dumps(body)[:2000]}"
        headers = {"origin": f"http://127.0.0.1:{self.port}"}
        try:
            connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            code = self.process.poll()
            raise ServerGoneError(f"{error!r} after {what}; exit code {code}\n{self.stderr()}") from error
        finally:
            connection.close()
        if answer.status >= 500 and self.ended:
            raise ServerGoneError(f"{answer.status} after {what}, while the server ended")
        if answer.status >= 500:
            raise ServerError(f"{answer.status} {data[:500]!r} after {what}\n{self.stderr()}")
        return answer.status, data

    def get(self, path: str) -> Any:
        """The JSON of an address that always has some."""
        status, data = self.ask("GET", path)
        if status != 200:
            raise ServerError(f"{status} for {path}: {data[:500]!r}")
        return json.loads(data)

    def memory_mb(self) -> float:
        """The memory that the process holds; 0 where the system does not say."""
        return self._status_mb("VmRSS")

    def peak_mb(self) -> float:
        """The most memory that the process held so far; 0 where the system does not say."""
        return self._status_mb("VmHWM")

    def _status_mb(self, name: str) -> float:
        status = Path(f"/proc/{self.process.pid}/status")
        found = re.search(name + r":\s+(\d+)", status.read_text()) if status.exists() else None
        return int(found[1]) / 1024 if found else 0.0
