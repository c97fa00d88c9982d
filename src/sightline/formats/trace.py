"""A profile as columns: `read_trace` makes a `Trace` of a file, which never changes.

All times are whole nanoseconds (`_ns`) of the trace's own clock; `Trace.base_ns` plus a time is the time
since the epoch where the file says so. Names, pids and the like are numbers of strings: `trace.string(id)`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native

NO_ARGS = 0xFFFFFFFF
NO_SLICE = -1
NO_STRING = -1

SliceIndexes = NDArray[np.signedinteger[Any]]


class Category(IntEnum):
    """What sort of work a slice is, whatever its producer calls it."""

    OTHER = 0
    CPU_OP = 1
    USER_ANNOTATION = 2
    PYTHON_FUNCTION = 3
    RUNTIME = 4
    DRIVER = 5
    KERNEL = 6
    MEMCPY = 7
    MEMSET = 8
    GPU_USER_ANNOTATION = 9
    SYNC = 10
    OVERHEAD = 11
    COMMUNICATION = 12
    TRACE_SPAN = 13
    COUNTER = 14
    INSTANT = 15


class TrackKind(IntEnum):
    """What a track stands for."""

    HOST = 0
    DEVICE = 1
    DEVICE_ANNOTATION = 2  # marks and waits of a stream, which lie across its work
    COUNTER = 3
    ASYNC = 4


class FlowKind(IntEnum):
    """Why one slice leads to another."""

    LAUNCH = 0
    FORWARD_BACKWARD = 1
    OTHER = 2


class SliceFlag(IntFlag):
    """What is odd about a slice."""

    UNFINISHED = 1  # began and did not end; its end is that of the trace
    BAD_DURATION = 2  # the duration was negative or missing; it is 0
    ENDS_AFTER_PARENT = 4  # by the rounding of its producer


@dataclass(frozen=True)
class Processes:
    """Processes, hosts and devices, in order of their first event."""

    pid: NDArray[np.uint32]  # string: a number for most producers, a word for some
    name: NDArray[np.uint32]  # string
    labels: NDArray[np.uint32]  # string, such as "GPU 0"
    sort_index: NDArray[np.int64]


@dataclass(frozen=True)
class Tracks:
    """Threads, streams, counters; a track's slices are `first_slice` up to `first_slice + n_slices`."""

    process: NDArray[np.uint32]  # index of processes
    tid: NDArray[np.uint32]  # string
    name: NDArray[np.uint32]  # string
    kind: NDArray[np.uint8]  # TrackKind
    sort_index: NDArray[np.int64]
    lane: NDArray[np.uint32]  # 0, or which lane of `base`: for slices that overlap without nesting
    base: NDArray[np.uint32]  # the track this is a lane of, itself else
    first_slice: NDArray[np.uint32]
    n_slices: NDArray[np.uint32]
    n_rows: NDArray[np.uint32]  # the deepest nesting


@dataclass(frozen=True)
class Slices:
    """What ran, by track, then by start.

    A parent stands before its children, and all that is below it follows it without a gap.
    """

    start_ns: NDArray[np.int64]
    dur_ns: NDArray[np.int64]
    self_ns: NDArray[np.int64]  # without the time of direct children
    track: NDArray[np.uint32]
    name: NDArray[np.uint32]  # string
    args: NDArray[np.uint32]  # record of arguments, NO_ARGS where there are none: `Trace.args`
    category: NDArray[np.uint8]  # Category
    raw_category: NDArray[np.uint16]  # index of `Trace.raw_categories`: the producer's word
    flags: NDArray[np.uint8]  # SliceFlag
    depth: NDArray[np.uint32]  # 0 for a slice in no other
    parent: NDArray[np.int32]  # slice, NO_SLICE at depth 0

    @property
    def end_ns(self) -> NDArray[np.int64]:
        """Where slices end; computed."""
        return self.start_ns + self.dur_ns

    def __len__(self) -> int:
        return len(self.start_ns)


@dataclass(frozen=True)
class Flows:
    """From slice to slice, by source."""

    source: NDArray[np.uint32]  # slice
    target: NDArray[np.uint32]  # slice
    kind: NDArray[np.uint8]  # FlowKind


