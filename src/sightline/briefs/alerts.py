"""Alert rules: NaN, stalled, no progress, a condition; each fires once for a run until it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sightline.briefs.directions import direction
from sightline.briefs.notices import duration, stall_notice
from sightline.briefs.numbers import plain
from sightline.briefs.runs import plans
from sightline.engine.filter import Expression
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.logs.logs import fact_sources


@dataclass(frozen=True)
class Alert:
    """What fired: the rule, the run, a sentence and the step it is about."""

    rule: str
    run: str
    root: str
    message: str
    step: int | None


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What to watch for; what is None or empty is not watched for.

    no_progress: tags whose best value has to improve within `patience_secs`; conditions: filters.
    """

    nan: bool = False
    stalled_after_secs: float | None = None
    no_progress: Sequence[str] = ()
    patience_secs: float = 1800.0
    conditions: tuple[tuple[str, Expression], ...] = ()


@dataclass
class Watcher:
    """Remembers what has fired, so that each is told once; a rule that is over may fire again."""

    rules: Rules
    _active: set[tuple[str, str, str]] = field(default_factory=set)

    def check(self, view: StoreView, runs: Sequence[RunView], now: float) -> list[Alert]:
        """What fires now and did not at the last check."""
        found = {(alert.rule, alert.root, alert.run): alert for alert in _all(self.rules, view, runs, now)}
        new = [alert for key, alert in found.items() if key not in self._active]
        self._active = set(found)
        return new


def _all(rules: Rules, view: StoreView, runs: Sequence[RunView], now: float) -> list[Alert]:
    plan, facts = plans(view), fact_sources(view)
    found = []
    for run in runs:
        if rules.nan and run.first_nan is not None:
            tag, step = run.first_nan
            found.append(Alert("nan", run.name, run.root, f"{tag} is NaN at step {step:,}", step))
        if rules.stalled_after_secs is not None:
            stall = stall_notice(run, now, plan(run), rules.stalled_after_secs)
            if stall is not None:
                found.append(Alert("stalled", run.name, run.root, stall.message, run.last_step))
        for tag in rules.no_progress:
            message = _no_progress(run, tag, rules.patience_secs)
            if message is not None:
                found.append(Alert(f"no progress: {tag}", run.name, run.root, message, run.last_step))
        for text, condition in rules.conditions:
            if condition.matches(facts.of(run)):
                values = {
                    name: plain(value) for name in sorted(condition.fields()) for value in facts.of(run)(name)
                }
                known = ", ".join(f"{name} = {value}" for name, value in values.items())
                found.append(Alert(text, run.name, run.root, f"{text}: {known}", run.last_step))
    return found


def _no_progress(run: RunView, tag: str, patience_secs: float) -> str | None:
    """A sentence where the best value of a tag is older than the patience, as of the last value."""
    if tag not in run.scalars or run.has_ended:
        return None
    points = run.scalar(tag).without_superseded()
    finite = points.at(np.isfinite(points.values))
    if not len(finite.values):
        return None
    is_higher = direction(tag) == "higher"
    best = int(finite.values.argmax() if is_higher else finite.values.argmin())
    since_secs = float(points.wall_times[-1] - finite.wall_times[best])
    if since_secs < patience_secs:
        return None
    value, step = float(finite.values[best]), int(finite.steps[best])
    return f"{tag} has not improved on {value:.6g} of step {step:,} for {duration(since_secs)}"
