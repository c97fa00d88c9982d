"""The slow, readable twin of the native scan: same rules, plain Python, no shared code."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from typing import Any

from support.event_twin import Event, Item, NotWireError, fields, parse_event, parse_metadata, tensor_scalar
from support.records import masked_crc

MAX_RECORD = 2**31
LARGE_RECORD = 16 * 1024
NO_TAG = 2**32 - 1


def header_at(data: bytes, at: int) -> int | None:
    """The length in a good header, else None."""
    if at + 12 > len(data) or masked_crc(data[at : at + 8]) != struct.unpack_from("<I", data, at + 8)[0]:
        return None
    return int(struct.unpack_from("<Q", data, at)[0])


def fits(data: bytes, at: int, length: int) -> bool:
    return at + 16 + length <= len(data)


def data_holds(data: bytes, at: int, length: int) -> bool:
    payload = data[at + 12 : at + 12 + length]
    return masked_crc(payload) == struct.unpack_from("<I", data, at + 12 + length)[0]


def next_good(data: bytes, at: int) -> int | None:
    """Where the next record begins whose both CRCs hold."""
    for place in range(at, len(data) - 15):
        (length,) = struct.unpack_from("<Q", data, place)
        if length > MAX_RECORD or not fits(data, place, length) or header_at(data, place) is None:
            continue
        if data_holds(data, place, length):
            return place
    return None


def damage_at(data: bytes, at: int, *, final: bool) -> str | None:
    """What is wrong with the record at `at`: '' for nothing, None for a tail to wait for."""
    torn = "torn tail" if final else None
    if at + 12 > len(data):
        return torn
    length = header_at(data, at)
    if length is None:
        return "bad length crc"
    if length > MAX_RECORD:
        return "impossible length"
    if not fits(data, at, length):
        return torn
    if not data_holds(data, at, length) and must_check(data, at, length):
        return "bad data crc"
    return ""


def must_check(data: bytes, at: int, length: int) -> bool:
    """Large records without values are believed until they are read."""
    if length <= LARGE_RECORD:
        return True
    try:
        return parse_event(data[at + 12 : at + 12 + length], at + 12).has_values
    except NotWireError:
        return True


@dataclass
class Tag:
    name: bytes
    is_scalar: bool
    metadata: dict[str, Any] | None = None
    points: list[tuple[int, float, float]] = field(default_factory=list)
    narrow: bool = True


class Twin:
    """What Segment should say of the bytes."""

    def __init__(self, data: bytes, *, final: bool = False) -> None:
        self.tags: dict[bytes, Tag] = {}
        self.references: list[tuple[int, int, int, float, int, int, int, int]] = []
        self.session_starts: list[tuple[int, float, int, int, int]] = []
        self.damage: list[tuple[int, int, str]] = []
        self.file_version: bytes | None = None
        self.source_writer: bytes | None = None
        self.wall_times: list[float] = []
        self.n_records = self.n_points = self.offset = 0
        while self.offset < len(data):
            if not self._step(data, final=final):
                break

    def _step(self, data: bytes, *, final: bool) -> bool:
        wrong = damage_at(data, self.offset, final=final)
        if wrong is None:
            return False
        if wrong:
            return self._pass_damage(data, wrong)
        length = header_at(data, self.offset) or 0
        payload = data[self.offset + 12 : self.offset + 12 + length]
        self.n_records += 1
        try:
            self._take(parse_event(payload, self.offset + 12), self.offset, length)
        except NotWireError:
            self.damage.append((self.offset, 16 + length, "not an event"))
        self.offset += 16 + length
        return True

    def _pass_damage(self, data: bytes, wrong: str) -> bool:
        begin, end = self.offset, None
        if wrong == "bad data crc":
            after = begin + 16 + (header_at(data, begin) or 0)
            end = after if header_at(data, after) is not None else None
        if end is None:
            end = next_good(data, begin + 1)
        self.damage.append((begin, (len(data) if end is None else end) - begin, wrong))
        if end is None:
            return False
        self.offset = end
        return True

    def _take(self, event: Event, offset: int, length: int) -> None:
        if event.file_version is not None and self.file_version is None:
            self.file_version = event.file_version
        if event.source_writer and self.source_writer is None:
            self.source_writer = event.source_writer
        if event.items:
            self.wall_times.append(event.wall_time)
        for item in event.items:
            self._take_item(event, item, offset, length)

    def _take_item(self, event: Event, item: Item, offset: int, length: int) -> None:
        number = NO_TAG
        if item.tag is not None:
            tag = self.tags.setdefault(item.tag, Tag(item.tag, item.what == 0))
            number = list(self.tags).index(item.tag)
            self._learn(tag, item.metadata)
            if self._take_point(event, item, tag):
                return
        if item.what == 10 and self._is_start(item.payload):
            self.session_starts.append(
                (event.step, event.wall_time, offset, self.n_points, len(self.references))
            )
        self.references.append(
            (number, item.what, event.step, event.wall_time, offset, length, item.offset, item.length)
        )

    def _learn(self, tag: Tag, metadata: bytes) -> None:
        if not metadata or tag.metadata is not None:
            return
        try:
            tag.metadata = parse_metadata(metadata)
        except NotWireError:
            return
        if tag.metadata["plugin"] == b"scalars" or tag.metadata["data_class"] == 1:
            tag.is_scalar = True

    def _take_point(self, event: Event, item: Item, tag: Tag) -> bool:
        value, narrow = item.value, True
        if item.what != 0:
            if item.what != 1 or not item.payload or not tag.is_scalar:
                return False
            try:
                scalar = tensor_scalar(item.payload)
            except NotWireError:
                return False
            if scalar is None:
                return False
            value, narrow = scalar
        tag.points.append((event.step, event.wall_time, value))
        tag.narrow = tag.narrow and narrow
        self.n_points += 1
        return True

    @staticmethod
    def _is_start(session_log: bytes) -> bool:
        status = 0
        try:
            for number, wire, value, _ in fields(session_log):
                if (number, wire) == (1, 0):
                    status = value
        except NotWireError:
            return False
        return status == 1


def same_number(left: float, right: float) -> bool:
    """Equal, with NaN equal to NaN and -0 not equal to 0."""
    return (math.isnan(left) and math.isnan(right)) or (
        left == right and math.copysign(1, left) == math.copysign(1, right)
    )


def assert_same(segment: Any, twin: Twin) -> None:
    """Compare everything that a native Segment says with the twin."""
    assert segment.damage() == twin.damage
    assert (segment.offset, segment.n_records, segment.n_points) == (
        twin.offset,
        twin.n_records,
        twin.n_points,
    )
    assert segment.n_damaged_bytes == sum(n_bytes for _, n_bytes, _ in twin.damage)
    assert segment.file_version == text(twin.file_version)
    assert segment.source_writer == text(twin.source_writer)
    same_times(segment, twin)
    assert segment.n_tags == len(twin.tags)
    for number, tag in enumerate(twin.tags.values()):
        assert_same_tag(segment, number, tag)
    columns = list(segment.references().values())
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    assert_same_rows(rows, twin.references)
    assert_same_rows(segment.session_starts(), twin.session_starts)


def text(data: bytes | None) -> str | None:
    return None if data is None else data.decode(errors="backslashreplace")


def same_times(segment: Any, twin: Twin) -> None:
    if not twin.wall_times:
        assert (segment.first_wall_time, segment.last_wall_time) == (None, None)
        return
    assert same_number(segment.first_wall_time, twin.wall_times[0])
    assert same_number(segment.last_wall_time, twin.wall_times[-1])


def assert_same_rows(rows: list[Any], expected: list[Any]) -> None:
    assert len(rows) == len(expected)
    for row, wanted in zip(rows, expected, strict=True):
        assert all(same_number(a, b) for a, b in zip(row, wanted, strict=True)), (row, wanted)


def assert_same_tag(segment: Any, number: int, tag: Tag) -> None:
    metadata = tag.metadata or parse_metadata(b"")
    assert segment.tag(number) == (
        text(tag.name),
        text(metadata["plugin"]),
        metadata["content"],
        text(metadata["display"]),
        text(metadata["description"]),
        metadata["data_class"],
    )
    steps, wall_times, values = segment.scalars(number)
    assert segment.n_scalars(number) == len(segment.chunks(number)) == len(tag.points)
    assert segment.counts()[number] == len(tag.points)
    assert values.dtype == ("float32" if tag.narrow else "float64")
    assert_same_rows(list(zip(steps.tolist(), wall_times.tolist(), values.tolist(), strict=True)), tag.points)
