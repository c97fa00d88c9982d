"""Metrics of trials: any scalar by its last value, an extreme, a mean, or its value where another is best."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from sightline.engine.run_view import RunView
from sightline.kinds.hparams.decode import Experiment
from sightline.kinds.hparams.sessions import Session, Trial
from sightline.kinds.scalar_facts import Picked, facts_of
from sightline.wire.params import Params, ParamsError

Floats = NDArray[np.float64]
Masked = np.ma.MaskedArray[tuple[int], np.dtype[np.float64]]

_FACTS = {"last": "last", "min": "min", "max": "max", "mean": "mean_last"}
# Without declared metrics, tags with these words in their last parts are the metrics, best first.
_JUDGES = ("hp_metric", "val", "eval", "test", "acc", "loss", "score", "reward")
# Ray Tune declares its own counters along with the metrics of trainings.
_BOOKKEEPING = re.compile(
    r"ray/tune/(done|timestamp|training_iteration|(time|timesteps|iterations|episodes|num)_\w+)$"
)
# Speed and progress of trainings, which are no metrics.
_COURSE = re.compile(
    r"(runtime|per_second|total_flos|epoch|learning_rate|grad_norm|(?:^|[/_])(lr|time|steps?))$"
)
N_DECLARED, N_DEFAULT = 10, 5


class Metric(Params, frozen=True):
    """A scalar and what to take of its points; `k` is for the mean, `of` and `best` for the value at
    the step where another scalar is lowest or highest."""

    tag: str
    aggregate: Literal["last", "min", "max", "mean", "at"] = "last"
    k: Annotated[int, Meta(ge=1, le=1_000_000)] = 10
    of: str | None = None
    best: Literal["min", "max"] = "min"

    def __post_init__(self) -> None:
        if (self.of is not None) != (self.aggregate == "at"):
            raise ParamsError("'of' is required for the aggregate 'at' and allowed for no other")

    @property
    def name(self) -> str:
        """The metric as a field of the filter language, where that has such."""
        if self.aggregate == "at":
            return f"{self.tag}.at({self.of}.{self.best})"
        return f"{self.tag}.mean({self.k})" if self.aggregate == "mean" else f"{self.tag}.{self.aggregate}"


def metric_column(trials: Sequence[Trial], metric: Metric) -> Masked:
    """A value for each trial, the mean over its sessions; masked where none of them has the scalar."""
    sessions = [session for trial in trials for session in trial.sessions]
    found = [session.find(metric.tag) for session in sessions]
    picked = [Picked(*each) for each in found if each is not None]
    there = np.array([each is not None for each in found], np.bool_)
    trial_of = np.repeat(np.arange(len(trials)), [len(trial.sessions) for trial in trials])[there]
    values = _values(picked, [s for s, t in zip(sessions, there.tolist(), strict=True) if t], metric)
    known = ~np.ma.getmaskarray(values)
    n = np.bincount(trial_of[known], minlength=len(trials))
    sums = np.bincount(trial_of[known], values.data[known], minlength=len(trials))
    return np.ma.MaskedArray(sums / np.maximum(n, 1), n == 0)


def _values(picked: Sequence[Picked], sessions: Sequence[Session], metric: Metric) -> Masked:
    if metric.aggregate == "at":
        assert metric.of is not None
        return _at_best(picked, sessions, metric.of, metric.best)
    facts = facts_of(picked, metric.k, superseded=False)
    return np.ma.MaskedArray(facts[_FACTS[metric.aggregate]].copy(), facts["n"] == 0)


def _at_best(picked: Sequence[Picked], sessions: Sequence[Session], of: str, best: str) -> Masked:
    """The value of each series at the step where another scalar of its session is best."""
    judges = [session.find(of) for session in sessions]
    facts = facts_of([Picked(*judge) for judge in judges if judge is not None], 10, superseded=False)
    steps = iter(zip(facts[f"step_of_{best}"].tolist(), np.isnan(facts["min"]).tolist(), strict=True))
    out = np.ma.MaskedArray(np.zeros(len(picked)), np.ones(len(picked), np.bool_))
    for place, (each, judge) in enumerate(zip(picked, judges, strict=True)):
        if judge is None:
            continue
        step, never = next(steps)
        value = None if never else value_at(each.run, each.tag, step)
        if value is not None:
            out[place] = value
    return out


def value_at(run: RunView, tag: str, step: int) -> float | None:
    """The value at a step, else the latest one before it; None where all come later."""
    key = ("at", tag, step)
    if key not in run.cache:
        points = run.scalar(tag).without_superseded()
        rows = np.flatnonzero(points.steps <= step)
        at = rows[np.flatnonzero(points.steps[rows] == points.steps[rows].max())[-1]] if len(rows) else None
        run.cache[key] = None if at is None else float(points.values[at])
    value: float | None = run.cache[key]
    return value


def tag_counts(sessions: Sequence[Session]) -> dict[str, int]:
    """Every scalar that sessions have, and how many of them have it."""
    counts: Counter[str] = Counter()
    for session in sessions:
        counts.update(session.metrics.keys())
    return dict(counts)


def default_metrics(
    experiments: Sequence[Experiment], counts: dict[str, int], n_sessions: int
) -> list[Metric]:
    """The metrics that experiments declare and most sessions have; else those that most sessions have.

    A tag that half of them have counts as one that all have: some have not logged it yet.
    """

    def lacking(tag: str) -> int:
        return 0 if 2 * counts[tag] >= n_sessions else n_sessions - counts[tag]

    declared = dict.fromkeys(info.full_tag for experiment in experiments for info in experiment.metrics)
    known = sorted((tag for tag in declared if tag in counts and not _BOOKKEEPING.match(tag)), key=lacking)
    if known and lacking(known[0]) == 0:
        return [Metric(tag) for tag in known[:N_DECLARED]]
    candidates = dict.fromkeys([*known, *_judging(counts)])
    return [Metric(tag) for tag in sorted(candidates, key=lacking)[:N_DEFAULT]]


def _judging(counts: dict[str, int]) -> list[str]:
    def rank(tag: str) -> tuple[int, int]:
        lower = tag.lower()
        judge = next((i for i, word in enumerate(_JUDGES) if word in lower), len(_JUDGES))
        return judge, -counts[tag]

    apart = [tag for tag in counts if not _COURSE.search(tag.lower())]
    return sorted(apart or counts, key=rank)
