"""Idle time in the timeline: the gaps of each device's main stream, by what they waited for."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.analysis.idle import CAUSES, gaps_of_stream
from sightline.kinds.profile.analysis.intervals import Times
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.timeline import on_clock
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params

_MIN_WIDTH_PX = 2


class IdleGapsParams(Params, frozen=True):
    """One profile's file, and the part of it that is in sight; times count from its start."""

    run: int
    name: str
    start_ns: int
    end_ns: int
    width_px: Annotated[int, Meta(ge=1, le=16_384)] = 1000


class StreamGaps(NamedTuple):
    """The gaps of one track, by time; `slice` is what ended each."""

    track: int
    starts: Times
    ends: Times
    cause: npt.NDArray[np.int8]
    slice: Indexes


def idle_gaps(profile: Profile, params: IdleGapsParams) -> Frame:
    """The gaps that are wide enough to be seen; metadata: nanoseconds of each cause, narrow gaps included."""
    start, end = (on_clock(profile, time) for time in (params.start_ns, params.end_ns))
    min_ns = _MIN_WIDTH_PX * max(end - start, 1) / params.width_px
    seen: list[StreamGaps] = []
    total = np.zeros(len(CAUSES), np.int64)
    for gaps in main_stream_gaps(profile):
        first, last = np.searchsorted(gaps.ends, start, side="right"), np.searchsorted(gaps.starts, end)
        part = slice(first, max(first, last))
        lengths = np.minimum(gaps.ends[part], end) - np.maximum(gaps.starts[part], start)
        np.add.at(total, gaps.cause[part], lengths)
        wide = np.flatnonzero(gaps.ends[part] - gaps.starts[part] >= min_ns) + first
        seen.append(
            StreamGaps(gaps.track, gaps.starts[wide], gaps.ends[wide], gaps.cause[wide], gaps.slice[wide])
        )
    return Frame(
        {
            "track": np.repeat([each.track for each in seen], [each.starts.size for each in seen]).astype(
                np.uint32
            ),
            "start_ns": _joined([each.starts for each in seen]) - profile.origin_ns,
            "end_ns": _joined([each.ends for each in seen]) - profile.origin_ns,
            "cause": Dictionary(_joined([each.cause for each in seen]).astype(np.int32), list(CAUSES)),
            "slice": _joined([each.slice for each in seen]).astype(np.uint32),
        },
        {f"{cause}_ns": int(total[code]) for code, cause in enumerate(CAUSES)},
    )


def main_stream_gaps(profile: Profile) -> list[StreamGaps]:
    """The gaps of the stream with the most device time on each device: the others wait for it by design."""
    return profile.once("main stream gaps", lambda: _main_stream_gaps(profile))


def _main_stream_gaps(profile: Profile) -> list[StreamGaps]:
    trace, work = profile.trace, profile.device_work
    tracks = trace.slices.track[work]
    time = np.bincount(tracks, trace.slices.dur_ns[work], minlength=len(trace.tracks.kind))
    process = trace.tracks.process
    found = []
    for device in np.unique(process[tracks]):
        of_device = np.flatnonzero(process == device)
        main = int(of_device[np.argmax(time[of_device])])
        found.append(_gaps_of(profile, main, work[tracks == main]))
    return found


def _gaps_of(profile: Profile, track: int, stream: Indexes) -> StreamGaps:
    slices, launchers = profile.trace.slices, profile.trace.launchers[stream]
    launched = slices.start_ns[np.maximum(launchers, 0)]
    gaps = gaps_of_stream(
        slices.start_ns[stream],
        profile.end_ns[stream],
        launched,
        launchers != NO_SLICE,
        profile.trace.span_starts_ns,
    )
    return StreamGaps(track, gaps.starts, gaps.ends, gaps.cause, stream[gaps.slice])


def _joined(columns: list[npt.NDArray[np.int64]] | list[npt.NDArray[np.int8]]) -> npt.NDArray[np.int64]:
    return np.concatenate([np.empty(0, np.int64), *columns])
