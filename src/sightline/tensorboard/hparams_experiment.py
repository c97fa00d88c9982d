"""The experiment: as a run logged it, else made of what the sessions were started with."""

from __future__ import annotations

import math
import posixpath
from collections.abc import Collection
from typing import Any

from google.protobuf import json_format

from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.formats.summary_values import parsed
from sightline.kinds.hparams.tags import EXPERIMENT_TAG, SESSION_START_TAG
from sightline.tensorboard import scalars
from sightline.tensorboard.logged_series import LoggedSeries, listed
from sightline.tensorboard.run_start import by_start

PLUGIN = "hparams"
_TYPES = {
    "number_value": "DATA_TYPE_FLOAT64",
    "string_value": "DATA_TYPE_STRING",
    "bool_value": "DATA_TYPE_BOOL",
}


def plugin_data(series: LoggedSeries | None, field: str) -> Any:
    """The message that the plugin's content holds under a field; None where it has none that is known."""
    if series is None:
        return None
    try:
        data = parsed(messages.HParamsPluginData, series.content, kind=PLUGIN)
    except ValueError:
        return None
    return getattr(data, field) if data.version == 0 and data.HasField(field) else None


def started_sessions(view: StoreView) -> dict[str, Any]:
    """By run: what its session was started with."""
    found = {
        run: plugin_data(tags.get(SESSION_START_TAG), "session_start_info")
        for run, tags in listed(view, PLUGIN, "tensor").items()
    }
    return {run: info for run, info in found.items() if info is not None}


def experiment_of(view: StoreView, include_metrics: bool, limit: int | None) -> Any:
    """The experiment as a message; hyperparameters that differ come first, at most `limit` of them."""
    tags_by_run = listed(view, PLUGIN, "tensor")
    # torch logs one in every run. The first run has it, in TensorBoard the one the file system lists first.
    runs = sorted((view.by_name[run] for run in tags_by_run), key=by_start)
    logged = (plugin_data(tags_by_run[run.name].get(EXPERIMENT_TAG), "experiment") for run in runs)
    experiment = next((found for found in logged if found is not None), None)
    if experiment is None:
        experiment = _from_sessions(view)
    if not include_metrics:
        experiment.ClearField("metric_infos")
    infos = sorted(experiment.hparam_infos, key=lambda info: (not info.differs, info.name))
    experiment.ClearField("hparam_infos")
    experiment.hparam_infos.extend(infos[: limit or None])
    return experiment


def _from_sessions(view: StoreView) -> Any:
    sessions = started_sessions(view)
    values: dict[str, list[Any]] = {}
    for info in sessions.values():
        for name, value in info.hparams.items():
            values.setdefault(name, []).append(value)
    infos = [info for name in values if (info := _hparam_info(name, values[name])) is not None]
    metrics = _metric_names(view, sessions) if infos else []
    return messages.Experiment(
        hparam_infos=infos,
        metric_infos=[
            messages.MetricInfo(name=messages.MetricName(group=group, tag=tag)) for tag, group in metrics
        ],
    )


def _hparam_info(name: str, values: list[Any]) -> Any:
    """The type that all values have, or else string, and the values or the range of numbers."""
    kinds = {kind for value in values if (kind := value.WhichOneof("kind")) in _TYPES}
    if not kinds:
        return None
    kind = kinds.pop() if len(kinds) == 1 else "string_value"
    info = messages.HParamInfo(name=name, type=_TYPES[kind])
    if kind == "number_value":
        numbers = sorted(value.number_value for value in values)
        info.domain_interval.min_value, info.domain_interval.max_value = numbers[0], numbers[-1]
        info.differs = len(set(numbers)) > 1
        return info
    distinct = (
        {value.bool_value for value in values}
        if kind == "bool_value"
        else {_text(value) for value in values if value.WhichOneof("kind") in _TYPES and is_json(value)}
    )
    info.domain_discrete.extend(sorted(distinct))
    info.differs = len(distinct) > 1
    return info


def is_json(value: Any) -> bool:
    """Whether JSON has the value: it lacks NaN and infinities."""
    return value.WhichOneof("kind") != "number_value" or math.isfinite(value.number_value)


def _text(value: Any) -> str:
    text = json_format.MessageToJson(value)
    return text[1:-1] if value.HasField("string_value") else text


def _metric_names(view: StoreView, sessions: Collection[str]) -> list[tuple[str, str]]:
    """(tag, group) of the scalars of sessions; the group is the path of a run below its session."""
    names: set[tuple[str, str]] = set()
    for run, tags in listed(view, scalars.PLUGIN, "scalar").items():
        session = _session_above(run, sessions)
        if session is not None:
            group = posixpath.relpath(run, session)
            group = "" if group == "." and not run.endswith(".") else group
            names.update((tag, group) for tag in tags)
    return sorted(names)


def _session_above(run: str, sessions: Collection[str]) -> str | None:
    while run not in sessions:
        if not run:
            return None
        run = posixpath.dirname(run)
    return run
