"""A source of bytes read in order: small reads come from a window, not each from the file."""

from __future__ import annotations

from sightline import _native

_WINDOW_BYTES = 1 << 16


class ByteWindow:
    """Bytes by position; ValueError where the source ends before."""

    def __init__(self, source: _native.ByteSource) -> None:
        self._source = source
        self._begin = 0
        self._bytes = b""

    @property
    def size(self) -> int:
        """How many bytes the source has."""
        return self._source.size

    def read(self, offset: int, length: int) -> bytes:
        """Exactly these bytes."""
        at = offset - self._begin
        if at < 0 or at + length > len(self._bytes):
            if offset < 0 or length < 0 or offset + length > self._source.size:
                raise ValueError("the file ends too early")
            self._begin, at = offset, 0
            self._bytes = read_all(self._source, offset, max(length, _WINDOW_BYTES))
            if len(self._bytes) < length:
                raise ValueError("the file ends too early")
        return self._bytes[at : at + length]

    def varint(self, offset: int) -> tuple[int, int]:
        """A protobuf number and the offset behind it."""
        value = 0
        for shift in range(0, 70, 7):
            byte = self.read(offset, 1)[0]
            offset += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, offset
        raise ValueError("a number has more than ten bytes")


def read_all(source: _native.ByteSource, offset: int, length: int) -> bytes:
    """So many bytes, or what there is of them: one call of a source may give fewer."""
    parts: list[bytes] = []
    while length > 0 and (part := source.read(offset, length)):
        parts.append(part)
        offset += len(part)
        length -= len(part)
    return b"".join(parts)
