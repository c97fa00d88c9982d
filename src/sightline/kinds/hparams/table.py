"""The table of trials: a row each, with what it is, its hyperparameters and chosen metrics."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from msgspec.structs import replace

from sightline.engine.store import StoreView
from sightline.kinds.hparams.decode import Experiment, MetricInfo
from sightline.kinds.hparams.metrics import Masked, Metric, default_metrics, metric_column, tag_counts
from sightline.kinds.hparams.sessions import Session, Trial, sessions_of, trials_of
from sightline.kinds.hparams.sources import experiments_of
from sightline.kinds.hparams.values import Values
from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame
from sightline.wire.params import Params

MAX_TAGS = 5000
# The worst of several sessions names the trial's status.
_STATUS_ORDER = ("failure", "running", "unknown", "success")


class HparamsTableParams(Params, frozen=True):
    """Which metrics (null: those that most trials have, declared ones first), whether repeats share a row,
    and whether runs without hyperparameters have rows too."""

    metrics: tuple[Metric, ...] | None = None
    group: bool = True
    all_runs: bool = False


@dataclass
class Table:
    """The trials of one state of the logs; columns are computed on first use and cached.

    `n_without` counts sessions without hyperparameters, whether or not they have rows.
    """

    sessions: Sequence[Session]
    trials: Sequence[Trial]
    experiments: Sequence[Experiment]
    n_without: int = 0
    _metrics: dict[Metric, Masked] = field(default_factory=dict)

    @cached_property
    def hparams(self) -> list[Values]:
        """A column for each key that any trial has: those that most of them have come first."""
        keys = dict.fromkeys(key for trial in self.trials for key in trial.hparams)
        hparams = [trial.hparams for trial in self.trials]
        columns = [Values.of(key, [each.get(key) for each in hparams]) for key in keys]
        return sorted(columns, key=lambda column: -column.n)

    @cached_property
    def tags(self) -> dict[str, int]:
        """The scalars there are to choose from, with the number of sessions that have them."""
        return tag_counts(self.sessions)

    @cached_property
    def default(self) -> list[Metric]:
        """The metrics to show where none are chosen."""
        return default_metrics(self.experiments, self.tags, len(self.sessions))

    @cached_property
    def facts(self) -> dict[str, Column]:
        """What each trial is."""
        starts = np.array([_first(s.start_time for s in trial.sessions) for trial in self.trials], float)
        return {
            "run": np.array([trial.run.id for trial in self.trials], np.uint32),
            "runs": _lists([trial.run_ids for trial in self.trials]),
            "name": np.array([trial.run.name for trial in self.trials], object),
            "trial": Dictionary.of([trial.sessions[0].record.group_name for trial in self.trials]),
            "sessions": np.array([len(trial.sessions) for trial in self.trials], np.uint32),
            "status": Dictionary.of([_status(trial) for trial in self.trials]),
            "start_time": starts,
            "duration": np.array([_duration(trial) for trial in self.trials], float),
            "remarks": Dictionary.of([_remarks(trial) for trial in self.trials]),
        }

    def metric(self, metric: Metric) -> Masked:
        """The column of a metric."""
        if metric not in self._metrics:
            self._metrics[metric] = metric_column(self.trials, metric)
        return self._metrics[metric]


def table_of(view: StoreView, *, group: bool = True, all_runs: bool = False) -> Table:
    """The table of one state of the logs, made once."""
    key = f"hparams.table.{group}.{all_runs}"
    if key not in view.cache:
        every = sessions_of(view)
        # A file that cannot be read is reported in its run's row.
        having = [each for each in every if each.record.has_session or each.record.problems]
        sessions = every if all_runs else having
        trials = trials_of(sessions) if group else [Trial([session]) for session in sessions]
        view.cache[key] = Table(sessions, trials, experiments_of(view), len(every) - len(having))
    found: Table = view.cache[key]
    return found


def table(view: StoreView, params: HparamsTableParams) -> Frame:
    """A row per trial; the metadata describes each column (docs/kinds/hparams.md)."""
    found = table_of(view, group=params.group, all_runs=params.all_runs)
    columns: dict[str, Column] = dict(found.facts)
    notes: list[dict[str, Any]] = []
    labels, infos = _labels(found.experiments), _metric_infos(found.experiments)
    called = {tag: info.display_name for tag, info in infos.items() if info.display_name}
    for values in found.hparams:
        name = _free(f"hparams.{values.key}", columns)
        columns[name] = values.column()
        notes.append(
            {"column": name, "role": "hparam", **_hparam_facts(values), **labels.get(values.key, {})}
        )
    for metric in found.default if params.metrics is None else params.metrics:
        name = _free(metric.name, columns)
        columns[name] = column = found.metric(metric)
        facts = {**_metric_facts(metric, column), **_metric_label(metric, infos, called)}
        notes.append({"column": name, "role": "metric", "type": "number", **facts})
    tags = sorted(found.tags.items(), key=lambda item: -item[1])
    choice = {"tags": tags[:MAX_TAGS], "n_tags": len(tags), "called": called, "n_without": found.n_without}
    return Frame(columns, {"generation": view.generation, "columns": notes, **choice})


def _hparam_facts(values: Values) -> dict[str, Any]:
    facts = {"key": values.key, "type": values.type, "n": values.n, "distinct": values.n_distinct}
    return {**facts, "constant": values.is_constant}


def _metric_facts(metric: Metric, column: Masked) -> dict[str, Any]:
    requested = {"aggregate": metric.aggregate, "k": metric.k, "of": metric.of, "best": metric.best}
    return {"key": metric.tag, **requested, "n": int(column.count())}


def _labels(experiments: Sequence[Experiment]) -> dict[str, dict[str, str]]:
    """Names and descriptions that experiments give to hyperparameters."""
    return {
        info.name: {"label": info.display_name, "description": info.description}
        for experiment in experiments
        for info in experiment.hparams
        if info.display_name or info.description
    }


def _metric_infos(experiments: Sequence[Experiment]) -> dict[str, MetricInfo]:
    """The metrics that experiments declare, by tag; the first declaration counts."""
    return {
        info.full_tag: info for experiment in reversed(experiments) for info in reversed(experiment.metrics)
    }


def _metric_label(
    metric: Metric, infos: Mapping[str, MetricInfo], called: Mapping[str, str]
) -> dict[str, str]:
    """The name and description that experiments give to a metric; what is taken of it follows the name."""
    of = None if metric.of is None else called.get(metric.of, metric.of)
    label = replace(metric, tag=called.get(metric.tag, metric.tag), of=of).name
    info = infos.get(metric.tag)
    shown = {} if label == metric.name else {"label": label.removesuffix(".last")}
    return {**shown, "description": info.description} if info and info.description else shown


def _first(times: Any) -> float:
    return min((time for time in times if time is not None), default=float("nan"))


def _duration(trial: Trial) -> float:
    """Seconds from start to end, the mean over the sessions."""
    ends = [(session.start_time, session.end_time) for session in trial.sessions]
    known = [end - start for start, end in ends if start is not None and end is not None]
    return sum(known) / len(known) if known else float("nan")


def _status(trial: Trial) -> str:
    statuses = {session.record.status for session in trial.sessions}
    return next(status for status in _STATUS_ORDER if status in statuses)


def _remarks(trial: Trial) -> str:
    """JSON: remarks by key, and under "" those on the whole row; empty for most rows."""
    remarks: dict[str, list[str]] = {}
    first = trial.hparams
    for session in trial.sessions:
        for key, values in session.record.others.items():
            logged = ", ".join(map(str, values))
            remarks.setdefault(key, []).append(f"also logged as {logged}; the latest counts")
        for key, value in session.record.hparams.items():
            if session is not trial.sessions[0] and first.get(key) != value:
                remarks.setdefault(key, []).append(f"{session.run.name} has {value}")
        remarks.setdefault("", []).extend(session.record.problems)
    filled = {key: texts for key, texts in remarks.items() if texts}
    return json.dumps(filled, ensure_ascii=False) if filled else ""


def _lists(rows: Sequence[Sequence[int]]) -> Lists:
    offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    return Lists(offsets, np.array([item for row in rows for item in row], np.uint32))


def _free(name: str, taken: Mapping[str, object]) -> str:
    while name in taken:
        name += "_"
    return name
