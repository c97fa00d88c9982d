"""A histogram summary of any producer → edges and counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto
from sightline.kinds.histogram.histogram import Histogram, Statistics


def decode(data: Any) -> Histogram:
    """Return the histogram of a Summary.Value, serialized or not; raises ValueError where there is none."""
    value = value_of(data)
    if value.HasField("histo"):
        return _from_histo(value.histo)
    if value.HasField("tensor"):
        return _from_tensor(value.tensor)
    raise ValueError("the value contains no histogram")


def _from_tensor(proto: Any) -> Histogram:
    buckets = from_tensor_proto(proto)
    if buckets.dtype.kind not in "iuf" or buckets.ndim != 2 or buckets.shape[1] != 3:
        raise ValueError(f"expected rows of left, right, count; got shape {buckets.shape} of {buckets.dtype}")
    buckets = buckets.astype(np.float64)
    return Histogram(buckets[:, 0], buckets[:, 1], buckets[:, 2])


def _from_histo(histo: Any) -> Histogram:
    """Only upper limits are stored. Empty buckets at both ends go, and the outermost edges are the minimum
    and maximum, as in TensorBoard: limits there may be ±1.8e308. Where those are not finite, limits serve.
    """
    statistics = Statistics(
        histo.min, histo.max, histo.num, histo.sum, histo.sum_squares, histo.num_nan, histo.num_inf
    )
    limits = np.array(histo.bucket_limit, dtype=np.float64)
    counts = np.array(histo.bucket, dtype=np.float64)
    if len(limits) != len(counts):
        raise ValueError(f"{len(limits)} bucket limits for {len(counts)} bucket counts")
    filled = np.flatnonzero(counts > 0)
    if not len(filled):
        return Histogram(np.empty(0), np.empty(0), np.empty(0), statistics)
    first, last = int(filled[0]), int(filled[-1])
    inner = limits[first:last]
    left = histo.min if np.isfinite(histo.min) else limits[max(first - 1, 0)]
    right = histo.max if np.isfinite(histo.max) else limits[last]
    lefts, rights = np.concatenate([[left], inner]), np.concatenate([inner, [right]])
    return Histogram(lefts, rights, counts[first : last + 1], statistics)
