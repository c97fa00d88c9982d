"""Launches: how long calls took, how long the launched work waited, and which were out of the ordinary."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.kinds.profile.analysis.intervals import Times

Mask = npt.NDArray[np.bool_]

# HTA's bounds: a call that takes longer is slow, work that begins later is late.
SLOW_CALL_NS = 50_000
LATE_NS = 100_000


class LaunchTimes(NamedTuple):
    """Nanoseconds of each launch: the call, the wait from its end to the start of the work, the work."""

    call: Times
    delay: Times
    device: Times

    @property
    def is_short(self) -> Mask:
        """Work that takes less time than its own ordinary launch: it cannot keep the device busy."""
        short: Mask = (self.call <= SLOW_CALL_NS) & (self.device < self.call)
        return short

    @property
    def is_slow(self) -> Mask:
        """Calls that took long, mostly because they had to wait or to allocate."""
        slow: Mask = self.call > SLOW_CALL_NS
        return slow

    @property
    def is_late(self) -> Mask:
        """Work that waited long on the device: the queue before it was full."""
        late: Mask = self.delay > LATE_NS
        return late


def launch_times(call_starts: Times, call_ends: Times, starts: Times, ends: Times) -> LaunchTimes:
    """Times of pairs of a call and the work that it launched. Clocks may disagree: no wait is negative."""
    return LaunchTimes(call_ends - call_starts, np.maximum(0, starts - call_ends), ends - starts)
