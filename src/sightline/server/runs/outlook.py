"""What is ahead of the runs that a server watches: where they are set to end, and when they stall."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sightline.engine.facts import kind_facts
from sightline.engine.run_view import LIVE_SECS
from sightline.server.runs.goals import planned_step
from sightline.server.runs.stalls import stall_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sightline.engine.notes import RunNotes
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView
    from sightline.server.schema.shapes import Stall


class Outlook(NamedTuple):
    """What is ahead of one run."""

    planned_step: int | None
    stalled: Stall | None


NO_OUTLOOK = Outlook(None, None)


@dataclass(frozen=True)
class Watch:
    """Since when a server watches its runs, and how long one has to be silent to count as stalled."""

    since: float
    stalled_after_secs: float


def outlooks(
    view: StoreView, notes: Mapping[int, RunNotes], watch: Watch, now: float
) -> tuple[dict[int, Outlook], float]:
    """Return the outlook of every watched run by id, and when the next of them becomes idle or stalled."""
    look_ups = list(kind_facts(view).values())
    longest = heapq.nlargest(2, ((run.last_step or 0, run.id) for run in view.runs))
    found: dict[int, Outlook] = {}
    changes = [math.inf]
    for run in view.runs:
        if run.grew_at + LIVE_SECS < watch.since:
            continue
        planned = planned_step(run, {k: v for look_up in look_ups for k, v in look_up(run).items()})
        goal = notes[run.id].goal_step or planned or _longest_other(longest, run)
        stall = stall_of(run, watched_since=watch.since, after_secs=watch.stalled_after_secs, goal=goal)
        moments = [run.grew_at + LIVE_SECS, *([stall.since] if stall else [])]
        changes += [moment for moment in moments if moment > now]
        found[run.id] = Outlook(planned, stall if stall and stall.since <= now else None)
    return found, min(changes)


def _longest_other(longest: list[tuple[int, int]], run: RunView) -> int | None:
    return next((step for step, run_id in longest if run_id != run.id and step > 0), None)
