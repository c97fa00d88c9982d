"""One file of a zip archive, read up to a limit: a few bytes of an archive may claim to be terabytes."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

from sightline import _native

_MAX_MEMBERS = 1_000_000


class _SourceFile(io.RawIOBase):
    """A source of bytes as a file, for libraries that want one."""

    def __init__(self, source: _native.ByteSource) -> None:
        self._source = source
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._source.size}[whence]
        self._at = max(0, base + offset)
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        data = self._source.read(self._at, len(view))
        view[: len(data)] = data
        self._at += len(data)
        return len(data)


def read_member(
    source: _native.ByteSource, is_wanted: Callable[[str], bool], *, max_bytes: int
) -> tuple[str, bytes] | None:
    """Name and content of the first wanted file of an archive, None where it has none.

    Raises ValueError where the source is no zip archive, or the file has more than `max_bytes`.
    """
    try:
        with zipfile.ZipFile(io.BufferedReader(_SourceFile(source))) as archive:
            if len(archive.filelist) > _MAX_MEMBERS:
                raise ValueError(f"this archive has more than {_MAX_MEMBERS:,} files")
            for member in archive.filelist:
                if is_wanted(member.filename):
                    return member.filename, _content(archive, member, max_bytes)
            return None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise ValueError(f"this is not a zip archive that can be read: {error}") from None


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, max_bytes: int) -> bytes:
    with archive.open(member) as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise ValueError(f"{member.filename} has more than the {max_bytes >> 20} MiB that are read")
    return data
