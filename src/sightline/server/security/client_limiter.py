"""Limits how many queries of one client run at a time, so that a busy client does not stall the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

# A browser opens six connections to a host; the queries of all clients share forty threads.
MAX_PER_CLIENT = 8


class ClientLimiter:
    """One semaphore per client address, dropped when its last query ends. For the event loop only."""

    def __init__(self, max_per_client: int = MAX_PER_CLIENT) -> None:
        self._max_per_client = max_per_client
        self._clients: dict[str, tuple[asyncio.Semaphore, int]] = {}

    @property
    def n_clients(self) -> int:
        """How many clients have a query running or waiting."""
        return len(self._clients)

    @asynccontextmanager
    async def slot(self, client: str) -> AsyncIterator[None]:
        """Wait until the client may run one more query, and hold the slot for the block."""
        semaphore, n_queries = self._clients.get(client) or (asyncio.Semaphore(self._max_per_client), 0)
        self._clients[client] = (semaphore, n_queries + 1)
        try:
            async with semaphore:
                yield
        finally:
            _, n_queries = self._clients[client]
            if n_queries == 1:
                del self._clients[client]
            else:
                self._clients[client] = (semaphore, n_queries - 1)
