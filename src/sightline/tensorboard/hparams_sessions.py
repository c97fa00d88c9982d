"""Groups of sessions as JSON: built from the runs, aggregated, filtered and sorted as a request says."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from statistics import fmean
from typing import Any

from google.protobuf import json_format

from sightline.engine.pattern import PatternError, TextPattern
from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.kinds.hparams.tags import SESSION_END_TAG
from sightline.tensorboard import scalars
from sightline.tensorboard.hparams_experiment import PLUGIN, is_json, plugin_data, started_sessions
from sightline.tensorboard.logged_series import find, listed
from sightline.tensorboard.logged_values import points
from sightline.tensorboard.request import ApiError

Group = dict[str, Any]


class Columns:
    """A JSON object whose names may be written in either style of protobuf."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = {_camel(name): value for name, value in given.items()}

    def get(self, name: str) -> Any:
        """A value; None where it is not given."""
        return self._given.get(name)

    def flag(self, name: str, default: bool = False) -> bool:
        """A truth value."""
        value = self._given.get(name)
        return default if value is None else bool(value)

    def number(self, name: str) -> int:
        """A whole number that is not negative, 0 unless given."""
        try:
            return max(0, int(self._given.get(name) or 0))
        except (TypeError, ValueError):
            raise ApiError(400, f"{name} must be an integer") from None

    def columns(self) -> list[Columns]:
        """The columns that the request names."""
        return [Columns(one) for one in self._given.get("colParams") or [] if isinstance(one, dict)]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def metric_run(session: str, group: str) -> str:
    """The run that has a metric of a session."""
    return posixpath.join(session, group).removesuffix("/")


def session_groups_of(view: StoreView, experiment: Any, given: Columns) -> list[Group]:
    """The sessions of allowed statuses by group, each group with its metrics."""
    names = {number: name for name, number in messages.SessionEndStatus.items()}
    allowed = {names.get(one, one) for one in given.get("allowedStatuses") or []}
    groups: dict[str, Group] = {}
    tags_by_run = listed(view, PLUGIN, "tensor")
    for run, info in started_sessions(view).items():
        end = plugin_data(tags_by_run[run].get(SESSION_END_TAG), "session_end_info")
        session = _session(view, run, info, end, experiment)
        if session["status"] in allowed:
            _add(groups, session, info)
    for group in groups.values():
        group["sessions"].sort(key=lambda session: session["name"])
        group["metricValues"] = _aggregated(group["sessions"], given)
    return list(groups.values())


def _add(groups: dict[str, Group], session: dict[str, Any], info: Any) -> None:
    name = info.group_name or session["name"]
    if name not in groups:
        hparams = {key: value for key, value in info.hparams.items() if is_json(value)}
        groups[name] = {
            "name": name,
            "hparams": {key: json_format.MessageToDict(value) for key, value in hparams.items()},
            "metricValues": [],
            "sessions": [],
            "monitorUrl": info.monitor_url,
        }
    groups[name]["sessions"].append(session)


def _session(view: StoreView, run: str, info: Any, end: Any, experiment: Any) -> dict[str, Any]:
    values = [_metric_value(view, run, metric.name) for metric in experiment.metric_infos]
    return {
        "name": run,
        "startTimeSecs": info.start_time_secs,
        "endTimeSecs": end.end_time_secs if end else 0.0,
        "status": messages.SessionEndStatus.Name(end.status) if end else "STATUS_UNKNOWN",
        "modelUri": info.model_uri,
        "metricValues": [value for value in values if value is not None],
        "monitorUrl": info.monitor_url,
    }


def _metric_value(view: StoreView, session: str, name: Any) -> dict[str, Any] | None:
    series = find(view, metric_run(session, name.group), name.tag, scalars.PLUGIN, "scalar")
    columns = points(series) if series else None
    if columns is None or not len(columns.steps):
        return None
    return {
        "name": {"group": name.group, "tag": name.tag},
        "value": float(columns.values[-1]),
        "trainingStep": int(columns.steps[-1]),
        "wallTimeSecs": float(columns.wall_times[-1]),
    }


