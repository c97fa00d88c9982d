"""A file or folder that a command was given, local or remote, looked up before anything is read."""

from __future__ import annotations

import errno
import os
from typing import NamedTuple

from sightline.cli._console import CANNOT_READ, fail


class GivenPath(NamedTuple):
    """What is at a path; `full` is the path as a reader takes it."""

    full: str
    is_folder: bool
    size: int


def look_up(path: str, wanted: str) -> GivenPath:
    """What is at a path or address; ends with one clear line where nothing can be read there.

    wanted: what the command takes, for that line.
    """
    from sightline.engine.default_reader import default_reader
    from sightline.engine.remote.address import check_scheme, is_remote

    reader = default_reader()
    try:
        check_scheme(path)
        full = reader.absolute(path)
        stat = reader.stat(full)
    except (FileNotFoundError, NotADirectoryError):
        fail(f"{path} does not exist; give {wanted}.", CANNOT_READ)
    except OSError as error:
        if error.errno == errno.ESPIPE:
            fail(f"{path} is neither a file nor a folder.", CANNOT_READ)
        fail(str(error), CANNOT_READ)
    if not is_remote(path) and not os.access(full, os.R_OK):
        fail(f"no permission to read {path}; run as a user who may, or change its mode.", CANNOT_READ)
    return GivenPath(full, stat.is_directory, stat.size)


def look_up_file(path: str, wanted: str) -> str:
    """The full path of a file; ends with one clear line where it is a folder."""
    given = look_up(path, wanted)
    if given.is_folder:
        fail(f"{path} is a folder; `sightline {path}` serves the runs below it.", CANNOT_READ)
    return given.full
