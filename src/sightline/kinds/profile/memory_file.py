"""Memory files beside traces: a snapshot of torch's allocator, or what was alive on JAX's devices."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline.formats.call_stacks import CallStacks
from sightline.formats.memory_profile import MemoryProfile
from sightline.formats.memory_snapshot import Action, BlockState, MemorySnapshot
from sightline.kinds.profile.analysis.memory import Bytes, Ids
from sightline.kinds.profile.analysis.pixel_curve import by_pixel
from sightline.kinds.profile.stack_frames import frame_text

_MAX_GROUPS = 300
_MAX_SEGMENTS = 40
_MAX_BLOCKS = 20_000
_CURVE_PX = 1_000


class Allocations(NamedTuple):
    """What a memory file holds, a row for each allocation or for several of one stack."""

    stacks: CallStacks
    stack: NDArray[np.uint32]
    size_bytes: Bytes
    n_allocations: Ids


def allocations(content: MemorySnapshot | MemoryProfile) -> Allocations:
    """What was in use when the file was written."""
    if isinstance(content, MemoryProfile):
        return Allocations(content.stacks, content.stack, content.size_bytes, content.n_allocations)
    blocks = content.blocks
    used = np.flatnonzero(blocks.state == BlockState.ALLOCATED)
    ones = np.ones(used.size, np.int64)
    return Allocations(content.stacks, blocks.stack[used], blocks.size_bytes[used], ones)


def memory_file(content: MemorySnapshot | MemoryProfile) -> dict[str, Any]:
    """What the page shows of a memory file; `what` tells its sort."""
    return _profile(content) if isinstance(content, MemoryProfile) else _snapshot(content)


def _snapshot(snapshot: MemorySnapshot) -> dict[str, Any]:
    return {
        "what": "snapshot",
        "devices": [_device(snapshot, int(device)) for device in np.unique(snapshot.segments.device)],
        "segments": _segments(snapshot),
        "n_segments": len(snapshot.segments),
        **_groups(allocations(snapshot)),
        "curve": _curve(snapshot),
        "problems": snapshot.problems,
    }


def _device(snapshot: MemorySnapshot, device: int) -> dict[str, Any]:
    """Sums of one device. Fragmentation is what of reserved memory is free, but not in the largest block."""
    segments, blocks = snapshot.segments, snapshot.blocks
    of_device = segments.device == device
    of_blocks = of_device[blocks.segment]
    free = blocks.size_bytes[of_blocks & (blocks.state == BlockState.INACTIVE)]
    reserved = int(segments.total_bytes[of_device].sum())
    largest = int(free.max(initial=0))
    return {
        "label": f"GPU {device}",
        "reserved_bytes": reserved,
        "allocated_bytes": int(segments.allocated_bytes[of_device].sum()),
        "active_bytes": int(segments.active_bytes[of_device].sum()),
        "free_bytes": int(free.sum()),
        "largest_free_bytes": largest,
        "fragmentation": (int(free.sum()) - largest) / reserved if reserved else 0.0,
        "n_segments": int(of_device.sum()),
        "n_blocks": int(of_blocks.sum()),
    }


def _segments(snapshot: MemorySnapshot) -> list[dict[str, Any]]:
    """The largest segments with their blocks, to be drawn to scale."""
    segments, blocks = snapshot.segments, snapshot.blocks
    found: list[dict[str, Any]] = []
    n_blocks = 0
    for each in np.argsort(-segments.total_bytes, kind="stable")[:_MAX_SEGMENTS]:
        first = int(segments.first_block[each])
        part = slice(first, first + int(segments.n_blocks[each]))
        n_blocks += part.stop - part.start
        if found and n_blocks > _MAX_BLOCKS:
            break
        found.append(
            {
                "device": int(segments.device[each]),
                "address": f"0x{max(0, int(segments.address[each])):x}",
                "bytes": int(segments.total_bytes[each]),
                "allocated_bytes": int(segments.allocated_bytes[each]),
                "stream": int(segments.stream[each]),
                "is_large": bool(segments.is_large[each]),
                "offsets": (blocks.address[part] - segments.address[each]).tolist(),
                "sizes": blocks.size_bytes[part].tolist(),
                "states": blocks.state[part].tolist(),
                "labels": [_innermost(snapshot.stacks, int(stack)) for stack in blocks.stack[part]],
            }
        )
    return found


def _curve(snapshot: MemorySnapshot) -> dict[str, Any] | None:
    """Allocated bytes event by event; the last is what the snapshot holds. Null without a history."""
    events = snapshot.events
    sign = np.select([events.action == Action.ALLOC, events.action == Action.FREE_COMPLETED], [1, -1], 0)
    change = sign * events.size_bytes
    changed = np.flatnonzero(sign)
    if not changed.size:
        return None
    level = np.cumsum(change[changed])
    level += int(snapshot.segments.allocated_bytes.sum()) - int(level[-1])
    found = by_pixel(np.arange(changed.size), level, 0, changed.size, _CURVE_PX)
    return {
        "n_events": int(changed.size),
        "event": (found.pixel * changed.size // _CURVE_PX).tolist(),
        "least_bytes": found.least.tolist(),
        "most_bytes": found.most.tolist(),
        "last_bytes": found.last.tolist(),
        "n_oom": int((events.action == Action.OOM).sum()),
    }


def _profile(profile: MemoryProfile) -> dict[str, Any]:
    pairs = np.stack((profile.kind, profile.device), axis=1).astype(np.int64)
    rows = []
    for kind, device in np.unique(pairs, axis=0):
        chosen = (profile.kind == kind) & (profile.device == device)
        rows.append(
            {
                "kind": profile.kinds[kind],
                "device": profile.devices[device],
                "bytes": int(profile.size_bytes[chosen].sum()),
                "count": int(profile.n_allocations[chosen].sum()),
            }
        )
    rows.sort(key=lambda row: -row["bytes"])
    return {"what": "profile", "rows": rows, **_groups(allocations(profile))}


def _groups(found: Allocations) -> dict[str, Any]:
    """Allocations by their stack, the largest sum first."""
    stacks, stack, sizes, counts = found
    unique, inverse = np.unique(stack, return_inverse=True)
    total, count = np.zeros(unique.size, np.int64), np.zeros(unique.size, np.int64)
    largest = np.zeros(unique.size, np.int64)
    np.add.at(total, inverse, sizes)
    np.add.at(count, inverse, counts)
    np.maximum.at(largest, inverse, sizes)
    return {
        "n_groups": int(unique.size),
        "groups": [
            {
                "operator": _innermost(stacks, int(unique[row])),
                "each_bytes": int(largest[row]),
                "count": int(count[row]),
                "bytes": int(total[row]),
                "slice": -1,
                "age_ns": -1,
                "stack": frame_texts(stacks, int(unique[row])),
            }
            for row in np.argsort(-total, kind="stable")[:_MAX_GROUPS]
        ],
    }


def frame_texts(stacks: CallStacks, stack: int) -> list[str]:
    """Frames as traces write them, the innermost first."""
    return [
        frame_text(f"{frame.file}({frame.line}): {frame.function}" if frame.file else frame.function)
        for frame in stacks[stack]
    ]


def _innermost(stacks: CallStacks, stack: int) -> str:
    """The innermost function; of a snapshot with C++ frames the innermost one of Python."""
    frames = stacks[stack]
    python = next((frame for frame in frames if frame.file.endswith(".py")), None)
    chosen = python or (frames[0] if frames else None)
    return chosen.function if chosen else ""
