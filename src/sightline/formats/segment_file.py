"""Files of saved segments: Arrow files of one batch, a row for each event file, mapped when they are used.

Any Arrow reader opens one; its columns are described in docs/cache.md. Sightline itself goes by the directory
that lies between the batch and Arrow's footer, with the checksum of all that is not a segment. Each segment
has two of its own: of what a list of runs needs, so that listing many reads little, and of all of it.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.formats.arrow_message import CONTINUES, END_OF_STREAM, batch_message, footer

# Changes with the layout here, and with what the scan takes from an event file.
VERSION = 4

_ARROW = b"ARROW1"
_MAGIC = b"SLSEGMNT"
_DIRECTORY = struct.Struct("<8sIIQQ")  # magic, version, checksum, rows, where the body begins
_ALIGN = 64
# What the columns of a segment hold, in the order of native/core/scan/segment_image.h.
_SEGMENT_COLUMNS = {
    "state": "uint64",
    "texts": "uint8",
    "text_ends": "uint32",
    "tags": "uint64",
    "chunks": "uint64",
    "references": "uint64",
    "session_starts": "uint64",
    "damage": "uint64",
    "digests": "uint64",
    "steps": "int64",
    "wall_times": "float64",
    "values32": "float32",
    "values64": "float64",
}
_KEY_COLUMNS = {"path": "uint8", "identity": "uint8", "version": "uint8", "checks": "uint64"}
SEGMENT_COLUMNS = tuple(_SEGMENT_COLUMNS)
_CHECKS = 3
_COLUMNS = {**_KEY_COLUMNS, **_SEGMENT_COLUMNS}
_ITEM_BYTES = [np.dtype(kind).itemsize for kind in _COLUMNS.values()]


class SegmentKey(NamedTuple):
    """Which event file a segment is of, and in which state of it it was saved."""

    path: str
    identity: str
    size: int
    version: str = ""  # where every change of the content has a name


# An event file as it is now: size, time of the last change, identity, whether it is a directory, version.
FileState = tuple[int, float, str, bool, str]


class SegmentFile:
    """A mapped file of saved segments. Rows are looked up without an object for each: there may be many."""

    def __init__(
        self, mapped: _native.SavedFile, rows: _native.SavedRows, ranges: Callable[[], NDArray[np.uint64]]
    ) -> None:
        self._mapped = mapped
        self.rows = rows
        self._ranges = ranges

    def __len__(self) -> int:
        return len(self.rows)

    def key(self, row: int) -> SegmentKey:
        """Of what a row was made."""
        path, identity, size, version = self.rows.key(row)
        return SegmentKey(os.fsdecode(path), _decoded(identity), size, _decoded(version))

    def paths(self) -> list[str]:
        """The path of the event file of each row."""
        return self.rows.paths()

    def find(self, identity: str) -> int | None:
        """The row of an event file."""
        return self.rows.find(identity)

    def segment(self, row: int) -> _native.Segment | None:
        """The segment in a row; None where it is damaged."""
        return self.rows.segment(row)

    @property
    def ranges(self) -> NDArray[np.uint64]:
        """The (offset, bytes) in the file of each column of each segment, as `SEGMENT_COLUMNS` names them."""
        return self._ranges()

    def bytes(self) -> NDArray[np.uint8]:
        """The whole file, mapped."""
        return self._mapped.bytes()

    def forget_pages(self) -> None:
        """Give the memory of the file back to the system; what is used is read again."""
        self._mapped.forget_pages()


def write_segments(path: str | os.PathLike[str], rows: Sequence[tuple[SegmentKey, _native.Segment]]) -> None:
    """Write a new file; raises OSError, and what was written then is of no use."""
    images = [segment.image() for _, segment in rows]
    keys = [_key_parts(key, image.checksums) for (key, _), image in zip(rows, images, strict=True)]
    lengths = np.array(
        [[*(len(part) for part in parts), *image.lengths] for parts, image in zip(keys, images, strict=True)],
        np.int64,
    )
    lengths[:, _CHECKS] = 2  # words
    layout = _Layout(lengths)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    fd = os.open(path, flags, 0o600)
    try:
        _write_at(fd, 0, layout.head)
        n_keys = len(_KEY_COLUMNS)
        for column, (offsets_at, data_at) in enumerate(layout.places):
            _write_at(fd, offsets_at, layout.offsets(column).tobytes())
            if column < n_keys:
                _write_at(fd, data_at, b"".join(parts[column] for parts in keys))
            else:
                _native.write_images(fd, data_at, images, column - n_keys)
        key_parts = [parts[column] for column in range(n_keys) for parts in keys]
        _write_at(fd, layout.body_end, layout.tail(key_parts))
    finally:
        os.close(fd)


def open_segments(path: str | os.PathLike[str]) -> SegmentFile | None:
    """Map a file; None where it is missing, damaged, or of another version."""
    mapped = _native.SavedFile.open(os.fspath(path))
    if mapped is None:
        return None
    try:
        return _read(mapped)
    except (ValueError, IndexError, struct.error, UnicodeDecodeError):
        return None


def unchanged_segments(
    files: Iterable[SegmentFile], event_files: Sequence[FileState]
) -> list[_native.Segment | None]:
    """The segments of event files that are what they were when all of them was saved; None for others.

    They are taken apart when somebody asks for more than is shown in a list. Of a file with many, only what
    that list needs is checked before; where the rest is damaged, their event file is read again.
    """
    return _native.unchanged_segments([file.rows for file in files], list(event_files))


def _key_parts(key: SegmentKey, checksums: int) -> tuple[bytes, ...]:
    texts = (os.fsencode(key.path), _encoded(key.identity), _encoded(key.version))
    return *texts, struct.pack("<2Q", key.size, checksums)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _write_at(fd: int, offset: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        done = os.pwrite(fd, view, offset)
        view = view[done:]
        offset += done


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGN) * _ALIGN


class _Layout:
    """Where everything goes: schema, batch, directory, footer."""

    def __init__(self, lengths: NDArray[np.int64]) -> None:
        self._lengths = lengths
        self.n_rows = len(lengths)
        self.ends = np.cumsum(lengths, axis=0)
        n_offset_bytes = (self.n_rows + 1) * 8
        at, places, buffers = 0, [], []
        for column, item_bytes in enumerate(_ITEM_BYTES):
            n_bytes = int(self.ends[-1, column]) * item_bytes
            data_at = _aligned(at + n_offset_bytes)
            places.append((at, data_at))
            buffers += [0, 0, at, n_offset_bytes, 0, 0, data_at, n_bytes]
            at = _aligned(data_at + n_bytes)
        nodes = [
            number
            for column in range(len(_COLUMNS))
            for number in (self.n_rows, 0, int(self.ends[-1, column]), 0)
        ]
        schema = _ARROW + bytes(2) + _schema_message()
        metadata = batch_message(self.n_rows, nodes, buffers, at)
        metadata += bytes(-(len(schema) + 8 + len(metadata)) % _ALIGN)
        message = CONTINUES + struct.pack("<i", len(metadata)) + metadata
        self.head = schema + message
        self._batch_at, self._n_message, self._n_body = len(schema), len(message), at
        self.body_at = len(self.head)
        self.body_end = self.body_at + at
        self.places = [(self.body_at + offsets, self.body_at + data) for offsets, data in places]

    def offsets(self, column: int) -> NDArray[np.int64]:
        """Where each row of a column begins, and the last one ends."""
        return np.concatenate([np.zeros(1, np.int64), self.ends[:, column]])

    def tail(self, key_parts: list[bytes]) -> bytes:
        """All that comes behind the columns."""
        checked = [self.offsets(column).tobytes() for column in range(len(_COLUMNS))]
        checksum = _native.crc32c(b"".join([self.head, *checked, *key_parts]))
        directory = _DIRECTORY.pack(_MAGIC, VERSION, checksum, self.n_rows, self.body_at)
        block = (self._batch_at, self._n_message, self._n_body)
        end = footer(_schema_message(), block)
        return END_OF_STREAM + directory + end + struct.pack("<i", len(end)) + _ARROW


def _read(mapped: _native.SavedFile) -> SegmentFile | None:
    data = mapped.bytes()
    n_footer = struct.unpack("<i", data[-10:-6].tobytes())[0]
    directory_at = len(data) - 10 - n_footer - _DIRECTORY.size
    if data[-6:].tobytes() != _ARROW or n_footer < 0 or directory_at < 0:
        return None
    found = data[directory_at : directory_at + _DIRECTORY.size].tobytes()
    magic, version, checksum, n_rows, body_at = _DIRECTORY.unpack(found)
    if magic != _MAGIC or version != VERSION or not 0 < n_rows < len(data) or body_at > directory_at:
        return None
    return _read_columns(mapped, data, n_rows, body_at, checksum)


def _read_columns(
    mapped: _native.SavedFile, data: NDArray[np.uint8], n_rows: int, body_at: int, checksum: int
) -> SegmentFile | None:
    n_offset_bytes = (n_rows + 1) * 8
    checked = [data[:body_at]]
    at = body_at
    starts, offsets_at, offsets = [], [], []
    for item_bytes in _ITEM_BYTES:
        raw = data[at : at + n_offset_bytes]
        offsets_at.append(at)
        column = raw.view(np.int64)
        data_at = _aligned(at + n_offset_bytes)
        at = _aligned(data_at + int(column[-1]) * item_bytes)
        if at > len(data) or at < data_at:
            return None
        checked.append(raw)
        offsets.append(column)
        starts.append(data_at)
    for i in range(len(_KEY_COLUMNS)):
        n_bytes = int(offsets[i][-1]) * _ITEM_BYTES[i]
        checked.append(data[starts[i] : starts[i] + n_bytes])
    found = 0
    for part in checked:
        found = _native.crc32c(part.tobytes(), found)
    if found != checksum:
        return None
    places = np.array([*zip(offsets_at, starts, _ITEM_BYTES, strict=True)], np.uint64)
    rows = mapped.rows(places, n_rows)
    return None if rows is None else SegmentFile(mapped, rows, partial(_ranges, starts, offsets))


def _ranges(starts: Sequence[int], offsets: Sequence[NDArray[np.int64]]) -> NDArray[np.uint64]:
    columns = np.stack(offsets)  # column, row
    widths = np.array(_ITEM_BYTES, np.int64)[:, None]
    begins = np.array(starts, np.int64)[:, None] + columns[:, :-1] * widths
    sizes = np.diff(columns, axis=1) * widths
    ranges = np.stack([begins, sizes], axis=-1).transpose(1, 0, 2).astype(np.uint64)
    return np.ascontiguousarray(ranges[:, len(_KEY_COLUMNS) :])


@lru_cache(maxsize=1)
def _schema_message() -> bytes:
    """The schema as Arrow's message: every column is a list, with 64-bit offsets."""
    import nanoarrow as na
    from nanoarrow.c_array_stream import CArrayStream
    from nanoarrow.ipc import StreamWriter

    fields = {name: na.large_list(getattr(na, kind)(False)) for name, kind in _COLUMNS.items()}
    schema = na.c_schema(na.struct(fields))
    out = io.BytesIO()
    StreamWriter.from_writable(out).serialize_stream(CArrayStream.from_c_arrays([], schema))
    return out.getvalue().removesuffix(END_OF_STREAM)
