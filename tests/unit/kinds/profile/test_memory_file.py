"""Memory files: a made snapshot of torch's allocator, and JAX's golden memory profile, against plain sums."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from sightline import _native
from sightline.engine.local_reader import LocalReader
from sightline.formats.memory_profile import read_memory_profile
from sightline.formats.memory_snapshot import read_memory_snapshot
from sightline.kinds.profile.memory_file import memory_file
from support.traces import shared_golden

MIB = 1 << 20
FIT = [{"name": "fit", "filename": "train.py", "line": 3}]
FORWARD = [
    {"name": "at::empty", "filename": "??", "line": 0},
    {"name": "forward", "filename": "net.py", "line": 8},
]


def block(size: int, state: str, address: int, frames: list[dict[str, Any]]) -> dict[str, Any]:
    return {"size": size * MIB, "state": state, "address": address * MIB, "frames": frames}


def snapshot() -> dict[str, Any]:
    blocks = [
        block(8, "active_allocated", 0, FORWARD), block(4, "inactive", 8, []),
        block(6, "active_allocated", 12, FIT), block(2, "inactive", 18, []),
    ]  # fmt: skip
    segment = {
        "device": 0, "address": 0, "total_size": 20 * MIB, "allocated_size": 14 * MIB,
        "active_size": 14 * MIB, "stream": 0, "segment_type": "large", "blocks": blocks,
    }  # fmt: skip
    events = [
        {"action": "alloc", "addr": 0, "size": 8 * MIB, "stream": 0, "frames": FORWARD},
        {"action": "alloc", "addr": 5, "size": 9 * MIB, "stream": 0, "frames": FIT},
        {"action": "free_requested", "addr": 5, "size": 9 * MIB, "stream": 0, "frames": []},
        {"action": "free_completed", "addr": 5, "size": 9 * MIB, "stream": 0, "frames": []},
        {"action": "alloc", "addr": 12, "size": 6 * MIB, "stream": 0, "frames": FIT},
    ]
    return {"segments": [segment], "device_traces": [events]}


def test_a_snapshot_has_sums_segments_stacks_and_a_curve() -> None:
    found = memory_file(read_memory_snapshot(_native.WindowSource(pickle.dumps(snapshot()))))
    (device,) = found["devices"]
    assert (device["reserved_bytes"], device["allocated_bytes"]) == (20 * MIB, 14 * MIB)
    assert (device["free_bytes"], device["largest_free_bytes"]) == (6 * MIB, 4 * MIB)
    assert device["fragmentation"] == pytest.approx(0.1)
    (segment,) = found["segments"]
    assert segment["offsets"] == [0, 8 * MIB, 12 * MIB, 18 * MIB]
    assert segment["labels"] == ["forward", "", "fit", ""]
    assert [(group["operator"], group["bytes"]) for group in found["groups"]] == [
        ("forward", 8 * MIB), ("fit", 6 * MIB),
    ]  # fmt: skip
    assert found["groups"][1]["stack"] == ["train.py(3): fit"]
    curve = found["curve"]
    assert curve["last_bytes"] == [8 * MIB, 17 * MIB, 8 * MIB, 14 * MIB]


def test_a_snapshot_without_history_has_no_curve() -> None:
    bare = snapshot() | {"device_traces": []}
    assert memory_file(read_memory_snapshot(_native.WindowSource(pickle.dumps(bare))))["curve"] is None


def test_memory_profiles_of_jax_are_summed_by_kind_device_and_stack() -> None:
    folder = shared_golden()
    if folder is None:
        pytest.skip("the golden logs are not beside the repository")
    with LocalReader().open(str(folder / "jax/memory_profile/memory.prof")) as source:
        profile = read_memory_profile(source)
    found = memory_file(profile)
    assert sum(row["bytes"] for row in found["rows"]) == profile.size_bytes.sum() > 0
    assert sum(group["bytes"] for group in found["groups"]) == profile.size_bytes.sum()
    assert sum(row["count"] for row in found["rows"]) == profile.n_allocations.sum()
