"""Remote places as a reader: one listing for a whole root, ranges of objects, requests counted."""

from __future__ import annotations

import errno
import glob
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from threading import Event
from typing import TypeVar

from sightline import _native
from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.reader import Entry, Loaded, Stat, is_event_file
from sightline.engine.remote.address import Address, parse
from sightline.engine.remote.errors import ChangedError
from sightline.engine.remote.listing import Listing, stat_of
from sightline.engine.remote.places import Places
from sightline.engine.remote.read_ahead import ReadAhead
from sightline.engine.remote.request_log import Usage
from sightline.engine.remote.retry import Retry
from sightline.engine.remote.store import Fetched, Object

_N_REQUESTS = 32  # at a time
_MAX_PARKED = 4
# Whether a place exists is not asked again for so long after it could not be listed.
_FAILURE_SECS = 5.0
_Result = TypeVar("_Result")


class RemoteFile:
    """An open object. Closing it gives what was requested ahead to the next one who opens it."""

    def __init__(self, ahead: ReadAhead, path: str, on_close: Callable[[str, ReadAhead], None]) -> None:
        self._ahead = ahead
        self._path = path
        self._on_close = on_close

    @property
    def size(self) -> int:
        """How long the object was when it was opened."""
        return self._ahead.object.size

    def stat(self) -> Stat:
        """Size and etag as of the opening."""
        return stat_of(self._path, self._ahead.object)

    def read(self, offset: int, length: int, /) -> bytes:
        """A range."""
        return bytes(self._ahead.lend(offset, length)[:length])

    def lend(self, offset: int, length: int, /) -> memoryview:
        """Bytes of which `length` are needed first, not copied: what of them is in memory, or more."""
        return self._ahead.lend(offset, length)

    def __enter__(self) -> RemoteFile:
        return self

    def __exit__(self, *args: object) -> None:
        self._on_close(self._path, self._ahead)


