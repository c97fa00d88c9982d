from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from sightline.server.live_stream.hub import Hub, Position
from sightline.server.schema.shapes import GenerationEvent, Progress, ReadCount

PROGRESS = Progress(ReadCount(1, 1), ReadCount(1, 1), 1, 1, False, 0.5)


class Counter:
    """A source that only counts."""

    instance = "life"

    def __init__(self) -> None:
        self.generation = 1
        self.requested: list[Position | None] = []

    def prepare(self) -> Position:
        return Position(self.generation, 0)

    def changes(self, since: Position | None, now: Position) -> GenerationEvent:
        """Tell the position in the field `runs`."""
        self.requested.append(since)
        runs = {"since": since.generation} if since else {}
        return GenerationEvent(now.generation, runs, 0, 0, PROGRESS)


def parsed(message: bytes) -> dict[str, Any]:
    """Return the fields of an event; of its data only what these tests are about."""
    lines = dict(line.split(": ", 1) for line in message.decode().strip().splitlines())
    data = json.loads(lines["data"])
    return {**lines, "data": {"generation": data["generation"], "since": data.get("runs", {}).get("since")}}


async def next_of(stream: AsyncIterator[bytes]) -> dict[str, Any]:
    return parsed(await asyncio.wait_for(anext(stream), 10))


async def wait_for_generation(hub: Hub, generation: int) -> None:
    while hub._current.generation != generation:
        await asyncio.sleep(0)


async def started(source: Counter) -> Hub:
    hub = Hub(source)
    hub.start()
    await wait_for_generation(hub, source.generation)
    return hub


def test_new_client_gets_hello_then_everything_then_changes() -> None:
    async def scene() -> None:
        source = Counter()
        hub = await started(source)
        stream = hub.stream(None)
        assert (await next_of(stream))["event"] == "hello"
        first = await next_of(stream)
        assert first["id"] == "life.1.0"
        assert first["data"] == {"generation": 1, "since": None}
        source.generation = 2
        hub.wake()
        assert (await next_of(stream))["data"] == {"generation": 2, "since": 1}
        await stream.aclose()
        assert hub.n_clients == 0
        hub.close()

    asyncio.run(scene())


def test_a_returning_client_goes_on_where_it_was() -> None:
    async def scene() -> None:
        source = Counter()
        source.generation = 9
        hub = await started(source)
        stream = hub.stream("life.4.0")
        await next_of(stream)
        assert (await next_of(stream))["data"] == {"generation": 9, "since": 4}
        for other in ("other-life.4.0", "life.x.0", "life.4", "nonsense", ""):
            stream = hub.stream(other)
            await next_of(stream)
            assert (await next_of(stream))["data"]["since"] is None
        hub.close()

    asyncio.run(scene())


def test_a_slow_client_gets_one_message_for_all_it_missed_and_equal_clients_share_one() -> None:
    async def scene() -> None:
        source = Counter()
        hub = await started(source)
        streams = [hub.stream(None) for _ in range(50)]
        for stream in streams:
            await next_of(stream)
            await next_of(stream)
        for generation in range(2, 6):
            source.generation = generation
            hub.wake()
            await wait_for_generation(hub, generation)
        source.requested.clear()
        for stream in streams:
            assert (await next_of(stream))["data"] == {"generation": 5, "since": 1}
        assert source.requested == [Position(1, 0)]
        hub.close()

    asyncio.run(scene())


def test_closing_ends_all_streams() -> None:
    async def scene() -> None:
        hub = await started(Counter())
        streams = [hub.stream(None) for _ in range(3)]
        for stream in streams:
            await next_of(stream)
            await next_of(stream)
        waiting = [asyncio.ensure_future(anext(stream, b"end")) for stream in streams]
        await asyncio.sleep(0)
        hub.close()
        assert await asyncio.wait_for(asyncio.gather(*waiting), 10) == [b"end"] * 3

    asyncio.run(scene())


def test_wake_before_start_and_after_close_does_nothing() -> None:
    hub = Hub(Counter())
    hub.wake()
    asyncio.run(_short_life(hub))
    hub.wake()
    hub.close()


async def _short_life(hub: Hub) -> None:
    hub.start()
    await wait_for_generation(hub, 1)
