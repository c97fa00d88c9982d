"""How memory came and went: pairs of allocation and free, what is alive at a time, steps and sizes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.kinds.profile.analysis.intervals import Times

Ids = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

NONE = -1


def paired(addresses: Ids, sizes: Bytes) -> Ids:
    """For each event, in order of time, the one it belongs to: an allocation's free, a free's allocation.

    Sizes are negative for frees. NONE for memory that was allocated before, or is never freed.
    """
    partner = np.full(addresses.size, NONE, np.int64)
    order = np.argsort(addresses, kind="stable")
    first, second = order[:-1], order[1:]
    is_pair = (addresses[first] == addresses[second]) & (sizes[first] > 0) & (sizes[second] < 0)
    partner[first[is_pair]] = second[is_pair]
    partner[second[is_pair]] = first[is_pair]
    return partner


def alive_after(event: int, sizes: Bytes, partner: Ids) -> Ids:
    """The allocations that are not freed when an event has happened."""
    index = np.arange(sizes.size)
    return np.flatnonzero((sizes > 0) & (index <= event) & ((partner == NONE) | (partner > event)))


class StepMemory(NamedTuple):
    """Memory in each step: the least and most allocated, and what its allocations leave behind."""

    lowest: Bytes
    highest: Bytes
    left_bytes: Bytes
    left_count: Ids


def by_step(
    times: Times, sizes: Bytes, values: Bytes, partner: Ids, starts: Times, ends: Times
) -> StepMemory:
    """What steps do to memory; `values` is the curve. Steps follow each other."""
    lowest, highest = np.zeros(starts.size, np.int64), np.zeros(starts.size, np.int64)
    for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
        first, stop = np.searchsorted(times, (start, end))
        # A step without an event stays where the one before left it.
        part = values[min(int(first), max(0, int(stop) - 1)) : max(int(stop), 1)]
        lowest[index], highest[index] = part.min(initial=np.iinfo(np.int64).max), part.max(initial=0)
    left = outliving(times, sizes, partner, starts, ends)
    step = np.searchsorted(starts, times[left], side="right") - 1
    left_bytes = np.zeros(starts.size, np.int64)
    np.add.at(left_bytes, step, sizes[left])
    return StepMemory(lowest, highest, left_bytes, np.bincount(step, minlength=starts.size))


def outliving(times: Times, sizes: Bytes, partner: Ids, starts: Times, ends: Times) -> Ids:
    """Allocations that are alive when the step in which they were made ends."""
    step = np.searchsorted(starts, times, side="right") - 1
    is_inside = (step >= 0) & (times < ends[np.maximum(step, 0)]) if starts.size else step > 0
    freed = np.where(partner == NONE, np.iinfo(np.int64).max, times[np.maximum(partner, 0)])
    end = ends[np.maximum(step, 0)] if starts.size else times
    return np.flatnonzero(is_inside & (sizes > 0) & (freed >= end))


class SizeClass(NamedTuple):
    """Allocations of at least `least` bytes and less than twice as many."""

    least: Bytes
    n: Ids
    total: Bytes


def by_size(sizes: Bytes) -> SizeClass:
    """Allocations by powers of two, the classes between the smallest and the largest without a gap."""
    allocated = sizes[sizes > 0]
    if not allocated.size:
        return SizeClass(*(np.empty(0, np.int64) for _ in range(3)))
    power = np.floor(np.log2(allocated)).astype(np.int64)
    first = int(power.min())
    n_classes = int(power.max()) - first + 1
    total = np.zeros(n_classes, np.int64)
    np.add.at(total, power - first, allocated)
    return SizeClass(
        2 ** np.arange(first, first + n_classes), np.bincount(power - first, minlength=n_classes), total
    )
