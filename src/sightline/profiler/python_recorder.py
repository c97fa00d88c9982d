"""Records the spans that a program marks, without any framework's profiler."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from types import TracebackType
from typing import Any

from sightline.platform import resident_bytes
from sightline.profiler.kineto import Counter, Recording, Slice, kineto_json
from sightline.profiler.recorder import Options, Shapes, Span
from sightline.profiler.trace_file import trace_path, write_trace
from sightline.profiler.worker import worker_name
from sightline.writer.notices import warn_user

# About 15 MB of JSON. A window is a few steps: with more spans than this, each names too little.
MAX_SLICES = 100_000


class PythonRecorder:
    """Slices in memory until the window ends. `span` may be used in any thread."""

    def __init__(self, folder: str, options: Options) -> None:
        self._folder = folder
        self._options = options
        self._recording = Recording()

    def prepare(self) -> None:
        """Have nothing to warm up."""

    def start(self) -> None:
        """Begin a window."""
        self._recording = Recording()
        self._count_memory()

    def stop(self) -> Callable[[], None]:
        """End the window; return what writes its trace."""
        recording, path = self._recording, trace_path(self._folder, worker_name())
        self._count_memory()
        if recording.n_dropped:
            warn_user(f"a profile holds {MAX_SLICES} spans at most; {recording.n_dropped} more were left out")
        return lambda: write_trace(path, kineto_json(recording))

    def discard(self) -> None:
        """Drop what was recorded."""
        self._recording = Recording()

    def step_span(self, step: int) -> Span:
        """Mark a step under torch's name for it."""
        self._count_memory()
        return _OpenSlice(self._recording, f"ProfilerStep#{step}", "user_annotation", ())

    def data_span(self, loader: Any) -> Span:
        """Mark a wait for data under torch's name for it."""
        name = f"enumerate(DataLoader)#{type(loader).__name__}.__next__"
        return _OpenSlice(self._recording, name, "user_annotation", ())

    def span(self, name: str, shapes: Shapes) -> Span:
        """Mark what the program calls an operator."""
        if len(self._recording.slices) >= MAX_SLICES:
            self._recording.n_dropped += 1
            return nullcontext()
        return _OpenSlice(self._recording, name, "cpu_op", shapes if self._options.record_shapes else ())

    def device_scalars(self) -> dict[str, float]:
        """Know of no device."""
        return {}

    def _count_memory(self) -> None:
        resident = resident_bytes() if self._options.profile_memory else None
        if resident is not None:
            self._recording.counters.append(Counter(time.perf_counter_ns(), resident))


class _OpenSlice:
    """A slice from entering to leaving."""

    __slots__ = ("_begin_ns", "_category", "_name", "_recording", "_shapes")

    def __init__(self, recording: Recording, name: str, category: str, shapes: Shapes) -> None:
        self._recording = recording
        self._name = name
        self._category = category
        self._shapes = shapes
        self._begin_ns = 0

    def __enter__(self) -> None:
        self._begin_ns = time.perf_counter_ns()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        end_ns = time.perf_counter_ns()
        recording, thread = self._recording, threading.get_ident()
        if thread not in recording.threads:
            recording.threads[thread] = threading.current_thread()
        recording.slices.append(
            Slice(self._name, self._category, thread, self._begin_ns, end_ns - self._begin_ns, self._shapes)
        )
