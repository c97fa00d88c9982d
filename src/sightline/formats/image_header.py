"""Reads image headers: size, depth, channels, frames; nothing is decoded."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

from sightline.formats.media_type import media_type

_PNG_CHANNELS = {0: 1, 2: 3, 3: 3, 4: 2, 6: 4}
# Start-of-frame markers of JPEG; C4, C8 and CC between them are tables.
_JPEG_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_MAX_CHUNKS = 1000
# 8192 × 8192; decoded that is 256 MiB.
MAX_PIXELS = 1 << 26


@dataclass(frozen=True, slots=True)
class Header:
    """Size in pixels, bits a channel, channels, and frames (0: animated, of unknown number)."""

    width: int
    height: int
    bit_depth: int = 8
    n_channels: int = 3
    n_frames: int = 1


def read_header(data: bytes) -> Header | None:
    """Return the header in the first bytes; None where it is unknown or invalid."""
    parse = _PARSERS.get(media_type(data))
    try:
        return parse(data) if parse else None
    except (struct.error, IndexError):
        return None


def too_large(header: Header | None) -> str | None:
    """A sentence where a header claims more pixels than the limit, else None."""
    if header is None or header.width * header.height <= MAX_PIXELS:
        return None
    size = f"{header.width:,} × {header.height:,}"
    return f"the image header claims {size} pixels, more than the limit of {MAX_PIXELS:,}; it is not decoded"


def _png(data: bytes) -> Header | None:
    if data[12:16] != b"IHDR":
        return None
    width, height, depth, color = struct.unpack_from(">IIBB", data, 16)
    return Header(width, height, depth, _PNG_CHANNELS.get(color, 0), _apng_frames(data))


def _apng_frames(data: bytes) -> int:
    """The number of frames from the acTL chunk, which stands before the pixels of an animated PNG."""
    at = 8
    for _ in range(_MAX_CHUNKS):
        if at + 12 > len(data) or data[at + 4 : at + 8] == b"IDAT":
            return 1
        if data[at + 4 : at + 8] == b"acTL":
            return max(1, int(struct.unpack_from(">I", data, at + 8)[0]))
        at += 12 + int(struct.unpack_from(">I", data, at)[0])
    return 1


def _jpeg(data: bytes) -> Header | None:
    at = 2
    for _ in range(_MAX_CHUNKS):
        if data[at] != 0xFF:
            return None
        if data[at + 1] in _JPEG_FRAMES:
            depth, height, width, n_channels = struct.unpack_from(">BHHB", data, at + 4)
            return Header(width, height, depth, n_channels)
        at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])
    return None


def _gif(data: bytes) -> Header:
    """The screen, or the first frame where that is larger: browsers allocate it."""
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    at = 13 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0)
    for _ in range(_MAX_CHUNKS):
        if data[at : at + 1] != b"!":
            break
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    if data[at : at + 1] == b",":
        left, top, frame_width, frame_height = struct.unpack_from("<HHHH", data, at + 1)
        width, height = max(width, left + frame_width), max(height, top + frame_height)
    return Header(width, height, n_frames=0)


def _webp(data: bytes) -> Header | None:
    form = data[12:16]
    if form == b"VP8X":
        flags = data[20]
        width, height = (1 + int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
        return Header(width, height, 8, 4 if flags & 0x10 else 3, 0 if flags & 0x02 else 1)
    if form == b"VP8L":
        bits = int(struct.unpack_from("<I", data, 21)[0])
        return Header(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF), n_channels=4)
    if form == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Header(width & 0x3FFF, height & 0x3FFF)
    return None


def _bmp(data: bytes) -> Header:
    width, height = struct.unpack_from("<ii", data, 18)
    return Header(abs(width), abs(height))


def _avif(data: bytes) -> Header | None:
    """The size is in an `ispe` box, somewhere in the first kilobytes; of several the largest counts."""
    sizes, at = [], data.find(b"ispe", 0, 1 << 16)
    while at >= 0:
        sizes.append(struct.unpack_from(">II", data, at + 8))
        at = data.find(b"ispe", at + 4, 1 << 16)
    return Header(*max(sizes, key=lambda size: size[0] * size[1])) if sizes else None


_PARSERS: dict[str, Callable[[bytes], Header | None]] = {
    "image/avif": _avif,
    "image/bmp": _bmp,
    "image/gif": _gif,
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
}
