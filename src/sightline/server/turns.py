"""Turns: so many queries of one client run at a time, the rest wait in line, so that others get through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

# A browser has six connections to a host; queries of all clients share forty threads.
PER_CLIENT = 8


class Turns:
    """One line per client address. Used from the event loop only."""

    def __init__(self, per_client: int = PER_CLIENT) -> None:
        self._per_client = per_client
        self._lines: dict[str, tuple[asyncio.Semaphore, int]] = {}

    @asynccontextmanager
    async def take(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it for the block."""
        line, n_inside = self._lines.get(client) or (asyncio.Semaphore(self._per_client), 0)
        self._lines[client] = (line, n_inside + 1)
        try:
            async with line:
                yield
        finally:
            _, n_inside = self._lines[client]
            if n_inside == 1:
                del self._lines[client]
            else:
                self._lines[client] = (line, n_inside - 1)
