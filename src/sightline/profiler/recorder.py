"""What a profiler of a framework offers to ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Options:
    """What is recorded beside names and times."""

    record_shapes: bool
    profile_memory: bool
    with_stack: bool


Shapes = Sequence[Sequence[int]]
Span = AbstractContextManager[Any]


class Recorder(Protocol):
    """Records windows of steps. Any method may raise: the caller warns and goes on without the recorder."""

    def prepare(self) -> None:
        """Warm up: record, to be dropped at `start`."""

    def start(self) -> None:
        """Begin a window, prepared or not."""

    def stop(self) -> Callable[[], None]:
        """End the window; return what writes its file, to be run in another thread."""
        ...

    def discard(self) -> None:
        """Drop what was prepared or recorded."""

    def step_span(self, step: int) -> Span:
        """Mark a step; entered inside a window only, as the other spans are."""
        ...

    def data_span(self, loader: Any) -> Span:
        """Mark the wait for a batch."""
        ...

    def span(self, name: str, shapes: Shapes) -> Span:
        """Mark a part of a step."""
        ...

    def device_scalars(self) -> dict[str, float]:
        """Return memory and utilization of the device, by name; empty where there is none."""
        ...
