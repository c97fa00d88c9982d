"""Values → the histogram summary that torch's writer makes of them, bucket for bucket."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from sightline import _native
from sightline.formats import messages
from sightline.formats.arrays import Array, as_array

DEFAULT_BINS = "tensorflow"
ESTIMATORS = ("auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges")

Bins = str | int | Array


@cache
def default_edges() -> Array:
    """The edges of the default bins: from 1e-12 by steps of 10 % to 1e20, the same below zero, and zero."""
    positive, edge = [], 1e-12
    while edge < 1e20:
        positive.append(edge)
        edge *= 1.1
    return np.array([*(-edge for edge in reversed(positive)), 0.0, *positive])


@cache
def _default_table() -> _native.BinTable:
    return _native.BinTable(default_edges())


@dataclass(frozen=True, slots=True)
class Request:
    """One checked call: a histogram waiting to be computed."""

    tag: str
    values: Array
    bins: Bins
    max_bins: int | None

    def snapshot(self) -> Request:
        """The same call with a copy of the values: the caller may change the originals from here on."""
        return replace(self, values=self.values.copy(order="K"))


def request(tag: str, values: Any, bins: Any = DEFAULT_BINS, max_bins: int | None = None) -> Request:
    """Check the arguments of a call; the values may still be the caller's own memory."""
    what = f"histogram {tag!r}"
    array = as_array(values, what=what)
    if array.dtype.kind == "c":
        raise TypeError(f"{what}: expected real numbers, got {array.dtype}")
    if array.size == 0:
        raise ValueError(f"{what}: expected at least one value, got shape {array.shape}")
    if max_bins is not None and int(max_bins) < 1:
        raise ValueError(f"{what}: expected max_bins of at least 1, got {max_bins}")
    return Request(tag, array, _checked_bins(bins, what), None if max_bins is None else int(max_bins))


def _checked_bins(bins: Any, what: str) -> Bins:
    if isinstance(bins, str):
        if bins != DEFAULT_BINS and bins not in ESTIMATORS:
            names = ", ".join((DEFAULT_BINS, *ESTIMATORS))
            raise ValueError(f"{what}: expected bins as a count, edges or one of {names}; got {bins!r}")
        return bins
    edges = as_array(bins, what=f"{what}, bins")
    if edges.ndim == 0 and edges.dtype.kind in "iu" and edges >= 1:
        return int(edges)
    if edges.ndim != 1 or len(edges) < 2 or not bool(np.all(edges[:-1] <= edges[1:])):
        raise ValueError(f"{what}: expected bins as a count of at least 1 or as two or more rising edges")
    return np.array(edges)


def encode(request: Request) -> bytes:
    """Return the serialized Summary.Value.

    NaN, infinite values and those outside the bins are in no bucket; they count in `num`, and in minimum,
    maximum and sums by the rules of floating point. Bins made from the data are made from its finite part.
    How many are NaN and infinite is written beside, where there are any.
    """
    values = np.ascontiguousarray(request.values.reshape(-1), dtype=np.float64)
    limits, counts = _support(*_merged(*_counted(values, request.bins), request.max_bins))
    with np.errstate(all="ignore"):
        histogram = messages.HistogramProto(
            min=float(values.min()),
            max=float(values.max()),
            num=len(values),
            sum=float(values.sum()),
            sum_squares=float(np.square(values).sum()),  # not dot(): BLAS would start threads for it
            bucket_limit=limits.tolist(),
            bucket=counts.tolist(),
        )
    if not np.isfinite(histogram.sum):
        histogram.num_nan = np.count_nonzero(np.isnan(values))
        histogram.num_inf = np.count_nonzero(np.isinf(values))
    return bytes(messages.Summary.Value(tag=request.tag, histo=histogram).SerializeToString())


def _counted(values: Array, bins: Bins) -> tuple[Array, Array]:
    if isinstance(bins, str) and bins == DEFAULT_BINS:
        return default_edges(), _default_table().count(values)
    if not isinstance(bins, np.ndarray):
        finite = np.isfinite(values)
        values = values if finite.all() else values[finite]
        if not len(values):
            return np.zeros(2), np.zeros(1, dtype=np.int64)
    counts, limits = np.histogram(values, bins=bins)
    return limits, counts


def _merged(limits: Array, counts: Array, max_bins: int | None) -> tuple[Array, Array]:
    """Neighboring bins put together until about max_bins are left (torch's rule: at least that many)."""
    if max_bins is None or len(counts) <= max_bins:
        return limits, counts
    together = len(counts) // max_bins
    starts = np.arange(0, len(counts), together)
    return np.append(limits[starts], limits[-1]), np.add.reduceat(counts, starts)


def _support(limits: Array, counts: Array) -> tuple[Array, Array]:
    """Upper limits and counts from first to last filled bucket, after an empty one left of them."""
    filled = np.flatnonzero(counts)
    if not len(filled):
        return limits[-1:], np.zeros(1)
    first, last = int(filled[0]), int(filled[-1])
    return limits[first : last + 2], np.concatenate([[0], counts[first : last + 1]])


def encode_raw(tag: str, statistics: tuple[Any, ...], bucket_limits: Any, bucket_counts: Any) -> bytes:
    """Return the serialized Summary.Value of a histogram counted elsewhere.

    The statistics are minimum, maximum, number of values, their sum and the sum of their squares.
    """
    what = f"histogram {tag!r}"
    limits = as_array(bucket_limits, what=f"{what}, bucket_limits")
    counts = as_array(bucket_counts, what=f"{what}, bucket_counts")
    if limits.ndim != 1 or limits.shape != counts.shape:
        shapes = f"{limits.shape} and {counts.shape}"
        raise ValueError(f"{what}: expected one count per bucket limit, got shapes {shapes}")
    numbers = [float(as_array(number, what=what).item()) for number in statistics]
    histogram = messages.HistogramProto(bucket_limit=limits.tolist(), bucket=counts.tolist())
    for name, number in zip(("min", "max", "num", "sum", "sum_squares"), numbers, strict=True):
        setattr(histogram, name, number)
    return bytes(messages.Summary.Value(tag=tag, histo=histogram).SerializeToString())
