"""Notices about runs in sentences: NaN, an exception, damage, stalled, slower, a loss that is flat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sightline.briefs.runs import plans
from sightline.briefs.shapes import NoticeRow
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.scalar.notices import notices as scalar_notices
from sightline.kinds.scalar.params import NoticesParams
from sightline.kinds.table.captured import captured_facts
from sightline.server.runs.stalls import stall_of

# A run that was silent for longer than this is old, not stalled.
_WAITED_FOR_SECS = 24 * 3600.0
STALLED_AFTER_SECS = 300.0
_MAX_EXCEPTION_CHARS = 200
_WORST_FIRST = ("failed", "nan", "stalled", "damage", "slower", "plateau")


def notices(
    view: StoreView, chosen: Sequence[RunView], now: float, *, stalled_after_secs: float = STALLED_AFTER_SECS
) -> list[NoticeRow]:
    """All notices about these runs, the worst first."""
    by_id = {run.id: run for run in chosen}
    found = [
        _row(
            by_id[each["run"]],
            each["rule"],
            _SENTENCES[each["rule"]](each),
            _time_of(by_id[each["run"]], each),
        )
        for each in scalar_notices(view, NoticesParams(tuple(by_id)))["notices"]
        if each["rule"] in ("nan", "damage") or by_id[each["run"]].state_at(now) == "live"
    ]
    plan = plans(view)
    stalled = [stall_notice(run, now, plan(run), stalled_after_secs) for run in chosen]
    failed = [failure_notice(view, run, now) for run in chosen]
    found += [each for each in [*failed, *stalled] if each is not None]
    return sorted(found, key=lambda each: _WORST_FIRST.index(each.rule))


def failure_notice(view: StoreView, run: RunView, now: float) -> NoticeRow | None:
    """The notice about a run that ended with an exception lately; None where it did not."""
    if not run.has_failed or now - (run.last_wall_time or 0.0) > _WAITED_FOR_SECS:
        return None
    exception = captured_facts(view, run).get("exception", "an exception")
    message = f"ended with {exception[:_MAX_EXCEPTION_CHARS]}"
    return _row(run, "failed", message, run.last_wall_time)


def stall_notice(run: RunView, now: float, goal: int | None, after_secs: float) -> NoticeRow | None:
    """The notice about a run that went silent without having ended; None where it did not."""
    if now - (run.last_wall_time or 0.0) > _WAITED_FOR_SECS:
        return None
    stall = stall_of(run, watched_since=now - _WAITED_FOR_SECS, after_secs=after_secs, goal=goal)
    if stall is None or stall.since > now:
        return None
    message = (
        f"no new value for {duration(now - run.grew_at)}, usually one every {duration(stall.usual_secs)}"
        f"; last at step {run.last_step:,}, and no end was logged"
    )
    return _row(run, "stalled", message, stall.since)


def _row(run: RunView, rule: str, message: str, wall_time: float | None) -> NoticeRow:
    return NoticeRow(rule=rule, run=run.name, message=message, wall_time=wall_time)


def _time_of(run: RunView, notice: Mapping[str, Any]) -> float | None:
    """When it happened, by the log: the time of the first NaN; for the others, which hold now, the last."""
    if notice["rule"] != "nan":
        return run.last_wall_time
    key = ("notice.time", notice["tag"], notice["step"])
    if key not in run.cache:
        points = run.scalar(notice["tag"]).without_superseded()
        place = min(int(np.searchsorted(points.steps, notice["step"])), len(points.steps) - 1)
        run.cache[key] = float(points.wall_times[place]) if place >= 0 else None
    found: float | None = run.cache[key]
    return found


def duration(secs: float) -> str:
    """Seconds as a person says them: 70 µs, 0.3 s, 14 min, 1 h 24, 3 d."""
    if 0 < secs < 0.0005:
        return f"{1e6 * secs:.0f} µs"
    if secs < 0.1:
        return f"{1000 * secs:.0f} ms"
    if secs < 10:
        return f"{secs:.1f} s"
    if secs < 60:
        return f"{secs:.0f} s"
    if secs < 3600:
        return f"{secs / 60:.0f} min"
    if secs < 48 * 3600:
        return f"{int(secs // 3600)} h {int(secs % 3600 // 60):02d}"
    return f"{secs / 86400:.0f} d"


def _nan(each: Mapping[str, Any]) -> str:
    others = f", and {each['n_tags'] - 1} more tags have NaN" if each["n_tags"] > 1 else ""
    return f"{each['tag']} is NaN at step {each['step']:,}{others}"


_SENTENCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "nan": _nan,
    "damage": lambda each: f"{each['n']:,} damaged places, {each['bytes']:,} bytes left out",
    "slower": lambda each: (
        f"{each['pace']:.3g} steps/s since step {each['step']:,}, before {each['was']:.3g}"
    ),
    "plateau": lambda each: f"{each['tag']} is flat from step {each['step']:,} to {each['last_step']:,}",
}
