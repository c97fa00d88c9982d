"""Everything that is not a scalar: where each value is in its event file, read on request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.engine.reader import LEFT_ALONE, ByteSource, Identity, Reader
from sightline.engine.segment import Steps, TagMeta, WallTimes

RECORD_HEADER_BYTES = 12


class Location(NamedTuple):
    """Where one value is: the file, the record (checked when read) and the value's bytes inside it."""

    path: str
    identity: Identity
    record_offset: int
    value_offset: int
    value_length: int


@dataclass(frozen=True)
class ItemIndex:
    """The values of one tag, kind and run as columns, in order. `superseded` is None where nothing is."""

    meta: TagMeta
    step: Steps
    wall_time: WallTimes
    superseded: NDArray[np.bool_] | None
    files: Sequence[tuple[str, Identity]]
    file: NDArray[np.uint32]
    what: NDArray[np.uint8]
    record_offset: NDArray[np.uint64]
    value_offset: NDArray[np.uint64]
    value_length: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.step)

    def location(self, index: int) -> Location:
        """Where the value of a row is."""
        path, identity = self.files[self.file[index]]
        offsets = self.record_offset[index], self.value_offset[index], self.value_length[index]
        return Location(path, identity, *map(int, offsets))

    def without_superseded(self) -> NDArray[np.intp]:
        """The numbers of the rows that no restart has superseded."""
        if self.superseded is None:
            return np.arange(len(self), dtype=np.intp)
        return np.flatnonzero(~self.superseded)


class ItemReader:
    """Reads values from event files; the latest ones are cached, within a bound."""

    def __init__(self, reader: Reader, max_bytes: int = 32 << 20, *, folder: object = None) -> None:
        self._reader = reader
        self._folder = folder
        self._max_bytes = max_bytes
        self._n_bytes = 0
        self._cache: OrderedDict[Location, bytes] = OrderedDict()
        self._embedded: dict[tuple[str, int], bytes] = {}  # by path and value offset
        self._lock = Lock()

    def embed(self, path: str, value_offset: int, data: bytes) -> None:
        """Answer for a value from memory from now on: it is in an index."""
        self._embedded[path, value_offset] = data

    def read(self, location: Location) -> bytes:
        """The bytes of the value, a serialized Summary.Value (or the payload of a graph or the like).

        Raises OSError when the file is gone, ValueError when the record is damaged or the file another one.
        """
        embedded = self._embedded.get((location.path, location.value_offset))
        if embedded is not None and len(embedded) == location.value_length:
            return embedded
        with self._lock:
            data = self._cache.get(location)
            if data is not None:
                self._cache.move_to_end(location)
                return data
        data = self._read(location)
        self._store(location, data)
        return data

    def read_prefix(self, location: Location, max_bytes: int) -> bytes:
        """The first bytes of the value, without the check of its record: only for hints, such as a size.

        Raises OSError when the file is gone, ValueError when it is another one.
        """
        with self._lock:
            data = self._cache.get(location)
        if data is not None:
            return data[:max_bytes]
        with self._open(location) as source:
            return source.read(location.value_offset, min(location.value_length, max_bytes))

    def _store(self, location: Location, data: bytes) -> None:
        if len(data) > self._max_bytes // 4:
            return
        with self._lock:
            if location not in self._cache:
                self._cache[location] = data
                self._n_bytes += len(data)
            while self._n_bytes > self._max_bytes:
                self._n_bytes -= len(self._cache.popitem(last=False)[1])

    def _read(self, location: Location) -> bytes:
        with self._open(location) as source:
            record = _native.read_record(source, location.record_offset)
        begin = location.value_offset - location.record_offset - RECORD_HEADER_BYTES
        return record[begin : begin + location.value_length]

    @contextmanager
    def _open(self, location: Location) -> Iterator[ByteSource]:
        if location.identity == LEFT_ALONE:
            raise ValueError(
                f"it is in {location.path}, and a server reads no local files for an index in a bucket: "
                "give that log directory beside --index"
            )
        with self._reader.open(location.path) as source:
            if source.stat().identity != location.identity:
                raise ValueError(f"{location.path} was replaced by another file")
            yield source
