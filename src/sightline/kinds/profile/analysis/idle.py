"""Why a device stood still: the gaps between its kernels, by what they waited for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline import _native
from sightline.kinds.profile.analysis.intervals import Times

HOST_WAIT, KERNEL_WAIT, OTHER = 0, 1, 2
CAUSES = ("host_wait", "kernel_wait", "other")
# A gap this short between two kernels that were both launched in time is the device's own cost.
KERNEL_WAIT_NS = 1_000


class Gaps(NamedTuple):
    """The idle times of one stream; `slice` is the index of the kernel that ended each."""

    starts: Times
    ends: Times
    cause: npt.NDArray[np.int8]
    slice: npt.NDArray[np.int64]


def gaps_of_stream(
    starts: Times,
    ends: Times,
    launch_starts: Times,
    has_launch: npt.NDArray[np.bool_],
    span_starts: Times | None = None,
) -> Gaps:
    """Gaps between the slices of one stream, in time order; none from one span to the next.

    Host wait: the launch call began only after the stream had run dry. Kernel wait: launched in time, and the
    gap is short. Other: launched in time, but held back, by another stream or a synchronization.
    """
    spans = np.empty(0, np.int64) if span_starts is None else span_starts
    return Gaps(*_native.stream_gaps(starts, ends, launch_starts, has_launch, spans, KERNEL_WAIT_NS))


def queue_length(launch_starts: Times, device_starts: Times) -> tuple[Times, npt.NDArray[np.int64]]:
    """Times and number of kernels that were launched and had not begun, from pairs of launch and start."""
    times = np.concatenate((launch_starts, device_starts))
    change = np.concatenate((np.ones(launch_starts.size, np.int64), -np.ones(device_starts.size, np.int64)))
    # At the same instant a launch counts before a start, so that the queue is never negative.
    order = np.lexsort((-change, times))
    return times[order], np.cumsum(change[order])
