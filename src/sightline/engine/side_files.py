"""Files that a log names beside its events: read whole, within a bound, and never from outside the root."""

from __future__ import annotations

import os

from sightline.engine.reader import LocalReader
from sightline.engine.run_view import RunView


class OutsideError(LookupError):
    """A log names a path that is not below its root."""


def read_side_file(run: RunView, path: str, *, max_bytes: int) -> bytes:
    """The content of a file that a run names by a path below its directory, or an absolute one.

    Raises LookupError where the path leaves the root (by `..`, by being absolute or through a link) or where
    the file is missing, no plain file or larger than `max_bytes`.
    """
    try:
        full = os.path.realpath(os.path.join(run.directory, path))
        if not _is_below(os.path.realpath(run.root), full):
            raise OutsideError(f"{path!r} is outside the log directory")
        if not os.path.isfile(full):
            raise LookupError(f"there is no file {path!r}")
        return _read(full, path, max_bytes)
    except (OSError, ValueError) as error:
        raise LookupError(f"{path!r} cannot be read: {error}") from error


def _read(full: str, path: str, max_bytes: int) -> bytes:
    with LocalReader().open(full) as file:
        size = file.stat().size
        if size > max_bytes:
            raise LookupError(f"{path!r} has {size:,} bytes, more than the {max_bytes:,} that are read")
        return file.read(0, size)


def _is_below(root: str, path: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)
