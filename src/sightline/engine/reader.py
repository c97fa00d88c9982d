"""The one way to files: list, size and identity, read a range, open for native code, wait for a change.

Everything in the engine goes through this interface, so that object stores can be added behind it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from stat import S_ISDIR
from threading import Event
from typing import NamedTuple, Protocol

from sightline import _native, platform
from sightline.engine.tip import Identity

_EVENT_FILE = "tfevents"


class Stat(NamedTuple):
    """What a look at a path tells: size, time of the last change and which file it is."""

    size: int
    modified: float
    identity: Identity
    is_directory: bool = False


class Entry(NamedTuple):
    """One name in a directory. Links are followed: `is_directory` and `stat` are about what is at their end.

    Event files come with their `stat` where listing it costs little; others may not.
    """

    name: str
    is_directory: bool
    is_link: bool
    stat: Stat | None


class Loaded(NamedTuple):
    """What reading a file from its beginning came to: is there more, and which file it is."""

    more: bool
    stat: Stat


def is_event_file(name: str) -> bool:
    """Whether a file of this name holds events, by the rule that TensorBoard has."""
    return _EVENT_FILE in name


class OpenFile(Protocol):
    """A file opened for reading; a context manager."""

    def fileno(self) -> int:
        """The descriptor, for native code."""
        ...

    def stat(self) -> Stat:
        """Size and identity of this very file, whatever has become of its name."""
        ...

    def read(self, offset: int, length: int) -> bytes:
        """A range; shorter at the end of the file."""
        ...

    def __enter__(self) -> OpenFile: ...

    def __exit__(self, *args: object) -> None: ...


class Reader(Protocol):
    """See the module's text. Paths are plain strings; every method may raise OSError."""

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        """What is in each of several directories, in no order; or why one cannot be listed."""
        ...

    def stat(self, path: str) -> Stat:
        """Size and identity of what is at a path."""
        ...

    def open(self, path: str) -> OpenFile:
        """Open a file for reading."""
        ...

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        """Read several small files into new segments at once; those last written before a time are final."""
        ...

    def changes(self, path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
        """Sets of paths below `path` that changed, until `stop` is set; sets may be empty.

        Raises NotImplementedError where changes are not told and have to be polled for.
        """
        ...


class LocalFile:
    """A local file by its descriptor."""

    __slots__ = ("_fd",)

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, platform.OPEN_FLAGS)

    def fileno(self) -> int:
        """The descriptor."""
        return self._fd

    def stat(self) -> Stat:
        """Size and identity of the opened file."""
        return _stat(os.fstat(self._fd))

    def read(self, offset: int, length: int) -> bytes:
        """A range of the file."""
        return os.pread(self._fd, length, offset)

    def __enter__(self) -> LocalFile:
        return self

    def __exit__(self, *args: object) -> None:
        os.close(self._fd)


class LocalReader:
    """The local file system; file events by watchfiles."""

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        """What is in the directories, in one call without the GIL."""
        found = _native.list_directories([os.fsencode(path) for path in paths], _EVENT_FILE.encode())
        return [
            OSError(error, os.strerror(error), path)
            if error
            else [
                Entry(name, is_directory, is_link, None if facts is None else Stat(*facts))
                for name, is_directory, is_link, facts in entries
            ]
            for path, (error, entries) in zip(paths, found, strict=True)
        ]

    def stat(self, path: str) -> Stat:
        """Size and identity."""
        return _stat(os.stat(path))

    def open(self, path: str) -> LocalFile:
        """Open a file; one that is no regular file (a pipe) does not block."""
        return LocalFile(path)

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        """Read several small files at once, in one call without the GIL."""
        found = _native.load_files(
            [os.fsencode(path) for path in paths],
            list(segments),
            final_before_secs=final_before_secs,
            max_bytes=max_bytes,
        )
        return [
            OSError(error, os.strerror(error), path)
            if error
            else Loaded(more, Stat(size, modified, identity))
            for path, (error, more, size, modified, identity) in zip(paths, found, strict=True)
        ]

    def changes(self, path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
        """Changed paths as the operating system tells of them."""
        if not platform.has_file_events(path):
            raise NotImplementedError(f"no file events on the file system of {path}")
        from sightline.engine.watch import watch_changes

        return watch_changes(path, stop=stop, step_secs=step_secs)


def _stat(found: os.stat_result) -> Stat:
    return Stat(found.st_size, found.st_mtime, (found.st_dev, found.st_ino), S_ISDIR(found.st_mode))
