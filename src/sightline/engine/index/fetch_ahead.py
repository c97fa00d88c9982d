"""Has the points of many series of indexes read at once, before they are used one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.engine.index.indexed_segment import IndexedSegment
from sightline.engine.index.ranges import Range, RangeReader
from sightline.engine.series import Merged, Part, ScalarSeries


def fetch_ahead(series: Iterable[ScalarSeries]) -> None:
    """Read what these series need of packs, many ranges at a time; others need nothing."""
    wanted: dict[RangeReader, list[Range]] = {}
    for part in _parts(series):
        segment = part.tip.segment
        if isinstance(segment, IndexedSegment):
            wanted.setdefault(segment.ranges, []).extend(segment.wanted(part.tag_id))
    for ranges, some in wanted.items():
        ranges.fetch(some)


def _parts(series: Iterable[ScalarSeries]) -> Iterator[Part]:
    for each in series:
        for block in each.blocks:
            if isinstance(block, Merged):
                yield from block.parts
            elif isinstance(block, Part):
                yield block
