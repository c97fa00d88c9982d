"""Memory of a profile: its devices, the peak with what is alive then, sizes, and growth from step to step."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.analysis.memory import (
    NONE,
    Ids,
    alive_after,
    by_size,
    by_step,
    outliving,
)
from sightline.kinds.profile.analysis.pixel_curve import by_pixel
from sightline.kinds.profile.device_memory import TF_EVENTS, MemoryEvents, device_memory, operator_slices
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.stack_frames import stack_of
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params

_MAX_GROUPS = 300
_MAX_STEPS = 2_000
_MAX_DEPTH = 1_000


class MemoryParams(Params, frozen=True):
    """One profile's file, and which of its devices, by their order in the answer."""

    run: int
    name: str
    device: Annotated[int, Meta(ge=0)] = 0


class MemoryCurveParams(Params, frozen=True):
    """One device's curve between two times in nanoseconds from the profile's beginning; 0 is its end."""

    run: int
    name: str
    device: Annotated[int, Meta(ge=0)] = 0
    start_ns: Annotated[int, Meta(ge=0)] = 0
    end_ns: Annotated[int, Meta(ge=0)] = 0
    width_px: Annotated[int, Meta(ge=1, le=20_000)] = 1_000


def memory(profile: Profile, device: int) -> dict[str, Any]:
    """What the view shows beside curve and operators; `devices` is empty where nothing was recorded."""
    devices = _devices(profile)
    answer: dict[str, Any] = {"devices": [_summary(each) for each in devices], "device": 0}
    if not devices:
        return answer
    chosen = min(device, len(devices) - 1)
    events = devices[chosen]
    sizes = by_size(events.bytes)
    return answer | {
        "device": chosen,
        "alive": _alive(profile, events),
        "sizes": [
            {"least_bytes": int(least), "count": int(count), "bytes": int(total)}
            for least, count, total in zip(*sizes, strict=True)
        ],
        "steps": _steps(profile, events),
        "left": _left(profile, events),
    }


def memory_curve(profile: Profile, params: MemoryCurveParams) -> Frame:
    """Allocated and reserved bytes by pixel: least, most and last of each pixel that holds an event."""
    devices = _devices(profile)
    if not devices:
        return Frame({}, {"start_ns": 0, "end_ns": 0})
    events = devices[min(params.device, len(devices) - 1)]
    slices = profile.trace.slices
    end = params.end_ns or (int(profile.end_ns.max()) - profile.origin_ns if len(slices) else 0)
    end = max(end, params.start_ns + 1)
    window = params.start_ns, end, params.width_px
    allocated = by_pixel(events.time_ns, events.allocated, *window)
    reserved = by_pixel(events.time_ns, events.reserved, *window)
    time = params.start_ns + allocated.pixel * (end - params.start_ns) // params.width_px
    return Frame(
        {
            "time_ns": time,
            "least_bytes": allocated.least,
            "most_bytes": allocated.most,
            "last_bytes": allocated.last,
            "reserved_bytes": reserved.most,
        },
        {"start_ns": params.start_ns, "end_ns": end, "n_events": len(events)},
    )


def memory_operators(profile: Profile, device: int) -> Frame:
    """What operators allocate, themselves and with what they call; the one with the most first.

    Growth is what was allocated less what of it was freed. An operator that calls itself counts once.
    """
    devices = _devices(profile)
    if not devices:
        return Frame({}, {"n_operators": 0})
    events = devices[min(device, len(devices) - 1)]
    names = _operator_names(profile, events.slice)
    event, code, texts = _around(profile, events, names)
    own = _sums(names.codes.astype(np.int64), events.bytes, len(texts))
    total = _sums(code, events.bytes[event], len(texts))
    rows = np.flatnonzero(total[1])
    rows = rows[np.lexsort((-total[1][rows], -own[1][rows]))]
    return Frame(
        {
            "operator": Dictionary(rows.astype(np.int32), texts),
            "self_growth_bytes": own[0][rows],
            "self_allocated_bytes": own[1][rows],
            "self_count": own[2][rows],
            "growth_bytes": total[0][rows],
            "allocated_bytes": total[1][rows],
            "count": total[2][rows],
        },
        {"n_operators": len(rows)},
    )


def _devices(profile: Profile) -> list[MemoryEvents]:
    return profile.once("device memory", lambda: device_memory(profile))


def _summary(events: MemoryEvents) -> dict[str, Any]:
    peak = events.peak
    return {
        "label": events.label,
        "is_host": events.is_host,
        "capacity_bytes": events.capacity,
        "is_relative": events.is_relative,
        "has_pairs": events.has_pairs,
        "n_allocations": int((events.bytes > 0).sum()),
        "n_frees": int((events.bytes < 0).sum()),
        "peak_bytes": int(events.allocated[peak]),
        "peak_ns": int(events.time_ns[peak]),
        "reserved_bytes": int(events.reserved.max()),
    }


def _alive(profile: Profile, events: MemoryEvents) -> dict[str, Any] | None:
    """What is alive at the peak, alike allocations as one group; null where no event has an address."""
    if not events.has_pairs:
        return None
    peak = events.peak
    alive = alive_after(peak, events.bytes, events.partner)
    known = int(events.bytes[alive].sum())
    return {
        "bytes": known,
        # What was there before the first event is known by its sum only.
        "before_bytes": max(0, int(events.allocated[peak]) - known) if not events.is_relative else 0,
        "slice": int(events.slice[peak]),
        **_groups(profile, events, alive, int(events.time_ns[peak])),
    }


