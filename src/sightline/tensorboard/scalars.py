"""Plugin "scalars": tags, the points of a run, and those of many runs in one answer."""

from __future__ import annotations

import csv
import io
from typing import Any

import msgspec
import numpy as np

from sightline.engine.collector_pause import collector_paused
from sightline.engine.segment import Columns
from sightline.tensorboard.logged_series import find
from sightline.tensorboard.logged_values import points
from sightline.tensorboard.request import ApiError, ApiRequest, Content, invalid, not_found
from sightline.tensorboard.tag_listing import named_tags, readable

PLUGIN = "scalars"


def tags(request: ApiRequest) -> dict[str, dict[str, Any]]:
    """Display name and description by run and tag."""
    return named_tags(readable(request.view, PLUGIN, "scalar"))


def scalars(request: ApiRequest) -> Content:
    """The points of a run and tag: wall time, step, value; as JSON, or as CSV with `format=csv`."""
    run, tag = request.run_and_tag()
    series = find(request.view, run, tag, PLUGIN, "scalar")
    if series is None:
        raise not_found(f"No scalar data for run={run!r}, tag={tag!r}")
    columns = points(series)
    if request.args.get("format") == "csv":
        return csv_content(columns)
    return Content(msgspec.json.encode(rows(columns)))


def scalars_multirun(request: ApiRequest) -> Content:
    """The points of a tag in many runs, by run; runs without the tag are left out."""
    if request.method != "POST":
        raise ApiError(405, "Method Not Allowed")
    tags = request.form.all("tag")
    if len(tags) != 1:
        raise invalid("tag must be specified exactly once")
    found = {run: find(request.view, run, tags[0], PLUGIN, "scalar") for run in request.form.all("runs")}
    columns = {run: points(series) for run, series in found.items() if series}
    with collector_paused(sum(len(each.steps) for each in columns.values())):
        return Content(msgspec.json.encode({run: rows(each) for run, each in columns.items()}))


def rows(columns: Columns) -> list[tuple[float, int, float | str]]:
    """Wall time, step and value of each point; what JSON has no number for is a string."""
    return list(
        zip(columns.wall_times.tolist(), columns.steps.tolist(), json_values(columns.values), strict=True)
    )


def json_values(values: np.ndarray[Any, Any]) -> list[Any]:
    """Numbers for JSON: NaN and infinities become strings."""
    plain: list[Any] = values.tolist()
    for place in np.flatnonzero(~np.isfinite(values)).tolist():
        value = plain[place]
        plain[place] = "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return plain


def csv_content(columns: Columns) -> Content:
    """The points as CSV with a header."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["Wall time", "Step", "Value"])
    writer.writerows(zip(*(column.tolist() for column in _in_order(columns)), strict=True))
    return Content(text.getvalue().encode(), "text/csv")


def _in_order(columns: Columns) -> tuple[Any, Any, Any]:
    return columns.wall_times, columns.steps, columns.values
