"""An event file of an index as the store's views see it: nothing is read before it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.engine.claims import WHAT_CODES, WHAT_NAMES
from sightline.engine.index.indexed_segment import IndexedSegment
from sightline.engine.index.page_view import PageView
from sightline.engine.index.ranges import RangeReader
from sightline.engine.nonfinite import ALL_FINITE, Nonfinite
from sightline.engine.reader import LEFT_ALONE, Identity, Reader
from sightline.engine.segment import Point
from sightline.engine.tip import SessionStart, TagTable, Tip

ItemKey = tuple[int, str]


class IndexedTip(Tip):
    """One event file of a page. Without a reader, values that are not in the index cannot be read."""

    is_indexed = True
    __slots__ = ("_first_tag", "_found", "_indexed", "_page", "_reader", "_row")

    def __init__(
        self, path: str, page: PageView, row: int, ranges: RangeReader, reader: Reader | None
    ) -> None:
        segment = IndexedSegment(page, row, ranges)
        super().__init__(path, path, segment, TagTable(segment), int(page.number("n_bytes", row)))
        self._page, self._row, self._reader = page, row, reader
        self._first_tag = page.tags(row).start
        self._indexed = segment
        self._found: Identity | None = None

    def read_reference_rows(self) -> Mapping[ItemKey, NDArray[np.int64]]:
        """Row numbers by (tag id, field), from the references themselves."""
        return self._grouped_references()

    @property
    def identity(self) -> Identity:
        """The file that is at the path now, where it begins and ends as the one that was indexed."""
        if self._found is None:
            try:
                self._found = self._find()
            except OSError:  # whoever reads a value from it finds out why
                return ""
        return self._found

    def _find(self) -> Identity:
        if self._reader is None:
            return LEFT_ALONE
        with self._reader.open(self.path) as source:
            is_same = source.size >= self.totals.offset and all(
                _native.crc32c(source.read(at, n) if n else b"") == self._page.number(f"{end}_crc", self._row)
                for end, at, n in self._ends()
            )
            return source.stat().identity if is_same else "another file"

    def _ends(self) -> Iterator[tuple[str, int, int]]:
        n_head, n_tail = (int(self._page.number(f"n_{end}", self._row)) for end in ("head", "tail"))
        return iter([("head", 0, n_head), ("tail", self.totals.offset - n_tail, n_tail)])

    @cached_property
    def reference_rows(self) -> Mapping[ItemKey, NDArray[np.int64]]:
        """Row numbers by (tag id, field); which there are is known, the rows are read."""
        if not self.segment.n_references:  # most files are scalars only
            return {}
        keys = {
            (tag_id, WHAT_NAMES.get(what, "none")): number
            for (tag_id, what), number in self._page.items(self._row).items()
        }
        return _ReferenceRows(self, keys)

    def item_rows(self, tag_id: int, what: str) -> Mapping[str, NDArray[Any]]:
        """The columns of these values, from the page where they are in it."""
        known = self._page.value_rows(self._row, tag_id, WHAT_CODES[what])
        return super().item_rows(tag_id, what) if known is None else known

    def item_identity(self, tag_id: int, what: str) -> Identity:
        """The file; it is not asked for where the values are in the page."""
        known = self._page.value_rows(self._row, tag_id, WHAT_CODES[what])
        return self.identity if known is None else ""

    def item_count(self, tag_id: int, what: str) -> int:
        """How many values there are, from the page."""
        return int(self._page.columns["item_n"][self._item(tag_id, what)])

    def item_ends(self, tag_id: int, what: str) -> tuple[Point, Point]:
        """The first and the last of them, from the page."""
        at = self._item(tag_id, what)
        columns = self._page.columns
        return (
            Point(int(columns["item_first_step"][at]), float(columns["item_first_time"][at]), nan),
            Point(int(columns["item_last_step"][at]), float(columns["item_last_time"][at]), nan),
        )

    def count(self, tag_id: int) -> int:
        """How many scalar points a tag has; a file in an index does not grow."""
        return self._indexed.n_scalars(tag_id)

    def has_values_before(self, start: SessionStart) -> bool:
        """Whether anything under a tag was logged before a session start, from the page."""
        return start.n_points_before > 0 or self._page.has_items_before(self._row, start.offset)

    def last_point(self, tag_id: int) -> Point:
        """The last point of a tag, from the page."""
        return self._page.last_point(self._first_tag + tag_id)

    def nonfinite(self, tag_id: int) -> Nonfinite:
        """NaN and infinities of a tag, from the page; most have none."""
        if self._first_tag + tag_id not in self._page.nonfinite_tags:
            return ALL_FINITE
        return Nonfinite(*self._indexed.chunks(tag_id).nonfinite(0, self.count(tag_id)))

    def summary(self, tag_id: int) -> Mapping[str, float] | None:
        """A tag's points summed up, from the page."""
        return self._indexed.summary(tag_id)

    def _item(self, tag_id: int, what: str) -> int:
        return self._page.items(self._row)[tag_id, WHAT_CODES[what]]


class _ReferenceRows(Mapping[ItemKey, NDArray[np.int64]]):
    def __init__(self, tip: IndexedTip, keys: dict[ItemKey, int]) -> None:
        self._tip = tip
        self._keys = keys

    @cached_property
    def _rows(self) -> Mapping[ItemKey, NDArray[np.int64]]:
        return self._tip.read_reference_rows()

    def __getitem__(self, key: ItemKey) -> NDArray[np.int64]:
        if key not in self._keys:
            raise KeyError(key)
        return self._rows[key]

    def __iter__(self) -> Iterator[ItemKey]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
