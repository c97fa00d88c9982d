"""A reader of files that are nowhere: each read does what a script says, and then what is normal.

It has no descriptors, no inodes and no file events, as an object store has none.
"""

from __future__ import annotations

import errno
import posixpath
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from threading import Event

from sightline import _native
from sightline.engine.reader import Entry, Loaded, ReplacedError, Stat, load_each
from sightline.engine.remote.request_log import Usage


@dataclass
class ScriptedFile:
    """A file; `script` has what the next reads do, one action for each."""

    content: bytes
    modified: float = 1e9
    version: int = 1
    script: deque[Callable[[ScriptedSource], None]] = field(default_factory=deque)
    n_reads: int = 0

    def replace(self, content: bytes) -> None:
        """Another file of the same name."""
        self.content = content
        self.version += 1

    def grow(self, more: bytes) -> None:
        """The same file with more in it."""
        self.content += more
        self.modified += 1


class ScriptedSource:
    """An open scripted file, as long as it was when it was opened."""

    def __init__(self, file: ScriptedFile) -> None:
        self.file = file
        self.max_bytes = 1 << 30
        self._version = file.version
        self._stat = Stat(len(file.content), file.modified, f"version {file.version}")

    @property
    def size(self) -> int:
        return self._stat.size

    def stat(self) -> Stat:
        return self._stat

    def read(self, offset: int, length: int, /) -> bytes:
        self.file.n_reads += 1
        self.max_bytes = 1 << 30
        if self.file.script:
            self.file.script.popleft()(self)
        if self.file.version != self._version:
            raise ReplacedError("the version that was opened is gone")
        end = min(self.size, offset + min(length, self.max_bytes))
        return self.file.content[offset:end]

    def __enter__(self) -> ScriptedSource:
        return self

    def __exit__(self, *args: object) -> None:
        pass


def short(n_bytes: int) -> Callable[[ScriptedSource], None]:
    """Give at most so many bytes."""
    return lambda source: setattr(source, "max_bytes", n_bytes)


def fail(source: ScriptedSource) -> None:
    """Fail as a network does."""
    raise OSError(errno.ECONNRESET, "the connection was lost")


def slow(arrived: Event, go_on: Event) -> Callable[[ScriptedSource], None]:
    """Say that the read has begun, and wait."""

    def wait(_: ScriptedSource) -> None:
        arrived.set()
        assert go_on.wait(30)

    return wait


def cut(n_bytes: int) -> Callable[[ScriptedSource], None]:
    """Cut the file while it is read; it stays the same file."""
    return lambda source: setattr(source.file, "content", source.file.content[:n_bytes])


def replaced_by(content: bytes) -> Callable[[ScriptedSource], None]:
    """Put another file in its place while it is read."""
    return lambda source: source.file.replace(content)


class ScriptedReader:
    """Files by their paths; directories are what is before a slash."""

    def __init__(self, files: dict[str, ScriptedFile]) -> None:
        self.files = files

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        return [self._list(path) for path in paths]

    def _list(self, directory: str) -> list[Entry]:
        below = {path[len(directory) + 1 :] for path in self.files if path.startswith(f"{directory}/")}
        names = {name.partition("/")[0]: "/" in name for name in below}
        return [
            Entry(name, is_directory, False, None if is_directory else self.stat(f"{directory}/{name}"))
            for name, is_directory in names.items()
        ]

    def stat(self, path: str) -> Stat:
        if path in self.files:
            return ScriptedSource(self.files[path]).stat()
        if any(name.startswith(f"{path}/") for name in self.files):
            return Stat(0, 0.0, path, is_directory=True)
        raise FileNotFoundError(errno.ENOENT, "there is no such file", path)

    def stat_known(self, paths: Sequence[str]) -> Sequence[Stat | None]:
        return [self.stat(path) if path in self.files else None for path in paths]

    def open(self, path: str) -> ScriptedSource:
        self.stat(path)
        return ScriptedSource(self.files[path])

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        return load_each(self, paths, segments, final_before_secs=final_before_secs, max_bytes=max_bytes)

    def absolute(self, path: str) -> str:
        return path

    def glob(self, pattern: str) -> Sequence[str]:
        parents = {path[:at] for path in self.files for at, char in enumerate(path) if char == "/"}
        depth = pattern.count("/")
        return [
            path
            for path in {*parents, *self.files}
            if path.count("/") == depth and fnmatchcase(path, pattern)
        ]

    def resolve(self, path: str) -> str:
        scheme, _, rest = path.rpartition("://")
        return f"{scheme}://{posixpath.normpath(rest)}"

    def changes(self, path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
        raise NotImplementedError("look yourself")

    def pause_secs(self, path: str, interval_secs: float) -> float:
        return interval_secs

    def usage(self, path: str) -> Usage | None:
        return None

    def stop(self) -> None:
        pass
