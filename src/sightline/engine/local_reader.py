"""The local file system as a reader; file events by watchfiles."""

from __future__ import annotations

import errno
import glob
import os
from collections.abc import Iterator, Sequence
from threading import Event

from sightline import _native, platform
from sightline.engine.reader import EVENT_FILE, Entry, Loaded, Stat
from sightline.engine.remote.request_log import Usage


class LocalFile(_native.FileSource):
    """An open local file; one that is no regular file (a pipe) does not block."""

    def stat(self) -> Stat:
        """Size and identity as of the opening."""
        return Stat(*self.facts())

    def __enter__(self) -> LocalFile:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()


class LocalReader:
    """Files by the operating system. Listing and loading many are one call each, without the GIL."""

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        """What is in the directories."""
        found = _native.list_directories(list(paths), EVENT_FILE.encode(), Entry, Stat)
        return [
            _os_error(each, path) if isinstance(each, int) else each
            for path, each in zip(paths, found, strict=True)
        ]

    def stat(self, path: str) -> Stat:
        """Size and identity."""
        return Stat(*_native.path_facts(path))

    def stat_known(self, paths: Sequence[str]) -> Sequence[Stat | None]:
        """Size and identity of each file; one call, without the GIL."""
        return _native.stat_files(list(paths), Stat)

    def open(self, path: str) -> LocalFile:
        """Open a file."""
        return LocalFile(path)

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        """Read several small files at once."""
        found = _native.load_files(
            [os.fsencode(path) for path in paths],
            list(segments),
            final_before_secs=final_before_secs,
            max_bytes=max_bytes,
        )
        return [
            _os_error(error, path) if error else Loaded(more, Stat(*facts), facts[0])
            for path, (error, more, facts) in zip(paths, found, strict=True)
        ]

    def absolute(self, path: str) -> str:
        """A path in full, with `~` for the home directory."""
        return os.path.abspath(os.path.expanduser(path))

    def glob(self, pattern: str) -> Sequence[str]:
        """The paths that match a pattern."""
        return glob.glob(pattern, recursive=True)

    def resolve(self, path: str) -> str:
        """A path without links."""
        return os.path.realpath(path)

    def changes(self, path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
        """Changed paths as the operating system reports them."""
        if not platform.has_file_events(path):
            raise NotImplementedError(f"no file events on the file system of {path}")
        from sightline.engine.watch import watch_changes

        return watch_changes(path, stop=stop, step_secs=step_secs)

    def pause_secs(self, path: str, interval_secs: float) -> float:
        """The interval."""
        return interval_secs

    def usage(self, path: str) -> Usage | None:
        """Local files cost nothing."""
        return None

    def stop(self) -> None:
        """Nothing is waited for."""


def _os_error(error: int, path: str) -> OSError:
    return OSError(error, "Not a regular file" if error == errno.ESPIPE else os.strerror(error), path)
