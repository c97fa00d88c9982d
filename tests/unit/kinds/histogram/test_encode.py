"""Histograms as torch makes them: a plain numpy twin of its rules, all bins, special values, bad input."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.formats import messages
from sightline.kinds.histogram.encode import (
    ESTIMATORS,
    default_edges,
    encode,
    encode_raw,
    request,
)


def histogram(values, *args, **options):
    return messages.Summary.Value.FromString(encode(request("w", values, *args, **options))).histo


def twin(values, edges):
    """Upper limits and counts from first to last filled bucket, with an empty bucket before them."""
    inside = [x for x in np.asarray(values, dtype=float).ravel() if edges[0] <= x <= edges[-1]]
    counts = [0] * (len(edges) - 1)
    for x in inside:
        counts[min(np.searchsorted(edges, x, side="right") - 1, len(counts) - 1)] += 1
    filled = [i for i, count in enumerate(counts) if count]
    first, last = filled[0], filled[-1]
    return list(edges[first : last + 2]), [0, *counts[first : last + 1]]


def test_default_edges_grow_by_ten_percent_on_both_sides_of_zero():
    edges = default_edges()
    assert len(edges) == 1549
    assert edges[774] == 0
    assert edges[775] == 1e-12
    assert np.array_equal(edges, -edges[::-1])
    assert 1e20 / 1.1 <= edges[-1] < 1e20


finite = st.floats(-1e19, 1e19, allow_nan=False)


@given(st.lists(finite, min_size=1, max_size=30))
def test_default_bins_equal_the_plain_twin(values):
    made = histogram(values)
    limits, counts = twin(values, default_edges())
    assert list(made.bucket_limit) == limits
    assert list(made.bucket) == counts
    assert made.num == len(values)
    assert made.min == min(values)
    assert made.max == max(values)
    assert made.sum == np.array(values).sum()
    assert made.sum_squares == pytest.approx(math.fsum(x * x for x in values), rel=1e-12)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint8", "int64", "bool", ">f4"])
def test_histogram_of_every_dtype_matches_the_twin(dtype):
    values = (np.arange(24) % 5).reshape(2, 3, 4).astype(dtype)
    made = histogram(values)
    assert (list(made.bucket_limit), list(made.bucket)) == twin(values, default_edges())


def test_any_memory_layout():
    values = np.arange(30.0).reshape(5, 6)
    assert histogram(values.T[::2]) == histogram(np.ascontiguousarray(values.T[::2]))


@pytest.mark.parametrize("bins", [*ESTIMATORS, 1, 7, np.int32(12), np.float64([-1, 0, 0.5, 3]), [-5, 5]])
def test_histogram_with_given_bins_matches_the_twin(bins):
    values = np.random.default_rng(1).normal(size=300)
    edges = np.histogram_bin_edges(values, bins=bins)
    made = histogram(values, bins)
    assert (list(made.bucket_limit), list(made.bucket)) == twin(values, edges)


@pytest.mark.parametrize("max_bins", [1, 2, 3, 4, 7, 9, 10, 11])
def test_max_bins_puts_neighbors_together(max_bins):
    values = np.arange(10.0)
    made = histogram(values, 10, max_bins=max_bins)
    together = max(10 // max_bins, 1)
    edges = np.histogram_bin_edges(values, 10)
    merged = [*edges[:-1:together], edges[-1]]
    assert (list(made.bucket_limit), list(made.bucket)) == twin(values, np.array(merged))


def test_nan_and_inf_are_in_no_bucket():
    made = histogram([1.0, np.nan, np.inf, 2.0, 1e30])
    limits, counts = twin([1.0, 2.0], default_edges())
    assert (list(made.bucket_limit), list(made.bucket)) == (limits, counts)
    assert made.num == 5
    assert np.isnan([made.min, made.max, made.sum, made.sum_squares]).all()
    made = histogram([1.0, -np.inf, np.inf])
    assert (made.min, made.max, made.sum_squares) == (-np.inf, np.inf, np.inf)
    assert np.isnan(made.sum)


@pytest.mark.parametrize("bins", ["tensorflow", "auto", 4, [0.0, 1.0]])
@pytest.mark.parametrize("values", [[np.nan], [np.inf, -np.inf], [np.nan, np.inf]])
def test_nothing_finite_is_one_empty_bucket(values, bins):
    made = histogram(values, bins)
    assert list(made.bucket) == [0]
    assert made.num == len(values)


def test_bins_from_the_data_use_its_finite_part():
    made = histogram([0.0, 1.0, 2.0, np.nan, np.inf], 2)
    assert list(made.bucket_limit) == [0, 1, 2]
    assert list(made.bucket) == [0, 1, 2]
    assert made.num == 5


def test_the_snapshot_is_independent():
    values = np.ones(4)
    snapshot_of_values = request("w", values).snapshot()
    values[:] = 7
    assert messages.Summary.Value.FromString(encode(snapshot_of_values)).histo.max == 1


@pytest.mark.parametrize(
    ("values", "options", "error", "message"),
    [
        ([], {}, ValueError, r"histogram 'w': expected at least one value, got shape \(0,\)"),
        (np.zeros((3, 0)), {}, ValueError, r"\(3, 0\)"),
        ([1j], {}, TypeError, "histogram 'w': expected real numbers"),
        ("text", {}, TypeError, "histogram 'w': expected numbers"),
        ([1], {"bins": "nope"}, ValueError, "histogram 'w': expected bins .*tensorflow, auto.*got 'nope'"),
        ([1], {"bins": 0}, ValueError, "histogram 'w': expected bins"),
        ([1], {"bins": 2.5}, ValueError, "histogram 'w': expected bins"),
        ([1], {"bins": [1, 0]}, ValueError, "rising edges"),
        ([1], {"bins": [1]}, ValueError, "rising edges"),
        ([1], {"bins": [0, np.nan, 1]}, ValueError, "rising edges"),
        ([1], {"bins": None}, TypeError, "histogram 'w', bins"),
        ([1], {"max_bins": 0}, ValueError, "histogram 'w': expected max_bins of at least 1"),
    ],
)
def test_bad_input_names_the_tag(values, options, error, message):
    with pytest.raises(error, match=message):
        request("w", values, **options)


def test_encode_raw_writes_the_given_buckets():
    value = messages.Summary.Value.FromString(
        encode_raw("w", (0, 3.5, 6, np.float32(9), 21), [1, 2, 4], np.array([1, 2, 3]))
    )
    assert value.tag == "w"
    assert list(value.histo.bucket_limit) == [1, 2, 4]
    assert list(value.histo.bucket) == [1, 2, 3]
    assert (value.histo.min, value.histo.max, value.histo.num) == (0, 3.5, 6)
    assert (value.histo.sum, value.histo.sum_squares) == (9, 21)


def test_raw_needs_a_count_for_each_limit():
    with pytest.raises(ValueError, match="histogram 'w': expected one count per bucket limit"):
        encode_raw("w", (0, 1, 1, 1, 1), [1, 2], [1])
