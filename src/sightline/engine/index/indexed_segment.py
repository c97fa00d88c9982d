"""A segment in an index: facts from its page, points by ranges of its pack when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.page_maker import REFERENCE_WORDS
from sightline.engine.index.page_view import PageView
from sightline.engine.index.ranges import Range, RangeReader
from sightline.engine.segment import Columns, ListFacts, Steps, Totals, Values, WallTimes

_REFERENCE_COLUMNS = ("record_offset", "record_length", "value_offset", "value_length")


class IndexedSegment:
    """One event file of a page; a `Segment` of the store."""

    __slots__ = ("_first_tag", "_page", "_ranges", "_row", "n_tags")

    def __init__(self, page: PageView, row: int, ranges: RangeReader) -> None:
        self._page = page
        self._row = row
        self._ranges = ranges
        tags = page.tags(row)
        self._first_tag = tags.start
        self.n_tags: int = tags.stop - tags.start

    def _number(self, name: str) -> Any:
        return self._page.number(name, self._row)

    @property
    def offset(self) -> int:
        """How far the file was read."""
        return int(self._number("offset"))

    @property
    def nbytes(self) -> int:
        """Nothing is held here."""
        return 0

    def totals(self, type: type[Totals], list_facts_type: type[ListFacts]) -> Totals:
        """What is known of the whole file, from the page."""
        return self._page.totals[self._row]

    def tag(self, tag_id: int) -> tuple[str, str, bytes, str, str, int]:
        """A tag and its metadata."""
        return self._page.meta(self._first_tag + tag_id)

    def n_scalars(self, tag_id: int) -> int:
        """How many scalar points a tag has."""
        return int(self._page.columns["n"].item(self._first_tag + tag_id))

    def counts(self) -> NDArray[np.uint64]:
        """The same of all tags."""
        return self._page.columns["n"][self._first_tag : self._first_tag + self.n_tags].astype(np.uint64)

    @staticmethod
    def sum_counts(segments: Sequence[IndexedSegment]) -> NDArray[np.uint64]:
        """The same of several files with the same tags, added up."""
        first_tags: dict[PageView, list[int]] = {}
        for segment in segments:
            first_tags.setdefault(segment._page, []).append(segment._first_tag)
        found = np.zeros(segments[0].n_tags if segments else 0, np.uint64)
        for page, first in first_tags.items():
            found += page.columns["n"][np.add.outer(first, np.arange(len(found)))].sum(
                axis=0, dtype=np.uint64
            )
        return found

    def summary(self, tag_id: int) -> dict[str, float]:
        """A tag's points summed up."""
        return self._page.summary(self._first_tag + tag_id)

    def first_value(self, tag_id: int) -> float:
        """The value of a tag's first point."""
        return float(self._page.columns["first"][self._first_tag + tag_id])

    def scalars(self, tag_id: int) -> tuple[Steps, WallTimes, Values]:
        """A tag's points as contiguous columns."""
        pieces = self.columns(tag_id)
        if len(pieces) == 1:
            return pieces[0]
        if not pieces:
            return Columns(np.empty(0, np.int64), np.empty(0, np.float64), np.empty(0, np.float32))
        steps, wall_times, values = (np.concatenate(column) for column in zip(*pieces, strict=True))
        return steps, wall_times, values

    def chunks(self, tag_id: int) -> IndexedChunks:
        """A tag's points, not read yet."""
        return IndexedChunks(self, tag_id, self.n_scalars(tag_id))

    def wanted(self, tag_id: int) -> list[Range]:
        """The ranges that a tag's points are in."""
        pieces = self._page.pieces(self._first_tag + tag_id)
        return [part for piece in pieces for part in (piece.steps, piece.wall_times, piece.values)]

    @property
    def ranges(self) -> RangeReader:
        """What reads them."""
        return self._ranges

    def columns(self, tag_id: int) -> list[Columns]:
        """A tag's points, read and checked; OSError where that cannot be done."""
        tag = self._first_tag + tag_id
        self._ranges.fetch(self.wanted(tag_id))
        found, crc = [], 0
        for piece in self._page.pieces(tag):
            parts = [self._ranges.read(part) for part in (piece.steps, piece.wall_times, piece.values)]
            for part in parts:
                crc = _native.crc32c(part, crc)
            steps, wall_times = np.frombuffer(parts[0], np.int64), np.frombuffer(parts[1], np.float64)
            values: Values = np.frombuffer(parts[2], np.float64 if piece.is_float64 else np.float32)
            found.append(Columns(steps, wall_times, values))
        self._check(crc, int(self._page.columns["series_crc"][tag]), self.wanted(tag_id))
        return found

    def _check(self, crc: int, expected: int, ranges: list[Range]) -> None:
        if crc != expected:
            self._ranges.forget(ranges)
            raise BrokenIndexError(f"the pack {self._page.pack} of the index is damaged.")

    @property
    def n_references(self) -> int:
        """How many values are no scalars."""
        return int(self._number("n_references"))

    def references(self) -> dict[str, NDArray[Any]]:
        """Where these values are in the event file."""
        begin, n_bytes = int(self._number("references_at")), self.n_references * REFERENCE_WORDS * 8
        wanted = Range(self._page.pack, begin, begin + n_bytes)
        data = self._ranges.read(wanted) if n_bytes else b""
        self._check(_native.crc32c(data), int(self._number("references_crc")), [wanted])
        words = np.frombuffer(data, np.uint64).reshape(-1, REFERENCE_WORDS)
        rows = {
            "tag_id": (words[:, 0] & np.uint64(0xFFFFFFFF)).astype(np.uint32),
            "what": (words[:, 0] >> np.uint64(32)).astype(np.uint8),
            "step": words[:, 1].astype(np.int64),
            "wall_time": np.ascontiguousarray(words[:, 2]).view(np.float64),
        }
        return rows | {name: words[:, 3 + i] for i, name in enumerate(_REFERENCE_COLUMNS)}

    @property
    def has_session_starts(self) -> bool:
        """Whether there are any."""
        return bool(self._page.starts(self._row))

    def session_starts(self) -> Sequence[tuple[Any, ...]]:
        """Session starts."""
        return [tuple(start[:-1]) for start in self._page.starts(self._row)]

    def points_before(self, session_start: int) -> NDArray[np.uint64]:
        """How many points each tag had at a session start."""
        return np.array(self._page.starts(self._row)[session_start][-1], np.uint64)

    def damage(self) -> Sequence[tuple[int, int, str]]:
        """The first thousand of them."""
        return self._page.damage(self._row)


