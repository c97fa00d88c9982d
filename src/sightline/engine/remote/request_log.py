"""Counts the requests to one remote place, and what they cost by the provider's list price."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from functools import reduce
from typing import NamedTuple

# US dollars for a thousand requests, standard storage in the first region, November 2026.
# Listing and writing are of one class, reading of the other. Traffic is not counted.
_USD_PER_1000 = {"s3": (0.005, 0.0004), "gs": (0.005, 0.0004), "az": (0.0055, 0.00044)}
_WINDOW_SECS = 300
_MIN_WINDOW_SECS = 60


class Counts(NamedTuple):
    """Requests by their sort."""

    lists: int = 0
    gets: int = 0
    puts: int = 0

    def plus(self, other: Counts) -> Counts:
        """The sum."""
        return Counts(self.lists + other.lists, self.gets + other.gets, self.puts + other.puts)

    @property
    def total(self) -> int:
        """Of all sorts."""
        return self.lists + self.gets + self.puts


class Usage(NamedTuple):
    """What was requested since the start, and how much it is now. Prices are None where there is none."""

    counts: Counts
    n_bytes: int
    per_minute: float
    usd: float | None
    usd_per_day: float | None


class RequestLog:
    """The requests to one place. Any thread may count."""

    def __init__(self, scheme: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._prices = _USD_PER_1000.get(scheme)
        self._clock = clock
        self._began = clock()
        self._lock = threading.Lock()
        self._counts = Counts()
        self._n_bytes = 0
        self._recent: deque[tuple[int, Counts]] = deque()  # by second

    def count(self, *, lists: int = 0, gets: int = 0, puts: int = 0) -> None:
        """Count requests that are about to be sent."""
        made = Counts(lists, gets, puts)
        second = int(self._clock())
        with self._lock:
            self._counts = self._counts.plus(made)
            if self._recent and self._recent[-1][0] == second:
                made = self._recent.pop()[1].plus(made)
            self._recent.append((second, made))
            self._trim()

    def add_bytes(self, n_bytes: int) -> None:
        """Count bytes that came in."""
        with self._lock:
            self._n_bytes += n_bytes

    def usage(self) -> Usage:
        """The counts so far, and the rate of the last five minutes."""
        with self._lock:
            self._trim()
            recent = reduce(Counts.plus, (each for _, each in self._recent), Counts())
            window_secs = max(_MIN_WINDOW_SECS, min(_WINDOW_SECS, self._clock() - self._began))
            usd = self._price(recent)
            return Usage(
                self._counts,
                self._n_bytes,
                recent.total * 60 / window_secs,
                self._price(self._counts),
                None if usd is None else usd * 86_400 / window_secs,
            )

    def _trim(self) -> None:
        oldest = self._clock() - _WINDOW_SECS
        while self._recent and self._recent[0][0] < oldest:
            self._recent.popleft()

    def _price(self, counts: Counts) -> float | None:
        if self._prices is None:
            return None
        usd_list, usd_get = self._prices
        return ((counts.lists + counts.puts) * usd_list + counts.gets * usd_get) / 1000
