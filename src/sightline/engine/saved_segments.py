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

from sightline import _native
from sightline.engine.reader import Stat
from sightline.formats.cache_folder import CacheFolder, mark_used
from sightline.formats.segment_file import (
    SegmentFile,
    SegmentKey,
    open_segments,
    unchanged_segments,
    write_segments,
)
from sightline.formats.whole_file import draft_of

PART = "segments"
# From this size on an event file has a saved file of its own.
LARGE_BYTES = 1 << 20
_ENDING = ".arrow"
# So many packs of one root are joined to one.
_MAX_PACKS = 16


class SavedSegments:
    """The saved segments of a cache folder; safe in many threads and processes."""

    def __init__(self, folder: CacheFolder | None = None) -> None:
        self.folder = folder or CacheFolder()
        self._lock = threading.Lock()
        self._packs: dict[str, list[SegmentFile]] = {}

    def find(self, root: str, stat: Stat, *, own: bool = False) -> _native.Segment | None:
        """The saved segment of an event file below a root; None where there is none that can be used.

        `own`: also small files may have a saved file of their own.
        """
        files = self._own_file(stat) if own or stat.size >= LARGE_BYTES else []
        places = [
            (file.key(row).size, file, row)
            for file in files or self._pack(root)
            if (row := file.find(stat.identity)) is not None
        ]
        usable = [place for place in places if place[0] <= stat.size]
        if not usable:
            return None
        _, file, row = max(usable, key=lambda place: place[0])  # the one that got farthest
        return file.segment(row)

    def unchanged(self, root: str, stats: Sequence[Stat]) -> list[_native.Segment | None]:
        """The segments of event files below a root that have the version they had when they were saved.

        None for others. Nothing is read of the event files.
        """
        found = unchanged_segments(self._pack(root), stats)
        for i, stat in enumerate(stats):
            if stat.size >= LARGE_BYTES and stat.version and found[i] is None:
                (found[i],) = unchanged_segments(self._own_file(stat), [stat])
        return found

    def paths(self, root: str) -> list[str]:
        """The paths of the small event files below a root that segments were saved of, sorted."""
        return sorted(dict.fromkeys(path for pack in self._pack(root) for path in pack.paths()))

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
        joined.sort(key=lambda row: row[0].path)  # so that the paths of many packs are sorted in no time
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

    def forget_pages(self) -> None:
        """Give the memory of mapped packs back to the system; what is used is read again."""
        with self._lock:
            packs = [pack for packs in self._packs.values() for pack in packs]
        for pack in packs:
            pack.forget_pages()

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

    def _own_file(self, stat: Stat) -> list[SegmentFile]:
        path = self.folder.part(PART) / _own_name(stat.identity)
        found = open_segments(path)
        if found is None or found.find(stat.identity) is None:
            return []
        mark_used(path)
        return [found]

    def _pack(self, root: str) -> list[SegmentFile]:
        with self._lock:
            found = self._packs.get(root)
        if found is None:
            found = self._open_packs(root)
            with self._lock:
                found = self._packs.setdefault(root, found)
        return found

    def _open_packs(self, root: str) -> list[SegmentFile]:
        packs = []
        for name in self._pack_names(_pack_prefix(root)):
            path = self.folder.part(PART) / name
            pack = open_segments(path)
            if pack is not None:
                mark_used(path)
                packs.append(pack)
        return packs

    def _segments_of(self, root: str, *, but: set[str]) -> list[tuple[SegmentKey, _native.Segment]]:
        """What a root's packs hold, of event files that are still there as far as that costs no request."""
        places: dict[str, tuple[SegmentKey, SegmentFile, int]] = {}
        for file in self._pack(root):
            for row in range(len(file)):
                key = file.key(row)
                known = places.get(key.identity)
                if key.identity not in but and (known is None or known[0].size <= key.size):
                    places[key.identity] = key, file, row
        found = []
        for key, file, row in places.values():
            if "://" in key.path or os.path.exists(key.path):
                segment = file.segment(row)
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
