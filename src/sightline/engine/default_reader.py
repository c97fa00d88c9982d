"""The reader that the server, the command line and `sightline.open` use."""

from __future__ import annotations

from sightline.engine.gzip_reader import GzipReader
from sightline.engine.local_reader import LocalReader
from sightline.engine.reader import Reader


def default_reader() -> Reader:
    """Local files; compressed event files as what they hold."""
    return GzipReader(LocalReader())
