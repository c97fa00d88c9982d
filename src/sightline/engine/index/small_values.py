"""Values that are in a page themselves: texts and the like that tables of runs are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sightline import _native
from sightline.engine.items import RECORD_HEADER_BYTES
from sightline.engine.reader import Reader

# Frameworks log configurations as texts, once; a log of texts has many.
_PLUGINS = frozenset({"text", "hparams"})
_MAX_PER_TAG = 2
_MAX_BYTES = 16 << 10


# Of a value, in the order of a page: what the store knows of it.
COLUMNS = {
    "tag_id": np.uint32,
    "what": np.uint8,
    "step": np.int64,
    "wall_time": np.float64,
    "record_offset": np.uint64,
    "record_length": np.uint64,
    "value_offset": np.uint64,
    "value_length": np.uint64,
}


class SmallValue(NamedTuple):
    """A value of an event file: its row of the file's references, and its bytes."""

    row: tuple[Any, ...]
    data: bytes


class _Place(NamedTuple):
    tag_id: int
    what: int
    step: int
    wall_time: float
    record_offset: int
    record_length: int
    value_offset: int
    value_length: int


def small_values(path: str, segment: _native.Segment, reader: Reader) -> list[SmallValue]:
    """The values of a file that go into its page; those that cannot be read now are left out."""
    places = list(_places(segment))
    if not places:
        return []
    found = []
    try:
        with reader.open(path) as source:
            for place in places:
                record = _native.read_record(source, place.record_offset)
                begin = place.value_offset - place.record_offset - RECORD_HEADER_BYTES
                found.append(SmallValue(place, record[begin : begin + place.value_length]))
    except (OSError, ValueError):  # it was replaced since: whoever wants a value reads it from the file
        return []
    return found


def _places(segment: _native.Segment) -> Iterator[_Place]:
    wanted = {tag_id for tag_id in range(segment.n_tags) if segment.tag(tag_id)[1] in _PLUGINS}
    if not wanted or not segment.n_references:
        return
    rows = segment.references()
    places: dict[tuple[int, int], list[_Place]] = {}
    for row in zip(*(rows[name].tolist() for name in COLUMNS), strict=True):
        place = _Place(*row)
        if place.tag_id in wanted:
            places.setdefault((place.tag_id, place.what), []).append(place)
    for each in places.values():  # all of a tag, or none: then nothing else is needed to list them
        if len(each) <= _MAX_PER_TAG and all(place.value_length <= _MAX_BYTES for place in each):
            yield from each
