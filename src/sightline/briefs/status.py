"""What is going on: how many runs are in which state, what is wrong, which run is where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sightline.briefs.main_tags import main_tags
from sightline.briefs.notices import notices
from sightline.briefs.runs import latest_first, run_rows
from sightline.briefs.shapes import Status
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView

_MAX_NOTICES = 8


def status(
    view: StoreView, chosen: Sequence[RunView], now: float, *, tags: Sequence[str], limit: int
) -> Status:
    """The state of all trainings."""
    listed = latest_first(chosen)
    found = notices(view, listed, now)
    more = len(found) - _MAX_NOTICES
    return Status(
        states=dict(Counter(run.state_at(now) for run in listed).most_common()),
        notices=found[:_MAX_NOTICES],
        rows=run_rows(view, listed[:limit], now, tags or main_tags(listed)),
        total=len(listed),
        hint=f"{more} more notices" if more > 0 else "",
    )
