"""A good record around a tensor of zeros that is as long as you like and takes no room on the disk."""

from __future__ import annotations

import os
import struct
from typing import BinaryIO

from sightline import _native
from sightline.formats import messages
from support.records import mask_crc, masked_crc


def write_zeros(file: BinaryIO, n_bytes: int) -> None:
    """Append a record whose event has one tensor of zeros, without holding it."""
    head = _event_head(n_bytes)
    length = struct.pack("<Q", len(head) + n_bytes)
    file.write(length + struct.pack("<I", masked_crc(length)) + head)
    file.seek(n_bytes, os.SEEK_CUR)
    piece, crc = bytes(1 << 20), _native.crc32c(head)
    for done in range(0, n_bytes, len(piece)):
        crc = _native.crc32c(piece[: n_bytes - done], crc)
    file.write(struct.pack("<I", mask_crc(crc)))


def _event_head(n_bytes: int) -> bytes:
    """An event up to the bytes of its tensor, which are the last field of every message that is open."""
    tensor = messages.TensorProto(dtype=messages.DataType.Value("DT_UINT8"))
    tensor.tensor_shape.dim.add(size=n_bytes)
    inner = tensor.SerializeToString() + _field(4, n_bytes)
    tag = messages.Summary.Value(tag="zeros").SerializeToString()
    value = tag + _field(8, len(inner) + n_bytes) + inner
    summary = _field(1, len(value) + n_bytes) + value
    event = messages.Event(wall_time=1.0, step=2).SerializeToString()
    return event + _field(5, len(summary) + n_bytes) + summary


def _field(number: int, n_bytes: int) -> bytes:
    """The key and length of a field of bytes."""
    out, left = bytearray([number << 3 | 2]), n_bytes
    while left > 0x7F:
        out.append(left & 0x7F | 0x80)
        left >>= 7
    return bytes([*out, left])
