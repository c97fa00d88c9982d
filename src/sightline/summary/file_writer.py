"""The writer of `tf.summary`: one event file, and its being the default of a block or of a thread."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sightline._native import EventFileWriter
from sightline.summary.state import state

_FLUSH_MILLIS = 2 * 60 * 1000
_MAX_QUEUE = 10
_SUFFIX = ".v2"


class SummaryWriter:
    """Writes to one event file; made by `create_file_writer`. Closing it is for good."""

    def __init__(self, logdir: str, max_queue: int, flush_millis: float, filename_suffix: str) -> None:
        self._logdir = logdir
        self._closed = False
        self._file = EventFileWriter(
            logdir,
            filename_suffix=filename_suffix,
            flush_secs=flush_millis / 1000,
            max_queue_events=max_queue,
        )

    def __repr__(self) -> str:
        return f"<sightline.summary writer of {self._logdir!r}{', closed' if self._closed else ''}>"

    def get_logdir(self) -> str:
        """Return the directory of the event file."""
        return self._logdir

    @contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Make this the thread's default writer, and `step` its default, for a block; flush at its end."""
        with self.as_default_unflushed(step):
            yield self
            self.flush()

    @contextmanager
    def as_default_unflushed(self, step: Any = None) -> Iterator[None]:
        """Do as `as_default` does, and leave the flush to the writer's own thread."""
        self._check_open()
        writer_before, step_before = state.writer, state.step
        state.writer = self
        if step is not None:
            state.step = step
        try:
            yield
        finally:
            state.writer = writer_before
            if step is not None:
                state.step = step_before

    def set_as_default(self, step: Any = None) -> None:
        """Make this the thread's default writer, and `step` its default step, from here on."""
        self._check_open()
        state.writer = self
        if step is not None:
            state.step = step

    def init(self) -> None:
        """Do nothing: the file is there from the beginning."""
        self._check_open()

    def flush(self) -> None:
        """Hand everything written so far to the operating system."""
        if not self._closed:
            self._file.flush()

    def close(self) -> None:
        """Flush and close the file; writing to it or making it the default is an error from here on."""
        if not self._closed:
            self._closed = True
            self._file.close()

    def add_value(self, value: bytes, step: int) -> None:
        """Add one serialized Summary.Value as an event."""
        self._check_open()
        self._file.add_value(value, step, None)

    def add_event(self, event: bytes) -> None:
        """Add one serialized Event."""
        self._check_open()
        self._file.add_event(event)

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError(f"{self!r} is already closed")


class _NoWriter(SummaryWriter):
    """Writes nothing and, as in TensorFlow, leaves the default writer what it was."""

    def __init__(self) -> None:
        self._logdir = ""
        self._closed = False

    def __repr__(self) -> str:
        return "<sightline.summary writer of nothing>"

    @contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Change nothing for a block."""
        yield self

    def set_as_default(self, step: Any = None) -> None:
        """Change nothing."""

    def flush(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def add_value(self, value: bytes, step: int) -> None:
        """Write nothing."""

    def add_event(self, event: bytes) -> None:
        """Write nothing."""


def create_file_writer(
    logdir: str | os.PathLike[str] | None,
    max_queue: int | None = None,
    flush_millis: float | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
) -> SummaryWriter:
    """Make a writer with an event file in `logdir`; None makes one that writes nothing.

    At most `max_queue` events (10) wait for the disk, and at most `flush_millis` (two minutes). The file's
    name ends in `filename_suffix` (``.v2``). `name` is taken for TensorFlow's sake.
    """
    if logdir is None:
        return create_noop_writer()
    return SummaryWriter(
        os.fspath(logdir),
        _MAX_QUEUE if max_queue is None else int(max_queue),
        _FLUSH_MILLIS if flush_millis is None else float(flush_millis),
        _SUFFIX if filename_suffix is None else filename_suffix,
    )


def create_noop_writer() -> SummaryWriter:
    """Make a writer that writes nothing."""
    return _NoWriter()


def flush(writer: SummaryWriter | None = None, name: str | None = None) -> None:
    """Flush a writer, by default this thread's, if there is one."""
    chosen = state.writer if writer is None else writer
    if chosen is not None:
        chosen.flush()
