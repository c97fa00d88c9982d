"""Snappy blocks, taken apart: what TensorFlow may compress the index of a checkpoint with."""

from __future__ import annotations


def decompress(data: bytes, max_bytes: int) -> bytes:
    """The content of a block; ValueError where it is damaged or larger than allowed."""
    try:
        size, at = _varint(data, 0)
        if size > max_bytes:
            raise ValueError(f"a compressed block claims {size:,} bytes")
        made = bytearray()
        while at < len(data):
            at = _element(data, at, made)
            if len(made) > size:
                break
    except IndexError:
        raise ValueError("a compressed block ends too early") from None
    if len(made) != size:
        raise ValueError("a compressed block does not have the size it claims")
    return bytes(made)


def _element(data: bytes, at: int, made: bytearray) -> int:
    """Append one literal or copy; return where the next element begins."""
    tag = data[at]
    at += 1
    sort = tag & 3
    if sort == 0:
        length = tag >> 2
        if length >= 60:
            n_bytes = length - 59
            length = int.from_bytes(data[at : at + n_bytes], "little")
            at += n_bytes
        if at + length + 1 > len(data):
            raise IndexError
        made += data[at : at + length + 1]
        return at + length + 1
    n_bytes = (0, 1, 2, 4)[sort]
    offset = int.from_bytes(data[at : at + n_bytes], "little")
    length = (tag >> 2) + 1
    if sort == 1:
        offset |= (tag >> 5) << 8
        length = ((tag >> 2) & 7) + 4
    _copy(made, offset, length)
    return at + n_bytes


def _copy(made: bytearray, offset: int, length: int) -> None:
    """Repeat bytes from before; the range may overlap what it makes."""
    if not 0 < offset <= len(made):
        raise ValueError("a compressed block refers to bytes before its beginning")
    for _ in range(length):
        made.append(made[-offset])


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 35, 7):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError("a compressed block has no size")
