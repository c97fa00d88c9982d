"""Plugin "pr_curves": tags, and the precision-recall curve of each step."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats.arrays import Array
from sightline.tensorboard.logged_series import find
from sightline.tensorboard.logged_values import TensorValue, tensors
from sightline.tensorboard.request import ApiError, ApiRequest
from sightline.tensorboard.tag_listing import named_tags, readable

PLUGIN = "pr_curves"
# The rows of a logged curve.
_COUNTS = ("true_positives", "false_positives", "true_negatives", "false_negatives")
_PRECISION, _RECALL = 4, 5


def tags(request: ApiRequest) -> dict[str, dict[str, Any]]:
    """Display name and description by run and tag."""
    return named_tags(readable(request.view, PLUGIN, "tensor"))


def pr_curves(request: ApiRequest) -> dict[str, list[dict[str, Any]]]:
    """The curves of a tag, by run and in order of steps."""
    runs, tag = request.args.all("run"), request.args.get("tag")
    if not runs:
        raise ApiError(400, "No runs provided when fetching PR curve data")
    if not tag:
        raise ApiError(400, "No tag provided when fetching PR curve data")
    answer = {}
    for run in runs:
        series = find(request.view, run, tag, PLUGIN, "tensor")
        if series is None:
            raise ApiError(400, f"No PR curves could be found for run {run!r} and tag {tag!r}")
        values = tensors(request.view, series)
        answer[run] = [_curve(value) for value in values if _is_curve(value.array)]
    return answer


def _is_curve(array: Array) -> bool:
    return array.dtype != object and array.ndim == 2 and len(array) > _RECALL


def _curve(value: TensorValue) -> dict[str, Any]:
    """One step; thresholds at the end that nothing reaches are left out, their precision is undefined."""
    array = value.array
    reached = np.flatnonzero(array[:2].astype(int).sum(axis=0))
    end = int(reached[-1]) + 1 if len(reached) else 1
    counts = {name: array[row, :end].astype(int).tolist() for row, name in enumerate(_COUNTS)}
    return {
        "wall_time": value.wall_time,
        "step": value.step,
        "precision": array[_PRECISION, :end].tolist(),
        "recall": array[_RECALL, :end].tolist(),
        **counts,
        "thresholds": np.linspace(0.0, 1.0, array.shape[1])[:end].tolist(),
    }
