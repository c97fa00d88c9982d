"""Whether profiles were recorded by workers of one training, or merely lie in one folder."""

from __future__ import annotations

from sightline.kinds.profile.overview import environment
from sightline.kinds.profile.profile import Profile

# Workers are recorded at about the same time, and the clocks of hosts differ.
_SLACK_NS = 60_000_000_000


def is_same_training(one: Profile, other: Profile) -> bool:
    """By rank and number of workers where both tell them, whatever their clocks; else by time."""
    mine, theirs = environment(one), environment(other)
    if mine["rank"] is not None and theirs["rank"] is not None:
        return bool(mine["rank"] != theirs["rank"] and mine["world_size"] == theirs["world_size"])
    begin, end = _recorded(one)
    other_begin, other_end = _recorded(other)
    return begin <= other_end + _SLACK_NS and other_begin <= end + _SLACK_NS


def _recorded(profile: Profile) -> tuple[int, int]:
    """From when to when, by the wall clock; there are slices."""
    base = profile.trace.base_ns
    return int(profile.trace.slices.start_ns.min()) + base, int(profile.end_ns.max()) + base
