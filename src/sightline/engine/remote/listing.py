"""One listing of a remote place as a tree of folders, and how often it pays to list again."""

from __future__ import annotations

import fnmatch
import time
from collections.abc import Iterable, Sequence

from sightline.engine.reader import Entry, Stat
from sightline.engine.remote.store import Object

# Where nothing grows, the pause becomes this share of the time since the last change, within a bound.
_IDLE_SHARE = 0.1
_MAX_IDLE_PAUSE_SECS = 60.0
# The budget for listing: as many requests a minute, however many objects there are.
MAX_LISTS_PER_MINUTE = 60


class Listing:
    """All objects below `top`, as of one moment."""

    def __init__(self, top: str, objects: Iterable[Object], place: str, *, before: Listing | None) -> None:
        self.top = top
        self.objects: dict[str, Object] = {}
        self.folders: dict[str, dict[str, Entry]] = {top: {}}
        known = before.objects if before is not None else {}
        for found in objects:
            path = f"{place}/{found.key}"
            self._add(path, _unless_changed(found, known.get(path)))
        self.has_changed = self.objects != known
        is_new = before is None or self.has_changed
        self.last_change: float = time.monotonic() if before is None or is_new else before.last_change

    def covers(self, path: str) -> bool:
        """Whether a path is at or below the top."""
        return path == self.top or path.startswith(f"{self.top}/")

    def entries(self, folder: str) -> Sequence[Entry]:
        """What is in a folder; FileNotFoundError where there is none."""
        found = self.folders.get(folder)
        if not found:
            raise FileNotFoundError(f"there is nothing at {folder}")
        return list(found.values())

    def stat(self, path: str) -> Stat:
        """What is at a path; FileNotFoundError where there is nothing."""
        found = self.objects.get(path)
        if found is not None:
            return stat_of(path, found)
        if self.folders.get(path):
            return Stat(0, 0.0, path, is_directory=True)
        raise FileNotFoundError(f"there is nothing at {path}")

    def glob(self, pattern: str) -> list[str]:
        """The folders and objects that match a pattern."""
        wanted = pattern.split("/")
        return [path for path in (*self.folders, *self.objects) if _matches(path.split("/"), wanted)]

    def pause_secs(self, interval_secs: float, n_requests: int) -> float:
        """How long to wait before listing again, which takes `n_requests`."""
        idle_secs = time.monotonic() - self.last_change
        pause_secs = max(interval_secs, min(idle_secs * _IDLE_SHARE, _MAX_IDLE_PAUSE_SECS))
        return max(pause_secs, n_requests * 60 / MAX_LISTS_PER_MINUTE)

    def _add(self, path: str, found: Object) -> None:
        folder, _, name = path.rpartition("/")
        if not name or not folder.startswith(self.top):  # a marker for an empty folder
            return
        self.objects[path] = found
        self._folder(folder)[name] = Entry(name, False, False, stat_of(path, found))

    def _folder(self, path: str) -> dict[str, Entry]:
        found = self.folders.get(path)
        if found is None:
            found = self.folders[path] = {}
            above, _, name = path.rpartition("/")
            self._folder(above)[name] = Entry(name, True, False, None)
        return found


def stat_of(path: str, found: Object) -> Stat:
    """The stat of an object: writers upload it whole again and again, so it is itself by its path."""
    return Stat(found.size, found.modified, path, version=found.etag)


def _unless_changed(found: Object, known: Object | None) -> Object:
    """The object as it was known where only its time differs: it was copied or touched."""
    if known is not None and known.etag and (known.etag, known.size) == (found.etag, found.size):
        return known
    return found


def _matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the parts of a path match those of a glob; `**` stands for any number of parts."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(_matches(parts[i:], pattern[1:]) for i in range(len(parts) + 1))
    return bool(parts) and fnmatch.fnmatchcase(parts[0], pattern[0]) and _matches(parts[1:], pattern[1:])
