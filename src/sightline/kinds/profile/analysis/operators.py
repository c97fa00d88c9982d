"""Operators: own and total time of nested slices, as torch's `key_averages` counts them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.kinds.profile.analysis.intervals import Times

Ids = npt.NDArray[np.int64]


class OperatorTimes(NamedTuple):
    """Times of each operator call; `counts` is false for a call that was merged into its parent.

    `owner` is the call that device work launched by a call belongs to: itself, or what it was merged into.
    `parents` are the calls around, as merged; -1 is none.
    """

    counts: npt.NDArray[np.bool_]
    owner: Ids
    parents: Ids
    host_self: Times
    device_self: Times
    device_total: Times


def operator_times(parents: Ids, names: Ids, durations: Times, device: Times) -> OperatorTimes:
    """Times of calls that are given parents first; -1 is no parent.

    device: nanoseconds of device work that each call launched itself.
    """
    owner = _merged(parents, names)
    counts = owner == np.arange(parents.size)
    parent = np.where(parents >= 0, owner[np.maximum(parents, 0)], -1)
    # A merged call's children are now its owner's; the call itself is nobody's child.
    is_child = counts & (parent >= 0)
    host_self = durations.copy()
    np.subtract.at(host_self, parent[is_child], durations[is_child])
    device_self = np.zeros_like(device)
    np.add.at(device_self, owner, device)
    device_total = device_self.copy()
    parent = np.where(counts, parent, -1)
    add_to_ancestors(device_total, parent)
    return OperatorTimes(
        counts, owner, parent, np.where(counts, np.maximum(host_self, 0), 0), device_self, device_total
    )


def _merged(parents: Ids, names: Ids) -> Ids:
    """For each call the one that it is merged into: a call is dropped into its parent of the same name whose
    only child it is."""
    n_children = np.bincount(parents[parents >= 0], minlength=parents.size)
    has_parent = parents >= 0
    above = np.maximum(parents, 0)
    is_merged = has_parent & (names[above] == names) & (n_children[above] == 1)
    return followed(np.where(is_merged, parents, np.arange(parents.size)))


def followed(links: Ids) -> Ids:
    """The ends of chains of links; what leads nowhere links to itself. Each round halves what is left."""
    while True:
        further = links[links]
        if np.array_equal(further, links):
            return links
        links = further


def add_to_ancestors(totals: Times, parents: Ids) -> None:
    """Add each total to its parent's, the deepest first, so that a level is complete when it is added."""
    depth = np.zeros(parents.size, np.int64)
    current = parents.copy()
    while (current >= 0).any():
        depth += current >= 0
        current = np.where(current >= 0, parents[np.maximum(current, 0)], -1)
    for level in range(int(depth.max(initial=0)), 0, -1):
        calls = np.flatnonzero(depth == level)
        np.add.at(totals, parents[calls], totals[calls])


class GroupSums(NamedTuple):
    """One row for each key: how many calls, and sums of columns."""

    keys: Ids
    calls: Ids
    sums: tuple[Times, ...]


def sums_by(keys: Ids, *columns: Times) -> GroupSums:
    """Calls and sums by key, keys in ascending order."""
    unique, inverse = np.unique(keys, return_inverse=True)
    counts = np.bincount(inverse, minlength=unique.size)
    sums = []
    for column in columns:
        total = np.zeros(unique.size, np.int64)
        np.add.at(total, inverse, column)
        sums.append(total)
    return GroupSums(unique, counts, tuple(sums))
