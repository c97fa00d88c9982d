"""Side files: read up to a size limit, and never from outside the root."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from contextlib import contextmanager

from sightline.engine.reader import ByteSource, Reader
from sightline.engine.run_view import RunView, SideFile


class OutsideError(LookupError):
    """A log names a path that is not below its root."""


def find_side_file(run: RunView, wanted: str | SideFile) -> str:
    """The real path of a file that was found beside a run's events, or that a run names by a path.

    Raises LookupError where it is not below the root (by `..`, by being absolute, through a link), is missing
    or no regular file. A found file may also lie in a folder outside that a link leads to, as its events may.
    """
    path = wanted if isinstance(wanted, str) else wanted.path
    try:
        is_found = isinstance(wanted, SideFile)  # its path is whole; one that a log names is below its run
        full = run.reader.resolve(path if is_found else posixpath.join(run.directory, path))
        is_in_its_folder = isinstance(wanted, SideFile) and full == _without_last_link(
            run.reader, wanted.path
        )
        if not (is_in_its_folder or _is_below(run.reader.resolve(run.root), full)):
            raise OutsideError(f"{path!r} is outside the log directory")
        if run.reader.stat(full).is_directory:
            raise LookupError(f"there is no file {path!r}")
        return full
    except FileNotFoundError as error:
        raise LookupError(f"there is no file {path!r}") from error
    except (OSError, ValueError) as error:
        raise LookupError(f"{path!r} cannot be read: {error}") from error


def read_side_file(run: RunView, wanted: str | SideFile, *, max_bytes: int) -> bytes:
    """The content of such a file; LookupError also where it is larger than `max_bytes`."""
    with opened_side_file(run, wanted) as file:
        size = file.stat().size
        if size > max_bytes:
            raise LookupError(f"the file has {size:,} bytes, more than the {max_bytes:,} that are read")
        return file.read(0, size)


def read_start(run: RunView, wanted: str | SideFile, n_bytes: int) -> bytes:
    """The first bytes of such a file; fewer where it is shorter."""
    with opened_side_file(run, wanted) as file:
        return file.read(0, n_bytes)


@contextmanager
def opened_side_file(run: RunView, wanted: str | SideFile) -> Iterator[ByteSource]:
    """Such a file, open for reading; LookupError where it cannot be read."""
    full = find_side_file(run, wanted)
    try:
        with run.reader.open(full) as file:
            yield file
    except OSError as error:
        raise LookupError(f"{full!r} cannot be read: {error}") from error


def _without_last_link(reader: Reader, path: str) -> str:
    """Where a file would be if its own name were no link, those of the folders above followed."""
    folder, name = posixpath.split(path)
    return posixpath.join(reader.resolve(folder), name)


def _is_below(root: str, path: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")