def _groups(profile: Profile, events: MemoryEvents, chosen: Ids, now_ns: int) -> dict[str, Any]:
    """Allocations by operator and size, the largest sum first."""
    names = _operator_names(profile, events.slice[chosen])
    pairs = np.stack((names.codes.astype(np.int64), events.bytes[chosen]), axis=1)
    unique, group, counts = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
    group = group.reshape(-1)
    first = np.full(len(unique), 0, np.int64)
    first[group[::-1]] = chosen[::-1]
    order = np.argsort(-unique[:, 1] * counts, kind="stable")
    return {
        "n_groups": len(unique),
        "groups": [
            {
                "operator": names.values[unique[row, 0]],
                "each_bytes": int(unique[row, 1]),
                "count": int(counts[row]),
                "bytes": int(unique[row, 1] * counts[row]),
                "slice": int(events.slice[first[row]]),
                "age_ns": now_ns - int(events.time_ns[first[row]]),
                "stack": stack_of(profile, int(events.slice[first[row]])),
            }
            for row in order[:_MAX_GROUPS]
        ],
    }


def _marks(profile: Profile) -> tuple[Ids, Ids, Ids]:
    """Steps as the host marked them: memory events are the host's."""
    marked = profile.trace.steps
    chosen = slice(0, _MAX_STEPS)
    origin = profile.origin_ns
    return marked.number[chosen], marked.start_ns[chosen] - origin, marked.end_ns[chosen] - origin


def _steps(profile: Profile, events: MemoryEvents) -> list[dict[str, int | None]]:
    numbers, starts, ends = _marks(profile)
    found = by_step(events.time_ns, events.bytes, events.allocated, events.partner, starts, ends)
    return [
        {
            "step": int(number), "start_ns": int(start), "end_ns": int(end), "lowest_bytes": int(lowest),
            "highest_bytes": int(highest),
            "left_bytes": int(left) if events.has_pairs else None,
            "left_count": int(count) if events.has_pairs else None,
        }
        for number, start, end, lowest, highest, left, count in zip(
            numbers, starts, ends, *found, strict=True
        )
    ]  # fmt: skip


def _left(profile: Profile, events: MemoryEvents) -> dict[str, Any] | None:
    """What steps leave behind for good: made inside a step, alive at its end and never freed."""
    _, starts, ends = _marks(profile)
    if not events.has_pairs or starts.size < 2:
        return None
    # The last step cannot show that something stays: what frees it comes after.
    left = outliving(events.time_ns, events.bytes, events.partner, starts[:-1], ends[:-1])
    left = left[events.partner[left] == NONE]
    end = int(events.time_ns[-1])
    return {"bytes": int(events.bytes[left].sum()), **_groups(profile, events, left, end)}


def _around(profile: Profile, events: MemoryEvents, names: Dictionary) -> tuple[Ids, Ids, list[str]]:
    """Pairs of an event and the code of an operator around it, each once, and the texts of the codes."""
    slices = profile.trace.slices
    codes = {text: code for code, text in reversed(list(enumerate(names.values)))}
    texts = list(names.values)
    operators = operator_slices(profile)
    is_operator = np.zeros(len(slices), np.bool_)
    is_operator[operators] = True
    code_of_name = np.full(int(slices.name.max(initial=0)) + 1, -1, np.int64)
    for name in np.unique(slices.name[operators]):
        text = profile.trace.string(int(name))
        code = codes.setdefault(text, len(texts))
        if code == len(texts):
            texts.append(text)
        code_of_name[name] = code
    event = np.arange(len(events))
    at: Indexes = events.slice
    found = [np.stack((event, names.codes.astype(np.int64)), axis=1)]
    for _ in range(_MAX_DEPTH):
        event, at = event[at != NO_SLICE], at[at != NO_SLICE]
        if not at.size:
            break
        inside = is_operator[at]
        found.append(np.stack((event[inside], code_of_name[slices.name[at[inside]]]), axis=1))
        at = slices.parent[at].astype(np.int64)
    pairs = np.unique(np.concatenate(found), axis=0)
    return pairs[:, 0], pairs[:, 1], texts


def _sums(codes: Ids, sizes: Ids, n_rows: int) -> tuple[Ids, Ids, Ids]:
    """Growth, allocated bytes and number of allocations by code."""
    growth, allocated = np.zeros(n_rows, np.int64), np.zeros(n_rows, np.int64)
    np.add.at(growth, codes, sizes)
    np.add.at(allocated, codes, np.maximum(sizes, 0))
    return growth, allocated, np.bincount(codes[sizes > 0], minlength=n_rows)


def _operator_names(profile: Profile, slices: Indexes) -> Dictionary:
    """The operator of each slice by name: the nearest around it, else its own name; "" for none."""
    trace = profile.trace
    operator = trace.operators[np.maximum(slices, 0)].astype(np.int64)
    owner = np.where(operator != NO_SLICE, operator, slices)
    slices = np.where(np.isin(owner, trace.steps.slice), NO_SLICE, slices)
    ids, inverse = np.unique(trace.slices.name[np.maximum(owner, 0)], return_inverse=True)
    texts = [trace.string(int(each)) for each in ids]
    codes = np.where(slices == NO_SLICE, len(texts), inverse)
    # TensorFlow's events say themselves for which operator they are.
    own, own_texts = trace.arg_texts("tf_op", np.maximum(slices, 0))
    is_own = np.isin(inverse, [i for i, text in enumerate(texts) if text in TF_EVENTS]) & (own > 0)
    codes = np.where(is_own & (slices != NO_SLICE), len(texts) + 1 + own, codes)
    return Dictionary(codes.astype(np.int32), [*texts, "", *(text.strip('"') for text in own_texts)])
