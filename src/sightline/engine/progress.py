"""How far loading has come: files and bytes found and read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sightline.engine.event_file import EventFile


@dataclass(slots=True)
class Progress:
    """Counts at one moment. `n_bytes` grows while directories are still being walked (`is_listing`)."""

    n_files: int = 0
    n_files_read: int = 0
    n_bytes: int = 0
    n_bytes_read: int = 0
    n_points: int = 0
    n_runs: int = 0
    is_listing: bool = False
    seconds: float = 0.0

    @property
    def is_loading(self) -> bool:
        """Whether anything found is still unread."""
        return self.is_listing or self.n_files_read < self.n_files

    def add(self, file: EventFile) -> None:
        """Count one file."""
        self.n_files += 1
        self.n_files_read += file.loaded
        tip = file.tip
        self.n_bytes += max(file.seen.size, tip.totals.offset if tip is not None else 0)
        if tip is not None:
            self.n_bytes_read += tip.totals.offset
            self.n_points += tip.totals.n_points


def progress_of(files: Iterable[EventFile]) -> Progress:
    """Count files and their runs."""
    whole = Progress()
    runs = set()
    for file in files:
        whole.add(file)
        runs.add(file.run.id)
    whole.n_runs = len(runs)
    return whole
