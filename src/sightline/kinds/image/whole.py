"""Whether an encoded picture is complete, by its framing and checksums; nothing is decoded.

Browsers show the upper part of a truncated picture without an error, so it has to be found here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

from sightline.formats.media_type import media_type

_TRUNCATED = "the image is truncated"


def fault(data: bytes) -> str | None:
    """What is missing or corrupt; None where the picture is complete or its format has no check."""
    check = _CHECKS.get(media_type(data))
    return check(data) if check else None


def _png(data: bytes) -> str | None:
    at = 8
    while at + 12 <= len(data):
        length = int(struct.unpack_from(">I", data, at)[0])
        name, end = data[at + 4 : at + 8], at + 8 + length
        if end + 4 > len(data):
            return _TRUNCATED
        if zlib.crc32(memoryview(data)[at + 4 : end]) != int(struct.unpack_from(">I", data, end)[0]):
            return f"the image is corrupt: wrong checksum in its {name.decode('latin-1')} chunk"
        if name == b"IEND":
            return None
        at = end + 4
    return _TRUNCATED


def _jpeg(data: bytes) -> str | None:
    return None if b"\xff\xd9" in data[-4096:] else _TRUNCATED


def _gif(data: bytes) -> str | None:
    return None if data.rstrip(b"\0").endswith(b";") else _TRUNCATED


def _webp(data: bytes) -> str | None:
    return None if len(data) >= 8 + int.from_bytes(data[4:8], "little") else _TRUNCATED


_CHECKS: dict[str, Callable[[bytes], str | None]] = {
    "image/gif": _gif,
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
}
