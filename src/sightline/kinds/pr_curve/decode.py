"""Summary.Value of any producer → one precision-recall curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sightline.formats import messages
from sightline.formats.arrays import Array
from sightline.formats.summary_values import numbers_of, parsed, value_of

_ROWS = 6


@dataclass(frozen=True, slots=True)
class PrCurve:
    """One curve: a number for each threshold in every column; thresholds rise from 0 to 1."""

    thresholds: Array
    true_positives: Array
    false_positives: Array
    true_negatives: Array
    false_negatives: Array
    precision: Array
    recall: Array


def decode(data: Any) -> PrCurve:
    """The curve in a serialized (or parsed) Summary.Value; ValueError where there is none."""
    value = value_of(data)
    rows = numbers_of(value, kind="pr_curve")
    if rows.ndim != 2 or rows.shape[0] != _ROWS:
        raise ValueError(f"pr_curve {value.tag!r}: expected 6 rows, found shape {rows.shape}")
    rows = rows.astype(np.float64)
    return PrCurve(_thresholds(rows.shape[1]), *rows)


def num_thresholds(content: bytes) -> int:
    """How many thresholds the plugin content states (0: none stated)."""
    return int(parsed(messages.PrCurvePluginData, content, kind="pr_curve").num_thresholds)


def _thresholds(count: int) -> Array:
    return np.linspace(0.0, 1.0, count) if count > 1 else np.zeros(count)
