"""Memory snapshots of torch (`torch.cuda.memory._dump_snapshot`) as columns.

A snapshot is a pickle, which could run any code. It is loaded only after `check_pickle` has found nothing but
plain data in it, by an unpickler that refuses everything else once more.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.formats.call_stacks import NO_STACK, CallStacks, CallStackTable, Frame

_MAX_FILE_BYTES = 2 << 30
_MAX_LOADED_BYTES = 8 << 30
_UNKNOWN = -1

T = TypeVar("T", bound=IntEnum)
Row = dict[str, Any]


class BlockState(IntEnum):
    """What a block is used for."""

    INACTIVE = 0
    ALLOCATED = 1
    AWAITING_FREE = 2  # freed by the program, still used by a stream


class Action(IntEnum):
    """What the allocator did."""

    OTHER = 0
    ALLOC = 1
    FREE_REQUESTED = 2
    FREE_COMPLETED = 3
    SEGMENT_ALLOC = 4
    SEGMENT_FREE = 5
    SEGMENT_MAP = 6
    SEGMENT_UNMAP = 7
    OOM = 8
    SNAPSHOT = 9


_STATES = {
    "inactive": BlockState.INACTIVE,
    "active_allocated": BlockState.ALLOCATED,
    "active_awaiting_free": BlockState.AWAITING_FREE,
    "active_pending_free": BlockState.AWAITING_FREE,
}
_ACTIONS = {action.name.lower(): action for action in Action} | {"free": Action.FREE_COMPLETED}


@dataclass(frozen=True)
class Segments:
    """Memory that the allocator has reserved, by device and address."""

    device: NDArray[np.int64]
    address: NDArray[np.int64]
    total_bytes: NDArray[np.int64]
    allocated_bytes: NDArray[np.int64]
    active_bytes: NDArray[np.int64]  # allocated, or awaiting to be free
    requested_bytes: NDArray[np.int64]  # what the program asked for; -1 where the file does not say
    stream: NDArray[np.int64]
    is_large: NDArray[np.bool_]  # of the pool for large blocks
    is_expandable: NDArray[np.bool_]
    stack: NDArray[np.uint32]  # number of `MemorySnapshot.stacks`
    first_block: NDArray[np.int64]
    n_blocks: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.address)


@dataclass(frozen=True)
class Blocks:
    """The parts of segments, by segment and address."""

    segment: NDArray[np.uint32]  # index of segments
    address: NDArray[np.int64]
    size_bytes: NDArray[np.int64]
    requested_bytes: NDArray[np.int64]  # -1 where the file does not say
    state: NDArray[np.uint8]  # BlockState
    stack: NDArray[np.uint32]  # of the allocation

    def __len__(self) -> int:
        return len(self.address)


@dataclass(frozen=True)
class Events:
    """What the allocator did, by device, then in order; empty where no history was recorded."""

    device: NDArray[np.int64]
    action: NDArray[np.uint8]  # Action
    address: NDArray[np.int64]  # -1 where there is none
    size_bytes: NDArray[np.int64]
    stream: NDArray[np.int64]
    time_us: NDArray[np.int64]  # since the epoch; -1 where the file does not say
    device_free_bytes: NDArray[np.int64]  # of an OOM; -1 else
    stack: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.action)


@dataclass(frozen=True)
class MemorySnapshot:
    """The memory of all devices at one moment, and how it came to be."""

    segments: Segments
    blocks: Blocks
    events: Events
    stacks: CallStacks
    settings: dict[str, Any]  # the allocator's; empty where the file does not say
    problems: list[str]  # what could not be read


def read_memory_snapshot(source: _native.ByteSource) -> MemorySnapshot:
    """Read a snapshot; ValueError says why it is none."""
    if source.size > _MAX_FILE_BYTES:
        raise ValueError(
            f"the file has {source.size:,} bytes, more than the {_MAX_FILE_BYTES:,} that are read"
        )
    data = source.read(0, source.size)
    found = _load(data)
    if isinstance(found, list):  # torch.cuda.memory_snapshot(), saved as it is
        found = {"segments": found}
    if not isinstance(found, dict) or not isinstance(found.get("segments"), list):
        raise ValueError("the file is a pickle, but no memory snapshot of torch")
    # Few bytes can name one object many times; a row of its own takes more than 8.
    return _Reading(max_rows=len(data) // 8).read(found)


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module_name: str, global_name: str) -> NoReturn:
        raise pickle.UnpicklingError("it holds more than plain data")

    def persistent_load(self, pid: Any) -> NoReturn:
        raise pickle.UnpicklingError("it holds more than plain data")


def _load(data: bytes) -> Any:
    if not data.startswith(b"\x80"):
        raise ValueError("the file is no pickle")
    problem = _native.check_pickle(data, _MAX_LOADED_BYTES)
    if problem:
        raise ValueError(f"the pickle is not loaded: {problem}")
    try:
        return _PlainUnpickler(io.BytesIO(data)).load()
    except (pickle.UnpicklingError, ValueError, EOFError, OverflowError) as error:
        raise ValueError(f"the pickle is damaged: {error}") from error


class _Reading:
    """Plain data of a checked pickle to columns; what has another shape is counted and left out."""

    def __init__(self, max_rows: int) -> None:
        self._max_rows = max_rows
        self._n_rows = 0
        self._table = CallStackTable()
        self._stack_by_list: dict[int, int] = {}
        self._problems: dict[str, int] = {}

    def read(self, found: dict[str, Any]) -> MemorySnapshot:
        segments = self._rows(found["segments"], "segments")
        segments.sort(key=lambda row: (_whole(row.get("device"), 0), _whole(row.get("address"), _UNKNOWN)))
        parts = [self._rows(row.get("blocks", []), "blocks") for row in segments]
        traces = self._lists(found.get("device_traces", []))
        events = [self._rows(trace, "events") for trace in traces]
        settings = found.get("allocator_settings")
        return MemorySnapshot(
            segments=self._segments(segments, np.array([len(part) for part in parts], np.int64)),
            blocks=self._blocks([_with_addresses(*pair) for pair in zip(segments, parts, strict=True)]),
            events=self._events(events),
            stacks=self._table.finish(),
            settings=settings if isinstance(settings, dict) else {},
            problems=[f"{count:,} {what}" for what, count in self._problems.items()],
        )

    def _segments(self, rows: Sequence[Row], n_blocks: NDArray[np.int64]) -> Segments:
        return Segments(
            device=self._numbers(rows, "device", 0),
            address=self._numbers(rows, "address"),
            total_bytes=self._numbers(rows, "total_size", 0),
            allocated_bytes=self._numbers(rows, "allocated_size", 0),
            active_bytes=self._numbers(rows, "active_size", 0),
            requested_bytes=self._numbers(rows, "requested_size"),
            stream=self._numbers(rows, "stream", 0),
            is_large=np.array([row.get("segment_type") == "large" for row in rows], np.bool_),
            is_expandable=np.array([row.get("is_expandable") is True for row in rows], np.bool_),
            stack=self._stacks(rows),
            first_block=np.cumsum(n_blocks) - n_blocks,
            n_blocks=n_blocks,
        )

    def _blocks(self, parts: Sequence[list[Row]]) -> Blocks:
        rows = [row for part in parts for row in part]
        return Blocks(
            segment=np.repeat(np.arange(len(parts), dtype=np.uint32), [len(part) for part in parts]),
            address=self._numbers(rows, "address"),
            size_bytes=self._numbers(rows, "size", 0),
            requested_bytes=self._numbers(rows, "requested_size"),
            state=self._codes(rows, "state", _STATES, BlockState.INACTIVE),
            stack=self._stacks(rows),
        )

    def _events(self, parts: Sequence[list[Row]]) -> Events:
        rows = [row for part in parts for row in part]
        return Events(
            device=np.repeat(np.arange(len(parts), dtype=np.int64), [len(part) for part in parts]),
            action=self._codes(rows, "action", _ACTIONS, Action.OTHER),
            address=self._numbers(rows, "addr"),
            size_bytes=self._numbers(rows, "size", 0),
            stream=self._numbers(rows, "stream", 0),
            time_us=self._numbers(rows, "time_us"),
            device_free_bytes=self._numbers(rows, "device_free"),
            stack=self._stacks(rows),
        )

    def _note(self, what: str, count: int = 1) -> None:
        self._problems[what] = self._problems.get(what, 0) + count

    def _lists(self, value: Any) -> list[Any]:
        if not isinstance(value, list):
            self._note("lists that are none")
            return []
        return value

    def _rows(self, value: Any, what: str) -> list[Row]:
        """The dictionaries of a list."""
        values = self._lists(value)
        self._n_rows += len(values)
        if self._n_rows > self._max_rows:
            raise ValueError("the snapshot names the same data over and over")
        rows = [row for row in values if isinstance(row, dict)]
        if len(rows) < len(values):
            self._note(f"{what} that are no dictionaries", len(values) - len(rows))
        return rows

    def _numbers(self, rows: Sequence[Row], key: str, missing: int = _UNKNOWN) -> NDArray[np.int64]:
        values = [row.get(key, missing) for row in rows]
        try:
            if all(type(value) is int for value in values):
                return np.array(values, np.int64)
        except OverflowError:
            pass
        numbers = [_whole(value, _UNKNOWN) for value in values]
        n_bad = sum(type(value) is not int or abs(value) >= 1 << 63 for value in values)
        self._note(f"values of {key} that are no whole numbers", n_bad)
        return np.array(numbers, np.int64)

    def _codes(self, rows: Sequence[Row], key: str, codes: dict[str, T], unknown: T) -> NDArray[np.uint8]:
        words = [row.get(key) for row in rows]
        n_unknown = sum(not isinstance(word, str) or word not in codes for word in words)
        if n_unknown:
            self._note(f"unknown values of {key}", n_unknown)
        found = (codes.get(word, unknown) if isinstance(word, str) else unknown for word in words)
        return np.fromiter(found, np.uint8, len(words))

    def _stacks(self, rows: Sequence[Row]) -> NDArray[np.uint32]:
        return np.fromiter((self._stack(_frames_of(row)) for row in rows), np.uint32, len(rows))

    def _stack(self, frames: Any) -> int:
        """A stack's number. Torch writes the list of a stack once, and refers to it from then on."""
        if not isinstance(frames, list):
            self._note("stacks that are no lists")
            return NO_STACK
        known = self._stack_by_list.get(id(frames))
        if known is None:
            calls = [_frame(each) for each in frames if isinstance(each, dict)]
            known = self._stack_by_list[id(frames)] = self._table.add(calls)
        return known


def _frames_of(row: Row) -> Any:
    """The frames of a row; older versions of torch keep those of a block in its history."""
    history = row.get("history")
    if "frames" not in row and isinstance(history, list) and history and isinstance(history[0], dict):
        return history[0].get("frames", [])
    return row.get("frames", [])


def _frame(call: Row) -> Frame:
    return Frame(_text(call.get("name")), _text(call.get("filename")), _whole(call.get("line"), 0))


def _with_addresses(segment: Row, blocks: list[Row]) -> list[Row]:
    """Blocks with addresses: older versions of torch write only sizes, one block behind the other."""
    if all("address" in block for block in blocks):
        return blocks
    address = _whole(segment.get("address"), 0)
    placed = []
    for block in blocks:
        placed.append({"address": address, **block})
        address += max(0, _whole(block.get("size"), 0))
    return placed


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: Any, missing: int) -> int:
    return value if type(value) is int and abs(value) < 1 << 63 else missing
