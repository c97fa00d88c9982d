"""ROC curves → a lossless value of Sightline's own."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats.arrays import Array, as_array
from sightline.formats.summary_values import tensor_value

PLUGIN = "sightline_roc_curve"


def curve_value(tag: str, rows: Array) -> Any:
    """The value of a curve given by the three rows of `count_curve`."""
    return tensor_value(tag, rows, plugin=PLUGIN)


def curve_rows(tag: str, labels: Any, predictions: Any, weights: Any = None) -> Array:
    """The three rows of `count_curve`, of checked input."""
    return count_curve(*_observations(tag, labels, predictions, weights))


def count_curve(truth: Array, scores: Array, weights: Array) -> Array:
    """Three rows (threshold, false and true positives at or above it), from no observation to all of them.

    Points inside a straight stretch are left out: they change neither the curve nor the area under it.
    """
    order = np.argsort(-scores, kind="stable")
    scores, heavy, hits = scores[order], weights[order], (truth * weights)[order]
    ends = np.append(np.flatnonzero(np.diff(scores)), len(scores) - 1)
    tp = np.concatenate([[0.0], np.cumsum(hits)[ends]])
    fp = np.concatenate([[0.0], np.cumsum(heavy - hits)[ends]])
    thresholds = np.concatenate([[np.inf], scores[ends]])
    corner = np.ones(len(tp), dtype=bool)
    corner[1:-1] = (np.diff(tp, 2) != 0) | (np.diff(fp, 2) != 0)
    return np.stack([thresholds, fp, tp])[:, corner]


def _observations(tag: str, labels: Any, predictions: Any, weights: Any) -> tuple[Array, Array, Array]:
    what = f"add_roc_curve {tag!r}"
    truth = as_array(labels, what=f"{what}: labels").astype(np.float64).reshape(-1)
    scores = as_array(predictions, what=f"{what}: predictions").astype(np.float64).reshape(-1)
    heavy = as_array(1.0 if weights is None else weights, what=f"{what}: weights").astype(np.float64)
    if truth.size != scores.size or truth.size == 0:
        raise ValueError(
            f"{what}: expected as many labels as predictions, got {truth.size} and {scores.size}"
        )
    if heavy.ndim and heavy.size != truth.size:
        raise ValueError(f"{what}: expected {truth.size} weights, got {heavy.size}")
    if not np.isin(truth, (0.0, 1.0)).all():
        raise ValueError(f"{what}: expected labels of 0 and 1")
    seen = ~np.isnan(scores)
    heavy = np.broadcast_to(heavy.reshape(-1), truth.shape)
    if not seen.any():
        raise ValueError(f"{what}: expected predictions, all of them are NaN")
    return truth[seen], scores[seen], heavy[seen]
