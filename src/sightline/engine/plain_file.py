"""Files in untrusted directories: only regular ones are opened, no link is followed, nothing blocks."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from sightline import platform

_FLAGS = platform.OPEN_FLAGS | getattr(os, "O_NOFOLLOW", 0)


class NotPlainError(OSError):
    """The path is not a regular file but a link, a pipe or a folder."""


def is_plain_file(path: Path) -> bool:
    """Whether a regular file is there; False where there is nothing. NotPlainError: a link or the like."""
    mode = _mode(path)
    if mode and not S_ISREG(mode):
        raise NotPlainError(f"{path} is not a regular file")
    return mode != 0


def is_plain_folder(path: Path) -> bool:
    """Whether a folder is there; False where there is nothing. NotPlainError: a link or the like."""
    mode = _mode(path)
    if mode and not S_ISDIR(mode):
        raise NotPlainError(f"{path} is not a folder")
    return mode != 0


def _mode(path: Path) -> int:
    try:
        return os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0


def read_plain_file(path: Path, *, max_bytes: int) -> bytes:
    """The first bytes of a regular file; OSError where there is none."""
    if not is_plain_file(path):
        raise FileNotFoundError(f"there is no file {path}")
    descriptor = os.open(path, _FLAGS)
    try:
        if not S_ISREG(os.fstat(descriptor).st_mode):  # changed since
            raise NotPlainError(f"{path} is not a regular file")
        with os.fdopen(os.dup(descriptor), "rb") as file:
            return file.read(max_bytes)
    finally:
        os.close(descriptor)
