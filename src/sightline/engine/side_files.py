"""Files that a log names beside its events: read within a bound, and never from outside the root."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from sightline.engine.reader import LocalReader, OpenFile
from sightline.engine.run_view import RunView


class OutsideError(LookupError):
    """A log names a path that is not below its root."""


def find_side_file(run: RunView, path: str) -> str:
    """Where a file is that a run names by a path below its directory, or an absolute one; without links.

    Raises LookupError where the path leaves the root (by `..`, by being absolute or through a link) or where
    the file is missing or no plain file.
    """
    try:
        full = os.path.realpath(os.path.join(run.directory, path))
        if not _is_below(os.path.realpath(run.root), full):
            raise OutsideError(f"{path!r} is outside the log directory")
        if not os.path.isfile(full):
            raise LookupError(f"there is no file {path!r}")
        return full
    except (OSError, ValueError) as error:
        raise LookupError(f"{path!r} cannot be read: {error}") from error


def read_side_file(run: RunView, path: str, *, max_bytes: int) -> bytes:
    """The content of such a file; LookupError also where it is larger than `max_bytes`."""
    with _opened(run, path) as file:
        size = file.stat().size
        if size > max_bytes:
            raise LookupError(f"{path!r} has {size:,} bytes, more than the {max_bytes:,} that are read")
        return file.read(0, size)


def read_start(run: RunView, path: str, n_bytes: int) -> bytes:
    """The first bytes of such a file; fewer where it is shorter."""
    with _opened(run, path) as file:
        return file.read(0, n_bytes)


@contextmanager
def _opened(run: RunView, path: str) -> Iterator[OpenFile]:
    full = find_side_file(run, path)
    try:
        with LocalReader().open(full) as file:
            yield file
    except OSError as error:
        raise LookupError(f"{path!r} cannot be read: {error}") from error


def _is_below(root: str, path: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)
