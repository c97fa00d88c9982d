"""Precision-recall curves of many runs at a step, with the ROC curve of the same counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.kinds.curves import Curve, curves_query, make_curve
from sightline.kinds.items import items_query, steps_query
from sightline.kinds.pr_curve.decode import decode
from sightline.wire.query import Query


def curve_of(data: bytes) -> Curve:
    """The curve in a serialized Summary.Value; ValueError where there is none."""
    found = decode(data)
    if not len(found.thresholds):
        raise ValueError("the curve has no threshold")
    counts = (found.true_positives, found.false_positives, found.true_negatives, found.false_negatives)
    return make_curve(found.thresholds, np.stack(counts), found.precision, found.recall)


QUERIES: dict[str, Query[Any]] = {
    "curve": curves_query("pr_curve", curve_of),
    "items": items_query("pr_curve"),
    "steps": steps_query("pr_curve"),
}
