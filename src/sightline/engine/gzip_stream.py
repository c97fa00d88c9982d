"""Decompresses gzip bytes, forward from any place that was reached before."""

from __future__ import annotations

import errno
from typing import Any

from zlib_ng import zlib_ng

from sightline.engine.reader import ByteSource

_READ_BYTES = 64 << 10
_PIECE_BYTES = 256 << 10
_GZIP = 31  # zlib's name for "with a gzip header"


class GzipStream:
    """A place in a gzip file, in compressed and in plain bytes; all members of the file are one stream."""

    __slots__ = ("_member", "in_offset", "out_offset")

    def __init__(self) -> None:
        self.in_offset = 0
        self.out_offset = 0
        self._member: Any = None  # None between two members

    def copy(self) -> GzipStream:
        """A copy of the place, to continue from independently. Costs about 40 KB."""
        twin = GzipStream()
        twin.in_offset, twin.out_offset = self.in_offset, self.out_offset
        twin._member = None if self._member is None else self._member.copy()
        return twin

    def next(self, source: ByteSource) -> bytes:
        """The next piece, at most 256 KB; nothing where the compressed bytes end. OSError where damaged."""
        while True:
            data = source.read(self.in_offset, _READ_BYTES)
            if self._member is None:
                data = self._begin_member(data)
                if self._member is None:
                    if not data and not source.read(self.in_offset, 1):
                        return b""
                    continue
            piece, n_consumed = self._decompress(data)
            if piece:
                return piece
            if n_consumed == 0 and self._member is not None:
                return b""

    def _begin_member(self, data: bytes) -> bytes:
        """Skip zeros between members, as gzip does."""
        rest = data.lstrip(b"\0")
        self.in_offset += len(data) - len(rest)
        if rest:
            self._member = zlib_ng.decompressobj(_GZIP)
        return rest

    def _decompress(self, data: bytes) -> tuple[bytes, int]:
        member = self._member
        try:
            piece: bytes = member.decompress(data, _PIECE_BYTES)
        except zlib_ng.error as error:
            raise OSError(errno.EIO, f"the gzip data is damaged near byte {self.in_offset:,}") from error
        n_consumed = len(data) - len(member.unconsumed_tail) - len(member.unused_data)
        self.in_offset += n_consumed
        self.out_offset += len(piece)
        if member.eof:
            self._member = None
        return piece, n_consumed
