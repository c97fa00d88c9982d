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
            await cache.get(key, 1, make)
        await cache.get(99, 1, make)
        assert n_made == 100
        await cache.get(0, 1, make)
        assert n_made == 101

    asyncio.run(ask_many())


def test_a_newer_answer_takes_the_place_of_the_older_one() -> None:
    cache = AnswerCache(max_bytes=10_000)
    made: list[tuple[str, int]] = []

    async def get(question: str, version: int) -> bytes:
        async def make() -> Encoded:
            made.append((question, version))
            return Encoded(b"%d" % version, "text/plain", None)

        return (await cache.get(question, version, make)).data

    async def follow_growth() -> None:
        assert await get("kept", 0) == b"0"
        for version in range(100):
            assert await get("runs", version) == b"%d" % version
            assert await get("runs", version) == b"%d" % version
        # A hundred versions of one answer have not pushed out the answer to another question.
        assert await get("kept", 0) == b"0"
        assert made == [("kept", 0), *(("runs", version) for version in range(100))]

    asyncio.run(follow_growth())
