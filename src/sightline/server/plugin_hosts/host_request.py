"""Asks a plugin's process over HTTP, within the event loop: no thread waits for a plugin."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

import h11

_READ_BYTES = 1 << 16
Headers = Sequence[tuple[bytes, bytes]]


class HostSilentError(Exception):
    """The process did not begin or continue its answer in time."""


class HostGoneError(Exception):
    """The process refused the connection or broke it."""


@dataclass(frozen=True)
class HostAnswer:
    """The head of an answer; the rest comes piece by piece, and ends early where the process does."""

    status: int
    headers: Headers
    pieces: AsyncIterator[bytes]


class HostConnection:
    """One request to a process."""

    def __init__(self, port: int, limit_secs: float, *, on_silence: Callable[[], None]) -> None:
        self._port = port
        self._limit_secs = limit_secs
        self._on_silence = on_silence
        self._http = h11.Connection(our_role=h11.CLIENT)

    async def ask(self, method: str, target: str, headers: Headers, body: bytes) -> HostAnswer:
        """Send a request; return when the head of the answer is here."""
        try:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError as error:
            raise HostGoneError(str(error)) from error
        try:
            head = [*headers, (b"host", b"127.0.0.1"), (b"connection", b"close")]
            if body:
                head.append((b"content-length", str(len(body)).encode()))
            self._send(h11.Request(method=method, target=target.encode("ascii"), headers=head))
            if body:
                self._send(h11.Data(data=body))
            self._send(h11.EndOfMessage())
            event = await self._next()
            while isinstance(event, h11.InformationalResponse):
                event = await self._next()
            if not isinstance(event, h11.Response):
                raise HostGoneError("no answer")
        except BaseException:
            self._writer.close()
            raise
        return HostAnswer(event.status_code, list(event.headers), self._pieces())

    def _send(self, event: h11.Event) -> None:
        data = self._http.send(event)
        if data:
            self._writer.write(data)

    async def _next(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        while True:
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError as error:
                raise HostGoneError(str(error)) from error
            if event is not h11.NEED_DATA:
                return event
            self._http.receive_data(await self._read())

    async def _read(self) -> bytes:
        try:
            return await asyncio.wait_for(self._reader.read(_READ_BYTES), self._limit_secs)
        except asyncio.TimeoutError:
            self._on_silence()
            raise HostSilentError from None
        except OSError as error:
            raise HostGoneError(str(error)) from error

    async def _pieces(self) -> AsyncIterator[bytes]:
        try:
            while isinstance(event := await self._next(), h11.Data):
                yield bytes(event.data)
        finally:
            self._writer.close()
