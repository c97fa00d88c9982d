"""What a slice is linked to, found without looking at all slices: each list of links is sorted once."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.formats.trace import NO_SLICE, Trace
from sightline.kinds.profile.profile import Profile

Indexes = npt.NDArray[np.int64]
# The first stretch that is searched for the end of a tree; each further one is twice as long.
_STRETCH = 256


class FlowEnd(NamedTuple):
    """One end of a flow: which flow, the slice at the other end, and on which side that is."""

    flow: int
    other: int
    direction: Literal["to", "from"]


class SliceIndex:
    """Links of one trace's slices, in the order in which they are searched for."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        launched = np.flatnonzero(trace.launchers != NO_SLICE)
        order = np.argsort(trace.launchers[launched], kind="stable")
        self._launched = launched[order]
        self._launchers = trace.launchers[self._launched]
        self._by_target = np.argsort(trace.flows.target, kind="stable")
        self._targets = trace.flows.target[self._by_target]

    def launched(self, begin: int, end: int) -> Indexes:
        """The slices that were launched by the slices from `begin` up to `end`."""
        first, last = np.searchsorted(self._launchers, (begin, end))
        return self._launched[first:last]

    def flows(self, index: int, limit: int) -> list[FlowEnd]:
        """The flows that leave a slice, then those that arrive at it."""
        flows = self._trace.flows
        first, last = np.searchsorted(flows.source, (index, index + 1))
        leaving = range(first, min(last, first + limit))
        first, last = np.searchsorted(self._targets, (index, index + 1))
        arriving = self._by_target[first : min(last, first + limit)]
        return [FlowEnd(int(flow), int(flows.target[flow]), "to") for flow in leaving] + [
            FlowEnd(int(flow), int(flows.source[flow]), "from") for flow in arriving
        ]

    def end_of_tree(self, index: int) -> int:
        """Where the slices below one end: they follow it without a gap, all deeper than it."""
        slices, tracks = self._trace.slices, self._trace.tracks
        track = int(slices.track[index])
        last = int(tracks.first_slice[track]) + int(tracks.n_slices[track])
        at, stretch = index + 1, _STRETCH
        while at < last:
            above = np.flatnonzero(slices.depth[at : min(at + stretch, last)] <= slices.depth[index])
            if above.size:
                return at + int(above[0])
            at, stretch = at + stretch, stretch * 2
        return last

    def children(self, index: int, stop: int, limit: int) -> list[int]:
        """The first direct children of a slice whose tree ends at `stop`."""
        parent = self._trace.slices.parent
        children: list[int] = []
        at, stretch = index + 1, _STRETCH
        while at < stop and len(children) < limit:
            found = np.flatnonzero(parent[at : min(at + stretch, stop)] == index)
            children += [at + int(each) for each in found]
            at, stretch = at + stretch, stretch * 2
        return children[:limit]


def index_of(profile: Profile) -> SliceIndex:
    """The index of a profile, made when the first slice is looked at."""
    return profile.once("slice index", lambda: SliceIndex(profile.trace))
