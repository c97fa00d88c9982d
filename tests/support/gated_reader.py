"""A slow reader: files in a directory called `gate` are opened only when the test opens the gate."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from sightline.engine.local_reader import LocalFile, LocalReader


class GatedReader(LocalReader):
    """Records the order in which other files are read, while a loading thread waits at the gate."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.is_waiting = threading.Event()
        self.read: list[str] = []

    @property
    def runs_read(self) -> list[str]:
        """The directories' names of the files read so far, in order."""
        return [Path(path).parent.name for path in self.read]

    def open(self, path: str) -> LocalFile:
        if "/gate/" in path:
            self.is_waiting.set()
            assert self.gate.wait(60)
        else:
            self.read.append(path)
        return super().open(path)

    def load(self, paths: Sequence[str], segments, **options):  # type: ignore[no-untyped-def]
        self.read += paths
        return super().load(paths, segments, **options)
