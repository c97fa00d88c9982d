"""ROC curves of many runs at a step, with the precision-recall curve of the same counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats.arrays import Array
from sightline.kinds.curves import Curve, curves_query, make_curve
from sightline.kinds.items import items_query, steps_query
from sightline.kinds.roc_curve.decode import decode
from sightline.wire.query import Query


def curve_of(data: bytes) -> Curve:
    """The curve in a serialized Summary.Value, thresholds rising; ValueError where there is none."""
    found = decode(data)
    fp, tp = found.false_positives[::-1], found.true_positives[::-1]
    counts = np.stack([tp, fp, fp[0] - fp, tp[0] - tp])  # all are positive at the lowest threshold
    return make_curve(
        found.thresholds[::-1], counts, _share(tp, tp + fp), _share(tp, np.broadcast_to(tp[0], tp.shape))
    )


def _share(part: Array, whole: Array) -> Array:
    share: Array = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return share


QUERIES: dict[str, Query[Any]] = {
    "curve": curves_query("roc_curve", curve_of),
    "items": items_query("roc_curve"),
    "steps": steps_query("roc_curve"),
}
