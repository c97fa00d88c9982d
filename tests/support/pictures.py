"""PNG files byte by byte: depths that Pillow does not write, and headers that lie."""

from __future__ import annotations

import struct
import zlib
from typing import Any

_COLOR = {1: 0, 2: 4, 3: 2, 4: 6}


def png(pixels: Any, *, width: int | None = None, height: int | None = None) -> bytes:
    """The PNG of (height, width, channel) pixels of 8 or 16 bits; a size given goes to the header instead."""
    rows, columns, n_channels = pixels.shape
    depth = 8 * pixels.dtype.itemsize
    size = (columns if width is None else width, rows if height is None else height)
    header = struct.pack(">IIBBBBB", *size, depth, _COLOR[n_channels], 0, 0, 0)
    lines = b"".join(b"\0" + row.astype(pixels.dtype.newbyteorder(">")).tobytes() for row in pixels)
    body = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(lines)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
