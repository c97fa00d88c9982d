"""FileWriter as torch and tensorboardX construct it: from a directory."""

from __future__ import annotations

from typing import Any

from sightline._native import EventFileWriter
from sightline.writer import file_writer


class FileWriter(file_writer.FileWriter):
    """Adds messages to an event file of its own."""

    def __init__(
        self, log_dir: Any, max_queue: int = 10, flush_secs: float = 120, filename_suffix: str = ""
    ) -> None:
        """Open an event file in a directory."""
        event_writer = EventFileWriter(
            str(log_dir),
            filename_suffix=filename_suffix,
            flush_secs=flush_secs,
            max_queue_events=max(max_queue, 1),
        )
        super().__init__(str(log_dir), event_writer)
