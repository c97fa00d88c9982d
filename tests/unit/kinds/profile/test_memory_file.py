"""Memory files: a made snapshot of torch's allocator, and JAX's golden memory profile, against plain sums."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from sightline import _native
from sightline.engine.local_reader import LocalReader
from sightline.formats.memory_profile import read_memory_profile
from sightline.formats.memory_snapshot import read_memory_snapshot
from sightline.kinds.profile.memory_file import memory_file
from sightline.kinds.profile.memory_stacks import memory_stacks
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


def test_stacks_of_a_snapshot_are_merged_from_the_outermost_call() -> None:
    called = [FORWARD[1], *FIT]
    content = snapshot()
    content["segments"][0]["blocks"][0]["frames"] = called
    content["segments"][0]["blocks"].append(block(1, "active_allocated", 20, []))
    table = memory_stacks(read_memory_snapshot(_native.WindowSource(pickle.dumps(content))))
    assert table["frame"].tolist() == ["", "train.py(3): fit", "net.py(8): forward", "no stack"]
    assert table["parent"].tolist() == [-1, 0, 1, 0]
    assert table["total_bytes"].tolist() == [15 * MIB, 14 * MIB, 8 * MIB, 1 * MIB]
    assert table["self_bytes"].tolist() == [0, 6 * MIB, 8 * MIB, 1 * MIB]
    assert table["allocations"].tolist() == [3, 2, 1, 1]
    assert table.metadata == {"n_frames": 4, "left_out_bytes": 0}


def test_stacks_of_an_empty_snapshot_have_no_frames() -> None:
    empty = {"segments": [], "device_traces": []}
    assert len(memory_stacks(read_memory_snapshot(_native.WindowSource(pickle.dumps(empty))))) == 0


def test_stacks_of_a_memory_profile_of_jax_hold_all_its_bytes() -> None:
    path = Path(__file__).parents[3] / "golden/jax/memory_profile/memory.prof"
    with LocalReader().open(str(path)) as source:
        profile = read_memory_profile(source)
    table = memory_stacks(profile)
    assert table["total_bytes"][0] == table["self_bytes"].sum() == profile.size_bytes.sum() > 0
    assert table["allocations"][0] == profile.n_allocations.sum()
