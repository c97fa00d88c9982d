"""Files of traces to `Trace`: Chrome's JSON, plain or compressed, and the xplane of TensorFlow and JAX."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from zlib_ng import zlib_ng

from sightline import _native
from sightline.formats.trace import Trace

_PIECE_BYTES = 1 << 20
# Compressed bytes, and what comes of them: small enough to be in the processor's cache still when parsed.
_COMPRESSED_BYTES = 64 << 10
_INFLATED_BYTES = 256 << 10
_GZIP = 31  # zlib's name for "with a gzip header"
_MAX_RATIO = 200  # more growth than this is a bomb; traces grow 10 to 40-fold
_FREE_BYTES = 64 << 20

Progress = Callable[[int, int], object]


class CancelledError(Exception):
    """Reading was stopped by its caller."""


def read_trace(
    source: _native.ByteSource,
    *,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Trace:
    """Read a trace from any source of bytes; gzip is seen by its first bytes.

    `progress(done, total)` gets the bytes of the file. What is damaged is listed in `Trace.problems`.
    """
    return read_spans([source], progress=progress, stop=stop)


def read_spans(
    sources: Sequence[_native.ByteSource],
    *,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Trace:
    """Read what one worker recorded one after the other as one trace, on the clock of the first file."""
    reader = _native.JsonTraceReader()
    total, n_before = sum(source.size for source in sources), 0
    for i, source in enumerate(sources):
        if i:
            reader.next_file()
        for done, piece in _pieces(source, reader):
            reader.feed(piece)
            if progress is not None:
                progress(n_before + done, total)
            if stop is not None and stop.is_set():
                raise CancelledError
        n_before += source.size
    trace = Trace(reader.finish())
    _native.release_free_memory()  # what reading took, and columns do not
    return trace


def _pieces(source: _native.ByteSource, reader: _native.JsonTraceReader) -> Iterator[tuple[int, bytes]]:
    """The text of a file in pieces, each with how much of the file was read by then."""
    is_gzip = source.read(0, 2) == b"\x1f\x8b"
    return _inflated(source, reader) if is_gzip else _plain(source)


def looks_like_json(source: _native.ByteSource) -> bool:
    """Whether a file of any name begins as a trace does: JSON, plain or compressed."""
    start = source.read(0, 64)
    if start[:2] == b"\x1f\x8b":
        try:
            start = zlib_ng.decompressobj(_GZIP).decompress(source.read(0, 4096), 64)
        except zlib_ng.error:
            return False
    return start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def read_xplane(source: _native.ByteSource) -> Trace:
    """Read an `.xplane.pb` of TensorFlow or JAX; it is held in memory meanwhile."""
    data = np.empty(source.size, np.uint8)
    offset = 0
    for offset, piece in _plain(source):
        data[offset - len(piece) : offset] = np.frombuffer(piece, np.uint8)
    return Trace(_native.read_xplane(data[:offset]))


def _plain(source: _native.ByteSource, n_bytes: int = _PIECE_BYTES) -> Iterator[tuple[int, bytes]]:
    offset = 0
    while piece := source.read(offset, n_bytes):
        offset += len(piece)
        yield offset, piece


def _inflated(source: _native.ByteSource, reader: _native.JsonTraceReader) -> Iterator[tuple[int, bytes]]:
    """The content of all members; damage ends it, with a note."""
    member = zlib_ng.decompressobj(_GZIP)
    n_out = 0
    is_fresh = True
    for offset, compressed in _plain(source, _COMPRESSED_BYTES):
        data = compressed
        while data:
            if member.eof:
                data = data.lstrip(b"\0")  # padding between members
                member, is_fresh = zlib_ng.decompressobj(_GZIP), True
                continue
            try:
                piece = member.decompress(data, _INFLATED_BYTES)
            except zlib_ng.error:
                reader.add_problem("the compressed data is damaged")
                return
            is_fresh = False
            n_out += len(piece)
            if n_out > max(_FREE_BYTES, offset * _MAX_RATIO):
                reader.add_problem("the compressed data grows beyond all reason")
                return
            if piece:
                yield offset, piece
            data = member.unused_data if member.eof else member.unconsumed_tail
    if not member.eof and not is_fresh:
        reader.add_problem("the compressed data is cut off")
