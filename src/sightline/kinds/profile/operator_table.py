"""Operators: self and total time on host and device, grouped by name, shapes, stack or module."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import numpy as np
from msgspec import Meta

from sightline.formats.trace import NO_SLICE, Category
from sightline.kinds.profile.analysis.kernel_names import uses_tensor_cores
from sightline.kinds.profile.analysis.operators import operator_times, sums_by
from sightline.kinds.profile.chosen_step import StepNumber, is_in_step
from sightline.kinds.profile.operator_names import framework_ops, operator_texts
from sightline.kinds.profile.operator_places import operator_places, place_text
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params

GroupBy = Literal["name", "shape", "stack", "module"]


class OperatorsParams(Params, frozen=True):
    """One profile's file, what makes two calls the same operator, and the step; null is all steps."""

    run: int
    name: str
    step: StepNumber | None = None
    group: GroupBy = "name"
    limit: Annotated[int, Meta(ge=1, le=10_000)] = 10_000


class TimedOperators(NamedTuple):
    """Calls of operators: their slices, how many calls each is, and nanoseconds of each.

    Device work that names its operator stands here too; it is a call where no host called that operator.
    """

    slices: Indexes
    calls: Indexes
    host_total: Indexes
    host_self: Indexes
    device_total: Indexes
    device_self: Indexes
    tensor_cores: Indexes


def operator_calls(profile: Profile, step: int | None = None) -> TimedOperators:
    """The calls of operators in all steps or one with their times, as torch's `key_averages` counts them."""
    timed = profile.once("operator calls", lambda: _timed_operators(profile))
    if step is None:
        return timed
    chosen = is_in_step(profile, step)[timed.slices]
    return TimedOperators(*(column[chosen] for column in timed))


def _timed_operators(profile: Profile) -> TimedOperators:
    trace, calls = profile.trace, _calls(profile)
    position = np.full(len(trace.slices), -1, np.int64)
    position[calls] = np.arange(calls.size)
    device, on_tensor_cores = _device_time(profile, position, calls.size, profile.device_work)
    times = operator_times(
        _parents(profile, calls, position), trace.slices.name[calls].astype(np.int64),
        trace.slices.dur_ns[calls], device,
    )  # fmt: skip
    cores = np.zeros(calls.size, np.int64)
    np.add.at(cores, times.owner, on_tensor_cores)
    rows = np.flatnonzero(times.counts)
    ops = _timed_framework_ops(profile, calls[rows])
    own, own_cores = _device_time(profile, position, calls.size, ops.slices)
    device_self, device_cores = times.device_self.copy(), cores
    np.subtract.at(device_self, times.owner, own)
    np.subtract.at(device_cores, times.owner, own_cores)
    hosts = TimedOperators(
        calls[rows], np.ones(rows.size, np.int64), trace.slices.dur_ns[calls[rows]], times.host_self[rows],
        times.device_total[rows], device_self[rows], device_cores[rows],
    )  # fmt: skip
    return TimedOperators(*(np.concatenate(pair) for pair in zip(hosts, ops, strict=True)))


def _timed_framework_ops(profile: Profile, hosts: Indexes) -> TimedOperators:
    """Device work that names its operator, with the time that no other work within it took."""
    slices, (ids, texts) = framework_ops(profile)
    called = set(names_of(profile, hosts)[1])
    is_call = np.array([text not in called for text in texts], np.bool_)[ids]
    none, own = np.zeros(slices.size, np.int64), profile.trace.slices.self_ns[slices]
    on_cores = profile.by_name(slices, uses_tensor_cores)
    return TimedOperators(
        slices, is_call.astype(np.int64), none, none, profile.trace.slices.dur_ns[slices], own,
        np.where(on_cores, own, 0),
    )  # fmt: skip


