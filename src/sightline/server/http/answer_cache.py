"""The answer cache: equal queries of many clients at one generation share one computation."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from sightline.server.http.responses import Encoded

# What a cached answer costs beside its bytes: key, headers, places in tables.
_ENTRY_BYTES = 1000


class AnswerCache:
    """Holds the latest answers within a budget. Used from the event loop only, so it needs no lock.

    Keys are small: digests of what is long.
    """

    def __init__(self, max_bytes: int = 64 << 20) -> None:
        self._max_bytes = max_bytes
        self._n_bytes = 0
        self._answers: OrderedDict[Hashable, Encoded] = OrderedDict()
        self._pending: dict[Hashable, asyncio.Future[Encoded]] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Encoded]]) -> Encoded:
        """Return the cached answer, or the one being made, or make it."""
        cached = self._answers.get(key)
        if cached is not None:
            self._answers.move_to_end(key)
            return cached
        pending = self._pending.get(key)
        if pending is None:
            # A task of its own: a client that leaves does not take the answer from the others.
            pending = self._pending[key] = asyncio.ensure_future(make())
            pending.add_done_callback(lambda done: self._made(key, done))
        return await asyncio.shield(pending)

    def _made(self, key: Hashable, done: asyncio.Future[Encoded]) -> None:
        self._pending.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        answer = done.result()
        if len(answer.data) > self._max_bytes // 4:
            return
        self._answers[key] = answer
        self._n_bytes += len(answer.data) + _ENTRY_BYTES
        while self._n_bytes > self._max_bytes:
            _, oldest = self._answers.popitem(last=False)
            self._n_bytes -= len(oldest.data) + _ENTRY_BYTES
