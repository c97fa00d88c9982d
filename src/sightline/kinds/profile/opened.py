"""Opened files of profilers: each is read once, and what was read stays while there is room for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Generic, TypeVar

from sightline.engine.reader import ByteSource, Stat
from sightline.engine.run_view import RunView, SideFile
from sightline.engine.side_files import opened_side_file
from sightline.engine.store import StoreView
from sightline.formats.memory_profile import MemoryProfile, read_memory_profile
from sightline.formats.memory_snapshot import MemorySnapshot, read_memory_snapshot
from sightline.formats.trace import Trace
from sightline.formats.trace_file import Progress, looks_like_json, read_spans, read_trace, read_xplane
from sightline.kinds.profile.files import find_spans
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.saved_traces import SavedTraces

# By slices: a slice takes about 60 bytes with its arguments.
_MAX_SLICES = 30_000_000
_MAX_MEMORY_ROWS = 10_000_000
_MAX_FILES = 1_000

T = TypeVar("T")
ReadFiles = Callable[[Sequence[ByteSource], Sequence[str], Progress], T]


class Reading(Generic[T]):
    """One file that is being read, or was: how far, and then what it holds or the error."""

    def __init__(self) -> None:
        self.bytes_done = 0
        self.bytes_total = 0
        self.content: T | None = None
        self.error: Exception | None = None
        self.ended = threading.Event()

    def report(self, done: int, total: int) -> None:
        """Note how many bytes of the file are read."""
        self.bytes_done, self.bytes_total = done, total


class OpenedFiles(Generic[T]):
    """What was read, by file and state of the file. Threads that want the same one wait for one reading.

    read: sources of bytes, paths and a report of progress to the content; LookupError where it cannot. There
        is one file, or there are all spans of a worker.
    n_rows: how large a content is. The sum of those that are kept is at most `max_rows`.
    """

    def __init__(self, read: ReadFiles[T], n_rows: Callable[[T], int], max_rows: int) -> None:
        self._read_files = read
        self._n_rows = n_rows
        self._max_rows = max_rows
        self._lock = threading.Lock()
        self._readings: OrderedDict[tuple[Any, ...], Reading[T]] = OrderedDict()

    def open(self, view: StoreView, run: int, name: str) -> T:
        """The content of a run's file, or of all spans of a worker; LookupError says why there is none."""
        run_view, files = find_spans(view, run, name)
        key = _key(run_view, files)
        with self._lock:
            reading = self._readings.get(key)
            is_first = reading is None
            if reading is None:
                reading = self._readings[key] = Reading()
            self._readings.move_to_end(key)
        if is_first:
            self._read(key, reading, run_view, files)
        reading.ended.wait()
        if reading.content is None:
            raise LookupError(f"{name!r} cannot be read: {reading.error}")
        return reading.content

    def progress(self, view: StoreView, run: int, name: str) -> Reading[T] | None:
        """How far the reading of a file is; None before it began."""
        key = _key(*find_spans(view, run, name))
        with self._lock:
            return self._readings.get(key)

    def _read(
        self, key: tuple[Any, ...], reading: Reading[T], run: RunView, files: Sequence[SideFile]
    ) -> None:
        try:
            with ExitStack() as stack:
                sources = [stack.enter_context(opened_side_file(run, file)) for file in files]
                reading.content = self._read_files(sources, [file.path for file in files], reading.report)
        except LookupError as error:
            reading.error = error  # the file has to change before it can be read
        except (OSError, MemoryError) as error:
            reading.error = error
            with self._lock:
                self._readings.pop(key, None)
        finally:
            reading.ended.set()
        self._make_room()

    def _make_room(self) -> None:
        """Drop what was not used for longest; the newest stays whatever its size."""
        with self._lock:
            while len(self._readings) > 1 and (
                self._sum_rows() > self._max_rows or len(self._readings) > _MAX_FILES
            ):
                self._readings.popitem(last=False)

    def _sum_rows(self) -> int:
        contents = (each.content for each in self._readings.values())
        return sum(self._n_rows(content) for content in contents if content is not None)


def open_profiles(max_slices: int = _MAX_SLICES) -> OpenedFiles[Profile]:
    """Opened traces."""
    return OpenedFiles(_read_profile, lambda profile: len(profile.trace.slices), max_slices)


def open_memory_files() -> OpenedFiles[MemorySnapshot | MemoryProfile]:
    """Opened memory snapshots of torch and memory profiles of JAX."""
    return OpenedFiles(_read_memory, _n_memory_rows, _MAX_MEMORY_ROWS)


def _key(run: RunView, files: Sequence[SideFile]) -> tuple[Any, ...]:
    return (run.root, *((file.path, file.size, file.modified) for file in files))


def _read_profile(sources: Sequence[ByteSource], paths: Sequence[str], progress: Progress) -> Profile:
    """A profile: as it was saved when it was read before, else read and then saved."""
    saved, path, state = SavedTraces(), "\n".join(paths), _state(sources)
    profile = saved.open(path, state)
    if profile is None:
        is_one = len(sources) == 1
        trace = _read_trace(sources[0], path, progress) if is_one else read_spans(sources, progress=progress)
        profile = Profile(trace)
        if _state(sources) == state:
            saved.save_later(path, state, profile)
    return profile


def _state(sources: Sequence[ByteSource]) -> Stat:
    """Size, time and identity of one file, or of several as if they were one."""
    states = [source.stat() for source in sources]
    if len(states) == 1:
        return states[0]
    identity = "\n".join(f"{state.size} {state.modified} {state.identity}" for state in states)
    return Stat(sum(state.size for state in states), max(state.modified for state in states), identity)


def _read_trace(source: ByteSource, path: str, progress: Progress) -> Trace:
    """A trace by the format that the file's name tells, else by its first bytes."""
    if path.endswith(".xplane.pb"):
        return read_xplane(source)
    if path.endswith((".json", ".json.gz")) or looks_like_json(source):
        return read_trace(source, progress=progress)
    raise LookupError("Sightline reads traces (*.json, *.json.gz) and *.xplane.pb, not files of this tool")


def _read_memory(
    sources: Sequence[ByteSource], paths: Sequence[str], progress: Progress
) -> MemorySnapshot | MemoryProfile:
    """A memory snapshot or profile by the format that the file's name tells."""
    source, path = sources[0], paths[0]
    try:
        if path.endswith(".pickle"):
            return read_memory_snapshot(source)
        if path.endswith(".prof"):
            return read_memory_profile(source)
    except ValueError as error:
        raise LookupError(str(error)) from error
    raise LookupError("this file is no memory snapshot (*.pickle) and no memory profile (*.prof)")


def _n_memory_rows(content: MemorySnapshot | MemoryProfile) -> int:
    if isinstance(content, MemorySnapshot):
        return len(content.blocks) + len(content.events)
    return len(content)
