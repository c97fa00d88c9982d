"""Plugin "hparams": the experiment, groups of sessions, points of a metric, and the table as a file."""

from __future__ import annotations

import json
from typing import Any

from sightline.tensorboard import scalars
from sightline.tensorboard.hparams_experiment import experiment_of
from sightline.tensorboard.hparams_sessions import Columns, filtered_groups, metric_run, session_groups_of
from sightline.tensorboard.hparams_table import table_content
from sightline.tensorboard.logged_series import find
from sightline.tensorboard.logged_values import points
from sightline.tensorboard.message_json import message_json
from sightline.tensorboard.request import ApiError, ApiRequest, Content, not_found


def experiment(request: ApiRequest) -> dict[str, Any]:
    """Hyperparameters with their domains, and metrics."""
    given = Columns(_given(request))
    include_metrics, limit = given.flag("includeMetrics", True), given.number("hparamsLimit")
    return message_json(experiment_of(request.view, include_metrics, limit))


def session_groups(request: ApiRequest) -> dict[str, Any]:
    """The groups of sessions that pass the filters, sorted, a slice of them."""
    return _groups(request, Columns(_given(request)))


def _groups(request: ApiRequest, given: Columns) -> dict[str, Any]:
    include_metrics = given.flag("includeMetrics", True)
    found = experiment_of(request.view, include_metrics, None)
    groups = filtered_groups(session_groups_of(request.view, found, given), given)
    start, size = given.number("startIndex"), given.number("sliceSize")
    return {"sessionGroups": groups[start : start + size], "totalSize": len(groups)}


def metric_evals(request: ApiRequest) -> list[Any]:
    """The points of a metric of a session: wall time, step, value."""
    given = Columns(_given(request))
    metric = given.get("metricName") or {}
    run = metric_run(str(given.get("sessionName") or ""), str(metric.get("group", "")))
    tag = str(metric.get("tag", ""))
    series = find(request.view, run, tag, scalars.PLUGIN, "scalar")
    if series is None:
        raise not_found(f"No scalar data for run={run!r}, tag={tag!r}")
    return scalars.rows(points(series))


def download_data(request: ApiRequest) -> Content | dict[str, Any]:
    """The table of groups with the columns that are visible, as JSON, CSV or LaTeX."""
    try:
        visible = json.loads(request.args.get("columnsVisibility") or "")
    except ValueError:
        raise ApiError(400, "columnsVisibility must be a JSON list") from None
    given = Columns(_given(request))
    found = experiment_of(request.view, given.flag("includeMetrics", True), None)
    groups = _groups(request, given)["sessionGroups"]
    return table_content(found, groups, request.args.get("format") or "", list(visible))


def _given(request: ApiRequest) -> dict[str, Any]:
    text = request.body if request.method == "POST" else request.args.get("request") or ""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise ApiError(400, "Expected a JSON object as the request")
    return given
