"""Precision-recall curves → Summary.Value, counted the way TensorBoard and torch count."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array, as_array
from sightline.formats.summary_values import tensor_value

PLUGIN = "pr_curves"
_MAX_THRESHOLDS = 127  # torch's limit, so that the same call gives the same curve
_MINIMUM_COUNT = 1e-7
_ROWS = ("true_positive_counts", "false_positive_counts", "true_negative_counts", "false_negative_counts")


def pr_curve_value(
    tag: str, labels: Any, predictions: Any, num_thresholds: int = _MAX_THRESHOLDS, weights: Any = None
) -> Any:
    """The curve of binary labels against predictions in [0, 1]; others and NaN are not counted."""
    count = _threshold_count(tag, num_thresholds)
    truth, scores, heavy = _observations(tag, labels, predictions, weights)
    return _value(tag, count_curve(truth, scores, heavy, count), count)


def pr_curve_raw_value(tag: str, *rows: Any, num_thresholds: int = _MAX_THRESHOLDS) -> Any:
    """The curve of given rows: TP, FP, TN and FN counts, precision and recall, one number a threshold."""
    names = (*_ROWS, "precision", "recall")
    arrays = [
        as_array(row, what=f"add_pr_curve_raw {tag!r}: {name}") for name, row in zip(names, rows, strict=True)
    ]
    for name, array in zip(names, arrays, strict=True):
        if array.ndim != 1 or array.shape != arrays[0].shape:
            raise ValueError(
                f"add_pr_curve_raw {tag!r}: expected rows of one length, got {name} of shape {array.shape}"
                f" beside {arrays[0].shape}"
            )
    return _value(tag, np.stack(arrays), _threshold_count(tag, num_thresholds))


def count_curve(truth: Array, scores: Array, weights: Array, count: int) -> Array:
    """Six rows (TP, FP, TN, FN, precision, recall) at `count` thresholds evenly spread over [0, 1]."""
    with np.errstate(invalid="ignore"):
        buckets = np.floor(scores * (count - 1))
        inside = (buckets >= 0) & (buckets <= count - 1)
    index = buckets[inside].astype(np.int64)
    hits = np.bincount(index, weights=(truth * weights)[inside], minlength=count)
    misses = np.bincount(index, weights=((1.0 - truth) * weights)[inside], minlength=count)
    tp, fp = np.cumsum(hits[::-1])[::-1], np.cumsum(misses[::-1])[::-1]
    tn, fn = fp[0] - fp, tp[0] - tp
    precision = tp / np.maximum(_MINIMUM_COUNT, tp + fp)
    recall = tp / np.maximum(_MINIMUM_COUNT, tp + fn)
    return np.stack((tp, fp, tn, fn, precision, recall))


def _threshold_count(tag: str, num_thresholds: Any) -> int:
    count = int(num_thresholds)
    if count < 2:
        raise ValueError(f"pr curve {tag!r}: expected num_thresholds of at least 2, got {num_thresholds}")
    return min(count, _MAX_THRESHOLDS)


def _observations(tag: str, labels: Any, predictions: Any, weights: Any) -> tuple[Array, Array, Array]:
    what = f"add_pr_curve {tag!r}"
    truth = as_array(labels, what=f"{what}: labels").astype(np.float64)
    scores = as_array(predictions, what=f"{what}: predictions")
    if truth.shape != scores.shape:
        raise ValueError(
            f"{what}: expected as many labels as predictions, got shapes {truth.shape} and {scores.shape}"
        )
    heavy = as_array(1.0 if weights is None else weights, what=f"{what}: weights").astype(np.float64)
    try:
        heavy = np.broadcast_to(heavy, truth.shape)
    except ValueError:
        raise ValueError(
            f"{what}: expected one weight a prediction, got shape {heavy.shape} for {truth.shape}"
        ) from None
    return truth.reshape(-1), scores.reshape(-1), heavy.reshape(-1)


def _value(tag: str, rows: Array, count: int) -> Any:
    content = messages.PrCurvePluginData(version=0, num_thresholds=count).SerializeToString()
    return tensor_value(tag, rows.astype(np.float32), plugin=PLUGIN, content=content)
