"""Fields of a serialized protobuf message of which only the first bytes are at hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


class Field(NamedTuple):
    """A field: its number, the value of a varint (else 0), and where its content begins and ends.

    The end may lie beyond the bytes at hand.
    """

    number: int
    value: int
    begin: int
    end: int


def fields(data: bytes, begin: int = 0, end: int | None = None) -> Iterator[Field]:
    """The fields between two offsets, in order; ends early where the bytes end or are invalid."""
    at = begin
    end = len(data) if end is None else min(end, len(data))
    try:
        while at < end:
            key, at = _varint(data, at)
            field, at = _field(data, at, key)
            yield field
    except (IndexError, ValueError):
        return


def first(data: bytes, number: int, begin: int = 0, end: int | None = None) -> Field | None:
    """The first field with a number; None where the bytes at hand have none."""
    return next((field for field in fields(data, begin, end) if field.number == number), None)


def _field(data: bytes, at: int, key: int) -> tuple[Field, int]:
    number, wire_type = key >> 3, key & 7
    if wire_type == _VARINT:
        value, end = _varint(data, at)
        return Field(number, value, at, end), end
    if wire_type == _BYTES:
        length, at = _varint(data, at)
        return Field(number, 0, at, at + length), at + length
    if wire_type in (_FIXED64, _FIXED32):
        end = at + (8 if wire_type == _FIXED64 else 4)
        return Field(number, 0, at, end), end
    raise ValueError(f"unknown wire type {wire_type}")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError("a varint has at most ten bytes")