class IndexedChunks:
    """The first `n` points of a tag, read when their arrays are asked for."""

    __slots__ = ("_n", "_segment", "_tag_id")

    def __init__(self, segment: IndexedSegment, tag_id: int, n: int) -> None:
        self._segment = segment
        self._tag_id = tag_id
        self._n = n

    def __len__(self) -> int:
        return self._n

    def arrays(self) -> Sequence[Columns]:
        """The points in pieces."""
        found, left = [], self._n
        for columns in self._segment.columns(self._tag_id):
            found.append(columns if len(columns.steps) <= left else columns.at(slice(left)))
            left -= len(found[-1].steps)
        return [columns for columns in found if len(columns.steps)]

    def first(self, n: int) -> IndexedChunks:
        """The same with fewer points."""
        return self if n >= self._n else IndexedChunks(self._segment, self._tag_id, n)

    def point(self, index: int) -> tuple[int, float, float]:
        """One point; the first and the last are known without reading."""
        summary = self._segment.summary(self._tag_id)
        if index == 0:
            return (
                int(summary["first_step"]),
                summary["first_wall_time"],
                self._segment.first_value(self._tag_id),
            )
        if index == self._segment.n_scalars(self._tag_id) - 1:
            return int(summary["last_step"]), summary["last_wall_time"], summary["last"]
        steps, wall_times, values = self._segment.scalars(self._tag_id)
        return int(steps[index]), float(wall_times[index]), float(values[index])

    def nonfinite(self, begin: int, end: int) -> tuple[int, int, int | None]:
        """NaNs and infinities between two places; of all points they are known."""
        if begin == 0 and end == self._segment.n_scalars(self._tag_id):
            summary = self._segment.summary(self._tag_id)
            n_nan = int(summary["nan"])
            n_inf = int(summary["pos_inf"] + summary["neg_inf"])
            return n_nan, n_inf, int(summary["first_nan_step"]) if n_nan else None
        steps, _, values = self._segment.scalars(self._tag_id)
        nan = np.isnan(values[begin:end])
        first = int(steps[begin + int(nan.argmax())]) if nan.any() else None
        return int(nan.sum()), int(np.isinf(values[begin:end]).sum()), first
