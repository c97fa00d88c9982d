"""Launches of a profile: queues and idle time of streams, launch delays, short kernels, outliers."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from msgspec import Meta

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.analysis.idle import CAUSES, Gaps, gaps_of_stream, queue_length
from sightline.kinds.profile.analysis.intervals import Times
from sightline.kinds.profile.analysis.launches import LaunchTimes, Mask, launch_times
from sightline.kinds.profile.analysis.operators import sums_by
from sightline.kinds.profile.analysis.pixel_curve import by_pixel
from sightline.kinds.profile.analysis.short_names import short_name
from sightline.kinds.profile.chosen_step import StepNumber, in_step, step_window
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.timeline import process_name, track_name
from sightline.wire.frame import Frame
from sightline.wire.params import Params

_MAX_STREAMS = 64
_MAX_KERNELS = 500
_MAX_OUTLIERS = 100
_MAX_GAPS = 100
# 1, 2, 5, 10, … nanoseconds up to an hour and more: delays are read by their order of magnitude.
_DELAY_CLASSES = np.array([digit * 10**power for power in range(13) for digit in (1, 2, 5)], np.int64)


class LaunchesParams(Params, frozen=True):
    """One profile's file, and the step whose launches are wanted; null is all steps."""

    run: int
    name: str
    step: StepNumber | None = None


class LaunchQueueParams(Params, frozen=True):
    """One profile's file or a step of it, and how many pixels its length takes."""

    run: int
    name: str
    step: StepNumber | None = None
    width_px: Annotated[int, Meta(ge=1, le=20_000)] = 1_000


class Stream(NamedTuple):
    """One stream's device work by start, and the calls that launched it; NO_SLICE where that is unknown."""

    track: int
    work: Indexes
    call: Indexes


def launches(profile: Profile, step: int | None = None) -> dict[str, Any]:
    """All figures of the view; `streams` is empty where nothing ran on a device."""
    streams = launched_streams(profile, step)
    work = np.concatenate([np.empty(0, np.int64), *(stream.work for stream in streams)])
    call = np.concatenate([np.empty(0, np.int64), *(stream.call for stream in streams)])
    work, call = work[call != NO_SLICE], call[call != NO_SLICE]
    starts, ends = profile.trace.slices.start_ns, profile.end_ns
    times = launch_times(starts[call], ends[call], starts[work], ends[work])
    return {
        "streams": [_stream(profile, stream) for stream in streams],
        "n_work": int(in_step(profile, profile.device_work, step).size),
        "n_launches": int(work.size),
        "delay": _delays(times),
        "short": _short_kernels(profile, work, times),
        "slow_calls": _outliers(profile, work, call, times, times.is_slow, times.call),
        "late_work": _outliers(profile, work, call, times, times.is_late, times.delay),
        "gaps": _longest_gaps(profile, streams),
    }


def launch_queue(profile: Profile, width_px: int, step: int | None = None) -> Frame:
    """How much work was launched and had not begun, by stream and pixel: the least, the most and the last."""
    slices = profile.trace.slices
    start, end = step_window(profile, step)
    tracks, curves = [], []
    for stream in launched_streams(profile, step):
        known = stream.call != NO_SLICE
        times, length = queue_length(slices.start_ns[stream.call[known]], slices.start_ns[stream.work[known]])
        curve = by_pixel(times - profile.origin_ns, length, start, end, width_px)
        tracks.append(np.full(curve.pixel.size, stream.track, np.int64))
        curves.append(curve)

    def joined(place: int) -> Times:
        return np.concatenate([np.empty(0, np.int64), *(curve[place] for curve in curves)])

    return Frame(
        {
            "track": np.concatenate([np.empty(0, np.int64), *tracks]),
            "time_ns": start + joined(0) * (end - start) // width_px,
            "least": joined(1),
            "most": joined(2),
            "last": joined(3),
        },
        {"start_ns": start, "end_ns": end},
    )


def launched_streams(profile: Profile, step: int | None = None) -> list[Stream]:
    """The streams that ran something, in all steps or one, the busiest first."""
    trace, work = profile.trace, in_step(profile, profile.device_work, step)
    track = trace.slices.track[work]
    time = np.bincount(track, trace.slices.dur_ns[work], minlength=1)
    found = []
    for each in np.argsort(-time, kind="stable")[:_MAX_STREAMS]:
        chosen = work[track == each]
        if chosen.size:
            chosen = chosen[np.argsort(trace.slices.start_ns[chosen], kind="stable")]
            found.append(Stream(int(each), chosen, trace.launchers[chosen].astype(np.int64)))
    return found


def _gaps(profile: Profile, stream: Stream) -> Gaps:
    starts = profile.trace.slices.start_ns
    return gaps_of_stream(
        starts[stream.work],
        profile.end_ns[stream.work],
        starts[np.maximum(stream.call, 0)],
        stream.call != NO_SLICE,
    )


