"""Whether an encoded picture is whole, by its framing and checksums; nothing is decoded.

Browsers show the upper part of a picture that was cut off and say nothing, so this has to be found here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

from sightline.formats.media_type import media_type

_CUT = "the picture is cut off"


def fault(data: bytes) -> str | None:
    """A sentence on what is missing or damaged; None where it is whole or its form has no mark of it."""
    check = _CHECKS.get(media_type(data))
    return check(data) if check else None


def _png(data: bytes) -> str | None:
    at = 8
    while at + 12 <= len(data):
        length = int(struct.unpack_from(">I", data, at)[0])
        name, end = data[at + 4 : at + 8], at + 8 + length
        if end + 4 > len(data):
            return _CUT
        if zlib.crc32(memoryview(data)[at + 4 : end]) != int(struct.unpack_from(">I", data, end)[0]):
            return f"the picture is damaged: the checksum of its {name.decode('latin-1')} part does not fit"
        if name == b"IEND":
            return None
        at = end + 4
    return _CUT


def _jpeg(data: bytes) -> str | None:
    return None if b"\xff\xd9" in data[-4096:] else _CUT


def _gif(data: bytes) -> str | None:
    return None if data.rstrip(b"\0").endswith(b";") else _CUT


def _webp(data: bytes) -> str | None:
    return None if len(data) >= 8 + int.from_bytes(data[4:8], "little") else _CUT


_CHECKS: dict[str, Callable[[bytes], str | None]] = {
    "image/gif": _gif,
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
}
