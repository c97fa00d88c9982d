"""The facts of a run that a filter may name: its own, those of kinds, and aggregates of its metrics.

A field is resolved in this order: the run's own (`name`, `state`, `label`, `note`, `age`, `duration`,
`steps`, `points`, `pinned`, `hidden`, `root`), a fact that a kind declares (`lr`, or `hparams.lr` with the
kind's slug), a metric with an aggregate (`val/loss.min`), a metric alone, which means its last value.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sightline.engine.filter import Facts, Value, parse
from sightline.engine.kind import FactLookup, Kind
from sightline.engine.notes import NO_NOTES, RunNotes
from sightline.engine.run_view import RunView
from sightline.engine.segment import Columns
from sightline.engine.store import StoreView


@dataclass(frozen=True)
class FactSources:
    """Where the facts of runs come from: the logs and their kinds, the time, people's notes by run id."""

    view: StoreView
    now: float
    notes: Mapping[int, RunNotes] = field(default_factory=dict)

    def of(self, run: RunView) -> Facts:
        """The facts of one run, each computed when a filter needs it."""
        notes = self.notes.get(run.id, NO_NOTES)

        def look_up(name: str) -> Iterable[Value]:
            own = _OWN.get(name)
            if own is not None:
                return own(run, notes, self.now)
            declared = self._declared(run, name)
            return metric(run, name) if declared is None else [declared]

        return look_up

    def _declared(self, run: RunView, name: str) -> Value | None:
        for slug, look_up in self._kinds.items():
            facts = look_up(run)
            key = name if name in facts else name.removeprefix(f"{slug}.")
            if key in facts:
                return facts[key]
        return None

    @cached_property
    def _kinds(self) -> dict[str, FactLookup]:
        return kind_facts(self.view)


def kind_facts(view: StoreView) -> dict[str, FactLookup]:
    """The facts that kinds declare, as a look-up by run for each kind's slug."""
    return {kind.slug: _guarded(view, kind) for kind in view.claims.kinds.values() if kind.facts is not None}


def facts_by_kind(view: StoreView) -> Callable[[RunView], dict[str, Mapping[str, Value]]]:
    """A look-up of all facts of a run that kinds declare, by kind; kinds without any are left out."""
    look_ups = kind_facts(view)
    return lambda run: {slug: facts for slug, look_up in look_ups.items() if (facts := look_up(run))}


def _guarded(view: StoreView, kind: Kind) -> FactLookup:
    """A kind's facts; where another package's code fails, its runs have none and the rest goes on."""
    look_up: FactLookup | None = None

    def guarded(run: RunView) -> Mapping[str, Value]:
        nonlocal look_up
        try:
            if look_up is None and kind.facts is not None:
                look_up = kind.facts(view)
            return {} if look_up is None else look_up(run)
        except Exception as error:
            warnings.warn(f"the kind {kind.slug!r} failed to list facts: {error!r}", stacklevel=2)
            return {}

    return guarded


def select(text: str, sources: FactSources) -> list[RunView]:
    """The runs that match a filter. Raises FilterError where it cannot be read."""
    expression = parse(text)
    return [run for run in sources.view.runs if expression.matches(sources.of(run))]


def metric(run: RunView, name: str) -> list[Value]:
    """An aggregate of a scalar (`tag.min`), or its last value (`tag`); empty where there is none."""
    series = run.scalars
    tag, _, suffix = name.rpartition(".")
    if name in series:
        tag, suffix = name, "last"
    aggregate = AGGREGATES.get(suffix)
    if aggregate is None or tag not in series:
        return []
    known = run.summary(tag) if suffix in _KNOWN else None
    if (
        known is not None and not known["pos_inf"] and not known["neg_inf"]
    ):  # extremes of a summary are finite
        return [float(known[_KNOWN[suffix]])]
    columns = run.scalar(tag).without_superseded()
    return [aggregate(columns)] if len(columns.values) else []


def _over_numbers(reduce: Callable[[Columns], float]) -> Callable[[Columns], float]:
    """Leave NaN out, as a person reading a curve would; all NaN stays NaN."""

    def aggregate(columns: Columns) -> float:
        numbers = columns.at(~np.isnan(columns.values))
        return float(reduce(numbers)) if len(numbers.values) else float("nan")

    return aggregate


# What the summary of a series in an index has, by the names of the aggregates.
_KNOWN = {
    "last": "last",
    "min": "min",
    "max": "max",
    "min_step": "step_of_min",
    "max_step": "step_of_max",
    "last_step": "last_step",
    "n": "n",
    "nan": "nan",
}

AGGREGATES: dict[str, Callable[[Columns], float]] = {
    "last": lambda columns: float(columns.values[-1]),
    "first": lambda columns: float(columns.values[0]),
    "min": _over_numbers(lambda columns: columns.values.min()),
    "max": _over_numbers(lambda columns: columns.values.max()),
    "mean": _over_numbers(lambda columns: columns.values.mean(dtype=np.float64)),
    "std": _over_numbers(lambda columns: columns.values.std(dtype=np.float64)),
    "min_step": _over_numbers(lambda columns: columns.steps[columns.values.argmin()]),
    "max_step": _over_numbers(lambda columns: columns.steps[columns.values.argmax()]),
    "last_step": lambda columns: float(columns.steps[-1]),
    "n": lambda columns: float(len(columns.values)),
    "nan": lambda columns: float(np.isnan(columns.values).sum()),
}


def _known(*values: Value | None) -> list[Value]:
    return [value for value in values if value is not None]


def _seconds_since(moment: float | None, now: float) -> list[Value]:
    return [] if moment is None else [now - moment]


def _duration(run: RunView) -> list[Value]:
    first, last = run.first_wall_time, run.last_wall_time
    return [] if first is None or last is None else [last - first]


_OWN: dict[str, Callable[[RunView, RunNotes, float], Iterable[Value]]] = {
    "name": lambda run, notes, now: _known(run.name, notes.display_name),
    "root": lambda run, notes, now: [run.root],
    "state": lambda run, notes, now: [run.state_at(now)],
    "label": lambda run, notes, now: notes.labels,
    "labels": lambda run, notes, now: notes.labels,
    "note": lambda run, notes, now: _known(notes.note),
    "age": lambda run, notes, now: _seconds_since(run.last_wall_time, now),
    "duration": lambda run, notes, now: _duration(run),
    "steps": lambda run, notes, now: _known(run.last_step),
    "points": lambda run, notes, now: [run.n_points],
    "pinned": lambda run, notes, now: [notes.pinned],
    "hidden": lambda run, notes, now: [notes.hidden],
}