@dataclass(frozen=True)
class Counters:
    """Samples of counters, by track, then by time."""

    track: NDArray[np.uint32]
    time_ns: NDArray[np.int64]
    value: NDArray[np.float64]


@dataclass(frozen=True)
class Instants:
    """What has a time and no length, by time."""

    time_ns: NDArray[np.int64]
    track: NDArray[np.uint32]
    name: NDArray[np.uint32]  # string
    args: NDArray[np.uint32]  # record of arguments


@dataclass(frozen=True)
class Memory:
    """Allocations (`bytes` > 0) and frees (`bytes` < 0), by time."""

    time_ns: NDArray[np.int64]
    track: NDArray[np.uint32]
    slice: NDArray[np.int32]  # the innermost at that time on that thread, or NO_SLICE
    device_type: NDArray[np.int32]  # 0 CPU, 1 CUDA, …: torch's numbers
    device_id: NDArray[np.int32]
    address: NDArray[np.int64]
    bytes: NDArray[np.int64]
    total_allocated: NDArray[np.int64]  # -1 where the file does not say
    total_reserved: NDArray[np.int64]


@dataclass(frozen=True)
class Steps:
    """Training steps as the producer marked them on the host, by start."""

    number: NDArray[np.int64]
    start_ns: NDArray[np.int64]
    end_ns: NDArray[np.int64]
    slice: NDArray[np.int32]  # the annotation, or NO_SLICE


@dataclass(frozen=True)
class Window:
    """What can be seen of some tracks: per row and pixel a slice, or the longest of several narrow ones."""

    track: NDArray[np.uint32]
    depth: NDArray[np.uint32]
    slice: NDArray[np.uint32]  # the longest
    start_ns: NDArray[np.int64]  # of all that the item stands for
    end_ns: NDArray[np.int64]
    count: NDArray[np.uint32]


@dataclass(frozen=True)
class Problem:
    """Something in the file that could not be read; the rest was."""

    what: str
    offset: int  # in the uncompressed bytes, of the first
    count: int