def operators(
    profile: Profile, group: GroupBy = "name", limit: int = 10_000, step: int | None = None
) -> Frame:
    """A row for each operator, the one with the most own time first; as torch's `key_averages` counts."""
    timed = operator_calls(profile, step)
    names, detail = operator_texts(profile, timed.slices), calls_by(profile, timed.slices, group)
    keys = names.ids * max(len(detail[1]), 1) + detail[0]
    sums = sums_by(keys, *timed[1:])
    calls, host_total, host_self, device_total, device_self, tensor_cores = sums.sums
    order = np.lexsort((-host_total, -host_self, -device_self))[:limit]
    n_details = max(len(detail[1]), 1)
    return Frame(
        {
            "operator": Dictionary((sums.keys // n_details)[order].astype(np.int32), names.texts),
            "detail": Dictionary((sums.keys % n_details)[order].astype(np.int32), detail[1] or [""]),
            "calls": calls[order],
            "host_self_ns": host_self[order],
            "host_total_ns": host_total[order],
            "device_self_ns": device_self[order],
            "device_total_ns": device_total[order],
            "tensor_core_ns": tensor_cores[order],
            "shapes": _shape_counts(profile, timed, keys, sums.keys)[order],
        },
        {
            "n_operators": len(sums.keys),
            "host_self_ns": int(host_self.sum()),
            "device_ns": int(device_self.sum()),
        },
    )


def _calls(profile: Profile) -> Indexes:
    """Operators; where a trace has none, the named spans of its hosts."""
    calls = profile.select(Category.CPU_OP)
    return calls if calls.size else profile.host_work


def _parents(profile: Profile, calls: Indexes, position: Indexes) -> Indexes:
    """The nearest operator around each call, by position among the calls; annotations between are skipped."""
    slices = profile.trace.slices
    parent = slices.parent[calls].astype(np.int64)
    while True:
        between = np.flatnonzero((parent != NO_SLICE) & (position[np.maximum(parent, 0)] < 0))
        if not between.size:
            return np.where(parent == NO_SLICE, -1, position[np.maximum(parent, 0)])
        parent[between] = slices.parent[parent[between]]


def _device_time(profile: Profile, position: Indexes, n_calls: int, work: Indexes) -> tuple[Indexes, Indexes]:
    """Nanoseconds of some device work that each call launched itself, and of it on tensor cores."""
    trace = profile.trace
    owner = trace.operators[work]
    place = np.where(owner != NO_SLICE, position[np.maximum(owner, 0)], -1)
    known = place >= 0
    duration = trace.slices.dur_ns[work]
    is_on_cores = profile.by_name(work, uses_tensor_cores)
    total, cores = np.zeros(n_calls, np.int64), np.zeros(n_calls, np.int64)
    np.add.at(total, place[known], duration[known])
    np.add.at(cores, place[known & is_on_cores], duration[known & is_on_cores])
    return total, cores


def names_of(profile: Profile, calls: Indexes) -> tuple[Indexes, list[str]]:
    """The names of slices, each once, and which of them each slice has."""
    ids, inverse = np.unique(profile.trace.slices.name[calls], return_inverse=True)
    return inverse.astype(np.int64), [profile.trace.string(int(each)) for each in ids]


def calls_by(profile: Profile, calls: Indexes, group: GroupBy) -> tuple[Indexes, list[str]]:
    """What the calls are grouped by beside their name: the texts, and which of them each call has."""
    if group == "name":
        return np.zeros(calls.size, np.int64), [""]
    if group == "shape":
        return _shapes(profile, calls)
    places, frames = operator_places(profile, calls, group)
    return places, [place_text(each, group) for each in frames]


def _shape_counts(profile: Profile, timed: TimedOperators, keys: Indexes, rows: Indexes) -> Indexes:
    """How many different shapes the calls of each row have; 0 where none were recorded."""
    ids, texts = _shapes(profile, timed.slices)
    if len(texts) == 1:
        return np.zeros(rows.size, np.int64)
    pairs = np.unique((np.searchsorted(rows, keys) * len(texts) + ids)[ids > 0])
    return np.bincount(pairs // len(texts), minlength=rows.size)


def _shapes(profile: Profile, calls: Indexes) -> tuple[Indexes, list[str]]:
    """The shapes of arguments, under the names of both ages."""
    ids, texts = profile.trace.arg_texts("Input Dims", calls)
    if len(texts) == 1:
        ids, texts = profile.trace.arg_texts("Input dims", calls)
    return ids.astype(np.int64), [text.strip('"') for text in texts]
