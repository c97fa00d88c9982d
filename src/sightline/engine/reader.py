"""The interface to files: list, size and identity, open as a source of bytes, wait for a change.

Everything in the engine goes through this interface. A reader needs no files of its own: archives and object
stores are other implementations of it. Paths are plain strings with `/` between their parts; a reader decides
what they mean.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from threading import Event
from typing import NamedTuple, Protocol

from sightline import _native
from sightline.engine.remote.request_log import Usage

EVENT_FILE = "tfevents"

# Identifies a file or directory, through links too; opaque to all but its reader. A reader that cannot
# distinguish a file from the one it replaced may use the path: the bytes read last are compared too.
Identity = str


class ReplacedError(OSError):
    """The file that was opened is not there any more, and another one is: open it again."""


class UnavailableError(OSError):
    """The place cannot be reached or read now: what was found there before is not gone."""


# The identity of a file that is not opened: whoever wrote an index must not choose which files are read.
LEFT_ALONE = "left alone"


class Stat(NamedTuple):
    """What is known of a path without opening it: size, time of the last change and identity.

    A changed stat means a changed file. The size is that of the stored file, which may have more bytes when
    opened (it may be compressed). Where every change of the content has a name (an etag), it is the version.
    """

    size: int
    modified: float
    identity: Identity
    is_directory: bool = False
    version: str = ""


class Entry(NamedTuple):
    """One name in a directory. Links are followed: `is_directory` and `stat` are about what is at their end.

    Event files come with their `stat` where listing it costs little; others may not.
    """

    name: str
    is_directory: bool
    is_link: bool
    stat: Stat | None


class Loaded(NamedTuple):
    """The result of reading a file from its beginning."""

    more: bool
    stat: Stat
    n_bytes: int  # of its content
    problem: OSError | None = None  # why the content ends before the file does; what was read counts


def is_event_file(name: str) -> bool:
    """Whether a file of this name is an event file, by TensorBoard's rule."""
    return EVENT_FILE in name


class ByteSource(Protocol):
    """An open file: bytes by position, as they were when it was opened. A context manager.

    Native code reads `_native`'s own sources without the GIL, and others by `read`: up to 256 KB at a time
    and in order, or a few hundred bytes after a jump. Where reading is costly, read ahead. One thread reads
    at a time. A source that has bytes in memory may have `lend`, too, which native code prefers: it gives all
    that are there from a position on, which are then used where they are.
    """

    @property
    def size(self) -> int:
        """How many bytes can be read now."""
        ...

    def stat(self) -> Stat:
        """Size and identity of this very file, whatever has become of its name; as from `Reader.stat`."""
        ...

    def read(self, offset: int, length: int, /) -> bytes:
        """Read a range. Only an empty result is the end. Raises OSError; ReplacedError to begin again.

        At `size` there is nothing, or it raises where the content goes on but cannot be read.
        """
        ...

    def __enter__(self) -> ByteSource: ...

    def __exit__(self, *args: object) -> None: ...


class Reader(Protocol):
    """A place where files are. Every method may raise OSError, and may be called by any thread."""

    def list(self, paths: Sequence[str]) -> Sequence[Sequence[Entry] | OSError]:
        """What is in each of several directories, in no order; or why one cannot be listed."""
        ...

    def stat(self, path: str) -> Stat:
        """Size and identity of what is at a path."""
        ...

    def stat_known(self, paths: Sequence[str]) -> Sequence[Stat | None]:
        """What is at the paths of very many files that were known before.

        None where there is no file, and where to know it would cost a request for each.
        """
        ...

    def open(self, path: str) -> ByteSource:
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
        """Read several small files into new or saved segments; those last written before a time are final.

        ESTALE is the error of a saved segment of another file, and where reading on costs more than to read
        a small file as a whole. `load_each` does it file by file.
        """
        ...

    def absolute(self, path: str) -> str:
        """A path as the user gave it, in full; it need not exist."""
        ...

    def glob(self, pattern: str) -> Sequence[str]:
        """The paths that match a pattern with `*`, `?`, `[…]` and `**`, in no order."""
        ...

    def resolve(self, path: str) -> str:
        """Where a path leads when every link and every `..` in it is followed."""
        ...

    def changes(self, path: str, *, stop: Event, step_secs: float) -> Iterator[set[str]]:
        """Sets of paths below `path` that changed, until `stop` is set; sets may be empty.

        Raises NotImplementedError where changes are not reported and have to be polled for.
        """
        ...

    def pause_secs(self, path: str, interval_secs: float) -> float:
        """How long to wait before a root is walked again where changes are not reported."""
        ...

    def usage(self, path: str) -> Usage | None:
        """What was requested so far of the place that a path is in, where requests cost money; else None."""
        ...

    def stop(self) -> None:
        """The program ends: do not wait for places that do not answer."""
        ...


def load_each(
    reader: Reader,
    paths: Sequence[str],
    segments: Sequence[_native.Segment],
    *,
    final_before_secs: float,
    max_bytes: int,
) -> list[Loaded | OSError]:
    """`Reader.load` for a reader that has no faster way than to open one file after the other."""
    found: list[Loaded | OSError] = []
    for path, segment in zip(paths, segments, strict=True):
        try:
            with reader.open(path) as source:
                stat = source.stat()
                if not _is_of(source, segment):
                    raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), path)
                more = segment.read(source, final=stat.modified < final_before_secs, max_bytes=max_bytes)
                found.append(Loaded(more, stat, source.size, None if more else _problem_at_end(source)))
        except OSError as error:
            found.append(error)
    return found


def _is_of(source: ByteSource, segment: _native.Segment) -> bool:
    """Whether a file begins, and before the segment's offset ends, as it did when the segment was made."""
    offset, head, tail = segment.offset, segment.head, segment.tail
    if not offset:
        return True
    return bool(
        head
        and tail
        and source.size >= offset
        and source.read(0, len(head)) == head
        and source.read(offset - len(tail), len(tail)) == tail
    )


def _problem_at_end(source: ByteSource) -> OSError | None:
    try:
        source.read(source.size, 1)
    except OSError as error:
        return error
    return None
