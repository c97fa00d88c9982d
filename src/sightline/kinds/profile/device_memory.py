"""Memory events of a profile by device: torch's `[memory]` marks, or TensorFlow's allocation events."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sightline.formats.trace import NO_SLICE, NO_STRING
from sightline.kinds.profile.analysis.intervals import Times
from sightline.kinds.profile.analysis.memory import NONE, Bytes, Ids, paired
from sightline.kinds.profile.devices import devices_of
from sightline.kinds.profile.profile import Indexes, Profile

_DEVICE_WORDS = {0: "CPU", 1: "GPU", 2: "MKLDNN", 6: "GPU", 9: "XLA", 12: "XPU", 13: "MPS", 20: "device"}
# What TensorFlow calls its memory events, and whether they add or take.
TF_EVENTS = {"MemoryAllocation": 1, "MemoryDeallocation": -1}


@dataclass(frozen=True)
class MemoryEvents:
    """Allocations (`bytes` > 0) and frees (`bytes` < 0) of one device, by time.

    allocated, reserved: totals after each event. Where the file has none (`is_relative`), allocated is the
    change since the profile began. partner: an allocation's free and a free's allocation, NONE where it is
    not known. slice: the innermost slice at that time; a free has its allocation's.
    """

    label: str
    is_host: bool
    capacity: int | None
    is_relative: bool
    has_pairs: bool
    time_ns: Times
    bytes: Bytes
    allocated: Bytes
    reserved: Bytes
    partner: Ids
    slice: Indexes

    def __len__(self) -> int:
        return len(self.bytes)

    @property
    def peak(self) -> int:
        """The event after which most is allocated."""
        return int(np.argmax(self.allocated))


def device_memory(profile: Profile) -> list[MemoryEvents]:
    """The events of each device, devices before the host; empty where none were recorded."""
    memory = profile.trace.memory
    found = []
    for kind, number in sorted(set(zip(memory.device_type.tolist(), memory.device_id.tolist(), strict=True))):
        chosen = np.flatnonzero((memory.device_type == kind) & (memory.device_id == number))
        word = _DEVICE_WORDS.get(kind, "device")
        found.append(
            _events(
                profile,
                label="Host" if kind == 0 else f"{word} {max(0, number)}",
                is_host=kind == 0,
                capacity=_capacity(profile, number) if kind else None,
                columns=(
                    memory.time_ns[chosen], memory.bytes[chosen], memory.address[chosen],
                    memory.total_allocated[chosen], memory.total_reserved[chosen],
                    memory.slice[chosen].astype(np.int64),
                ),
            )
        )  # fmt: skip
    found += _tensorflow_events(profile)
    return sorted(found, key=lambda events: (events.is_host, events.label))


def operator_slices(profile: Profile) -> Indexes:
    """Host slices that may own memory: operators and annotations, no steps and no memory events."""
    work = profile.host_work
    return work[~profile.by_name(work, lambda name: name in TF_EVENTS)]


def _events(
    profile: Profile,
    *,
    label: str,
    is_host: bool,
    capacity: int | None,
    columns: tuple[Times, Bytes, Ids, Bytes, Bytes, Indexes],
) -> MemoryEvents:
    times, sizes, addresses, allocated, reserved, slices = columns
    order = np.argsort(times, kind="stable")
    times, sizes, addresses, slices = times[order], sizes[order], addresses[order], slices[order]
    is_relative = not (allocated > 0).any()
    has_pairs = bool((addresses > 0).any())
    partner = paired(addresses, sizes) if has_pairs else np.full(sizes.size, NONE, np.int64)
    is_free = (sizes < 0) & (partner != NONE)
    slices = np.where(is_free, slices[np.maximum(partner, 0)], slices)
    # Without addresses a free counts for where it happened; with them, unpaired memory is from before.
    slices = np.where((sizes < 0) & ~is_free & has_pairs, NO_SLICE, slices)
    curve = np.cumsum(sizes) if is_relative else np.maximum(allocated[order], 0)
    return MemoryEvents(
        label=label,
        is_host=is_host,
        capacity=capacity,
        is_relative=is_relative,
        has_pairs=has_pairs,
        time_ns=times - profile.origin_ns,
        bytes=sizes,
        allocated=curve,
        reserved=_reserved(reserved[order], curve),
        partner=partner,
        slice=slices,
    )


def _reserved(reserved: Bytes, allocated: Bytes) -> Bytes:
    """Reserved memory after each event; zeros where it is less than is allocated, as torch says of hosts."""
    is_known = reserved.max(initial=0) >= allocated.max(initial=0)
    return np.maximum(reserved, 0) if is_known else np.zeros_like(reserved)


def _capacity(profile: Profile, number: int) -> int | None:
    listed = (each for each in devices_of(profile.trace) if each.number == number)
    return next((each.memory_bytes for each in listed if each.memory_bytes), None)


def _tensorflow_events(profile: Profile) -> list[MemoryEvents]:
    """`MemoryAllocation` and `MemoryDeallocation` of TensorFlow's allocators, by allocator."""
    trace = profile.trace
    signs = {trace.find_string(name): sign for name, sign in TF_EVENTS.items()}
    signs.pop(NO_STRING, None)
    if not signs:
        return []
    events = np.flatnonzero(np.isin(trace.slices.name, list(signs)))
    if not events.size:
        return []
    sign = np.array([signs[int(name)] for name in trace.slices.name[events]], np.int64)
    allocators, texts = trace.arg_texts("allocator_name", events)

    def numbers(key: str) -> Ids:
        return trace.arg_integers(key, events)

    in_use = numbers("bytes_allocated") + numbers("bytes_reserved")
    columns = (
        trace.slices.start_ns[events], sign * numbers("allocation_bytes"), numbers("addr"),
        in_use, np.zeros(events.size, np.int64), events.astype(np.int64),
    )  # fmt: skip
    found = []
    for allocator in np.unique(allocators):
        chosen = np.flatnonzero(allocators == allocator)
        label = texts[allocator].strip('"') or "memory"
        capacity = int((in_use + numbers("bytes_available"))[chosen].max())
        found.append(
            _events(
                profile, label=label, is_host="cpu" in label.lower(), capacity=capacity or None,
                columns=tuple(column[chosen] for column in columns),  # type: ignore[arg-type]
            )
        )  # fmt: skip
    return found
