"""Segments saved in the cache folder: found again by the identity of their event file.

A large event file has a saved file of its own, the small ones of a root share files ("packs"). Whoever uses a
saved segment compares head and tail of the event file with what was read of it: see `EventFile`.

Lock order: `SavedSegments._lock` only, never held while a segment is read or written.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from typing import NamedTuple

from sightline import _native
from sightline.engine.cache_folder import CacheFolder, mark_used
from sightline.engine.reader import Stat
from sightline.formats.segment_file import SegmentFile, SegmentKey, open_segments, write_segments
from sightline.formats.whole_file import draft_of

PART = "segments"
# From this size on an event file has a saved file of its own.
LARGE_BYTES = 1 << 20
_ENDING = ".arrow"
# So many packs of one root are joined to one.
_MAX_PACKS = 16


class _Place(NamedTuple):
    """Where a saved segment is."""

    file: SegmentFile
    row: int


class Found(NamedTuple):
    """A saved segment; `is_unchanged` where its file has the version it had, so that nothing is read."""

    segment: _native.Segment
    is_unchanged: bool


class SavedSegments:
    """The saved segments of a cache folder; safe in many threads and processes."""

    def __init__(self, folder: CacheFolder | None = None) -> None:
        self.folder = folder or CacheFolder()
        self._lock = threading.Lock()
        self._packs: dict[str, dict[str, _Place]] = {}

    def find(self, root: str, stat: Stat, *, own: bool = False) -> Found | None:
        """The saved segment of an event file below a root; None where there is none that can be used.

        `own`: also small files may have a saved file of their own.
        """
        place = self._own_place(stat) if own or stat.size >= LARGE_BYTES else None
        place = place or self._pack(root).get(stat.identity)
        if place is None or place.file.keys[place.row].size > stat.size:
            return None
        segment = place.file.segment(place.row)
        if segment is None:
            return None
        has_version = stat.version != "" and stat.version == place.file.keys[place.row].version
        return Found(segment, is_unchanged=has_version and segment.offset >= stat.size)

    def save(self, key: SegmentKey, segment: _native.Segment) -> bool:
        """Save the segment of a large event file; False where there is no room."""
        return self._write(_own_name(key.identity), [(key, segment)])

    def save_pack(self, root: str, rows: Sequence[tuple[SegmentKey, _native.Segment]]) -> bool:
        """Save the segments of small event files below a root in one file."""
        prefix = _pack_prefix(root)
        joined = list(rows)
        old = self._pack_names(prefix)
        if len(old) >= _MAX_PACKS:
            fresh = {key.identity for key, _ in joined}
            joined = self._segments_of(root, but=fresh) + joined
        digest = _hash("\n".join(f"{key.identity} {key.size}" for key, _ in joined))
        name = f"{prefix}{digest}{_ENDING}"
        if not self._write(name, joined):
            return False
        for each in old if len(old) >= _MAX_PACKS else ():
            if each != name:
                (self.folder.part(PART) / each).unlink(missing_ok=True)
        with self._lock:
            self._packs.pop(root, None)
        return True

    def _write(self, name: str, rows: Sequence[tuple[SegmentKey, _native.Segment]]) -> bool:
        n_bytes = sum(segment.n_points * 13 + (4 << 10) for _, segment in rows)
        try:
            if not self.folder.prepare(PART, n_bytes):
                return False
            with draft_of(self.folder.part(PART) / name) as draft:
                write_segments(draft, rows)
            self.folder.make_room()
        except OSError:
            return False
        return True

    def _own_place(self, stat: Stat) -> _Place | None:
        path = self.folder.part(PART) / _own_name(stat.identity)
        found = open_segments(path)
        if found is None or found.keys[0].identity != stat.identity:
            return None
        mark_used(path)
        return _Place(found, 0)

    def _pack(self, root: str) -> dict[str, _Place]:
        with self._lock:
            found = self._packs.get(root)
        if found is None:
            found = self._open_packs(root)
            with self._lock:
                found = self._packs.setdefault(root, found)
        return found

    def _open_packs(self, root: str) -> dict[str, _Place]:
        """All rows of a root's packs by identity; of several the one that got farthest."""
        places: dict[str, _Place] = {}
        for name in self._pack_names(_pack_prefix(root)):
            path = self.folder.part(PART) / name
            pack = open_segments(path)
            if pack is None:
                continue
            mark_used(path)
            for row, key in enumerate(pack.keys):
                known = places.get(key.identity)
                if known is None or known.file.keys[known.row].size <= key.size:
                    places[key.identity] = _Place(pack, row)
        return places

    def _segments_of(self, root: str, *, but: set[str]) -> list[tuple[SegmentKey, _native.Segment]]:
        """What a root's packs hold, of event files that are still there as far as that costs no request."""
        found = []
        for identity, place in self._pack(root).items():
            key = place.file.keys[place.row]
            if identity not in but and ("://" in key.path or os.path.exists(key.path)):
                segment = place.file.segment(place.row)
                if segment is not None:
                    found.append((key, segment))
        return found

    def _pack_names(self, prefix: str) -> list[str]:
        try:
            names = os.listdir(self.folder.part(PART))
        except OSError:
            return []
        return sorted(name for name in names if name.startswith(prefix))


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _own_name(identity: str) -> str:
    return _hash(identity) + _ENDING


def _pack_prefix(root: str) -> str:
    return f"pack-{_hash(root)}-"
