"""A file that goes into an index: an event file, or a file beside the events, as its source listed it."""

from __future__ import annotations

from typing import NamedTuple

from sightline.engine.kind import LogFormat
from sightline.engine.run_view import SideFile


class SourceFile(NamedTuple):
    """One file. `path` and `directory`, that of its run, are relative to the source; "" is the source itself.

    side: of a file beside the events, what it is.
    log: of a log that is no event file, how it is read as one.
    """

    path: str
    directory: str
    size: int
    modified: float
    version: str = ""
    side: SideFile | None = None
    log: LogFormat | None = None

    def is_as(self, size: int, modified: float, version: str) -> bool:
        """Whether the file is in a state that is known; versions are compared where both have one."""
        if self.version and version:
            return self.version == version and self.size == size
        return (self.size, self.modified) == (size, modified)


def full_path(source: str, path: str) -> str:
    """Where a file is; a source that is a single file has the path ""."""
    return f"{source}/{path}" if path else source
