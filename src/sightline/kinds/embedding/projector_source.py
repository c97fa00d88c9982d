"""Vectors in files that a run lists for the projector: text of numbers, or raw float32."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sightline.engine.reader import ByteSource
from sightline.engine.run_view import RunView, SideFile
from sightline.engine.side_files import opened_side_file
from sightline.formats.byte_blocks import Progress
from sightline.formats.number_table import Vectors
from sightline.formats.text_table import TextTable
from sightline.kinds.embedding.decode import EmbeddingInfo, is_raw, raw_shape, read_vectors
from sightline.kinds.embedding.memory import check_memory

# Lines are counted in files up to this size; beyond it the number of points is known when it was read.
_GLANCE_BYTES = 1 << 20


@dataclass(frozen=True)
class ProjectorFile:
    """The file of one entry of the projector's list."""

    run: RunView
    info: EmbeddingInfo

    def state(self) -> tuple[Any, ...]:
        """The file's path, size, time and identity."""
        with opened(self.run, self.info.tensor_path) as file:
            return (self.info.tensor_path, self.info.tensor_shape, *file.stat())

    def shape(self) -> tuple[int | None, int | None]:
        """As promised in the list; of text the width of the first line, and the lines of a small file."""
        with opened(self.run, self.info.tensor_path) as file:
            size = file.stat().size
            if is_raw(self.info):
                try:
                    return raw_shape(self.info, size)
                except ValueError as error:
                    raise LookupError(f"{self.info.tensor_path}: {error}") from error
            lines = file.read(0, min(size, _GLANCE_BYTES)).rstrip().split(b"\n")
            if lines == [b""]:
                raise LookupError(f"{self.info.tensor_path} is empty")
            return (len(lines) if size <= _GLANCE_BYTES else None), len(lines[0].split(b"\t"))

    def read(self, progress: Progress) -> tuple[Vectors, TextTable | None]:
        """The vectors; LookupError names the line that is wrong."""
        with opened(self.run, self.info.tensor_path) as file:
            size = file.stat().size
            check_memory(size if is_raw(self.info) else size // 2)
            try:
                return read_vectors(self.info, file.read, size, progress), None
            except ValueError as error:
                raise LookupError(str(error)) from error


@contextmanager
def opened(run: RunView, wanted: str | SideFile) -> Iterator[ByteSource]:
    """A file of a run, open for reading."""
    with opened_side_file(run, wanted) as file:
        yield file
