from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps

import pytest

from sightline.server.security.client_limiter import ClientLimiter


def in_event_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Run a coroutine test to its end in a loop of its own."""

    @wraps(test)
    def run() -> None:
        asyncio.run(asyncio.wait_for(test(), 30))  # type: ignore[arg-type]

    return run


class Query:
    """A query that runs until it is released, and tells when it has started."""

    def __init__(self, limiter: ClientLimiter, client: str) -> None:
        self.started = asyncio.Event()
        self.release = asyncio.Event()
        self.task = asyncio.ensure_future(self._run(limiter, client))

    async def _run(self, limiter: ClientLimiter, client: str) -> None:
        async with limiter.slot(client):
            self.started.set()
            await self.release.wait()

    async def end(self) -> None:
        self.release.set()
        await self.task


async def let_all_run() -> None:
    """Give every task that can go on the time to: each step of the loop runs all that are ready."""
    for _ in range(10):
        await asyncio.sleep(0)


@in_event_loop
async def test_client_limiter_queues_queries_beyond_the_limit_in_order() -> None:
    limiter = ClientLimiter(max_per_client=2)
    queries = [Query(limiter, "a") for _ in range(4)]
    await let_all_run()
    assert [query.started.is_set() for query in queries] == [True, True, False, False]
    await queries[1].end()
    await let_all_run()
    assert [query.started.is_set() for query in queries] == [True, True, True, False]
    for query in queries:
        await query.end()


@in_event_loop
async def test_client_limiter_lets_another_client_run_while_one_waits() -> None:
    limiter = ClientLimiter(max_per_client=1)
    busy = [Query(limiter, "a") for _ in range(3)]
    await let_all_run()
    other = Query(limiter, "b")
    await other.started.wait()
    assert limiter.n_clients == 2
    for query in [other, *busy]:
        await query.end()


@in_event_loop
async def test_client_limiter_forgets_a_client_after_its_last_query() -> None:
    limiter = ClientLimiter(max_per_client=1)
    first, second = Query(limiter, "a"), Query(limiter, "a")
    await let_all_run()
    await first.end()
    await second.started.wait()
    assert limiter.n_clients == 1, "the second query still holds the client's slot"
    third = Query(limiter, "a")
    await let_all_run()
    assert not third.started.is_set(), "a fresh semaphore would let it run beside the second"
    await second.end()
    await third.end()
    assert limiter.n_clients == 0


@in_event_loop
async def test_client_limiter_frees_the_slot_of_a_failed_or_canceled_query() -> None:
    limiter = ClientLimiter(max_per_client=1)
    with pytest.raises(ZeroDivisionError):
        async with limiter.slot("a"):
            raise ZeroDivisionError
    running, waiting = Query(limiter, "a"), Query(limiter, "a")
    await let_all_run()
    waiting.task.cancel()
    await let_all_run()
    await running.end()
    assert limiter.n_clients == 0
    async with limiter.slot("a"):
        assert limiter.n_clients == 1
