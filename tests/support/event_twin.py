"""The slow, readable twin of the native event parser: wire format, events, metadata, one-number tensors."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_SCALAR_TENSOR = 1024
MAX_SESSION_LOG = 4096


class NotWireError(Exception):
    """The bytes are no protobuf message."""


def varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(10):
        if at + index >= len(data):
            break
        value |= (data[at + index] & 127) << (7 * index)
        if data[at + index] < 128:
            return value & (2**64 - 1), at + index + 1
    raise NotWireError


def fields(data: bytes) -> Iterator[tuple[int, int, Any, int]]:
    """(field number, wire type, number or bytes, where the bytes begin) of a message."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        number, wire = key >> 3, key & 7
        if number == 0 or key >= 2**32:
            raise NotWireError
        if wire == 0:
            value, at = varint(data, at)
            yield number, wire, value, at
            continue
        size = {1: 8, 5: 4}.get(wire)
        if wire == 2:
            size, at = varint(data, at)
        if size is None or at + size > len(data):
            raise NotWireError
        yield number, wire, data[at : at + size], at
        at += size


@dataclass
class Item:
    what: int = 11
    tag: bytes | None = None
    offset: int = 0
    length: int = 0
    value: float = 0.0
    metadata: bytes = b""
    payload: bytes = b""


@dataclass
class Event:
    wall_time: float = 0.0
    step: int = 0
    file_version: bytes | None = None
    source_writer: bytes = b""
    items: list[Item] = field(default_factory=list)

    @property
    def has_values(self) -> bool:
        return self.file_version is not None or any(item.what == 0 or item.payload for item in self.items)


def first_string(data: bytes, text: bytes = b"") -> bytes:
    """The string in field 1, or `text`: a message that comes again adds to what was there."""
    for number, wire, value, _ in fields(data):
        if (number, wire) == (1, 2):
            text = value
    return text


def parse_value(data: bytes, offset: int) -> Item:
    item = Item(tag=b"", offset=offset, length=len(data))
    for number, wire, value, _ in fields(data):
        if (number, wire) == (2, 5):
            item.what, item.value = 0, struct.unpack("<f", value)[0]
        elif wire == 2 and number == 1:
            item.tag = value
        elif wire == 2 and number == 9:
            item.metadata = value
        elif wire == 2 and number in (3, 4, 5, 6, 8):
            item.what = {3: 5, 4: 2, 5: 3, 6: 4, 8: 1}[number]
            if number == 8:
                item.payload = value if len(value) <= MAX_SCALAR_TENSOR else b""
    if item.what != 1:
        item.payload = b""
    return item


def parse_event(data: bytes, offset: int) -> Event:
    """The event whose bytes begin at `offset` of the file."""
    event = Event()
    for number, wire, value, at in fields(data):
        if (number, wire) == (1, 1):
            (event.wall_time,) = struct.unpack("<d", value)
        elif (number, wire) == (2, 0):
            event.step = value - 2**64 if value >= 2**63 else value
        elif wire == 2 and number == 3:
            event.file_version = value
        elif wire == 2 and number == 5:
            for inner, kind, bytes_, place in fields(value):
                if (inner, kind) == (1, 2):
                    event.items.append(parse_value(bytes_, offset + at + place))
        elif wire == 2 and number in (4, 6, 7, 8, 9):
            item = Item(what={4: 6, 6: 9, 7: 10, 8: 8, 9: 7}[number], offset=offset + at, length=len(value))
            if number == 8:
                item.tag = first_string(value)
            if number == 7 and len(value) <= MAX_SESSION_LOG:
                item.payload = value
            event.items.append(item)
        elif wire == 2 and number == 10:
            event.source_writer = first_string(value, event.source_writer)
    return event


# Tensors of one element: data type -> (field, wire type, raw format, exact in a float)
TYPES = {
    1: (5, 5, "<f", True),
    2: (6, 1, "<d", False),
    3: (7, 0, "<i", False),
    4: (7, 0, "<B", True),
    5: (7, 0, "<h", True),
    6: (7, 0, "<b", True),
    9: (10, 0, "<q", False),
    10: (11, 0, "<?", True),
    14: (13, 0, "bfloat16", True),
    17: (7, 0, "<H", True),
    19: (13, 0, "<e", True),
    22: (16, 0, "<I", False),
    23: (17, 0, "<Q", False),
}


def unpack(kind: str, raw: bytes) -> float:
    if kind == "bfloat16":
        return float(struct.unpack("<f", b"\0\0" + raw[:2])[0])
    if kind == "<?":
        return float(any(raw))
    return float(struct.unpack(kind, raw[: struct.calcsize(kind)])[0])


def numbers(value: Any, wire: int, wanted: int) -> list[bytes]:
    """The elements of a repeated number field, packed or not, each as 8 little-endian bytes or fewer."""
    if wire == wanted:
        return [value if isinstance(value, bytes) else struct.pack("<Q", value)]
    found, at = [], 0
    while at < len(value):
        if wanted == 0:
            number, at = varint(value, at)
            found.append(struct.pack("<Q", number))
        else:
            size = {1: 8, 5: 4}[wanted]
            if at + size > len(value):
                raise NotWireError
            found.append(value[at : at + size])
            at += size
    return found


def is_one_element(shape: bytes) -> bool:
    for number, wire, value, _ in fields(shape):
        if (number, wire) == (3, 0) and value:
            return False
        if (number, wire) == (2, 2):
            size = 0
            for inner, kind, extent, _ in fields(value):
                if (inner, kind) == (1, 0):
                    size = extent
            if size != 1:
                return False
    return True


def tensor_scalar(data: bytes) -> tuple[float, bool] | None:
    """(value, exact in a float) of a tensor of one number, else None."""
    dtype, content, one = 0, b"", True
    found = list(fields(data))
    for number, wire, value, _ in found:
        if (number, wire) == (1, 0):
            dtype = value
        elif (number, wire) == (2, 2):
            one = is_one_element(value) and one
        elif (number, wire) == (4, 2):
            content = value
    if dtype not in TYPES or not one:
        return None
    own, wanted, kind, narrow = TYPES[dtype]
    width = 2 if kind == "bfloat16" else struct.calcsize(kind)
    if content:
        return (unpack(kind, content), narrow) if len(content) == width else None
    elements = [one for number, wire, value, _ in found if number == own and wire in (wanted, 2)
                for one in numbers(value, wire, wanted)]  # fmt: skip
    if len(elements) > 1:
        return None
    return unpack(kind, elements[0] if elements else bytes(8)), narrow


def parse_metadata(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = {
        "plugin": b"",
        "content": b"",
        "display": b"",
        "description": b"",
        "data_class": 0,
    }
    for number, wire, value, _ in fields(data):
        if (number, wire) == (4, 0):
            found["data_class"] = value & (2**32 - 1)
        elif wire == 2 and number in (2, 3):
            found[{2: "display", 3: "description"}[number]] = value
        elif (number, wire) == (1, 2):
            for inner, kind, text, _ in fields(value):
                if kind == 2 and inner in (1, 2):
                    found[{1: "plugin", 2: "content"}[inner]] = text
    return found
