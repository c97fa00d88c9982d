"""Files that people give in the page: in a folder of the server's own, which is deleted when it ends."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import threading
from pathlib import Path

from sightline import platform
from sightline.engine.follow import Follower
from sightline.engine.kind import Kind
from sightline.engine.roots import Pattern

_FOLDER = re.compile(r"[0-9a-f-]{8,36}")
_MAX_NAME_CHARS = 200


class GivenFiles:
    """The folder of given files. A file that a kind reads by itself becomes a run."""

    def __init__(self, follower: Follower) -> None:
        self._follower = follower
        self._lock = threading.Lock()  # guards the two below
        self._root: Path | None = None
        self._n_bytes = 0

    def path(self, kind: Kind, folder: str, name: str) -> Path:
        """Where a file goes; files of one folder belong together. ValueError where it cannot be taken."""
        if not _FOLDER.fullmatch(folder):
            raise ValueError("a folder is named by 8 to 36 hexadecimal digits and hyphens")
        if len(name) > _MAX_NAME_CHARS or name.startswith(".") or re.search(r"[/\\\x00-\x1f]", name):
            raise ValueError(f"{name[:_MAX_NAME_CHARS]!r} cannot be the name of a file here")
        if not name.endswith(kind.given_files):
            endings = ", ".join(kind.given_files) or "none"
            raise ValueError(f"{name} has none of the endings that can be read: {endings}")
        with self._lock:
            if self._root is None:
                self._root = Path(tempfile.mkdtemp(prefix="sightline-given-"))
            place = self._root / folder
        place.mkdir(exist_ok=True)
        if (place / name).exists():
            raise ValueError(f"{name} is there already; give it in another folder")
        return place / name

    def room_bytes(self, limit: int | None) -> int:
        """How many more bytes may be given: what fits into half of the memory, or the limit, and on disk."""
        if limit is None:
            available = platform.available_memory_bytes()
            limit = (4 << 30) if available is None else available // 2
        on_disk = shutil.disk_usage(self._root or tempfile.gettempdir()).free
        return max(0, min(limit - self._n_bytes, on_disk))

    def count(self, n_bytes: int) -> None:
        """Note that so many bytes more are stored; fewer where it is negative."""
        with self._lock:
            self._n_bytes += n_bytes

    def show(self, kind: Kind, path: Path) -> str | None:
        """Follow a file from now on; returns the name of its run, None where it goes with another file."""
        if path.name.endswith(kind.beside_given):
            return None
        self._follower.add(Pattern(os.fspath(path), kind=kind.slug))
        wanted = self._follower.store.reader.absolute(os.fspath(path))
        return next(root.top for root in self._follower.roots if root.path == wanted)

    def close(self) -> None:
        """Delete the files."""
        with self._lock:
            if self._root is not None:
                shutil.rmtree(self._root, ignore_errors=True)
