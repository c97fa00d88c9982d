"""Grids and percentiles of histograms, by definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.kinds.histogram.reshape import percentiles, rebinned, span_of


def buckets(*rows):
    table = np.array(rows, dtype=float).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def test_a_bucket_is_spread_evenly():
    made = rebinned(buckets((0, 4, 8), (4, 6, 2)), np.array([-1.0, 1.0, 2.0, 5.0, 9.0]))
    assert made.tolist() == [2, 2, 5, 1]


def test_a_point_stays_whole_and_the_last_edge_is_in():
    made = rebinned(buckets((1, 1, 3), (2, 2, 5)), np.array([0.0, 1.0, 2.0]))
    assert made.tolist() == [0, 8]
    assert rebinned(buckets((1, 1, 3)), np.array([1.0, 2.0, 3.0])).tolist() == [3, 0]


def test_what_is_not_finite_or_empty_is_left_out():
    odd = buckets((np.nan, np.nan, 3), (0, np.inf, 2), (0, 1, 0), (0, 1, 4))
    assert rebinned(odd, np.array([0.0, 1.0])).tolist() == [4]
    assert rebinned(buckets(), np.array([0.0, 1.0, 2.0])).tolist() == [0, 0]
    assert span_of([odd]) == (0, 1)


def test_span_of_covers_filled_buckets_and_is_never_empty():
    assert span_of([buckets((0, 1, 1)), buckets((-2, 5, 1), (5, 9, 0))]) == (-2, 5)
    assert span_of([buckets((3, 3, 1))]) == (1.5, 4.5)
    assert span_of([buckets((0, 0, 1))]) == (-0.5, 0.5)
    assert span_of([buckets()]) is None
    assert span_of([]) is None


rows = st.lists(st.tuples(st.floats(0.1, 10), st.integers(0, 50)), min_size=1, max_size=20)


@given(rows, st.integers(1, 40))
def test_rebinning_preserves_the_total_count(widths_and_counts, n_bins):
    rights = np.cumsum([width for width, _ in widths_and_counts])
    lefts = np.concatenate([[0], rights[:-1]])
    counts = np.array([count for _, count in widths_and_counts], dtype=float)
    span = span_of([(lefts, rights, counts)])
    if span is None:
        assert counts.sum() == 0
        return
    made = rebinned((lefts, rights, counts), np.linspace(*span, n_bins + 1))
    assert made.sum() == pytest.approx(counts.sum())
    assert (made >= -1e-9).all()


@given(rows)
def test_percentiles_rise_from_end_to_end(widths_and_counts):
    rights = np.cumsum([width for width, _ in widths_and_counts])
    lefts = np.concatenate([[0], rights[:-1]])
    counts = np.array([count for _, count in widths_and_counts], dtype=float)
    made = percentiles((lefts, rights, counts))
    if counts.sum() == 0:
        assert np.isnan(made).all()
    else:
        assert (np.diff(made) >= -1e-9).all()
        assert made[-1] == pytest.approx(rights[-1])
        assert made[0] >= 0


def test_percentiles_of_one_bucket_are_linear():
    assert percentiles(buckets((0, 10, 7)), (0, 2500, 5000, 10000)).tolist() == [0, 2.5, 5, 10]
    assert np.isnan(percentiles(buckets())).all()