class Trace:
    """The columns of one profile."""

    def __init__(self, native: _native.Trace) -> None:
        self._native = native
        columns = native.columns()

        def group(name: str) -> dict[str, Any]:
            prefix = name + "."
            return {key[len(prefix) :]: value for key, value in columns.items() if key.startswith(prefix)}

        self.processes = Processes(**group("processes"))
        self.tracks = Tracks(**group("tracks"))
        self.slices = Slices(**group("slices"))
        self.flows = Flows(**group("flows"))
        self.counters = Counters(**group("counters"))
        self.instants = Instants(**group("instants"))
        self.memory = Memory(**group("memory"))
        self.steps = Steps(**group("steps"))
        self._categories: NDArray[np.uint32] = columns["categories"]
        # Where each file begins, of several that became one trace; empty where there is one.
        self.span_starts_ns: NDArray[np.int64] = columns["span_starts_ns"]

    @property
    def n_bytes(self) -> int:
        """What all columns take."""
        return sum(column.nbytes for column in self._native.columns().values())

    def save(self, path: str, key: str, notes: str) -> None:
        """Write a new file to be opened by `open_saved_trace`; OSError where it cannot be written."""
        self._native.save(path, key, notes)

    @property
    def base_ns(self) -> int:
        """What to add to a time to get nanoseconds since the epoch; 0 where times are such already."""
        return self._native.base_ns

    @cached_property
    def metadata(self) -> dict[str, Any]:
        """Whatever else the file says: deviceProperties, distributedInfo, versions."""
        try:
            parsed = json.loads(self._native.metadata, strict=False)
        except (ValueError, RecursionError):
            return {}
        return parsed if isinstance(parsed, dict) else {}

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What could not be read."""
        return tuple(Problem(*problem) for problem in self._native.problems)

    @cached_property
    def strings(self) -> list[str]:
        """All strings, by number."""
        return self._native.strings()

    @cached_property
    def raw_categories(self) -> list[str]:
        """The producer's words for categories."""
        return [self._native.string(int(name)) for name in self._categories]

    def string(self, string_id: int) -> str:
        """One string."""
        return self._native.string(int(string_id))

    def find_string(self, text: str) -> int:
        """The number of a string, or NO_STRING."""
        return self._native.find_string(text)

    def args_text(self, record: int) -> str:
        """The JSON text of arguments, as it was written; "" where there are none."""
        return self._native.args(int(record))

    def args(self, record: int) -> dict[str, Any]:
        """Arguments, parsed."""
        text = self._native.args(int(record))
        if not text:
            return {}
        parsed: dict[str, Any] = json.loads(text, strict=False)
        return parsed

    def arg_numbers(self, key: str, slices: NDArray[Any] | slice = slice(None)) -> NDArray[np.float64]:
        """An argument of many slices as floats; NaN where it is missing or no number."""
        return self._native.arg_numbers(key, np.ascontiguousarray(self.slices.args[slices]))

    def arg_integers(
        self, key: str, slices: NDArray[Any] | slice = slice(None), *, missing: int = 0
    ) -> NDArray[np.int64]:
        """An argument of many slices as whole numbers."""
        return self._native.arg_integers(key, np.ascontiguousarray(self.slices.args[slices]), missing)

    def arg_texts(
        self, key: str, slices: NDArray[Any] | slice = slice(None)
    ) -> tuple[NDArray[np.uint32], list[str]]:
        """An argument of many slices as (numbers, texts): texts are raw JSON, text 0 is "", for missing."""
        return self._native.arg_texts(key, np.ascontiguousarray(self.slices.args[slices]))

    @cached_property
    def correlation(self) -> NDArray[np.int64]:
        """The correlation of each slice, 0 where it has none."""
        return self.arg_integers("correlation")

    @cached_property
    def external_id(self) -> NDArray[np.int64]:
        """The External id of each slice, 0 where it has none."""
        return self.arg_integers("External id")

    @cached_property
    def launchers(self) -> NDArray[np.int32]:
        """For each slice the host call that launched it, or NO_SLICE."""
        return self._native.launchers()

    @cached_property
    def operators(self) -> NDArray[np.int32]:
        """For each slice its operator: itself, the one around it, or the one that launched it."""
        return self._native.operators()

    def select(
        self,
        categories: Iterable[Category],
        track_kinds: Iterable[TrackKind] = tuple(TrackKind),
        *,
        with_step_marks: bool = True,
    ) -> NDArray[np.int32]:
        """The slices of some categories on some kinds of tracks, with those that mark steps or without."""
        return self._native.select([*categories], [*track_kinds], with_step_marks)

    def step_marks(self) -> NDArray[np.int32]:
        """The slices that begin and end with a step."""
        return self._native.step_marks()

    def covered(self, slices: SliceIndexes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """When any of some slices ran: begins and ends of disjoint intervals, in order."""
        return self._native.covered(slices)

    def names(self, slices: SliceIndexes) -> NDArray[np.uint32]:
        """The names of some slices, each once: numbers of strings, ascending."""
        return self._native.names(slices)

    def named(self, slices: SliceIndexes, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether the name of each slice is chosen: a flag for each string."""
        return self._native.named(slices, chosen)

    def longest(self, slices: SliceIndexes, n: int) -> NDArray[np.int32]:
        """The longest of some slices, the longest first."""
        return self._native.longest(slices, n)

    def idle_time(
        self, stream: SliceIndexes, window: tuple[int, int], *, kernel_wait_ns: int
    ) -> tuple[tuple[int, int, int], list[int]]:
        """Idle time of a stream in a window: for the host, between kernels, other; and the slices that ended
        the longest waits for the host."""
        return self._native.idle_time(stream, self.launchers, kernel_wait_ns, *window)

    def first_from(self, time_ns: int) -> int:
        """The slice that starts first at a time or later, or NO_SLICE."""
        return self._native.first_from(time_ns)

    def slice_at(self, track: int, time_ns: int) -> int:
        """The innermost slice of a track at a time, or NO_SLICE."""
        return self._native.slice_at(track, time_ns)

    def window(self, tracks: list[int], begin_ns: int, end_ns: int, *, width_px: int) -> Window:
        """What a timeline draws of some tracks between two times."""
        return Window(**self._native.window(tracks, begin_ns, end_ns, width_px))


def open_saved_trace(path: str, key: str) -> tuple[Trace, str] | None:
    """A saved trace, mapped, and its notes; None where there is none of this key or it is damaged."""
    found = _native.open_saved_trace(path, key)
    return None if found is None else (Trace(found[0]), found[1])
