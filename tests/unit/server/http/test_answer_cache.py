"""The answer cache: one computation for equal queries, always within its budget."""

from __future__ import annotations

import asyncio

from sightline.server.http.answer_cache import AnswerCache
from sightline.server.http.responses import Encoded


def test_tiny_answers_are_counted_with_what_they_cost_to_keep() -> None:
    cache = AnswerCache(max_bytes=10_000)
    n_made = 0

    async def make() -> Encoded:
        nonlocal n_made
        n_made += 1
        return Encoded(b"x", "text/plain", None)

    async def ask_many() -> None:
        for key in range(100):
            await cache.get(key, make)
        await cache.get(99, make)
        assert n_made == 100
        await cache.get(0, make)
        assert n_made == 101

    asyncio.run(ask_many())
