"""The reader that the server, the command line and `sightline.open` use."""

from __future__ import annotations

from sightline.engine.gzip_reader import GzipReader
from sightline.engine.local_reader import LocalReader
from sightline.engine.reader import Reader
from sightline.engine.remote.reader import RemoteReader
from sightline.engine.scheme_reader import SchemeReader


def default_reader() -> Reader:
    """Local files and remote places; compressed event files as what they hold."""
    return GzipReader(SchemeReader(LocalReader(), RemoteReader()))
