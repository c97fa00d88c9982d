"""One step of a profile: which slices belong to it, and when it ran."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from msgspec import Meta

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.profile import Indexes, Mask, Profile

StepNumber = Annotated[int, Meta(ge=0)]


def in_step(profile: Profile, slices: Indexes, step: int | None) -> Indexes:
    """Those of some slices that belong to a step; all of them for None. LookupError for an unknown step."""
    return slices if step is None else slices[is_in_step(profile, step)[slices]]


def is_in_step(profile: Profile, step: int | None) -> Mask:
    """For each slice whether it, or the call that launched it, began in a step as the producer marked it.

    So each slice belongs to at most one step, device work that runs into the next step too.
    """
    trace = profile.trace
    if step is None:
        return np.ones(len(trace.slices), np.bool_)
    launched = trace.launchers != NO_SLICE
    begins = trace.slices.start_ns.copy()
    begins[launched] = trace.slices.start_ns[trace.launchers[launched]]
    found = np.zeros(begins.size, np.bool_)
    for each in _places(profile, step):
        found |= (begins >= trace.steps.start_ns[each]) & (begins < trace.steps.end_ns[each])
    return found


def step_window(profile: Profile, step: int | None) -> tuple[int, int]:
    """When a step ran, with its device work, or the whole profile; from the profile's start."""
    if step is None:
        return 0, int(profile.end_ns.max()) - profile.origin_ns if len(profile.trace.slices) else 1
    places, steps = _places(profile, step), profile.steps
    start, end = int(steps.start_ns[places].min()), int(steps.end_ns[places].max())
    return start - profile.origin_ns, max(end, start + 1) - profile.origin_ns


def _places(profile: Profile, step: int) -> Indexes:
    """Several where a training began again: both parts count steps from the same number."""
    places = np.flatnonzero(profile.trace.steps.number == step)
    if not places.size:
        raise LookupError(f"the profile has no step {step}")
    return places
