"""The event file of a writer that writes nothing (``write_to_disk=False``)."""

from __future__ import annotations


class NoFile:
    """Takes what an EventFileWriter takes and writes none of it."""

    path = ""
    _file_name = ""
    n_dropped = 0

    def add_scalar(
        self,
        tag: str,
        value: float,
        step: int = 0,
        wall_time: float | None = None,
        *,
        new_style: bool = False,
        double_precision: bool = False,
    ) -> None:
        """Write nothing."""

    def try_add_scalar(
        self,
        tag: object,
        value: object,
        step: object,
        wall_time: object,
        new_style: object = False,
        double_precision: object = False,
    ) -> bool:
        """Return false: the slow path checks the arguments."""
        return False

    def add_event(self, event: bytes) -> None:
        """Write nothing."""

    def add_value(self, value: bytes, step: int = 0, wall_time: float | None = None) -> None:
        """Write nothing."""

    def add_session_start(self, step: int, wall_time: float | None = None) -> None:
        """Write nothing."""

    def flush(self) -> None:
        """Have nothing to flush."""

    def close(self) -> None:
        """Have nothing to close."""
