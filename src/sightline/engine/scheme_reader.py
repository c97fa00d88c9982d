"""Local files and remote places behind one reader: a path's scheme decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event

from sightline import _native
from sightline.engine.reader import ByteSource, Entry, Loaded, Reader, Stat
from sightline.engine.remote.address import is_remote
from sightline.engine.remote.request_log import Usage


class SchemeReader:
    """Reads paths by one reader and addresses (`s3://…`) by another."""

    def __init__(self, local: Reader, remote: Reader) -> None:
        self._local = local
        self._remote = remote

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        """What is in directories."""
        if not any(map(is_remote, paths)):
            return self._local.list(paths)
        return [self._of(path).list([path])[0] for path in paths]

    def stat(self, path: str) -> Stat:
        """Size and identity."""
        return self._of(path).stat(path)

    def stat_known(self, paths: Sequence[str]) -> Sequence[Stat | None]:
        """Sizes and identities of many files."""
        if not any(map(is_remote, paths)):
            return self._local.stat_known(paths)
        return [self._of(path).stat_known([path])[0] for path in paths]

    def open(self, path: str) -> ByteSource:
        """Open a file."""
        return self._of(path).open(path)

    def load(
        self,
        paths: Sequence[str],
        segments: Sequence[_native.Segment],
        *,
        final_before_secs: float,
        max_bytes: int,
    ) -> Sequence[Loaded | OSError]:
        """Read several small files, each sort at once."""
        found: dict[str, Loaded | OSError] = {}
        for reader, wanted in ((self._local, False), (self._remote, True)):
            chosen = [i for i, path in enumerate(paths) if is_remote(path) is wanted]
            if chosen:
                some = [paths[i] for i in chosen]
                loaded = reader.load(
                    some,
                    [segments[i] for i in chosen],
                    final_before_secs=final_before_secs,
                    max_bytes=max_bytes,
                )
                found |= zip(some, loaded, strict=True)
        return [found[path] for path in paths]

    def absolute(self, path: str) -> str:
        """A path in full."""
        return self._of(path).absolute(path)

    def glob(self, pattern: str) -> Sequence[str]:
        """The paths that match a pattern."""
        return self._of(pattern).glob(pattern)

    def resolve(self, path: str) -> str:
        """A path without links."""
        return self._of(path).resolve(path)

    def changes(self, path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
        """Changed paths."""
        return self._of(path).changes(path, stop=stop, step_secs=step_secs)

    def pause_secs(self, path: str, interval_secs: float) -> float:
        """How long to wait between two walks."""
        return self._of(path).pause_secs(path, interval_secs)

    def usage(self, path: str) -> Usage | None:
        """What was requested of a remote place."""
        return self._of(path).usage(path)

    def stop(self) -> None:
        """The program ends."""
        self._local.stop()
        self._remote.stop()

    def _of(self, path: str) -> Reader:
        return self._remote if is_remote(path) else self._local
