"""What ran within a range of the timeline: how often and how long, by name."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from msgspec import Meta

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.timeline import on_clock
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params


class RangeParams(Params, frozen=True):
    """One profile's file, some of its tracks, and a range; times count from the profile's start."""

    run: int
    name: str
    tracks: Annotated[tuple[int, ...], Meta(max_length=2000)]
    start_ns: int
    end_ns: int
    limit: Annotated[int, Meta(ge=1, le=10_000)] = 500


def range_statistics(profile: Profile, params: RangeParams) -> Frame:
    """A row for each name, the one with the most time first; of slices that reach out only the part inside.

    `self_ns` is without children, of slices that lie inside as a whole.
    """
    start, end = (on_clock(profile, time) for time in (params.start_ns, params.end_ns))
    slices = profile.trace.slices
    n_tracks = len(profile.trace.tracks.kind)
    chosen = [track for track in dict.fromkeys(params.tracks) if 0 <= track < n_tracks]
    found = np.concatenate(
        [np.empty(0, np.int64), *(slices_within(profile, track, start, end) for track in chosen)]
    )
    starts, ends = slices.start_ns[found], profile.end_ns[found]
    inside = np.minimum(ends, end) - np.maximum(starts, start)
    is_whole = (starts >= start) & (ends <= end)
    ids, row = np.unique(slices.name[found], return_inverse=True)
    total, own = np.zeros(ids.size, np.int64), np.zeros(ids.size, np.int64)
    longest, first = np.zeros(ids.size, np.int64), np.full(ids.size, -1, np.int64)
    np.add.at(total, row, inside)
    np.add.at(own, row[is_whole], slices.self_ns[found[is_whole]])
    np.maximum.at(longest, row, inside)
    first[row[::-1]] = found[::-1]
    order = np.argsort(-total, kind="stable")[: params.limit]
    return Frame(
        {
            "name": Dictionary(
                np.arange(order.size, dtype=np.int32), [profile.trace.string(int(ids[i])) for i in order]
            ),
            "category": slices.category[first[order]],
            "count": np.bincount(row, minlength=ids.size)[order],
            "total_ns": total[order],
            "self_ns": own[order],
            "max_ns": longest[order],
            "slice": first[order].astype(np.uint32),
        },
        {"n_slices": int(found.size), "n_names": int(ids.size), "total_ns": int(total.sum())},
    )


def slices_within(profile: Profile, track: int, start_ns: int, end_ns: int) -> Indexes:
    """The slices of a track that run at some time within a range, in order."""
    trace = profile.trace
    begin = int(trace.tracks.first_slice[track])
    of_track = trace.slices.start_ns[begin : begin + int(trace.tracks.n_slices[track])]
    first, last = (begin + int(np.searchsorted(of_track, time)) for time in (start_ns, end_ns))
    # Of those that began earlier only the last one and what is around it can still run.
    open_slices: list[int] = []
    above = first - 1 if first > begin else NO_SLICE
    while above != NO_SLICE:
        if profile.end_ns[above] > start_ns:
            open_slices.append(above)
        above = int(trace.slices.parent[above])
    return np.concatenate((np.array(open_slices[::-1], np.int64), np.arange(first, max(first, last))))
