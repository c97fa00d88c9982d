"""A reader that knows the small files that are in the pages of indexes, and passes all else on."""

from __future__ import annotations

from sightline.engine.passing_reader import PassingReader
from sightline.engine.reader import ByteSource, Reader, Stat


class _Content:
    """Bytes in memory as an open file."""

    def __init__(self, data: bytes, stat: Stat) -> None:
        self._data = data
        self._stat = stat
        self.size = len(data)

    def stat(self) -> Stat:
        """As it was when it was indexed."""
        return self._stat

    def read(self, offset: int, length: int, /) -> bytes:
        """A range."""
        return self._data[offset : offset + length]

    def __enter__(self) -> _Content:
        return self

    def __exit__(self, *args: object) -> None:
        """Nothing is open."""


class EmbeddedFiles(PassingReader):
    """Files by their paths, from memory where they are there, else by another reader."""

    def __init__(self, inner: Reader) -> None:
        super().__init__(inner)
        self._files: dict[str, tuple[bytes, Stat]] = {}

    def add(self, path: str, content: bytes, modified: float) -> None:
        """Answer for a path from memory from now on."""
        self._files[path] = content, Stat(len(content), modified, path)

    def stat(self, path: str) -> Stat:
        """Size and identity."""
        found = self._files.get(path)
        return super().stat(path) if found is None else found[1]

    def open(self, path: str) -> ByteSource:
        """Open a file."""
        found = self._files.get(path)
        return super().open(path) if found is None else _Content(*found)

    def resolve(self, path: str) -> str:
        """A path without links; one that is in memory was no link."""
        return path if path in self._files else super().resolve(path)
