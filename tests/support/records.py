"""A slow, readable reader of event files: the twin that tests trust, sharing no code with the native core."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sightline._native import crc32c
from sightline.formats import messages

_TABLE = []
for _byte in range(256):
    _crc = _byte
    for _ in range(8):
        _crc = (_crc >> 1) ^ (0x82F63B78 if _crc & 1 else 0)
    _TABLE.append(_crc)


def masked_crc(data: bytes) -> int:
    """The CRC-32C of the bytes, masked as records store it."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ _TABLE[(crc ^ byte) & 0xFF]
    return mask_crc(crc ^ 0xFFFFFFFF)


def mask_crc(crc: int) -> int:
    """A checksum as records store it."""
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def frame(data: bytes) -> bytes:
    """One record around the data."""
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked_crc(length)) + data + struct.pack("<I", masked_crc(data))


def frame_fast(data: bytes) -> bytes:
    """As frame(), by the native CRC: for large inputs."""

    def masked(raw: bytes) -> bytes:
        return struct.pack("<I", mask_crc(crc32c(raw)))

    length = struct.pack("<Q", len(data))
    return length + masked(length) + data + masked(data)


def read_records(path: str | Path, *, torn_tail: bool = False) -> list[bytes]:
    """The data of all records; the file must hold whole, sound records and nothing else.

    With `torn_tail` the last one may be incomplete, as in a file whose writer was killed; it is left out.
    """
    return list(split_records(Path(path).read_bytes(), torn_tail=torn_tail))


def split_records(content: bytes, *, torn_tail: bool = False) -> Iterator[bytes]:
    """The data of all records in the bytes; see read_records."""
    at = 0
    while at < len(content):
        size = struct.unpack_from("<Q", content, at)[0] if len(content) - at >= 8 else 0
        if torn_tail and (len(content) - at < 12 or at + 16 + size > len(content)):
            return
        data = content[at + 12 : at + 12 + size]
        assert content[at : at + 16 + size] == frame(data), f"damaged or torn record at byte {at}"
        yield data
        at += 16 + size


def read_events(path: str | Path, *, torn_tail: bool = False) -> list[Any]:
    """All events of one file."""
    return [messages.Event.FromString(data) for data in read_records(path, torn_tail=torn_tail)]


def event_files(directory: str | Path) -> list[Path]:
    """The event files of one run, in the order in which readers take them."""
    return sorted(path for path in Path(directory).iterdir() if "tfevents" in path.name)


def read_run(directory: str | Path, *, torn_tail: bool = False) -> list[Any]:
    """All events of all event files of one directory, without the version records."""
    events = [event for path in event_files(directory) for event in read_events(path, torn_tail=torn_tail)]
    return [event for event in events if event.WhichOneof("what") != "file_version"]


def read_scalars(directory: str | Path, *, torn_tail: bool = False) -> dict[str, list[tuple[int, float]]]:
    """(step, value) of every `simple_value`, by tag."""
    series: dict[str, list[tuple[int, float]]] = {}
    for event in read_run(directory, torn_tail=torn_tail):
        for value in event.summary.value:
            if value.HasField("simple_value"):
                series.setdefault(value.tag, []).append((event.step, value.simple_value))
    return series
