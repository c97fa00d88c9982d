"""A real server on a port of its own, in a thread, and a small client for it."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sightline.engine.reader import Reader
from sightline.engine.roots import parse_roots
from sightline.engine.saved_segments import SavedSegments
from sightline.plugins import Installed
from sightline.server.board import Board, open_board
from sightline.server.pending_board import PendingBoard
from sightline.server.run import BoardServer
from sightline.server.settings import Settings
from sightline.server.sockets import listen

PATIENCE_SECS = 30.0


def wait_for(condition: Any, what: str = "the condition") -> Any:
    """Call `attempt` until it returns something truthy."""
    until = time.monotonic() + PATIENCE_SECS
    while not (answer := condition()):
        assert time.monotonic() < until, f"waited too long for {what}"
        time.sleep(0.005)
    return answer


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        plain = gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body
        return json.loads(plain)


@dataclass
class Client:
    """An HTTP client of one server, from one of this machine's addresses."""

    port: int
    prefix: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    source: str = "127.0.0.1"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE_SECS, source_address=(self.source, 0)
        )
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        with contextlib.closing(connection):
            connection.request(method, self.prefix + path, data, sent)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, found, answer.read())

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def api(self, path: str, **headers: str) -> Any:
        answer = self.get(f"/api/v1/{path}", **headers)
        assert answer.status == 200, (answer.status, answer.body)
        return answer.json

    def edit(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        return self.ask(method, f"/api/v1/{path}", body, origin=f"http://127.0.0.1:{self.port}", **headers)


@dataclass
class Served:
    board: Board
    server: BoardServer
    client: Client

    def wait_loaded(self) -> None:
        wait_for(lambda: not self.client.api("progress")["loading"], "loading")


@contextlib.contextmanager
def served(
    *logdirs: Path,
    reload_interval_secs: float = 5.0,
    installed: Installed | None = None,
    reader: Reader | None = None,
    n_threads: int = 0,
    segments: SavedSegments | None = None,
    **settings: Any,
) -> Iterator[Served]:
    """Serve log directories for as long as the block runs."""
    given = Settings(**settings)
    sock = listen("127.0.0.1", 0)
    port = sock.getsockname()[1]
    settled = replace(given, port=port)
    patterns = parse_roots(list(logdirs))
    pending = PendingBoard(
        lambda: open_board(
            patterns,
            settled,
            reload_interval_secs=reload_interval_secs,
            installed=installed,
            reader=reader,
            n_threads=n_threads,
            segments=segments,
        )
    )
    server = BoardServer(pending, settled)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        wait_for(lambda: server.started, "the server to start")
        headers = {"authorization": f"Bearer {given.token}"} if given.token else {}
        yield Served(pending.wait(PATIENCE_SECS), server, Client(port, given.path_prefix, headers))
    finally:
        server.stop()
        thread.join(PATIENCE_SECS)
        pending.close()
        assert not thread.is_alive(), "the server did not end"
