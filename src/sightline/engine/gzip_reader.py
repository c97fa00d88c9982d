"""Event files that were compressed (`events.out.tfevents.*.gz`), wherever another reader finds them.

They may grow, as any event file may, and end anywhere.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from sightline import _native
from sightline.engine.gzip_index import GzipIndex
from sightline.engine.gzip_stream import GzipStream
from sightline.engine.passing_reader import PassingReader
from sightline.engine.reader import (
    ByteSource,
    Loaded,
    Reader,
    ReplacedError,
    Stat,
    is_event_file,
    load_each,
)

_MAX_INDEXES = 64


class GzipFile:
    """The content of an open gzip file. Reading in order decompresses each byte once."""

    def __init__(self, source: ByteSource, index: GzipIndex) -> None:
        self._source = source
        self._index = index
        self._stat = source.stat()
        with index.lock:
            index.extend(source, self._stat)
            self.size = index.n_bytes
            self._problem = index.problem
        self._cursor: GzipStream | None = None
        self._piece = b""  # what the cursor decompressed last

    def stat(self) -> Stat:
        """The stat of the compressed file."""
        return self._stat

    def read(self, offset: int, length: int, /) -> bytes:
        """A range of the content."""
        length = min(length, self.size - offset)
        if length <= 0:
            if self._problem is not None:
                raise OSError(*self._problem.args)
            return b""
        with self._index.lock:
            recent = self._index.recent(offset, length)
        return recent or self._decompress(offset)[:length]

    def _decompress(self, offset: int) -> bytes:
        """The content from an offset to the end of its piece."""
        cursor = self._seek(offset)
        while cursor.out_offset <= offset:
            try:
                self._piece = cursor.next(self._source)
            except OSError as error:
                raise ReplacedError(f"the content changed: {error}") from error
            if not self._piece:
                raise ReplacedError("the content is shorter than it was")
        return self._piece[offset - cursor.out_offset :]

    def _seek(self, offset: int) -> GzipStream:
        with self._index.lock:
            place = self._index.place_before(offset)
            cursor = self._cursor
            is_behind = cursor is None or offset < cursor.out_offset - len(self._piece)
            if cursor is None or is_behind or place.out_offset > cursor.out_offset:
                cursor, self._piece = place.copy(), b""
        self._cursor = cursor
        return cursor

    def __enter__(self) -> GzipFile:
        return self

    def __exit__(self, *args: object) -> None:
        with self._index.lock:
            self._index.rest()
        self._source.__exit__(*args)


class GzipReader(PassingReader):
    """Another reader, with compressed event files opened as what they hold."""

    def __init__(self, inner: Reader) -> None:
        super().__init__(inner)
        self._indexes: OrderedDict[str, GzipIndex] = OrderedDict()
        self._lock = Lock()

    def open(self, path: str) -> ByteSource:
        """Open a file; the content of a compressed event file."""
        source = self.inner.open(path)
        if not _is_compressed(path):
            return source
        try:
            return GzipFile(source, self._index(path, source))
        except BaseException:
            source.__exit__()
            raise

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        """Read small files; at once where none is compressed."""
        if not any(map(_is_compressed, paths)):
            return self.inner.load(paths, segments, final_before_secs=final_before_secs, max_bytes=max_bytes)
        return load_each(self, paths, segments, final_before_secs=final_before_secs, max_bytes=max_bytes)

    def _index(self, path: str, source: ByteSource) -> GzipIndex:
        with self._lock:
            index = self._indexes.get(path) or GzipIndex()
        with index.lock:
            if not index.fits(source, source.stat()):
                index = GzipIndex()
        with self._lock:
            self._indexes[path] = index
            self._indexes.move_to_end(path)
            if len(self._indexes) > _MAX_INDEXES:
                self._indexes.popitem(last=False)
        return index


def _is_compressed(path: str) -> bool:
    return path.endswith(".gz") and is_event_file(path.rpartition("/")[2])
