"""The timeline: which tracks a profile has, and what can be seen of them in a window."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from sightline.formats.trace import Trace, TrackKind
from sightline.kinds.profile.profile import Profile
from sightline.wire.columns import Dictionary, narrow
from sightline.wire.frame import Frame
from sightline.wire.params import Params


class ProfileWindowParams(Params, frozen=True):
    """One profile's file, and the part of it that is in sight; times count from its start."""

    run: int
    name: str
    tracks: Annotated[tuple[int, ...], Meta(max_length=2000)]
    start_ns: int
    end_ns: int
    width_px: Annotated[int, Meta(ge=1, le=16_384)] = 1000


def tracks(profile: Profile) -> Frame:
    """A row for each track that has something to draw, in the order in which they are shown."""
    trace = profile.trace
    table, processes = trace.tracks, trace.processes
    order = np.lexsort(
        (table.lane, table.base, table.sort_index, table.process, processes.sort_index[table.process])
    )
    return Frame(
        {
            "track": order.astype(np.uint32),
            "process": Dictionary.of([process_name(profile, int(table.process[i])) for i in order]),
            "name": Dictionary.of([track_name(profile, int(i)) for i in order]),
            "kind": Dictionary.of([TrackKind(table.kind[i]).name.lower() for i in order]),
            "lane": table.lane[order],
            "n_rows": table.n_rows[order],
            "n_slices": table.n_slices[order],
        },
        {
            "length_ns": int(profile.end_ns.max()) - profile.origin_ns if len(trace.slices) else 0,
            "began": (trace.base_ns + profile.origin_ns) / 1e9,
            "n_slices": len(trace.slices),
        },
    )


def window(profile: Profile, params: ProfileWindowParams) -> Frame:
    """Per row and pixel the longest slice and how many it stands for.

    Moving a timeline asks for this again and again, so that it is made to take few bytes: names stand once in
    the metadata, slices and starts are differences to the row before, numbers are as narrow as they can be.
    """
    trace = profile.trace
    n_tracks = len(trace.tracks.kind)
    chosen = [track for track in params.tracks if 0 <= track < n_tracks]
    start_ns, end_ns = (on_clock(profile, time) for time in (params.start_ns, params.end_ns))
    seen = trace.window(chosen, start_ns, end_ns, width_px=params.width_px)
    names, texts = _names(trace, trace.slices.name[seen.slice])
    return Frame(
        {
            "track": narrow(seen.track),
            "depth": narrow(seen.depth),
            "slice_step": narrow(_steps(seen.slice)),
            "start_step_ns": narrow(_steps(seen.start_ns - profile.origin_ns)),
            "dur_ns": narrow(seen.end_ns - seen.start_ns),
            "count": narrow(seen.count),
            "category": trace.slices.category[seen.slice],
            "name": narrow(names),
        },
        {"n_drawn": len(seen.slice), "n_slices": int(seen.count.sum()), "names": texts},
    )


def _steps(values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Each value as the difference to the one before; the first to 0."""
    whole: npt.NDArray[np.int64] = values.astype(np.int64)
    return whole - np.concatenate((np.zeros(1, np.int64), whole[:-1]))[: whole.size]


def _names(trace: Trace, ids: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], list[str]]:
    """For each string its place among those that are there, and their texts."""
    is_used = np.zeros(int(ids.max(initial=0)) + 1, np.bool_)
    is_used[ids] = True
    places = np.cumsum(is_used) - 1
    return places[ids], [trace.string(int(each)) for each in np.flatnonzero(is_used)]


def on_clock(profile: Profile, time_ns: int) -> int:
    """A time of a request on the profile's own clock, within what 64 bits hold."""
    limits = np.iinfo(np.int64)
    return min(max(time_ns + profile.origin_ns, limits.min), limits.max)


def process_name(profile: Profile, process: int) -> str:
    """A process as people know it: name and labels, else its number."""
    processes = profile.trace.processes
    texts = [profile.trace.string(int(column[process])) for column in (processes.name, processes.labels)]
    return " ".join(text for text in texts if text) or profile.trace.string(int(processes.pid[process]))


def track_name(profile: Profile, track: int) -> str:
    """A track's name, else the number of its thread or stream."""
    table = profile.trace.tracks
    return profile.trace.string(int(table.name[track])) or profile.trace.string(int(table.tid[track]))
