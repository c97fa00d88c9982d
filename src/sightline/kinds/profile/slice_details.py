"""One slice in detail: arguments, parents, children, and what it launched or was launched by."""

from __future__ import annotations

import json
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from sightline.formats.trace import NO_SLICE, Category, FlowKind
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.slice_index import SliceIndex, index_of
from sightline.wire.params import Params

_MAX_LINKS = 50
_MAX_ARGS_CHARS = 100_000


class ProfileSliceParams(Params, frozen=True):
    """One slice of a profile's file."""

    run: int
    name: str
    slice: Annotated[int, Meta(ge=0)]


def slice_details(profile: Profile, index: int) -> dict[str, Any]:
    """One slice with its arguments, parents, children, and what it launched or was launched by."""
    trace = profile.trace
    if index >= len(trace.slices):
        raise LookupError(f"the profile has {len(trace.slices)} slices, none with number {index}")
    links = index_of(profile)
    launcher = int(trace.launchers[index])
    parents = _parents(profile, index)
    stop = links.end_of_tree(index)
    launched = _launched(profile, links, index, stop)
    return {
        **_short(profile, index),
        "self_ns": int(trace.slices.self_ns[index]),
        "category": Category(trace.slices.category[index]).name.lower(),
        "args": _parsed(trace.args_text(int(trace.slices.args[index]))),
        "parents": [_short(profile, each) for each in parents],
        "children": [_short(profile, each) for each in links.children(index, stop, _MAX_LINKS)],
        "launcher": _short(profile, launcher) if launcher != NO_SLICE else None,
        "launch_delay_ns": _launch_delay(profile, index, launcher),
        "launched": [_short(profile, int(each)) for each in launched[:_MAX_LINKS]],
        "n_launched": len(launched),
        "flows": _flows(profile, links, index, parents),
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
    while above != NO_SLICE and len(parents) < _MAX_LINKS:
        parents.append(above)
        above = int(profile.trace.slices.parent[above])
    return parents


def _launched(profile: Profile, links: SliceIndex, index: int, stop: int) -> npt.NDArray[np.int64]:
    """The device work that a slice and all below it launched, by start."""
    found = links.launched(index, stop)
    return found[np.argsort(profile.trace.slices.start_ns[found], kind="stable")]


def _launch_delay(profile: Profile, index: int, launcher: int) -> int | None:
    if launcher == NO_SLICE:
        return None
    return max(0, int(profile.trace.slices.start_ns[index] - profile.end_ns[launcher]))


def _flows(profile: Profile, links: SliceIndex, index: int, parents: list[int]) -> list[dict[str, Any]]:
    """Flows of the slice, and from forward to backward of it or of the nearest slice around it."""
    own = links.flows(index, _MAX_LINKS)
    kinds = profile.trace.flows.kind
    for parent in parents:
        if any(kinds[flow] == FlowKind.FORWARD_BACKWARD for flow, _, _ in own):
            break
        own += [
            each for each in links.flows(parent, _MAX_LINKS) if kinds[each[0]] == FlowKind.FORWARD_BACKWARD
        ]
    return [
        {"kind": FlowKind(kinds[flow]).name.lower(), "direction": direction, **_short(profile, other)}
        for flow, other, direction in own
    ]


def _parsed(text: str) -> Any:
    """Arguments as JSON; as text where they are too long or not valid."""
    if len(text) > _MAX_ARGS_CHARS:
        return text[:_MAX_ARGS_CHARS] + "…"
    try:
        return json.loads(text, parse_constant=str) if text else {}
    except (ValueError, RecursionError):
        return text
