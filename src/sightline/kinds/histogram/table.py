"""Many histograms as flat columns, which the native core computes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.kinds.histogram.histogram import Histogram, Statistics

STATISTICS = tuple(each.name for each in fields(Statistics))
# Tenths of a per mille at which TensorBoard's distributions are drawn: minimum, -1.5 … 1.5 sigma, maximum.
NORMAL_POINTS = (0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000)
_NONE = (np.nan,) * len(STATISTICS)


def bucket_columns(histograms: Sequence[Histogram]) -> dict[str, NDArray[Any]]:
    """All buckets one after the other; `offset` has the first of each histogram and one more."""
    lengths = [len(each.counts) for each in histograms]
    return {
        "offset": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        "left": _joined([each.lefts for each in histograms]),
        "right": _joined([each.rights for each in histograms]),
        "count": _joined([each.counts for each in histograms]),
        "logged": np.array([each.statistics is not None for each in histograms], np.uint8),
    }


def statistics_rows(histograms: Sequence[Histogram]) -> NDArray[np.float64]:
    """A row of what the producer logged for each histogram; NaN where it did not."""
    rows = [_NONE if each.statistics is None else astuple(each.statistics) for each in histograms]
    return np.array(rows, np.float64).reshape(-1, len(STATISTICS))


def table_of(histograms: Sequence[Histogram]) -> _native.Histograms:
    """The histograms for the native core."""
    return _native.Histograms(
        **bucket_columns(histograms), statistics=statistics_rows(histograms).reshape(-1)
    )


def _joined(arrays: list[Any]) -> NDArray[np.float64]:
    return np.concatenate([np.empty(0), *arrays]).astype(np.float64)
