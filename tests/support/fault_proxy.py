"""A proxy on loopback that counts requests and breaks some of them, as networks and busy servers do."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

_HEAD_END = b"\r\n\r\n"
_MAX_SECS = 60.0


@dataclass
class Request:
    """One request as it came: its method, path and query, and headers by lower-case names."""

    method: str
    target: str
    headers: dict[str, str]

    @property
    def sort(self) -> str:
        """What it is for the bill: "list", "get", "head" or "put"."""
        if self.method == "GET" and re.search(r"[?&](list-type|comp=list)", self.target):
            return "list"
        return self.method.lower()


# Gets the connection to the client and the whole answer of the server; sends what it wants.
Fault = Callable[[socket.socket, bytes], None]


def status(code: int, name: str = "") -> Fault:
    """Answer with a status and the error that S3 sends with it."""
    body = f"<Error><Code>{name}</Code></Error>".encode()
    head = f"HTTP/1.1 {code} x\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return lambda client, _: client.sendall(head.encode() + body)


def truncated(client: socket.socket, answer: bytes) -> None:
    """Send the head and half of the body, then close."""
    head, _, body = answer.partition(_HEAD_END)
    client.sendall(head + _HEAD_END + body[: len(body) // 2])


def closed(client: socket.socket, answer: bytes) -> None:
    """Close without an answer."""


def silent(client: socket.socket, answer: bytes) -> None:
    """Answer nothing until the client gives up."""
    client.recv(1)


@dataclass
class FaultProxy:
    """Forwards each request on a connection of its own. A context manager."""

    target_port: int
    requests: list[Request] = field(default_factory=list)
    port: int = 0

    def __post_init__(self) -> None:
        self._faults: list[tuple[str, Fault]] = []
        self._before: list[tuple[str, Callable[[], None]]] = []
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]

    def break_next(self, sort: str, *faults: Fault) -> None:
        """Break the next requests of a sort, one by each fault."""
        with self._lock:
            self._faults += [(sort, fault) for fault in faults]

    def mend(self) -> None:
        """Break nothing more."""
        with self._lock:
            self._faults.clear()

    def before_next(self, sort: str, act: Callable[[], None]) -> None:
        """Do something just before the next request of a sort reaches the server."""
        with self._lock:
            self._before.append((sort, act))

    def counts(self) -> dict[str, int]:
        """How many requests of each sort came."""
        sorts = [request.sort for request in self.requests]
        return {sort: sorts.count(sort) for sort in sorted(set(sorts))}

    def n_bytes_requested(self) -> int:
        """How many bytes the ranges of all GETs have."""
        ranges = [request.headers.get("range", "") for request in self.requests if request.sort == "get"]
        found = [re.fullmatch(r"bytes=(\d+)-(\d+)", text) for text in ranges]
        return sum(int(match[2]) - int(match[1]) + 1 for match in found if match)

    def __enter__(self) -> FaultProxy:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            client.settimeout(_MAX_SECS)
            try:
                self._forward(client)
            except OSError:
                return

    def _forward(self, client: socket.socket) -> None:
        raw = _read_message(client)
        if not raw:
            return
        request = _parse(raw)
        with self._lock:
            self.requests.append(request)
            fault = _take(self._faults, request.sort)
            act = _take(self._before, request.sort)
        if act is not None:
            act()
        answer = self._ask(raw)
        if fault is not None:
            fault(client, answer)
        else:
            client.sendall(answer)

    def _ask(self, raw: bytes) -> bytes:
        # A connection for each request: the answer ends where the server closes.
        raw = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", raw, count=1)
        raw = raw.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
        with socket.create_connection(("127.0.0.1", self.target_port), _MAX_SECS) as server:
            server.sendall(raw)
            parts = []
            while part := server.recv(1 << 20):
                parts.append(part)
        return b"".join(parts)


def _take(planned: list[tuple[str, Callable[..., None]]], sort: str) -> Callable[..., None] | None:
    for index, (wanted, act) in enumerate(planned):
        if wanted == sort:
            del planned[index]
            return act
    return None


def _read_message(client: socket.socket) -> bytes:
    raw = b""
    while _HEAD_END not in raw:
        part = client.recv(1 << 16)
        if not part:
            return b""
        raw += part
    head, _, body = raw.partition(_HEAD_END)
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    missing = (int(length[1]) if length else 0) - len(body)
    parts = [raw]
    while missing > 0 and (part := client.recv(min(missing, 1 << 20))):
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def _parse(raw: bytes) -> Request:
    first, *lines = raw.partition(_HEAD_END)[0].decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    pairs = (line.partition(":") for line in lines)
    return Request(method, target, {name.strip().lower(): value.strip() for name, _, value in pairs})
