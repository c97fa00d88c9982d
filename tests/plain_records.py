"""The slow, readable twin of the record reader: what tests look at event files with."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sightline.formats import messages


def events(path: Path) -> Iterator[Any]:
    """The Event messages of one event file, in order; checksums are not checked."""
    data = path.read_bytes()
    at = 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        yield messages.Event.FromString(data[at + 12 : at + 12 + length])
        at += length + 16


def values(folder: Path) -> list[tuple[int, Any]]:
    """(step, Summary.Value) of every value in the event files right inside a folder."""
    files = sorted(folder.glob("*tfevents*"))
    return [(event.step, value) for path in files for event in events(path) for value in event.summary.value]


def tagged(folder: Path, tag: str) -> list[tuple[int, Any]]:
    """(step, Summary.Value) of one tag."""
    return [(step, value) for step, value in values(folder) if value.tag == tag]