def _stream(profile: Profile, stream: Stream) -> dict[str, Any]:
    slices = profile.trace.slices
    starts, ends = slices.start_ns[stream.work], profile.end_ns[stream.work]
    gaps = _gaps(profile, stream)
    idle = np.zeros(len(CAUSES), np.int64)
    np.add.at(idle, gaps.cause, gaps.ends - gaps.starts)
    known = stream.call != NO_SLICE
    _, length = queue_length(slices.start_ns[stream.call[known]], starts[known])
    return {
        "track": stream.track,
        "name": track_name(profile, stream.track),
        "device": process_name(profile, int(profile.trace.tracks.process[stream.track])),
        "n_work": int(stream.work.size),
        "n_launches": int(known.sum()),
        "start_ns": int(starts[0]) - profile.origin_ns,
        "span_ns": int(ends.max() - starts[0]),
        "idle_ns": {cause: int(idle[code]) for code, cause in enumerate(CAUSES)},
        "max_queue": int(length.max(initial=0)),
    }


def _delays(times: LaunchTimes) -> dict[str, Any] | None:
    """How long launched work waited; null where no launch is known."""
    if not times.delay.size:
        return None
    median, p90, p99 = np.percentile(times.delay, (50, 90, 99))
    return {
        "median_ns": float(median),
        "p90_ns": float(p90),
        "p99_ns": float(p99),
        "max_ns": int(times.delay.max()),
        "n_without": int((times.delay == 0).sum()),
        "classes": _delay_classes(times.delay),
    }


def _delay_classes(delay: Times) -> list[dict[str, int]]:
    """How many delays are in each class, from the first that has any to the last; zeros are left out."""
    classes = np.searchsorted(_DELAY_CLASSES, delay[delay > 0], side="right") - 1
    if not classes.size:
        return []
    first = int(classes.min())
    counts = np.bincount(classes - first)
    return [
        {"least_ns": int(least), "count": int(count)}
        for least, count in zip(_DELAY_CLASSES[first:], counts, strict=False)
    ]


def _short_kernels(profile: Profile, work: Indexes, times: LaunchTimes) -> dict[str, Any]:
    """Work that takes less time than its launch, by name, the most often first."""
    short = np.flatnonzero(times.is_short)
    names = profile.trace.slices.name[work[short]].astype(np.int64)
    sums = sums_by(names, times.call[short], times.device[short])
    call, device = sums.sums
    order = np.argsort(-sums.calls, kind="stable")[:_MAX_KERNELS]
    return {
        "count": int(short.size),
        "call_ns": int(times.call[short].sum()),
        "device_ns": int(times.device[short].sum()),
        "kernels": [
            {
                **_kernel_names(profile, int(sums.keys[row])),
                "count": int(sums.calls[row]),
                "call_ns": int(call[row]),
                "device_ns": int(device[row]),
            }
            for row in order
        ],
    }


def _outliers(
    profile: Profile, work: Indexes, call: Indexes, times: LaunchTimes, is_outlier: Mask, by: Times
) -> dict[str, Any]:
    """The launches that are out of the ordinary, the worst first."""
    found = np.flatnonzero(is_outlier)
    worst = found[np.argsort(-by[found], kind="stable")[:_MAX_OUTLIERS]]
    slices, string = profile.trace.slices, profile.trace.string
    return {
        "count": int(found.size),
        "worst": [
            {
                "call": string(int(slices.name[call[each]])),
                **_kernel_names(profile, int(slices.name[work[each]])),
                "call_slice": int(call[each]),
                "slice": int(work[each]),
                "start_ns": int(slices.start_ns[call[each]]) - profile.origin_ns,
                "call_ns": int(times.call[each]),
                "delay_ns": int(times.delay[each]),
            }
            for each in worst
        ],
    }


def _longest_gaps(profile: Profile, streams: list[Stream]) -> list[dict[str, Any]]:
    """The longest idle times of the busiest stream: the others wait for it by design."""
    if not streams:
        return []
    stream, slices = streams[0], profile.trace.slices
    gaps = _gaps(profile, stream)
    return [
        {
            "start_ns": int(gaps.starts[each]) - profile.origin_ns,
            "idle_ns": int(gaps.ends[each] - gaps.starts[each]),
            "cause": CAUSES[gaps.cause[each]],
            "slice": int(stream.work[gaps.slice[each]]),
            **_kernel_names(profile, int(slices.name[stream.work[gaps.slice[each]]])),
        }
        for each in np.argsort(gaps.starts - gaps.ends, kind="stable")[:_MAX_GAPS]
    ]


def _kernel_names(profile: Profile, name: int) -> dict[str, str]:
    """The name of a kernel, and without what many have in common."""
    text = profile.trace.string(name)
    return {"kernel": text, "short_name": short_name(text)}
