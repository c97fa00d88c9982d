"""Calls of operators with their times on host and device, as recorded or with backward passes folded."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.formats.trace import NO_SLICE, Category
from sightline.kinds.profile.analysis.folding import folded_totals, forward_calls
from sightline.kinds.profile.analysis.kernel_names import uses_tensor_cores
from sightline.kinds.profile.analysis.operators import operator_times
from sightline.kinds.profile.backward_links import backward_links
from sightline.kinds.profile.chosen_step import is_in_step
from sightline.kinds.profile.operator_names import framework_ops, names_of
from sightline.kinds.profile.profile import Indexes, Mask, Profile


class TimedOperators(NamedTuple):
    """Calls of operators: their slices, how many calls each is, and nanoseconds of each.

    Device work that names its operator stands here too; it is a call where no host called that operator. So
    do backward passes that are folded: no call, with the slice of the forward call they count for.
    """

    slices: Indexes
    calls: Indexes
    host_total: Indexes
    host_self: Indexes
    device_total: Indexes
    device_self: Indexes
    tensor_cores: Indexes
    copies: Indexes
    fills: Indexes


class _CallTree(NamedTuple):
    """Calls with their times, and the row of the call around each; -1 is none.

    merged, merged_into: slices of calls that count for the one around them, and the rows of those.
    """

    timed: TimedOperators
    parents: Indexes
    merged: Indexes
    merged_into: Indexes

    def rows_of(self, slices: Indexes, n_slices: int) -> Indexes:
        """The row of each slice, of `n_slices` in the profile; -1 is none."""
        rows = np.full(n_slices, -1, np.int64)
        rows[self.timed.slices] = np.arange(self.timed.slices.size)
        rows[self.merged] = self.merged_into
        return rows[slices]


def operator_calls(
    profile: Profile, step: int | None = None, *, fold_backward: bool = False
) -> TimedOperators:
    """The calls of operators in all steps or one with their times, as torch's `key_averages` counts them.

    fold_backward: backward passes count for the forward calls that made them, in the step of those.
    """
    tree = profile.once("operator calls", lambda: _call_tree(profile))
    timed = tree.timed
    if fold_backward:
        timed = profile.once("folded operator calls", lambda: _folded(profile, tree))
    if step is None:
        return timed
    chosen = is_in_step(profile, step)[timed.slices]
    return TimedOperators(*(column[chosen] for column in timed))


def _call_tree(profile: Profile) -> _CallTree:
    trace, calls = profile.trace, _calls(profile)
    position = np.full(len(trace.slices), -1, np.int64)
    position[calls] = np.arange(calls.size)
    device = _device_time(profile, position, calls.size, profile.device_work)
    times = operator_times(
        _parents(profile, calls, position), trace.slices.name[calls].astype(np.int64),
        trace.slices.dur_ns[calls], device.total,
    )  # fmt: skip
    rows = np.flatnonzero(times.counts)
    ops = _timed_framework_ops(profile, calls[rows])
    named = _device_time(profile, position, calls.size, ops.slices)
    launched = [_moved(total - by_op, times.owner) for total, by_op in zip(device, named, strict=True)]
    hosts = TimedOperators(
        calls[rows], np.ones(rows.size, np.int64), trace.slices.dur_ns[calls[rows]], times.host_self[rows],
        times.device_total[rows], *(each[rows] for each in launched),
    )  # fmt: skip
    # The last is the place of no call.
    row = np.full(calls.size + 1, -1, np.int64)
    row[rows] = np.arange(rows.size)
    merged = np.flatnonzero(~times.counts)
    parents = np.concatenate((row[times.parents[rows]], np.full(ops.slices.size, -1, np.int64)))
    timed = TimedOperators(*(np.concatenate(pair) for pair in zip(hosts, ops, strict=True)))
    return _CallTree(timed, parents, calls[merged], row[times.owner[merged]])


def _folded(profile: Profile, tree: _CallTree) -> TimedOperators:
    """The calls with their backward passes moved to the forward calls that made them."""
    timed, links = tree.timed, backward_links(profile)
    roots, sources = (tree.rows_of(each, len(profile.trace.slices)) for each in links)
    # A merged call may begin before the one that is linked, and no pass may be its own forward.
    begins = profile.trace.slices.start_ns[timed.slices]
    is_known = (roots >= 0) & (sources >= 0) & (begins[sources] < begins[roots])
    roots, first = np.unique(roots[is_known], return_index=True)
    sources = sources[is_known][first]
    forward = forward_calls(tree.parents, roots, sources)
    is_own = forward == np.arange(forward.size)
    host, device = (
        np.where(is_own, folded_totals(totals, tree.parents, roots, sources), 0)
        for totals in (timed.host_total, timed.device_total)
    )
    return timed._replace(
        slices=timed.slices[forward],
        calls=np.where(is_own, timed.calls, 0),
        host_total=host,
        device_total=device,
    )


def _timed_framework_ops(profile: Profile, hosts: Indexes) -> TimedOperators:
    """Device work that names its operator, with the time that no other work within it took."""
    slices, (ids, texts) = framework_ops(profile)
    called = set(names_of(profile, hosts)[1])
    is_call = np.array([text not in called for text in texts], np.bool_)[ids]
    none, own = np.zeros(slices.size, np.int64), profile.trace.slices.self_ns[slices]
    return TimedOperators(
        slices, is_call.astype(np.int64), none, none, profile.trace.slices.dur_ns[slices], own,
        *(np.where(mask, own, 0) for mask in _sorts(profile, slices)),
    )  # fmt: skip


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


class _DeviceTime(NamedTuple):
    """Nanoseconds of device work that each call launched itself, and what of it is of some sort."""

    total: Indexes
    tensor_cores: Indexes
    copies: Indexes
    fills: Indexes


def _device_time(profile: Profile, position: Indexes, n_calls: int, work: Indexes) -> _DeviceTime:
    """The time of some device work by the call that launched it."""
    trace = profile.trace
    owner = trace.operators[work]
    place = np.where(owner != NO_SLICE, position[np.maximum(owner, 0)], -1)
    known = place >= 0
    duration = trace.slices.dur_ns[work]

    def time(chosen: Mask) -> Indexes:
        total = np.zeros(n_calls, np.int64)
        np.add.at(total, place[chosen], duration[chosen])
        return total

    return _DeviceTime(time(known), *(time(known & sort) for sort in _sorts(profile, work)))


def _sorts(profile: Profile, work: Indexes) -> tuple[Mask, Mask, Mask]:
    """Which device work runs on tensor cores, copies and fills."""
    category = profile.trace.slices.category[work]
    on_cores = profile.by_name(work, uses_tensor_cores)
    return on_cores, category == Category.MEMCPY, category == Category.MEMSET


def _moved(times: Indexes, owner: Indexes) -> Indexes:
    """The times of calls, those of merged calls at what they were merged into."""
    moved = np.zeros_like(times)
    np.add.at(moved, owner, times)
    return moved