class RemoteReader:
    """Objects by their addresses. What was listed last is what there is, until the root is listed again."""

    def __init__(self) -> None:
        self._places = Places()
        self._retry = Retry()
        self._lock = threading.Lock()
        self._listings: dict[str, Listing] = {}
        self._unread: set[str] = set()  # tops whose listing nobody has walked yet
        self._n_requests: dict[str, int] = {}
        self._failures: dict[str, tuple[float, OSError]] = {}  # by top: when a listing failed, and why
        self._parked: OrderedDict[str, ReadAhead] = OrderedDict()
        self._pool: DaemonPool | None = None

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        """What is in folders. The top of a root is listed anew, with all that is below it."""
        return [self._entries(path.rstrip("/")) for path in paths]

    def _entries(self, path: str) -> Sequence[Entry] | OSError:
        try:
            listing = self._listing(path)
            if listing is None or listing.top == path:
                listing = self._fresh(path)
            return listing.entries(path)
        except OSError as error:
            return error

    def stat(self, path: str) -> Stat:
        """What is at a path, by the last listing; where there is none, by asking."""
        listing = self._listing(path)
        if listing is not None:
            return listing.stat(path)
        address = parse(path)
        if address.key and "." in address.key.rpartition("/")[2]:
            try:
                return stat_of(path, self._head(address))
            except FileNotFoundError:
                pass  # a folder with a dot in its name
        top = _fixed_part(path)
        failed_at, error = self._failures.get(top, (-math.inf, None))
        if error is not None and time.monotonic() - failed_at < _FAILURE_SECS:
            raise error
        return self._list_anew(top).stat(path)

    def stat_known(self, paths: Sequence[str]) -> Sequence[Stat | None]:
        """Nothing: one listing tells of all, and is made anyway."""
        return [None] * len(paths)

    def open(self, path: str) -> RemoteFile:
        """Open an object. It is not requested before its first bytes are read."""
        with self._lock:
            parked = self._parked.pop(path, None)
        found = self._object(path)
        if parked is not None and parked.object == found:
            return RemoteFile(parked, path, self._park)
        ahead = ReadAhead(found, self._fetcher(parse(path)), self._submit, may_change=is_event_file(path))
        return RemoteFile(ahead, path, self._park)

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        """Read small objects, each as a whole by one request, many at a time."""
        waiting = [
            self._submit(partial(self._whole, path)) if segment.offset == 0 else None
            for path, segment in zip(paths, segments, strict=True)
        ]
        return [
            OSError(errno.ESTALE, "one request reads it as a whole", path)
            if future is None
            else _load(future, path, segment, final_before_secs, max_bytes)
            for future, path, segment in zip(waiting, paths, segments, strict=True)
        ]

    def absolute(self, path: str) -> str:
        """An address in its plain form."""
        return str(parse(path))

    def glob(self, pattern: str) -> Sequence[str]:
        """The folders and objects that match, by one listing of the folder above the first wildcard."""
        return self._fresh(_fixed_part(pattern)).glob(pattern)

    def resolve(self, path: str) -> str:
        """An address without `..`; there are no links."""
        return str(parse(path))

    def changes(self, path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
        """Nobody reports changes in a remote place."""
        raise NotImplementedError(f"changes of {path} are not reported")

    def pause_secs(self, path: str, interval_secs: float) -> float:
        """Longer than the interval where nothing grows, or where a listing takes many requests."""
        listing = self._listing(path)
        if listing is None:
            return interval_secs
        return listing.pause_secs(interval_secs, self._n_requests.get(listing.top, 1))

    def usage(self, path: str) -> Usage | None:
        """What was requested of the place that a path is in."""
        return self._places.usage(parse(path))

    def stop(self) -> None:
        """The program ends: do not wait for servers that are busy."""
        self._retry.stop()

    def _listing(self, path: str) -> Listing | None:
        """The listing that covers a path; that of the highest folder where there are several."""
        with self._lock:
            found = [listing for listing in self._listings.values() if listing.covers(path)]
        return min(found, key=lambda listing: len(listing.top), default=None)

    def _fresh(self, top: str) -> Listing:
        """A new listing; one that was taken just to look what is there is used first."""
        with self._lock:
            known = self._listings.get(top)
            is_unread = top in self._unread
            self._unread.discard(top)
        if known is not None and is_unread:
            return known
        found = self._list_anew(top)
        with self._lock:
            self._unread.discard(top)
        return found

    def _list_anew(self, top: str) -> Listing:
        address = parse(top)
        store = self._places.store(address)
        n_before = store.log.usage().counts.lists
        try:
            objects = self._objects_below(address)
        except OSError as error:
            self._failures[top] = time.monotonic(), error
            raise
        self._failures.pop(top, None)
        n_requests = store.log.usage().counts.lists - n_before
        listing = Listing(top, objects, address.place, before=self._listings.get(top))
        with self._lock:
            self._listings[top] = listing
            self._n_requests[top] = n_requests
            self._unread.add(top)
        return listing

    def _objects_below(self, address: Address) -> Sequence[Object]:
        """All objects; a listing that was interrupted goes on after the last object that came."""
        store = self._places.store(address)
        found: list[Object] = []

        def list_on() -> None:
            for page in store.list(address.key, after=found[-1].key if found else ""):
                found.extend(page)

        self._retry(list_on)
        return found

    def _head(self, address: Address) -> Object:
        store = self._places.store(address)
        return self._retry(lambda: store.head(address.key))

    def _object(self, path: str) -> Object:
        listing = self._listing(path)
        if listing is None:
            return self._head(parse(path))
        found = listing.objects.get(path)
        if found is None:
            raise FileNotFoundError(f"there is no {path}")
        return found

    def _fetcher(self, address: Address) -> Callable[[int, int, str], Fetched]:
        store = self._places.store(address)
        return lambda begin, end, etag: self._retry(lambda: store.get(address.key, begin, end, etag=etag))

    def _whole(self, path: str) -> tuple[Object, bytes]:
        found = self._object(path)
        if not found.size:
            return found, b""
        fetch = self._fetcher(parse(path))
        try:
            return found, bytes(fetch(0, found.size, found.etag).data)
        except ChangedError:  # it grew; the rest is read when it is listed again
            return found, bytes(fetch(0, found.size, "").data)

    def _submit(self, call: Callable[[], _Result]) -> Future[_Result]:
        with self._lock:
            if self._pool is None:
                self._pool = DaemonPool(_N_REQUESTS, "sightline-remote")
        return self._pool.submit(call)

    def _park(self, path: str, ahead: ReadAhead) -> None:
        if not ahead.is_ahead:
            return
        with self._lock:
            self._parked[path] = ahead
            oldest = self._parked.popitem(last=False)[1] if len(self._parked) > _MAX_PARKED else None
        if oldest is not None:
            oldest.close()


def _fixed_part(path: str) -> str:
    """The folder above the first wildcard of a pattern; all of a plain path."""
    parts = path.split("/")
    n_fixed = next((i for i, part in enumerate(parts) if glob.has_magic(part)), len(parts))
    return "/".join(parts[:n_fixed])


def _load(
    future: Future[tuple[Object, bytes]],
    path: str,
    segment: _native.Segment,
    final_before_secs: float,
    max_bytes: int,
) -> Loaded | OSError:
    try:
        found, data = future.result()
    except OSError as error:
        return error
    is_final = found.modified < final_before_secs
    more = segment.read(_native.WindowSource(data), final=is_final, max_bytes=max_bytes)
    return Loaded(more, stat_of(path, found), len(data))
