"""The value of a ROC curve → thresholds and counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.formats.arrays import Array
from sightline.formats.summary_values import numbers_of, value_of


@dataclass(frozen=True, slots=True)
class RocCurve:
    """One curve, from threshold infinity (nothing is positive) down: counts at or above each threshold."""

    thresholds: Array
    false_positives: Array
    true_positives: Array


def decode(data: Any) -> RocCurve:
    """The curve in a serialized (or parsed) Summary.Value; ValueError where there is none."""
    value = value_of(data)
    rows = numbers_of(value, kind="roc_curve")
    if rows.ndim != 2 or rows.shape[0] != 3 or rows.shape[1] == 0:
        raise ValueError(f"roc_curve {value.tag!r}: expected 3 rows, found shape {rows.shape}")
    rows = rows.astype(np.float64)
    return RocCurve(rows[0], rows[1], rows[2])
