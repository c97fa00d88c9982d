"""The cache folder: what was computed from logs, bounded in size, the files not used for longest go first.

It may be deleted at any time, and many processes may use it: files are written under other names and renamed,
and what cannot be used counts as not there. A disk that is full or read-only only means that nothing is kept.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sightline import platform

# The folders in it, each with what it holds.
PARTS = {
    "segments": "columns of event files",
    "traces": "profiles",
    "graphs": "graphs of models",
    "projections": "projections of embeddings",
}
MAX_BYTES = 10_000_000_000
_MAX_SHARE_OF_FREE = 0.1
# Whoever writes a draft writes it without pause: one that is this old was left by a process that was killed.
_DEAD_DRAFT_SECS = 3600.0


class CachedFile(NamedTuple):
    """One file of the cache, and when it was last used."""

    used: float
    size: int
    path: str


class PartUsage(NamedTuple):
    """How much one part of the cache holds."""

    name: str
    n_files: int
    n_bytes: int


class CacheFolder:
    """The folder of everything cached; by default in the user's cache folder."""

    def __init__(self, path: Path | None = None, *, max_bytes: int = MAX_BYTES) -> None:
        self.path = Path(platform.cache_directory()) if path is None else path
        self.max_bytes = max_bytes

    def part(self, name: str) -> Path:
        """The folder of one part; it need not exist."""
        return self.path / name

    def prepare(self, part: str, n_bytes: int) -> bool:
        """Make the folder of a part; whether so many bytes may be written there. Raises OSError."""
        folder = self.part(part)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
        return n_bytes <= min(self.max_bytes, free * _MAX_SHARE_OF_FREE)

    def make_room(self) -> None:
        """Delete what was not used for longest until the rest is within the bound, and dead drafts."""
        files = [file for part in PARTS for file in self._files(part)]
        total = sum(file.size for file in files)
        dead_before = time.time() - _DEAD_DRAFT_SECS
        for file in sorted(files):
            is_dead = file.used < dead_before and os.path.basename(file.path).startswith(".")
            if total > self.max_bytes or is_dead:
                with suppress(OSError):
                    os.unlink(file.path)
                    total -= file.size

    def usage(self) -> list[PartUsage]:
        """How much each part holds."""
        found = {part: list(self._files(part)) for part in PARTS}
        return [
            PartUsage(part, len(files), sum(file.size for file in files)) for part, files in found.items()
        ]

    def clear(self) -> None:
        """Delete everything that is cached; nothing else in the folder."""
        for part in PARTS:
            shutil.rmtree(self.part(part), ignore_errors=True)

    def _files(self, part: str) -> Iterator[CachedFile]:
        try:
            entries = os.scandir(self.part(part))
        except OSError:
            return
        with entries:
            for entry in entries:
                with suppress(OSError):  # another process made room
                    if entry.is_file(follow_symlinks=False):
                        stat = entry.stat(follow_symlinks=False)
                        yield CachedFile(stat.st_mtime, stat.st_size, entry.path)


def mark_used(path: str | os.PathLike[str]) -> None:
    """Note that a file was used; where that cannot be written it goes as early as if it were not."""
    with suppress(OSError):
        os.utime(path)
