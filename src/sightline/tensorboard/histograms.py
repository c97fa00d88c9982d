"""Plugin "histograms": tags, and the buckets of each step."""

from __future__ import annotations

from typing import Any

from sightline.formats.arrays import Array
from sightline.tensorboard.logged_series import find
from sightline.tensorboard.logged_values import TensorValue, tensors
from sightline.tensorboard.request import ApiRequest, not_found
from sightline.tensorboard.tag_listing import named_tags, readable

PLUGIN = "histograms"


def tags(request: ApiRequest) -> dict[str, dict[str, Any]]:
    """Display name and description by run and tag."""
    return named_tags(readable(request.view, PLUGIN, "tensor"))


def histograms(request: ApiRequest) -> list[tuple[float, int, list[Any]]]:
    """Wall time, step and buckets (left edge, right edge, count) of each histogram."""
    return [(value.wall_time, value.step, value.array.tolist()) for value in logged(request)]


def logged(request: ApiRequest) -> list[TensorValue]:
    """The histograms of the requested run and tag."""
    run, tag = request.args.get("run"), request.args.get("tag")
    series = find(request.view, run or "", tag or "", PLUGIN, "tensor")
    if series is None:
        raise not_found(f"No histogram tag {tag!r} for run {run!r}")
    return [value for value in tensors(request.view, series) if is_histogram(value.array)]


def is_histogram(array: Array) -> bool:
    """Whether the rows are buckets."""
    return array.dtype != object and array.ndim == 2 and array.shape[1] == 3
