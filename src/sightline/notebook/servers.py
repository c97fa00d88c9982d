"""The servers that this kernel started: each behind a secret path prefix, each gone with the kernel."""

from __future__ import annotations

import builtins
import json
import os
import secrets
import shlex
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from sightline.notebook.health import is_healthy
from sightline.notebook.iframe import frame_html

_START_SECS = 60.0
_ASK_SECS = 5.0


@dataclass(frozen=True)
class NotebookServer:
    """One server of this kernel; shown as a frame where a notebook shows it.

    args: what it was started with; prefix: the secret path below which it answers.
    """

    port: int
    prefix: str = field(repr=False)
    args: tuple[str, ...]
    process: subprocess.Popen[str] = field(repr=False, compare=False)

    @property
    def url(self) -> str:
        """The address on this machine."""
        return f"http://localhost:{self.port}{self.prefix}/"

    @property
    def is_alive(self) -> bool:
        """Whether it answers, asked now."""
        board = f"http://127.0.0.1:{self.port}{self.prefix}/"
        return self.process.poll() is None and is_healthy(board, _ASK_SECS)

    def _repr_html_(self) -> str:
        """The frame, for notebooks."""
        return frame_html(self.port, self.prefix)


_servers: builtins.list[NotebookServer] = []
_lock = threading.Lock()


def start(arguments: str | Sequence[str] = "") -> NotebookServer:
    """Return the server for some arguments, as `sightline serve` takes them; started where none answers yet.

    Args:
        arguments: "--logdir runs", or a list such as ["runs", "--window-title", "mine"]; "." if empty.

    Raises:
        RuntimeError: it could not be started; the message has its own words.
    """
    given = shlex.split(arguments) if isinstance(arguments, str) else [str(each) for each in arguments]
    key = _normal(given)
    with _lock:
        for server in [each for each in _servers if each.args == key]:
            if server.is_alive:
                return server
            _end(server)
        server = _launch(key)
        _servers.append(server)
        return server


def list() -> builtins.list[NotebookServer]:
    """The servers of this kernel that answer."""
    with _lock:
        return [server for server in _servers if server.is_alive]


def stop(server: NotebookServer | int | None = None) -> None:
    """End a server, given itself or by its port; all of this kernel where none is given."""
    with _lock:
        port = server.port if isinstance(server, NotebookServer) else server
        found = [each for each in _servers if port is None or each.port == port]
        if port is not None and not found:
            raise ValueError(f"no server of this kernel is on port {port}")
        for each in found:
            _end(each)


def _normal(given: Sequence[str]) -> tuple[str, ...]:
    """The arguments with log directories by their real paths, so that the same logs are one server."""
    args = [*given] or ["."]
    for place, arg in enumerate(args):
        flag, equals, value = arg.partition("=")
        before = args[place - 1] if place else ""
        if equals and flag == "--logdir":
            args[place] = f"{flag}={_real(value)}"
        elif not arg.startswith("-") and (before == "--logdir" or not before.startswith("-")):
            args[place] = _real(arg)
    return tuple(args)


def _real(path: str) -> str:
    full = os.path.expanduser(path)
    return os.path.realpath(full) if os.path.exists(full) else path


def _launch(args: tuple[str, ...]) -> NotebookServer:
    secret = f"n-{secrets.token_hex(16)}"
    command = [sys.executable, "-m", "sightline", "serve", *args, "--port", "0", "--json", "--end-with-stdin"]
    with tempfile.TemporaryFile("w+") as messages:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=messages,
            text=True,
            env={**os.environ, "SIGHTLINE_SECRET_PREFIX": secret},
            start_new_session=True,  # Ctrl-C in a terminal is meant for the cell, not for the board
        )
        timer = threading.Timer(_START_SECS, process.kill)
        timer.start()
        assert process.stdout is not None
        line = process.stdout.readline()
        timer.cancel()
        if line:
            return NotebookServer(json.loads(line)["port"], f"/{secret}", args, process)
        process.wait()
        _close_pipes(process)
        messages.seek(0)
        raise RuntimeError(messages.read().strip() or f"no answer within {_START_SECS:.0f} s")


def _end(server: NotebookServer) -> None:
    _servers.remove(server)
    if server.process.stdin is not None:
        server.process.stdin.close()
    try:
        server.process.wait(_ASK_SECS)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait()
    _close_pipes(server.process)


def _close_pipes(process: subprocess.Popen[str]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
