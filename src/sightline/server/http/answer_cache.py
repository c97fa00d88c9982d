"""The answer cache: equal questions of many clients at one version of the data share one computation."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from sightline.server.http.responses import Encoded

# What a cached answer costs beside its bytes: key, headers, places in tables.
_ENTRY_BYTES = 1000


class AnswerCache:
    """Holds the latest answer to each question within a budget. Used from the event loop only, unlocked.

    Only the newest version of an answer can be asked for again, so it takes the place of the one before.
    Questions are small: digests of what is long.
    """

    def __init__(self, max_bytes: int = 64 << 20) -> None:
        self._max_bytes = max_bytes
        self._n_bytes = 0
        self._answers: OrderedDict[Hashable, tuple[Hashable, Encoded]] = OrderedDict()
        self._pending: dict[Hashable, asyncio.Future[Encoded]] = {}

    async def get(
        self, question: Hashable, version: Hashable, make: Callable[[], Awaitable[Encoded]]
    ) -> Encoded:
        """Return the cached answer, or the one being made, or make it."""
        cached_version, cached = self._answers.get(question, (None, None))
        if cached is not None and cached_version == version:
            self._answers.move_to_end(question)
            return cached
        key = (question, version)
        pending = self._pending.get(key)
        if pending is None:
            # A task of its own: a client that leaves does not take the answer from the others.
            pending = self._pending[key] = asyncio.ensure_future(make())
            pending.add_done_callback(lambda done: self._made(question, version, done))
        return await asyncio.shield(pending)

    def _made(self, question: Hashable, version: Hashable, done: asyncio.Future[Encoded]) -> None:
        self._pending.pop((question, version), None)
        if done.cancelled() or done.exception() is not None:
            return
        answer = done.result()
        if question in self._answers:
            self._n_bytes -= _cost(self._answers.pop(question)[1])
        if len(answer.data) > self._max_bytes // 4:
            return
        self._answers[question] = (version, answer)
        self._n_bytes += _cost(answer)
        while self._n_bytes > self._max_bytes:
            _, (_, oldest) = self._answers.popitem(last=False)
            self._n_bytes -= _cost(oldest)


def _cost(answer: Encoded) -> int:
    return len(answer.data) + _ENTRY_BYTES
