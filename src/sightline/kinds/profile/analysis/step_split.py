"""What each step waited for: its time divided among roles, every nanosecond counted once."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sightline import _native
from sightline.kinds.profile.analysis.intervals import Intervals, Times

OTHER = "other"


def split_steps(roles: Mapping[str, Intervals], starts: Times, ends: Times) -> dict[str, Times]:
    """Nanoseconds of each role in each step; the roles and "other" of a step add up to its length.

    The first role at work takes an instant. Steps are in order and apart, as `step_bounds` gives them.
    """
    sets = [(at_work.starts, at_work.ends) for at_work in roles.values()]
    parts = _native.divide_windows(sets, starts, ends).reshape(len(sets) + 1, len(starts))
    return dict(zip((*roles, OTHER), parts, strict=True))


def step_bounds(
    host_starts: Times, host_ends: Times, launched_in: Times, device_starts: Times, device_ends: Times
) -> tuple[Times, Times]:
    """Steps with the device work they launched: from where the step before ended to where theirs ends.

    launched_in: for each slice on a device the index of the step that launched it, -1 for none.
    """
    ends = host_ends.copy()
    inside = launched_in >= 0
    np.maximum.at(ends, launched_in[inside], device_ends[inside])
    starts = host_starts.copy()
    if starts.size:
        starts[0] = max(starts[0], _end_of_earlier_work(launched_in, device_starts, device_ends))
    # A step whose device work outlives the next one's host time moves that start, and so on.
    for index in range(1, starts.size):
        starts[index] = max(host_starts[index], ends[index - 1])
        ends[index] = max(ends[index], starts[index])
    return starts, ends


def is_partial(launched_in: Times, n_steps: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether a step is cut off: the last, where it launched less than 80 % of the device work before it."""
    counts = np.bincount(launched_in[launched_in >= 0], minlength=n_steps)
    partial = np.zeros(n_steps, np.bool_)
    if n_steps > 1:
        partial[-1] = counts[-1] < 0.8 * counts[-2]
    return partial


def _end_of_earlier_work(launched_in: Times, device_starts: Times, device_ends: Times) -> int:
    """The end of device work that was launched before the first step and delayed it."""
    first_step = launched_in == 0
    if not first_step.any():
        return np.iinfo(np.int64).min
    begin = device_starts[first_step].min()
    earlier = device_ends[(launched_in < 0) & (device_ends <= begin)]
    return int(earlier.max()) if earlier.size else np.iinfo(np.int64).min
