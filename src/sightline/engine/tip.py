"""One event file as far as it was committed: a segment, and how much of it counts in this generation.

A segment goes on growing while older views are in use. A tip stays what it was: the reader freezes the
current tip (noting how many points each tag had) before it appends. Nothing is copied, no view ever moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import nan
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sightline.engine.claims import WHAT_NAMES
from sightline.engine.nonfinite import ALL_FINITE, Nonfinite
from sightline.engine.reader import Identity
from sightline.engine.segment import NO_TAG, Columns, Damage, ListFacts, Point, Segment, TagMeta, Totals

_Value = TypeVar("_Value")
TagIds = Mapping[str, Sequence[int]]
# What depends on the tags only, by `ListFacts.tag_key`: runs of a sweep have the same.
_shared_metas: dict[bytes, Sequence[TagMeta]] = {}
_shared_ids: dict[bytes, TagIds] = {}
_MAX_SHARED = 1000


class TagTable:
    """The tags of one segment, shared by all its tips; a tag without metadata may get some later."""

    __slots__ = ("__dict__", "_segment")
    _metas: Sequence[TagMeta] = ()
    _ids: tuple[int, TagIds] | None = None  # for how many tags, of a segment without a key

    def __init__(self, segment: Segment) -> None:
        self._segment = segment

    @cached_property
    def nonfinite(self) -> dict[int, tuple[int, Nonfinite]]:
        """By tag id: how many points were checked, and what was found in them."""
        return {}

    @cached_property
    def origin(self) -> object:
        """The same as long as it is the same file, whether its columns are held or mapped."""
        return object()

    def moved_to(self, segment: Segment) -> TagTable:
        """The same for a segment of the same file that has the same tags."""
        moved = TagTable(segment)
        moved.origin, moved.nonfinite = self.origin, self.nonfinite
        return moved

    def metas(self, n_tags: int, key: bytes = b"") -> Sequence[TagMeta]:
        """The first `n_tags` tags, in order of their ids; one list for all files with the same key."""
        if not key:
            return self._read_metas(n_tags)
        metas = _shared_metas.get(key)
        if metas is None:
            metas = share(_shared_metas, key, self._read_metas(n_tags))
        return metas

    def ids(self, n_tags: int, key: bytes = b"") -> TagIds:
        """The ids of each name among the first `n_tags` tags; also one for all files with the same key."""
        if not key:
            if self._ids is None or self._ids[0] != n_tags:
                self._ids = n_tags, _ids_of(self._read_metas(n_tags))
            return self._ids[1]
        ids = _shared_ids.get(key)
        if ids is None:
            ids = share(_shared_ids, key, _ids_of(self.metas(n_tags, key)))
        return ids

    def _read_metas(self, n_tags: int) -> Sequence[TagMeta]:
        known = self._metas
        metas = [
            known[tag_id]
            if tag_id < len(known) and known[tag_id].has_metadata
            else TagMeta(*self._segment.tag(tag_id))
            for tag_id in range(n_tags)
        ]
        if n_tags >= len(known):
            self._metas = metas
        return metas


def share(shared: dict[bytes, _Value], key: bytes, value: _Value) -> _Value:
    """Note what all files with the same tags have in common; the number of such groups is bounded."""
    if len(shared) >= _MAX_SHARED:
        shared.clear()
    shared[key] = value
    return value


def _ids_of(metas: Sequence[TagMeta]) -> TagIds:
    ids: dict[str, list[int]] = {}
    for tag_id, meta in enumerate(metas):
        ids.setdefault(meta.tag, []).append(tag_id)
    return ids


class SessionStart(NamedTuple):
    """A session-log start in a file: its number there, step, wall time, offset, scalar points before it."""

    number: int
    step: int
    wall_time: float
    offset: int
    n_points_before: int


class Tip:
    """One event file as of one generation. Everything here is safe to read from any thread."""

    is_indexed = False  # whether its points have to be requested from an index
    # There may be very many, of which most are only listed: the dictionary is for what is computed later.
    __slots__ = ("__dict__", "_counts", "_identity", "_tags", "path", "segment", "size", "totals")

    def __init__(self, path: str, identity: Identity, segment: Segment, tags: TagTable, size: int) -> None:
        self.path = path
        self._identity = identity
        self.segment = segment
        totals = self.totals = segment.totals(Totals, ListFacts)
        offset = totals.offset
        self.size = size if size > offset else offset
        self._tags = tags
        self._counts: list[int] | None = None

    @property
    def identity(self) -> Identity:
        """Which file it is, for those who read values from it later."""
        return self._identity

    def is_as_long_as(self, other: Tip) -> bool:
        """Whether the file had not grown between the two, nor become another one."""
        return self._tags.origin is other._tags.origin and self.size == other.size

    def freeze(self) -> None:
        """Note the tags' counts. Called by the file's one reader before it appends to the segment."""
        if self._counts is None:
            self._counts = self._current_counts()

    def count(self, tag_id: int) -> int:
        """How many scalar points of the tag belong to this tip."""
        counts = self._counts
        if counts is None:
            n = self.segment.n_scalars(tag_id)
            counts = self._counts  # still not frozen: the reader had not begun to append
            if counts is None:
                return n
        return counts[tag_id]

    @property
    def counts(self) -> list[int]:
        """How many scalar points of each tag belong to this tip, by tag id."""
        current = self._current_counts() if self._counts is None else []
        frozen = self._counts  # still not frozen: the reader had not begun to append
        return current if frozen is None else frozen

    def _current_counts(self) -> list[int]:
        counts: list[int] = self.segment.counts()[: self.totals.n_tags].tolist()
        return counts

    @cached_property
    def tags(self) -> Sequence[TagMeta]:
        """Name and metadata of each tag, by tag id."""
        return self._tags.metas(self.totals.n_tags, self._tag_key)

    @property
    def _tag_key(self) -> bytes:
        facts = self.totals.list_facts
        return b"" if facts is None else facts.tag_key

    @property
    def tag_ids(self) -> TagIds:
        """The ids that a tag's name has in this file: several where values of many kinds share it."""
        return self._tags.ids(self.totals.n_tags, self._tag_key)

    def has_any_tag(self, names: Iterable[str]) -> bool:
        """Whether a tag has one of these names."""
        return not self.tag_ids.keys().isdisjoint(names)

    def arrays(self, tag_id: int) -> list[Columns]:
        """The tag's points in place, in chunks."""
        chunks = self.segment.chunks(tag_id).first(self.count(tag_id))
        return [Columns(*arrays) for arrays in chunks.arrays()]

    def ends(self, tag_id: int) -> tuple[Point, Point]:
        """The tag's first and last point."""
        return Point(*self.segment.chunks(tag_id).point(0)), self.last_point(tag_id)

    def last_point(self, tag_id: int) -> Point:
        """The tag's last point."""
        return Point(*self.segment.chunks(tag_id).point(self.count(tag_id) - 1))

    def columns(self, tag_id: int) -> Columns:
        """The tag's points in contiguous columns."""
        n = self.count(tag_id)
        steps, wall_times, values = self.segment.scalars(tag_id)
        return Columns(steps[:n], wall_times[:n], values[:n])

    def nonfinite(self, tag_id: int) -> Nonfinite:
        """Counts of NaN and infinities; only points that are new since the last call are checked."""
        n = self.count(tag_id)
        n_known, found = self._tags.nonfinite.get(tag_id, (0, ALL_FINITE))
        if n_known == n:
            return found
        chunks = self.segment.chunks(tag_id)
        if n_known > n:  # known of a later tip
            return Nonfinite(*chunks.nonfinite(0, n))
        new = Nonfinite(*chunks.nonfinite(n_known, n))
        if new.n_nan or new.n_inf:
            found = found.plus(new)
        self._tags.nonfinite[tag_id] = (n, found)
        return found

    @cached_property
    def references(self) -> dict[str, NDArray[Any]]:
        """The rows of everything that is not a scalar, up to this tip."""
        rows = self.segment.references()
        offsets = rows["record_offset"]
        n = int(np.searchsorted(offsets, self.totals.offset))
        return rows if n == len(offsets) else {name: column[:n] for name, column in rows.items()}

    @cached_property
    def reference_rows(self) -> Mapping[tuple[int, str], NDArray[np.int64]]:
        """Row numbers of the references by (tag id, name of the field)."""
        return self._grouped_references()

    def _grouped_references(self) -> dict[tuple[int, str], NDArray[np.int64]]:
        if not self.segment.n_references:  # most files are scalars only
            return {}
        rows = self.references
        if not len(rows["tag_id"]):
            return {}
        keys = rows["tag_id"].astype(np.int64) << 8 | rows["what"].astype(np.int64)
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        starts = [0, *(np.flatnonzero(keys[1:] != keys[:-1]) + 1).tolist()]
        return {
            (key >> 8, WHAT_NAMES.get(key & 255, "none")): order[start:end]
            for key, start, end in zip(keys[starts].tolist(), starts, [*starts[1:], len(keys)], strict=True)
        }

    def item_rows(self, tag_id: int, what: str) -> Mapping[str, NDArray[Any]]:
        """The columns of the values of a tag and field that are no scalars."""
        rows = self.reference_rows[tag_id, what]
        return {name: column[rows] for name, column in self.references.items()}

    def item_identity(self, tag_id: int, what: str) -> Identity:
        """Which file these values are to be read from."""
        return self.identity

    def item_count(self, tag_id: int, what: str) -> int:
        """How many values of a tag and field are no scalars."""
        return len(self.reference_rows[tag_id, what])

    def item_ends(self, tag_id: int, what: str) -> tuple[Point, Point]:
        """The first and the last of them; their values are NaN."""
        rows = self.reference_rows[tag_id, what]
        steps, wall_times = self.references["step"], self.references["wall_time"]
        first, last = (Point(int(steps[row]), float(wall_times[row]), nan) for row in (rows[0], rows[-1]))
        return first, last

    def summary(self, tag_id: int) -> Mapping[str, float] | None:
        """A tag's points summed up, where that is known without them (of an index)."""
        return None

    @property
    def ended(self) -> float | None:
        """When the file was last written to, as far as its events show.

        Wall times may be given by the caller and be anything; that of the first event, which a writer gives
        where it logs a session start, is believed when it is later.
        """
        first, last = self.totals.first_wall_time, self.totals.last_wall_time
        return last if first is None or last is None else max(first, last)

    @property
    def session_starts(self) -> list[SessionStart]:
        """Session-log starts in this file."""
        return self._session_starts if self.segment.has_session_starts else []

    @cached_property
    def _session_starts(self) -> list[SessionStart]:
        starts = self.segment.session_starts()
        found = [SessionStart(number, *row[:4]) for number, row in enumerate(starts)]
        return [start for start in found if start.offset < self.totals.offset]

    def points_before(self, start: SessionStart, tag_id: int) -> int:
        """How many scalar points of a tag came before a session start."""
        counts = self.segment.points_before(start.number)
        return int(counts[tag_id]) if tag_id < len(counts) else 0

    def rows_before(self, start: SessionStart, rows: NDArray[np.int64]) -> int:
        """How many of these reference rows came before a session start."""
        return int(np.searchsorted(self.references["record_offset"][rows], start.offset))

    def has_values_before(self, start: SessionStart) -> bool:
        """Whether anything under a tag was logged before a session start."""
        tagged = self.references["tag_id"] != NO_TAG
        before = self.references["record_offset"] < start.offset
        return start.n_points_before > 0 or bool((tagged & before).any())

    @cached_property
    def damage(self) -> list[Damage]:
        """The first thousand stretches of this file that could not be read."""
        spots = [Damage(self.path, *spot) for spot in self.segment.damage()]
        return [spot for spot in spots if spot.offset <= self.totals.offset]


def tag_name(tags: Sequence[TagMeta], tag_id: int, what: str) -> str:
    """The tag of a reference row; a value without one (a graph) goes by the name of its field."""
    return what if tag_id == NO_TAG else tags[tag_id].tag
