"""Arrows in the timeline: from a call to the work it launched, and from a forward pass to its backward."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.formats.trace import NO_SLICE, FlowKind
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.timeline import ProfileWindowParams, on_clock
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame

# Nearer to each other arrows are a smear: of those between two tracks one is drawn for so many pixels.
_PIXELS_PER_ARROW = 6


class Links(NamedTuple):
    """What leads from slice to slice, by when its target begins."""

    source: Indexes
    target: Indexes
    kind: npt.NDArray[np.int64]
    begin_ns: npt.NDArray[np.int64]


def arrows(profile: Profile, params: ProfileWindowParams) -> Frame:
    """Arrows between tracks in sight to what begins in the window; metadata: how many before thinning."""
    links = profile.once("links", lambda: _links(profile))
    slices = profile.trace.slices
    start, end = (on_clock(profile, time) for time in (params.start_ns, params.end_ns))
    part = slice(*np.searchsorted(links.begin_ns, (start, end)))
    source, target, kind = links.source[part], links.target[part], links.kind[part]
    in_sight = np.isin(slices.track[source], params.tracks) & np.isin(slices.track[target], params.tracks)
    found = np.flatnonzero(in_sight)
    place = (links.begin_ns[part][found] - start) * params.width_px // max(end - start, 1)
    pairs = np.stack(
        (slices.track[source[found]], slices.track[target[found]], kind[found], place // _PIXELS_PER_ARROW)
    )
    shown = found[np.sort(np.unique(pairs, axis=1, return_index=True)[1])] if found.size else found
    ends = {"source": source[shown], "target": target[shown]}
    return Frame(
        {
            "kind": Dictionary(kind[shown].astype(np.int32), [each.name.lower() for each in FlowKind]),
            **{f"{end}_track": slices.track[each] for end, each in ends.items()},
            **{f"{end}_depth": slices.depth[each] for end, each in ends.items()},
            **{f"{end}_start_ns": slices.start_ns[each] - profile.origin_ns for end, each in ends.items()},
            **{f"{end}_dur_ns": slices.dur_ns[each] for end, each in ends.items()},
        },
        {"n_arrows": int(found.size)},
    )


def _links(profile: Profile) -> Links:
    """Launches, and the flows that are none."""
    trace = profile.trace
    launched = np.flatnonzero(trace.launchers != NO_SLICE)
    flows = np.flatnonzero(trace.flows.kind != FlowKind.LAUNCH)
    source = np.concatenate((trace.launchers[launched], trace.flows.source[flows])).astype(np.int64)
    target = np.concatenate((launched, trace.flows.target[flows])).astype(np.int64)
    kind = np.concatenate((np.full(launched.size, FlowKind.LAUNCH), trace.flows.kind[flows])).astype(np.int64)
    begin = trace.slices.start_ns[target]
    order = np.argsort(begin, kind="stable")
    return Links(source[order], target[order], kind[order], begin[order])
