"""Counters of the timeline: memory, queue length and utilization by device, and those of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.analysis.idle import queue_length
from sightline.kinds.profile.analysis.intervals import Intervals, Times
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.timeline import on_clock, process_name, track_name
from sightline.wire.frame import Frame
from sightline.wire.params import Params

Floats = npt.NDArray[np.float64]
_MAX_COUNTERS = 64
# torch's numbers of device types that people may meet.
_DEVICE_TYPES = {0: "CPU", 1: "GPU", 2: "MKLDNN", 12: "XPU", 13: "MPS", 20: "MTIA"}


class CounterWindowParams(Params, frozen=True):
    """One profile's file, and the part of it that is in sight; times count from its start."""

    run: int
    name: str
    start_ns: int
    end_ns: int
    width_px: Annotated[int, Meta(ge=1, le=16_384)] = 1000


class Counter(NamedTuple):
    """A number over time; `within` gives its value in each stretch between neighboring times."""

    name: str
    of: str
    unit: str
    max: float
    within: Callable[[Times], Floats]


def counters(profile: Profile) -> list[dict[str, Any]]:
    """The counters of a profile, in the order in which they are shown."""
    found = _counters(profile)
    return [{"name": each.name, "of": each.of, "unit": each.unit, "max": each.max} for each in found]


def counter_window(profile: Profile, params: CounterWindowParams) -> Frame:
    """The values in sight, a row where one changes: `counter` is a place in the list of `counters`.

    Per pixel the highest value; of utilization the mean.
    """
    start, end = (on_clock(profile, time) for time in (params.start_ns, params.end_ns))
    edges = np.unique(np.linspace(start, max(end, start + 1), params.width_px + 1).astype(np.int64))
    columns: list[tuple[Indexes, Times, Floats]] = []
    for place, counter in enumerate(_counters(profile)):
        values = counter.within(edges)
        is_change = np.concatenate(([True], values[1:] != values[:-1]))
        kept = np.flatnonzero(is_change)
        columns.append((np.full(kept.size, place), edges[:-1][kept] - profile.origin_ns, values[kept]))
    places, times, kept_values = (
        np.concatenate([column[i] for column in columns]) if columns else np.empty(0) for i in range(3)
    )
    return Frame(
        {
            "counter": places.astype(np.uint32),
            "start_ns": times.astype(np.int64),
            "value": kept_values.astype(np.float64),
        }
    )


def _counters(profile: Profile) -> list[Counter]:
    def make() -> list[Counter]:
        found = [*_memory(profile), *_queues(profile), *_utilization(profile), *_sampled(profile)]
        return found[:_MAX_COUNTERS]

    return profile.once("counters", make)


def _memory(profile: Profile) -> Iterator[Counter]:
    """What was allocated on each device, where the profiler recorded it."""
    memory = profile.trace.memory
    devices = {(int(a), int(b)) for a, b in zip(memory.device_type, memory.device_id, strict=True)}
    # Devices before the host: their memory is what runs out.
    for kind, number in sorted(devices, key=lambda each: (each[0] == 0, each)):
        rows = np.flatnonzero((memory.device_type == kind) & (memory.device_id == number))
        label = _DEVICE_TYPES.get(kind, f"device type {kind}")
        of = label if kind == 0 else f"{label} {number}"
        total = memory.total_allocated[rows]
        if (total < 0).any():
            # Older files tell changes only.
            total, of = np.cumsum(memory.bytes[rows]), f"{of}, since the start"
            total = total - min(0, int(total.min()))
        yield _sampled_counter("memory", of, "bytes", memory.time_ns[rows], total.astype(np.float64))


def _queues(profile: Profile) -> Iterator[Counter]:
    """Kernels, copies and fills that were launched and had not begun."""
    trace = profile.trace
    for process, work in _work_by_device(profile):
        launchers = trace.launchers[work]
        known = launchers != NO_SLICE
        if known.any():
            times, lengths = queue_length(
                trace.slices.start_ns[launchers[known]], trace.slices.start_ns[work[known]]
            )
            of = process_name(profile, process)
            yield _sampled_counter("queue length", of, "", times, lengths.astype(np.float64))


def _utilization(profile: Profile) -> Iterator[Counter]:
    """The share of time during which a kernel ran."""
    kernels = profile.kernels
    for process, work in _work_by_device(profile):
        covered = profile.covered(np.intersect1d(work, kernels, assume_unique=True))
        yield Counter("utilization", process_name(profile, process), "percent", 100.0, _share_of(covered))


def _share_of(covered: Intervals) -> Callable[[Times], Floats]:
    def within(edges: Times) -> Floats:
        share = covered.covered_within(edges[:-1], edges[1:]) / np.diff(edges)
        return np.round(100 * share, 1)

    return within


def _sampled(profile: Profile) -> Iterator[Counter]:
    """Counters as the file has them."""
    trace = profile.trace
    samples = trace.counters
    for track in np.unique(samples.track):
        first, last = np.searchsorted(samples.track, (track, track + 1))
        finite = np.flatnonzero(np.isfinite(samples.value[first:last])) + first
        if finite.size:
            of = process_name(profile, int(trace.tracks.process[track]))
            yield _sampled_counter(
                track_name(profile, int(track)), of, "", samples.time_ns[finite], samples.value[finite]
            )


def _sampled_counter(name: str, of: str, unit: str, times: Times, values: Floats) -> Counter:
    """A counter that keeps its value until the next sample; before the first one it is 0."""

    def within(edges: Times) -> Floats:
        at = np.searchsorted(times, edges, side="left")
        carried = np.where(at[:-1] > 0, values[np.maximum(at[:-1] - 1, 0)], 0.0)
        has_samples = np.flatnonzero(at[1:] > at[:-1])
        if has_samples.size:
            # reduceat goes up to the next start: between two stretches with samples there are no others.
            highest = np.maximum.reduceat(values[: at[-1]], at[:-1][has_samples])
            carried[has_samples] = np.maximum(carried[has_samples], highest)
        return carried

    return Counter(name, of, unit, float(values.max()), within)


def _work_by_device(profile: Profile) -> Iterator[tuple[int, Indexes]]:
    """Kernels, copies and fills by the process that stands for their device."""
    work = profile.device_work
    process = profile.trace.tracks.process[profile.trace.slices.track[work]]
    for each in np.unique(process):
        yield int(each), work[process == each]
