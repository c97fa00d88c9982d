"""The timeline: which tracks a profile has, what can be seen of them in a window, and one slice in detail."""

from __future__ import annotations

import json
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from sightline.formats.trace import NO_SLICE, Category, FlowKind, TrackKind
from sightline.kinds.profile.profile import Profile
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params

_MAX_CHILDREN = 50
_MAX_ARGS_CHARS = 100_000


class ProfileWindowParams(Params, frozen=True):
    """One profile's file, and the part of it that is in sight; times count from its start."""

    run: int
    name: str
    tracks: Annotated[tuple[int, ...], Meta(max_length=2000)]
    start_ns: int
    end_ns: int
    width_px: Annotated[int, Meta(ge=1, le=16_384)] = 1000


class ProfileSliceParams(Params, frozen=True):
    """One slice of a profile's file."""

    run: int
    name: str
    slice: Annotated[int, Meta(ge=0)]


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
            "process": Dictionary.of([_process_name(profile, int(table.process[i])) for i in order]),
            "name": Dictionary.of([_track_name(profile, int(i)) for i in order]),
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
    """Per row and pixel the longest slice and how many it stands for."""
    trace = profile.trace
    n_tracks = len(trace.tracks.kind)
    chosen = [track for track in params.tracks if 0 <= track < n_tracks]
    start_ns, end_ns = (_on_clock(profile, time) for time in (params.start_ns, params.end_ns))
    seen = trace.window(chosen, start_ns, end_ns, width_px=params.width_px)
    ids, codes = np.unique(trace.slices.name[seen.slice], return_inverse=True)
    return Frame(
        {
            "track": seen.track,
            "depth": seen.depth,
            "slice": seen.slice,
            "start_ns": seen.start_ns - profile.origin_ns,
            "end_ns": seen.end_ns - profile.origin_ns,
            "count": seen.count,
            "category": trace.slices.category[seen.slice],
            "name": Dictionary(codes.astype(np.int32), [trace.string(int(i)) for i in ids]),
        },
        {"n_drawn": len(seen.slice), "n_slices": int(seen.count.sum())},
    )


def _on_clock(profile: Profile, time_ns: int) -> int:
    """A time of a request on the profile's own clock, within what 64 bits hold."""
    limits = np.iinfo(np.int64)
    return min(max(time_ns + profile.origin_ns, limits.min), limits.max)


def slice_details(profile: Profile, index: int) -> dict[str, Any]:
    """One slice with its arguments, parents, children, and what it launched or was launched by."""
    trace = profile.trace
    if index >= len(trace.slices):
        raise LookupError(f"the profile has {len(trace.slices)} slices, none with number {index}")
    text = trace.args_text(int(trace.slices.args[index]))
    launcher = int(trace.launchers[index])
    launched = _launched(profile, index)
    return {
        **_short(profile, index),
        "self_ns": int(trace.slices.self_ns[index]),
        "category": Category(trace.slices.category[index]).name.lower(),
        "args": _parsed(text),
        "parents": [_short(profile, each) for each in _parents(profile, index)],
        "children": [_short(profile, each) for each in _children(profile, index)],
        "launcher": _short(profile, launcher) if launcher != NO_SLICE else None,
        "launch_delay_ns": _launch_delay(profile, index, launcher),
        "launched": [_short(profile, int(each)) for each in launched[:_MAX_CHILDREN]],
        "n_launched": len(launched),
        "flows": _flows(profile, index),
    }


def _short(profile: Profile, index: int) -> dict[str, Any]:
    slices = profile.trace.slices
    return {
        "slice": index,
        "name": profile.trace.string(int(slices.name[index])),
        "start_ns": int(slices.start_ns[index]) - profile.origin_ns,
        "dur_ns": int(slices.dur_ns[index]),
        "track": int(slices.track[index]),
        "depth": int(slices.depth[index]),
    }


def _parents(profile: Profile, index: int) -> list[int]:
    parents: list[int] = []
    above = int(profile.trace.slices.parent[index])
    while above != NO_SLICE and len(parents) < _MAX_CHILDREN:
        parents.append(above)
        above = int(profile.trace.slices.parent[above])
    return parents


def _children(profile: Profile, index: int) -> list[int]:
    """The first direct children."""
    below = profile.trace.slices.parent[index + 1 : _end_of_tree(profile, index)]
    children = np.flatnonzero(below == index)[:_MAX_CHILDREN]
    return [index + 1 + int(each) for each in children]


def _launched(profile: Profile, index: int) -> npt.NDArray[np.int64]:
    """The device work that a slice and all below it launched, by start."""
    stop = _end_of_tree(profile, index)
    launchers = profile.trace.launchers
    found = np.flatnonzero((launchers >= index) & (launchers < stop))
    return found[np.argsort(profile.trace.slices.start_ns[found], kind="stable")]


def _end_of_tree(profile: Profile, index: int) -> int:
    """Where the slices below one end: they follow it without a gap, all deeper than it."""
    slices = profile.trace.slices
    track = int(slices.track[index])
    last = int(profile.trace.tracks.first_slice[track] + profile.trace.tracks.n_slices[track])
    above = np.flatnonzero(slices.depth[index + 1 : last] <= slices.depth[index])
    return index + 1 + int(above[0]) if above.size else last


def _launch_delay(profile: Profile, index: int, launcher: int) -> int | None:
    if launcher == NO_SLICE:
        return None
    return max(0, int(profile.trace.slices.start_ns[index] - profile.end_ns[launcher]))


def _flows(profile: Profile, index: int) -> list[dict[str, Any]]:
    flows = profile.trace.flows
    outgoing = np.flatnonzero(flows.source == index)[:_MAX_CHILDREN]
    incoming = np.flatnonzero(flows.target == index)[:_MAX_CHILDREN]
    pairs = [(flow, flows.target, "to") for flow in outgoing] + [
        (flow, flows.source, "from") for flow in incoming
    ]
    return [
        {
            "kind": FlowKind(flows.kind[flow]).name.lower(),
            "direction": direction,
            **_short(profile, int(ends[flow])),
        }
        for flow, ends, direction in pairs
    ]


def _parsed(text: str) -> Any:
    """Arguments as JSON; as text where they are too long or not valid."""
    if len(text) > _MAX_ARGS_CHARS:
        return text[:_MAX_ARGS_CHARS] + "…"
    try:
        return json.loads(text, parse_constant=str) if text else {}
    except (ValueError, RecursionError):
        return text


def _process_name(profile: Profile, process: int) -> str:
    processes = profile.trace.processes
    texts = [profile.trace.string(int(column[process])) for column in (processes.name, processes.labels)]
    return " ".join(text for text in texts if text) or profile.trace.string(int(processes.pid[process]))


def _track_name(profile: Profile, track: int) -> str:
    table = profile.trace.tracks
    return profile.trace.string(int(table.name[track])) or profile.trace.string(int(table.tid[track]))
