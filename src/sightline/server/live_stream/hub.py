"""The live stream: one loop sends every connected page, by Server-Sent Events, which runs changed.

A client is only a position (what it has seen). Nothing is queued for it: when it can take more, it gets
everything since its position in one message. So a slow client costs nothing and misses nothing, and a client
that comes back with `Last-Event-ID` is the same case as one that was slow.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from typing import NamedTuple, Protocol

import msgspec

from sightline.server.schema.shapes import GenerationEvent, HelloEvent

# Messages come at most this often; a burst of commits becomes one.
PAUSE_SECS = 0.05
# Where the board takes long to compare, as with very many runs, that is a fifth of the time at most.
_PAUSE_FACTOR, _MAX_PAUSE_SECS = 4.0, 2.0
# How often the board is checked without a wake-up: a run becomes idle without a commit.
RECHECK_SECS = 5.0
_POSITION = re.compile(r"[0-9]{1,18}")
HEARTBEAT_SECS = 15.0


class Position(NamedTuple):
    """How far a client is: the store's generation, and how often else anything on the board changed."""

    generation: int
    n_other_changes: int


class Source(Protocol):
    """What the hub needs of the board."""

    @property
    def instance(self) -> str:
        """The id of this start of the server: positions of another start mean nothing here."""
        ...

    def prepare(self) -> Position:
        """Update from the store and return the position; may be slow, so it runs in its own thread."""
        ...

    def changes(self, since: Position | None, now: Position) -> GenerationEvent:
        """Return what changed after a position, as of the latest `prepare`; None is the beginning."""
        ...


class Hub:
    """Wakes all clients when the board changed. Everything but `wake` and `close` runs in the event loop."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._current = Position(0, 0)
        self._made: dict[Position | None, bytes] = {}
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self.n_clients = 0

    def start(self) -> None:
        """Bind to the running loop; called when the server starts."""
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._woken.set()
        self._tick = asyncio.Event()
        self._task = self._loop.create_task(self._run())

    def wake(self) -> None:
        """Signal that something may have changed; safe from any thread, before start and after close."""
        if self._loop is not None and not self._closed:
            try:
                self._loop.call_soon_threadsafe(self._woken.set)
            except RuntimeError:  # the loop was closed meanwhile
                self._closed = True

    def close(self) -> None:
        """End all streams; safe from any thread and from a signal handler."""
        self.wake()
        self._closed = True

    async def _run(self) -> None:
        while not self._closed:
            await _set_within(self._woken, RECHECK_SECS)
            self._woken.clear()
            now, took_secs = await asyncio.to_thread(self._prepare)
            if now != self._current:
                self._publish(now)
                await asyncio.sleep(max(PAUSE_SECS, min(_PAUSE_FACTOR * took_secs, _MAX_PAUSE_SECS)))
        self._publish(self._current)

    def _prepare(self) -> tuple[Position, float]:
        """The position, and the seconds of work it took: what others kept it waiting for does not count."""
        began = time.thread_time()
        now = self._source.prepare()
        return now, time.thread_time() - began

    def _publish(self, now: Position) -> None:
        self._current = now
        self._made.clear()
        tick, self._tick = self._tick, asyncio.Event()
        tick.set()

    async def stream(self, last_event_id: str | None) -> AsyncIterator[bytes]:
        """Yield one client's messages until it or the server goes."""
        self.n_clients += 1
        try:
            yield self._hello()
            seen = self._position(last_event_id)
            while not self._closed:
                tick = self._tick
                if seen != self._current:
                    message, seen = self._message(seen), self._current
                    yield message
                elif not await _set_within(tick, HEARTBEAT_SECS):
                    yield b": still here\n\n"
        finally:
            self.n_clients -= 1

    def _position(self, last_event_id: str | None) -> Position | None:
        """Return where a returning client was; None for a new one or one of an earlier server."""
        instance, *numbers = (last_event_id or "").split(".")
        if (
            instance != self._source.instance
            or len(numbers) != 2
            or not all(map(_POSITION.fullmatch, numbers))
        ):
            return None
        return Position(*map(int, numbers))

    def _hello(self) -> bytes:
        return _event("hello", HelloEvent(self._source.instance, self._current.generation))

    def _message(self, since: Position | None) -> bytes:
        made = self._made.get(since)
        if made is None:
            current = self._current
            event_id = f"{self._source.instance}.{current.generation}.{current.n_other_changes}"
            made = self._made[since] = _event("generation", self._source.changes(since, current), event_id)
        return made


async def _set_within(event: asyncio.Event, timeout_secs: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), timeout_secs)
    except asyncio.TimeoutError:
        return False
    return True


def _event(name: str, data: msgspec.Struct, event_id: str | None = None) -> bytes:
    head = f"id: {event_id}\n" if event_id is not None else ""
    return f"{head}event: {name}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n"
