"""Memory snapshots: torch's are read to columns, and no pickle runs code or takes all memory."""

from __future__ import annotations

import copyreg
import os
import pickle
import struct
from pathlib import Path
from typing import Any

import pytest

from sightline import _native
from sightline.formats.call_stacks import NO_STACK, Frame
from sightline.formats.memory_snapshot import Action, BlockState, MemorySnapshot, read_memory_snapshot

STACK = [
    {"filename": "model.py", "line": 12, "name": "forward"},
    {"filename": "train.py", "line": 40, "name": "main"},
]
BASE = 0x7F00_0000_0000


def snapshot() -> dict[str, Any]:
    """What torch writes, with all that its versions differ in."""
    blocks = [
        {"address": BASE, "size": 512, "requested_size": 500, "state": "active_allocated", "frames": STACK},
        {"address": BASE + 512, "size": 1024, "requested_size": 1000, "state": "active_pending_free"},
        {"address": BASE + 1536, "size": 2048, "requested_size": 0, "state": "inactive", "frames": []},
    ]
    segment = {
        "device": 0,
        "address": BASE,
        "total_size": 3584,
        "allocated_size": 512,
        "active_size": 1536,
        "requested_size": 1500,
        "stream": 7,
        "segment_type": "large",
        "segment_pool_id": (0, 0),
        "is_expandable": True,
        "frames": STACK,
        "blocks": blocks,
    }
    trace = [
        {"action": "segment_alloc", "addr": BASE, "size": 3584, "stream": 7, "time_us": 5, "frames": STACK},
        {"action": "alloc", "addr": BASE, "size": 512, "stream": 7, "time_us": 6, "frames": STACK},
        {"action": "free", "addr": BASE + 512, "size": 1024, "stream": 7, "frames": []},
        {"action": "oom", "size": 1 << 40, "stream": 7, "device_free": 1 << 20, "time_us": 9, "frames": []},
    ]
    return {
        "segments": [segment],
        "device_traces": [[], trace],
        "allocator_settings": {"expandable_segments": True},
        "external_annotations": [],
    }


def read(data: bytes) -> MemorySnapshot:
    return read_memory_snapshot(_native.WindowSource(data))


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_snapshot_becomes_columns(protocol: int) -> None:
    found = read(pickle.dumps(snapshot(), protocol))
    segments, blocks, events = found.segments, found.blocks, found.events
    assert (len(segments), segments.address[0], segments.total_bytes[0]) == (1, BASE, 3584)
    assert (segments.is_large[0], segments.is_expandable[0], segments.stream[0]) == (True, True, 7)
    assert (segments.first_block[0], segments.n_blocks[0], segments.requested_bytes[0]) == (0, 3, 1500)
    assert blocks.segment.tolist() == [0, 0, 0]
    assert blocks.address.tolist() == [BASE, BASE + 512, BASE + 1536]
    assert blocks.state.tolist() == [BlockState.ALLOCATED, BlockState.AWAITING_FREE, BlockState.INACTIVE]
    assert events.device.tolist() == [1, 1, 1, 1]
    assert events.action.tolist() == [Action.SEGMENT_ALLOC, Action.ALLOC, Action.FREE_COMPLETED, Action.OOM]
    assert events.time_us.tolist() == [5, 6, -1, 9]
    assert events.address.tolist() == [BASE, BASE, BASE + 512, -1]
    assert events.device_free_bytes.tolist() == [-1, -1, -1, 1 << 20]
    stack = found.stacks[blocks.stack[0]]
    assert stack == [Frame("forward", "model.py", 12), Frame("main", "train.py", 40)]
    assert blocks.stack[0] == segments.stack[0] == events.stack[1] != NO_STACK
    assert blocks.stack[2] == NO_STACK
    assert found.stacks[NO_STACK] == []
    assert found.settings == {"expandable_segments": True}
    assert found.problems == []


def test_list_of_segments_with_sizes_only_gets_addresses() -> None:
    """`torch.cuda.memory_snapshot()` of torch before 2.1: blocks have no address, and a history."""
    history = [{"addr": BASE, "real_size": 300, "frames": STACK}]
    blocks = [
        {"size": 512, "state": "active_allocated", "history": history},
        {"size": 8, "state": "inactive"},
    ]
    found = read(pickle.dumps([{"device": 0, "address": BASE, "total_size": 520, "blocks": blocks}]))
    assert found.blocks.address.tolist() == [BASE, BASE + 512]
    assert found.stacks[found.blocks.stack[0]][0].function == "forward"
    assert len(found.events) == 0


