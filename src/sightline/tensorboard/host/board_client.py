"""Asks the board's API over HTTP, for the data provider."""

from __future__ import annotations

import http.client
import io
import ssl
import threading
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sightline.tensorboard.host.config import BoardAddress

# A browser on the same machine has six connections; with these, one client asks no more than it may at once.
_MAX_REQUESTS = 2
_TIMEOUT_SECS = 60.0


class BoardError(Exception):
    """The board did not answer a question; the message is its own."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status


class BoardFrame:
    """Columns of an answer by name, and its metadata."""

    def __init__(self, data: bytes) -> None:
        import nanoarrow as na
        from nanoarrow.ipc import InputStream

        stream = na.ArrayStream(InputStream.from_readable(io.BytesIO(data)))
        metadata = dict((stream.schema.metadata or {}).items())
        self.metadata: Any = msgspec.json.decode(metadata.get(b"sightline", b"{}"))
        self._places = {field.name: at for at, field in enumerate(stream.schema.fields)}
        self._array = stream.read_all()

    def numbers(self, name: str) -> NDArray[Any]:
        """A column of numbers, not copied."""
        return np.asarray(self._array.child(self._places[name]).buffers[1])

    def strings(self, name: str) -> list[str]:
        """A column of strings."""
        found: list[str] = self._array.child(self._places[name]).to_pylist()
        return found


class BoardClient:
    """One connection for each request; safe from any thread."""

    def __init__(self, address: BoardAddress) -> None:
        self._address = address
        self._slots = threading.Semaphore(_MAX_REQUESTS)

    def json(self, query: str, **params: Any) -> Any:
        """The answer of a query that answers with JSON."""
        return msgspec.json.decode(self.content(query, **params))

    def frame(self, query: str, **params: Any) -> BoardFrame:
        """The answer of a query that answers with Arrow."""
        return BoardFrame(self.content(query, **params))

    def content(self, query: str, **params: Any) -> bytes:
        """The answer as bytes."""
        path = f"{self._address.path_prefix}/api/v1/kinds/tensorboard/{query}"
        body = msgspec.json.encode({name: value for name, value in params.items() if value is not None})
        headers = {"content-type": "application/json"}
        if self._address.token:
            headers["authorization"] = f"Bearer {self._address.token}"
        with self._slots:
            return self._ask(path, body, headers)

    def _ask(self, path: str, body: bytes, headers: dict[str, str]) -> bytes:
        connection = self._connection()
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            data = answer.read()
        finally:
            connection.close()
        if answer.status != 200:
            raise BoardError(answer.status, data[:300].decode("utf-8", "replace"))
        return data

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._address.host, self._address.port
        if self._address.certfile is None:
            return http.client.HTTPConnection(host, port, timeout=_TIMEOUT_SECS)
        # The board's own certificate is trusted and no other, under whatever name it was made out.
        context = ssl.create_default_context(cafile=self._address.certfile)
        context.check_hostname = False
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        return http.client.HTTPSConnection(host, port, timeout=_TIMEOUT_SECS, context=context)
