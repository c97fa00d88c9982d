"""Sorted tables of keys and values in LevelDB's format: what the index of a TensorFlow checkpoint is."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from sightline import _native
from sightline.formats.snappy import decompress

_MAGIC = 0xDB4775248B80FB57
_FOOTER_BYTES = 48
_TRAILER_BYTES = 5
_MAX_BLOCK_BYTES = 256 << 20
_MASK = 0xA282EAD8


def read_sorted_table(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values in order; ValueError where the file is no such table, or damaged."""
    if len(data) < _FOOTER_BYTES or struct.unpack_from("<Q", data, len(data) - 8)[0] != _MAGIC:
        raise ValueError("this is no index of a checkpoint, or its end is missing")
    footer = data[-_FOOTER_BYTES:]
    try:
        _, at = _handle(footer, 0)  # the index of other data, of which there is none
        index, _ = _handle(footer, at)
        for _, value in _entries(_block(data, *index)):
            block, _ = _handle(value, 0)
            yield from _entries(_block(data, *block))
    except (IndexError, struct.error):
        raise ValueError("the index of the checkpoint is damaged") from None


def masked(crc: int) -> int:
    """A checksum as it is stored beside the data that it is of."""
    return (((crc >> 15) | (crc << 17)) + _MASK) & 0xFFFFFFFF


def _block(data: bytes, offset: int, size: int) -> bytes:
    if offset + size + _TRAILER_BYTES > len(data):
        raise ValueError("the index of the checkpoint is damaged: a block lies beyond its end")
    content = data[offset : offset + size + 1]
    (stored,) = struct.unpack_from("<I", data, offset + size + 1)
    if masked(_native.crc32c(content)) != stored:
        raise ValueError("the index of the checkpoint is damaged: a checksum does not match")
    if content[-1] == 1:
        return decompress(content[:-1], _MAX_BLOCK_BYTES)
    if content[-1] != 0:
        raise ValueError("the index of the checkpoint is compressed in an unknown way")
    return content[:-1]


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Keys share their beginning with the key before."""
    (n_restarts,) = struct.unpack_from("<I", block, len(block) - 4)
    end = len(block) - 4 - 4 * n_restarts
    if end < 0:
        raise ValueError("the index of the checkpoint is damaged")
    at, key = 0, b""
    while at < end:
        shared, at = _varint(block, at)
        own, at = _varint(block, at)
        length, at = _varint(block, at)
        if shared > len(key) or at + own + length > end:
            raise ValueError("the index of the checkpoint is damaged")
        key = key[:shared] + block[at : at + own]
        yield key, block[at + own : at + own + length]
        at += own + length


def _handle(data: bytes, at: int) -> tuple[tuple[int, int], int]:
    offset, at = _varint(data, at)
    size, at = _varint(data, at)
    return (offset, size), at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError("the index of the checkpoint is damaged")