def test_rows_of_another_shape_are_left_out_and_counted() -> None:
    damaged = snapshot()
    damaged["segments"] += [None, "segment"]
    damaged["segments"][0]["blocks"] += [{"address": "x", "size": 1 << 70, "state": 3, "frames": 5}]
    damaged["device_traces"] += ["no list"]
    damaged["device_traces"][1] += [{"action": "levitate", "frames": [3, {"name": 4, "line": "12"}]}]
    found = read(pickle.dumps(damaged))
    assert found.segments.n_blocks.tolist() == [4]
    assert found.blocks.size_bytes.tolist()[:3] == [512, 1024, 2048]
    assert found.events.action.tolist()[-1] == Action.OTHER
    assert "2 segments that are no dictionaries" in found.problems
    assert "1 unknown values of action" in found.problems
    assert "1 values of size that are no whole numbers" in found.problems


class Call:
    """Pickles to a call."""

    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> Any:
        return self.call[0], tuple(self.call[1:])


def with_persistent_id() -> bytes:
    return b"\x80\x04\x8c\x01xQ."


def with_extension() -> bytes:
    copyreg.add_extension("os", "system", 0x7E)
    try:
        return pickle.dumps(os.system, 4)
    finally:
        copyreg.remove_extension("os", "system", 0x7E)


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(Call(os.system, "echo"), 2),
        pickle.dumps(Call(os.system, "echo"), 4),
        pickle.dumps({"segments": [Call(eval, "1")]}),
        pickle.dumps(Path, 4),
        pickle.dumps({1, 2}),
        pickle.dumps(b"bytes"),
        with_persistent_id(),
        with_extension(),
        b"\x80\x02cos\nsystem\n.",
        b"\x80\x02(S'echo'\nios\nsystem\n.",
        b"\x80\x02\x97.",  # a buffer from outside
    ],
)
def test_pickle_with_more_than_plain_data_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="it holds more than plain data"):
        read(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no pickle"),
        (b"PK\x03\x04", "no pickle"),
        (b"\x80\x04", "cut off"),
        (b"\x80\x04\x8d" + struct.pack("<Q", 1 << 62) + b"x.", "cut off"),
        (b"\x80\x04]r\xff\xff\xff\x7f.", "memo has holes"),
        (b"\x80\x04h\x05.", "refers to what is not there"),
        (b"\x80\x040.", "takes away what is not there"),
        (b"\x80\x04}K\x01K\x02s.", "a key is no text"),
        (b"\x80\x04](K\x01u.", "a key has no value"),
        (b"\x80\x04]\x8c\x01aK\x01s.", "no dictionary"),
        (b"\x80\x04}K\x01a.", "no list"),
        (b"\x80\x09].", "damaged"),
        (b"\x80\x04\x8c\x01\xff.", "damaged"),
        (pickle.dumps([1, 2]), None),
        (pickle.dumps({"weights": [1]}), "no memory snapshot"),
        (pickle.dumps("text"), "no memory snapshot"),
    ],
)
def test_damaged_and_foreign_pickles_say_why(data: bytes, message: str | None) -> None:
    if message is None:
        assert len(read(data).segments) == 0
        return
    with pytest.raises(ValueError, match=message):
        read(data)


def test_every_truncation_is_an_error() -> None:
    data = pickle.dumps(snapshot())
    for end in range(len(data)):
        with pytest.raises(ValueError, match=r"cut off|no pickle"):
            read(data[:end])


def test_memory_that_a_pickle_takes_is_bounded_before_it_is_loaded() -> None:
    data = b"\x80\x04(" + b"}" * 1_000_000 + b"l."
    assert _native.check_pickle(data, 200_000_000) == ""
    assert _native.check_pickle(data, 50_000_000) == "it would take too much memory"


def test_one_list_named_many_times_is_refused() -> None:
    """Ten thousand segments that share ten thousand blocks are 10^8 rows in 100 KB."""
    block = {"address": 1, "size": 1, "state": "inactive", "frames": []}
    blocks = [block] * 10_000
    with pytest.raises(ValueError, match="the same data over and over"):
        read(pickle.dumps({"segments": [{"address": 0, "blocks": blocks}] * 10_000}))


def test_deep_nesting_is_no_trouble() -> None:
    data = b"\x80\x04" + b"]" * 200_000 + b"a" * 199_999 + b"."
    assert len(read(data).segments) == 0
