"""What is known of one gzip file: how long its content is, and places to begin decompressing from.

When idle it holds 64 KB of content and at most 32 places of about 40 KB each; while the file is read, up to
8 MB of content. A file is decompressed once to learn its length; a larger one, once more to be read.
"""

from __future__ import annotations

import bisect
import errno
from threading import Lock

from sightline.engine.gzip_stream import GzipStream
from sightline.engine.reader import ByteSource, Stat

_MAX_PLACES = 32
_RECENT_BYTES = 8 << 20
_REST_BYTES = 64 << 10
_TAIL_BYTES = 64
# Logs shrink to about a tenth. A file that grows more than this is a bomb, unless it is small.
MAX_RATIO = 200
FREE_BYTES = 64 << 20


class GzipIndex:
    """Grows with its file. Guarded by its lock, so that several readers may share it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.problem: OSError | None = None  # why the content ends before the file does
        self._stat: Stat | None = None
        self._end = GzipStream()
        self._places = [GzipStream()]
        self._spacing = 4 << 20
        self._recent = bytearray()  # the content before the end
        self._tail = b""  # the compressed bytes before the end

    @property
    def n_bytes(self) -> int:
        """How many bytes of content there are, as far as the file was decompressed."""
        return self._end.out_offset

    def fits(self, source: ByteSource, stat: Stat) -> bool:
        """Whether this is still the file: the same, or longer."""
        if self._stat is None or self._stat == stat:
            return True
        if self.problem is not None or source.size < self._end.in_offset:
            return False
        return source.read(self._end.in_offset - len(self._tail), len(self._tail)) == self._tail

    def extend(self, source: ByteSource, stat: Stat) -> None:
        """Decompress what is new."""
        if self._stat == stat:
            return
        self._stat = stat
        try:
            while piece := self._end.next(source):
                self._add(piece)
        except OSError as error:
            self.problem = error
        n_tail = min(_TAIL_BYTES, self._end.in_offset)
        self._tail = source.read(self._end.in_offset - n_tail, n_tail)

    def recent(self, offset: int, length: int) -> bytes | None:
        """A range of content that is still in memory."""
        start = offset - (self.n_bytes - len(self._recent))
        return bytes(self._recent[start : start + length]) if start >= 0 else None

    def place_before(self, offset: int) -> GzipStream:
        """The last place before an offset to decompress from; the caller copies it."""
        at = bisect.bisect_right(self._places, offset, key=lambda place: place.out_offset)
        return self._places[at - 1]

    def rest(self) -> None:
        """Free memory; nobody reads the file now."""
        del self._recent[: max(0, len(self._recent) - _REST_BYTES)]

    def _add(self, piece: bytes) -> None:
        self._recent += piece
        if len(self._recent) > _RECENT_BYTES:
            del self._recent[: len(self._recent) - _RECENT_BYTES // 2]
        if self.n_bytes > max(FREE_BYTES, MAX_RATIO * self._end.in_offset):
            text = f"it grows more than {MAX_RATIO}-fold when decompressed; the rest is not read"
            raise OSError(errno.EFBIG, text)
        if self.n_bytes - self._places[-1].out_offset >= self._spacing:
            self._places.append(self._end.copy())
        if len(self._places) > _MAX_PLACES:
            self._places = self._places[::2]
            self._spacing *= 2
