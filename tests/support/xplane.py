"""Small xplane files, written field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


def varint(number: int) -> bytes:
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def field(number: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def entry(number: int, key: int, name: bytes) -> bytes:
    """A row of a plane's table of events (4) or statistics (5)."""
    return field(number, field(1, key) + field(2, field(1, key) + field(2, name)))


def statistic(key: int, value: int | str) -> bytes:
    return field(1, key) + (field(4, value) if isinstance(value, int) else field(5, value.encode()))


def event(kind: int, offset_ps: int, duration_ps: int, **stats: int | str) -> bytes:
    data = field(1, kind) + field(2, offset_ps) + field(3, duration_ps)
    for name, value in stats.items():
        data += field(4, statistic(int(name[1:]), value))
    return field(4, data)


class Span(NamedTuple):
    """An event by its name, in microseconds, with statistics that are whole numbers or texts."""

    name: str
    start_us: int
    dur_us: int
    stats: Mapping[str, int | str] = {}


def plane(name: str, lines: Mapping[str, Sequence[Span]], **own: int | str) -> bytes:
    """A plane with its lines and statistics of its own; several planes after each other are a file."""
    spans = [span for each in lines.values() for span in each]
    kinds = {text: place for place, text in enumerate(dict.fromkeys(span.name for span in spans), 1)}
    stats = {
        key: place
        for place, key in enumerate(dict.fromkeys([*own, *(key for span in spans for key in span.stats)]), 1)
    }
    data = field(2, name.encode())
    data += b"".join(field(6, statistic(stats[key], value)) for key, value in own.items())
    data += b"".join(entry(4, key, text.encode()) for text, key in kinds.items())
    data += b"".join(entry(5, key, text.encode()) for text, key in stats.items())
    for number, (title, each) in enumerate(lines.items(), 1):
        line = field(1, number) + field(2, title.encode())
        for span in each:
            numbered = {f"s{stats[key]}": value for key, value in span.stats.items()}
            line += event(kinds[span.name], span.start_us * 10**6, span.dur_us * 10**6, **numbered)
        data += field(3, line)
    return field(1, data)
