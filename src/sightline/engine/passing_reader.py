"""A reader that passes everything on to another one; others derive from it and do some things themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event

from sightline import _native
from sightline.engine.reader import ByteSource, Entry, Loaded, Reader, Stat
from sightline.engine.remote.request_log import Usage


class PassingReader:
    """Every method is that of `inner`."""

    def __init__(self, inner: Reader) -> None:
        self.inner = inner

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        """What is in directories."""
        return self.inner.list(paths)

    def stat(self, path: str) -> Stat:
        """Size and identity."""
        return self.inner.stat(path)

    def stat_known(self, paths: Sequence[str]) -> Sequence[Stat | None]:
        """Sizes and identities of many files."""
        return self.inner.stat_known(paths)

    def open(self, path: str) -> ByteSource:
        """Open a file."""
        return self.inner.open(path)

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        """Read small event files."""
        return self.inner.load(paths, segments, final_before_secs=final_before_secs, max_bytes=max_bytes)

    def absolute(self, path: str) -> str:
        """A path in full."""
        return self.inner.absolute(path)

    def glob(self, pattern: str) -> Sequence[str]:
        """The paths that match a pattern."""
        return self.inner.glob(pattern)

    def resolve(self, path: str) -> str:
        """A path without links."""
        return self.inner.resolve(path)

    def changes(self, path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
        """Changed paths."""
        return self.inner.changes(path, stop=stop, step_secs=step_secs)

    def pause_secs(self, path: str, interval_secs: float) -> float:
        """How long to wait between two walks."""
        return self.inner.pause_secs(path, interval_secs)

    def usage(self, path: str) -> Usage | None:
        """What was requested of a remote place."""
        return self.inner.usage(path)

    def stop(self) -> None:
        """The program ends."""
        self.inner.stop()
