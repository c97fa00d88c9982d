"""The slices whose names hold a text, in the order in which the timeline goes through them."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from sightline.kinds.profile.profile import Profile
from sightline.wire.frame import Frame
from sightline.wire.params import Params


class ProfileSearchParams(Params, frozen=True):
    """One profile's file, and what the names of slices are searched for; letter case does not matter."""

    run: int
    name: str
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    order: Literal["time", "duration"] = "time"
    limit: Annotated[int, Meta(ge=1, le=100_000)] = 10_000


def search(profile: Profile, params: ProfileSearchParams) -> Frame:
    """The first slices that match, by start or the longest first; metadata `n_matches` counts all."""
    slices = profile.trace.slices
    names = profile.once("slice names", lambda: np.unique(slices.name))
    text = params.text.casefold()
    is_match = np.zeros(int(names[-1]) + 1 if names.size else 0, np.bool_)
    is_match[[each for each in names if text in profile.trace.string(int(each)).casefold()]] = True
    found = np.flatnonzero(is_match[slices.name])
    key = slices.start_ns[found] if params.order == "time" else -slices.dur_ns[found]
    chosen = found[np.argsort(key, kind="stable")[: params.limit]]
    return Frame(
        {
            "slice": chosen.astype(np.uint32),
            "start_ns": slices.start_ns[chosen] - profile.origin_ns,
            "dur_ns": slices.dur_ns[chosen],
            "track": slices.track[chosen],
            "depth": slices.depth[chosen],
        },
        {"n_matches": len(found)},
    )
