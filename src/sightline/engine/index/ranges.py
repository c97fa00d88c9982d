"""Ranges of packs: read when they are looked at, several at a time, the latest cached within a bound."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.place import Place
from sightline.engine.reader import UnavailableError

CACHE_BYTES = 256 << 20
_N_REQUESTS = 16
# A gap up to this size is read through: another request would take longer.
_MAX_GAP_BYTES = 64 << 10
_MAX_REQUEST_BYTES = 8 << 20


class Range(NamedTuple):
    """Some bytes of a pack."""

    pack: str
    begin: int
    end: int


class RangeReader:
    """Reads ranges of one place's packs. Any thread may ask. Packs never change: a cached range is right."""

    def __init__(self, place: Place, *, on_missing: Callable[[], None] = lambda: None) -> None:
        self._place = place
        self._on_missing = on_missing
        self._lock = threading.Lock()
        self._cache: OrderedDict[Range, bytes] = OrderedDict()
        self._n_bytes = 0
        self._pool: DaemonPool | None = None

    def read(self, wanted: Range) -> bytes:
        """The bytes; OSError where they cannot be had."""
        with self._lock:
            found = self._cache.get(wanted)
            if found is not None:
                self._cache.move_to_end(wanted)
                return found
        data = self._get(wanted)
        self._add(wanted, data)
        return data

    def fetch(self, wanted: Iterable[Range]) -> None:
        """Read what is not cached, neighbors by one request, many requests at a time."""
        with self._lock:
            missing = sorted({each for each in wanted if each.end > each.begin and each not in self._cache})
        groups = list(_grouped(missing))
        if len(groups) < 2:
            for group in groups:
                self._fetch_group(group)
            return
        with self._lock:
            if self._pool is None:
                self._pool = DaemonPool(_N_REQUESTS, "sightline-ranges")
        for done in [self._pool.submit(self._fetch_group, group) for group in groups]:
            done.result()

    def forget(self, ranges: Iterable[Range]) -> None:
        """Read these again when they are wanted: what came was damaged."""
        with self._lock:
            for each in ranges:
                self._n_bytes -= len(self._cache.pop(each, b""))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _fetch_group(self, group: list[Range]) -> None:
        begin, end = group[0].begin, max(each.end for each in group)
        data = self._get(Range(group[0].pack, begin, end))
        for each in group:
            self._add(each, data[each.begin - begin : each.end - begin])

    def _get(self, wanted: Range) -> bytes:
        try:
            return self._place.get_range(*wanted)
        except FileNotFoundError as error:
            # Another manifest may have other packs by now.
            self._on_missing()
            raise BrokenIndexError(
                f"the pack {wanted.pack} of the index is not there: `sightline index` makes it again."
            ) from error
        except UnavailableError:
            raise
        except OSError as error:
            raise BrokenIndexError(f"a pack of the index cannot be read: {error}.") from error

    def _add(self, wanted: Range, data: bytes) -> None:
        with self._lock:
            if wanted not in self._cache:
                self._cache[wanted] = data
                self._n_bytes += len(data)
            while self._n_bytes > CACHE_BYTES and len(self._cache) > 1:
                self._n_bytes -= len(self._cache.popitem(last=False)[1])


def _grouped(ranges: list[Range]) -> Iterable[list[Range]]:
    """Ranges of one pack that are near each other."""
    group: list[Range] = []
    end = 0
    for each in ranges:
        is_near = group and each.pack == group[0].pack and each.begin - end <= _MAX_GAP_BYTES
        if group and not (is_near and each.end - group[0].begin <= _MAX_REQUEST_BYTES):
            yield group
            group = []
        end = max(end, each.end) if group else each.end
        group.append(each)
    if group:
        yield group
