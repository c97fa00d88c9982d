"""Rank correlation (Spearman's, with ties at their mean rank), and the correlation ratio for categories."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def ranks(values: Floats) -> Floats:
    """The rank of each value from 1 on; equal values share the mean of theirs."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: Floats = (last - (counts - 1) / 2)[place]
    return mean


def rank_correlation(x: Floats, y: Floats) -> float | None:
    """Spearman's coefficient; None where either side has but one value."""
    return _correlation(ranks(x), ranks(y))


def bend(x: Floats, y: Floats) -> float | None:
    """How y rises (or falls, when negative) with the distance of x from its middle: a valley or a hill."""
    middle = ranks(x) - (len(x) + 1) / 2
    return _correlation(ranks(np.abs(middle)), ranks(y))


def correlation_ratio(categories: Sequence[Hashable], y: Floats) -> float | None:
    """Eta of the ranks of y: the root of the share of their variance that is between categories.

    Of two categories it is the size of the rank correlation. None where each has one value: it would be 1.
    """
    index = {category: place for place, category in enumerate(dict.fromkeys(categories))}
    if not 1 < len(index) < len(y):
        return None
    place = np.array([index[category] for category in categories])
    centered = ranks(y) - (len(y) + 1) / 2
    total = float((centered * centered).sum())
    sums = np.bincount(place, centered)
    between = float((sums * sums / np.bincount(place)).sum())
    return float(np.sqrt(between / total)) if total > 0 else None


def _correlation(x: Floats, y: Floats) -> float | None:
    x, y = x - x.mean(), y - y.mean()
    scale = float(np.sqrt((x * x).sum() * (y * y).sum()))
    return float((x * y).sum()) / scale if scale > 0 else None
