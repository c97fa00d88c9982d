"""What a filter may ask of a run: its own facts, hyperparameters, and aggregates of its metrics.

A field is looked up in this order: the run's own (`name`, `state`, `label`, `note`, `age`, `duration`,
`steps`, `points`, `pinned`, `hidden`, `root`), a hyperparameter (`lr`, or `hparams.lr` to be sure), a metric
with an aggregate (`val/loss.min`), a metric alone, which means its last value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from sightline.engine.filter import Facts, Value, parse
from sightline.engine.notes import RunNotes
from sightline.engine.run_view import RunView
from sightline.engine.segment import Columns
from sightline.engine.store import StoreView

HParams = Callable[[RunView], Mapping[str, Value]]
NO_NOTES = RunNotes()


@dataclass(frozen=True)
class FactBook:
    """Where facts come from besides the run: the sidecar's notes by run id, hyperparameters, the time."""

    now: float
    notes: Mapping[int, RunNotes] = field(default_factory=dict)
    hparams: HParams = lambda run: {}

    def of(self, run: RunView) -> Facts:
        """The facts of one run, looked up when asked."""
        notes = self.notes.get(run.id, NO_NOTES)

        def look_up(name: str) -> Iterable[Value]:
            own = _OWN.get(name)
            if own is not None:
                return own(run, notes, self.now)
            hparams = self.hparams(run)
            key = name if name in hparams else name.removeprefix("hparams.")
            return [hparams[key]] if key in hparams else metric(run, name)

        return look_up


def select(view: StoreView, text: str, book: FactBook) -> list[RunView]:
    """The runs that pass a filter. Raises FilterError where it cannot be read."""
    expression = parse(text)
    return [run for run in view.runs if expression.matches(book.of(run))]


def metric(run: RunView, name: str) -> list[Value]:
    """An aggregate of a scalar (`tag.min`), or its last value (`tag`); nothing where it is not there."""
    series = run.series("scalar")
    tag, _, suffix = name.rpartition(".")
    if name in series:
        tag, suffix = name, "last"
    aggregate = AGGREGATES.get(suffix)
    if aggregate is None or tag not in series:
        return []
    columns = run.scalar(tag).kept()
    return [aggregate(columns)] if len(columns.values) else []


def _over_numbers(reduce: Callable[[Columns], float]) -> Callable[[Columns], float]:
    """Leave NaN out, as one would reading a curve; all NaN stays NaN."""

    def aggregate(columns: Columns) -> float:
        numbers = columns.at(~np.isnan(columns.values))
        return float(reduce(numbers)) if len(numbers.values) else float("nan")

    return aggregate


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