def _aggregated(sessions: list[dict[str, Any]], given: Columns) -> list[dict[str, Any]]:
    """The means of all sessions, or the metrics of the session with the median, least or largest value."""
    how = given.get("aggregationType") or "AGGREGATION_AVG"
    if how in ("AGGREGATION_AVG", "AGGREGATION_UNSET", 0, 1):
        return _means(sessions)
    wanted = given.get("aggregationMetric") or {}
    measured = [
        (value["value"], place)
        for place, session in enumerate(sessions)
        for value in session["metricValues"]
        if _is_metric(value, wanted)
    ]
    if not measured:
        raise ApiError(400, "no session has the metric to aggregate by")
    measured.sort(key=lambda pair: pair[0])
    places = {
        "AGGREGATION_MEDIAN": (len(measured) - 1) // 2,
        "AGGREGATION_MIN": 0,
        "AGGREGATION_MAX": len(measured) - 1,
    }
    if how not in places:
        raise ApiError(400, f"Unknown aggregation_type in request: {how}")
    values: list[dict[str, Any]] = sessions[measured[places[how]][1]]["metricValues"]
    return values


def _means(sessions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    by_name: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for session in sessions:
        for value in session["metricValues"]:
            by_name.setdefault((value["name"]["group"], value["name"]["tag"]), []).append(value)
    return [
        {
            "name": {"group": group, "tag": tag},
            "value": fmean(value["value"] for value in values),
            "trainingStep": sum(value["trainingStep"] for value in values) // len(values),
            "wallTimeSecs": sum(value["wallTimeSecs"] for value in values) / len(values),
        }
        for (group, tag), values in by_name.items()
    ]


def _is_metric(value: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return bool(value["name"] == {"group": wanted.get("group", ""), "tag": wanted.get("tag", "")})


def filtered_groups(groups: list[Group], given: Columns) -> list[Group]:
    """The groups that pass all filters, by name and then by the columns to sort by, the first one first."""
    columns = given.columns()
    passed = [group for group in groups if all(_passes(column, group) for column in columns)]
    passed.sort(key=lambda group: group["name"])
    for column in reversed(columns):
        _sort(passed, column)
    if any(column.get("includeInResult") is not None for column in columns):
        shown = {column.get("hparam") for column in columns if column.flag("includeInResult", True)}
        for group in passed:
            group["hparams"] = {name: value for name, value in group["hparams"].items() if name in shown}
    return passed


def _value(column: Columns, group: Group) -> Any:
    metric = column.get("metric")
    if isinstance(metric, dict):
        return next((value["value"] for value in group["metricValues"] if _is_metric(value, metric)), None)
    if column.get("hparam") is None:
        raise ApiError(400, 'Got ColParam with both "metric" and "hparam" fields unset')
    return group["hparams"].get(column.get("hparam"))


def _passes(column: Columns, group: Group) -> bool:
    value = _value(column, group)
    if value is None:
        return not column.flag("excludeMissingValues")
    return _filter(column)(value)


def _filter(column: Columns) -> Callable[[Any], bool]:
    pattern, interval, allowed = map(column.get, ("filterRegexp", "filterInterval", "filterDiscrete"))
    if pattern is not None:
        return lambda value: _matches(str(pattern), value)
    if interval is not None:
        low, high = (float(Columns(interval).get(name) or 0.0) for name in ("minValue", "maxValue"))
        return lambda value: low <= _number(value) <= high
    if allowed is not None:
        return lambda value: value in allowed
    return lambda value: True


def _matches(pattern: str, value: Any) -> bool:
    if not isinstance(value, str):
        raise ApiError(400, f"Cannot use a regexp filter for a value of type {type(value).__name__}")
    try:
        return TextPattern(pattern).search(value) is not None
    except PatternError as error:
        raise ApiError(400, str(error)) from error


def _number(value: Any) -> float:
    if not isinstance(value, (int, float)):
        raise ApiError(400, f"Cannot use an interval filter for a value of type {type(value).__name__}")
    return value


def _sort(groups: list[Group], column: Columns) -> None:
    order = column.get("order")
    if order in (None, "ORDER_UNSPECIFIED", 0):
        return
    if order not in ("ORDER_ASC", "ORDER_DESC", 1, 2):
        raise ApiError(400, f"Unknown col_param.order given: {order}")
    present = [group for group in groups if _value(column, group) is not None]
    missing = [group for group in groups if _value(column, group) is None]
    try:
        present.sort(key=lambda group: _value(column, group), reverse=order in ("ORDER_DESC", 2))
    except TypeError:
        raise ApiError(400, "values of different types cannot be sorted") from None
    groups[:] = [*missing, *present] if column.flag("missingValuesFirst") else [*present, *missing]
