"""A log that is no event file, read as one: its events, framed as records."""

from __future__ import annotations

import errno
import struct

from sightline import _native
from sightline.engine.kind import LogFormat
from sightline.engine.reader import ByteSource, Stat

# Such a file is read as a whole whenever it has grown.
MAX_BYTES = 64 << 20


class EventsOf:
    """The bytes of an event file with the same content. Owns its source."""

    def __init__(self, source: ByteSource, log: LogFormat) -> None:
        """Read and convert the whole file. Raises OSError with the reason where that cannot be done."""
        try:
            self._stat = source.stat()
            self._records = _records(source, self._stat, log)
        finally:
            source.__exit__()
        self.size = len(self._records)

    def stat(self) -> Stat:
        """The stat of the file itself."""
        return self._stat

    def read(self, offset: int, length: int, /) -> bytes:
        """A range of the records."""
        return bytes(memoryview(self._records)[offset : offset + length])

    def __enter__(self) -> EventsOf:
        return self

    def __exit__(self, *args: object) -> None:
        self._records = bytearray()


def _records(source: ByteSource, stat: Stat, log: LogFormat) -> bytearray:
    if source.size > MAX_BYTES:
        raise OSError(errno.EFBIG, f"{log.title} is read up to {MAX_BYTES >> 20} MiB, and has more")
    records = bytearray()
    try:
        for event in log.events(_content(source), stat.modified):
            records += _record(event)
    except (ValueError, RecursionError) as error:
        raise OSError(errno.EINVAL, f"not readable as {log.title}: {error}") from error
    return records


def _content(source: ByteSource) -> bytes:
    pieces = []
    n_bytes = 0
    while piece := source.read(n_bytes, source.size - n_bytes):
        pieces.append(piece)
        n_bytes += len(piece)
    return b"".join(pieces)


def _record(event: bytes) -> bytes:
    length = struct.pack("<Q", len(event))
    return length + _masked_crc(length) + event + _masked_crc(event)


def _masked_crc(data: bytes) -> bytes:
    crc = _native.crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)
