"""Steps: where the time of each went, role by role."""

from __future__ import annotations

from sightline.kinds.profile.profile import Profile
from sightline.wire.frame import Frame


def steps(profile: Profile) -> Frame:
    """A row for each step in order of time; its roles and `other_ns` add up to its length.

    Times count from the profile's start.
    """
    found = profile.steps
    return Frame(
        {
            "step": found.number,
            "start_ns": found.start_ns - profile.origin_ns,
            "end_ns": found.end_ns - profile.origin_ns,
            "partial": found.partial.astype("u1"),
            **{f"{role}_ns": part for role, part in profile.split.items()},
        },
        {"is_marked": found.is_marked},
    )
