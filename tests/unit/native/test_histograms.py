"""Histograms on grids, at percentiles and in statistics: by definition, and against their twins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sightline import _native
from twins import histograms as twins


def table(*histograms: Any, logged: Any = None) -> _native.Histograms:
    """Histograms by their rows of left, right and count, and what was logged of each."""
    lengths = [len(rows) for rows in histograms]
    left, right, count = (np.array([row[i] for rows in histograms for row in rows], float) for i in range(3))
    statistics = logged or [None] * len(histograms)
    return _native.Histograms(
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        left,
        right,
        count,
        np.array([each is not None for each in statistics], np.uint8),
        np.array([each or (math.nan,) * 7 for each in statistics], float).reshape(-1),
    )


def rebinned(rows: Any, low: float, high: float, n_bins: int) -> list[float]:
    return table(rows).grid(0, 1, low, high, n_bins).tolist()


def percentiles(rows: Any, points: Any) -> Any:
    return table(rows).percentiles(np.array(points, float))


def test_a_bucket_is_spread_evenly() -> None:
    assert rebinned([(0, 4, 8), (4, 6, 2)], -1, 5, 3) == [2, 4, 3]


def test_a_point_stays_whole_and_the_last_edge_is_in() -> None:
    assert rebinned([(1, 1, 3), (2, 2, 5)], 0, 2, 2) == [0, 8]
    assert rebinned([(1, 1, 3)], 1, 3, 2) == [3, 0]
    assert rebinned([(-1, -1, 3), (4, 4, 3)], 1, 3, 2) == [0, 0]


def test_what_is_not_finite_or_empty_is_left_out() -> None:
    odd = [(math.nan, math.nan, 3), (0, math.inf, 2), (0, 1, 0), (0, 1, 4)]
    assert rebinned(odd, 0, 1, 1) == [4]
    assert rebinned([], 0, 2, 2) == [0, 0]
    assert table(odd).range(0, 1) == (0, 1)


def test_range_covers_filled_buckets_and_is_never_empty() -> None:
    both = table([(0, 1, 1)], [(-2, 5, 1), (5, 9, 0)])
    assert (both.range(0, 1), both.range(1, 2), both.range(0, 2)) == ((0, 1), (-2, 5), (-2, 5))
    assert table([(3, 3, 1)]).range(0, 1) == (1.5, 4.5)
    assert table([(0, 0, 1)]).range(0, 1) == (-0.5, 0.5)
    assert table([]).range(0, 1) is None
    assert both.range(1, 1) is None


def test_the_widest_range_that_numbers_allow_has_bins() -> None:
    largest = 1.7e308
    made = rebinned([(-largest, largest, 8)], -largest, largest, 4)
    assert made == pytest.approx([2, 2, 2, 2])


def test_percentiles_of_one_bucket_are_linear() -> None:
    assert percentiles([(0, 10, 7)], (0, 2500, 5000, 10000)).tolist() == [0, 2.5, 5, 10]
    assert np.isnan(percentiles([], (0, 5000))).all()


def test_columns_that_do_not_fit_are_refused() -> None:
    one, two = np.zeros(1), np.zeros(2)
    with pytest.raises(ValueError, match="do not fit"):
        _native.Histograms(np.array([0, 2]), one, two, two, np.zeros(1, np.uint8), np.zeros(7))
    with pytest.raises(ValueError, match="do not fit"):
        _native.Histograms(np.array([0, 3]), two, two, two, np.zeros(1, np.uint8), np.zeros(7))
    with pytest.raises(IndexError):
        table([(0, 1, 1)]).range(0, 2)


EDGES = st.one_of(
    st.integers(-6, 6).map(float), st.floats(-5, 5), st.sampled_from([math.nan, math.inf, -math.inf])
)
BUCKETS = st.lists(st.tuples(EDGES, EDGES, st.integers(0, 9).map(float)), max_size=12)
RISING = st.lists(st.tuples(st.floats(0.1, 10), st.integers(0, 50)), min_size=1, max_size=20)


def rising(widths_and_counts: Any) -> list[tuple[float, float, float]]:
    rights = np.cumsum([width for width, _ in widths_and_counts])
    lefts = np.concatenate([[0], rights[:-1]])
    return [(a, b, float(n)) for a, b, (_, n) in zip(lefts, rights, widths_and_counts, strict=True)]


@settings(max_examples=200, deadline=None)
@given(BUCKETS, st.tuples(st.floats(-7, 7), st.floats(-7, 7)), st.integers(1, 40))
def test_grid_matches_the_twin(rows: Any, ends: tuple[float, float], n_bins: int) -> None:
    low, high = min(ends), max(ends)
    assume(high - low > 1e-6)
    got = table(rows).grid(0, 1, low, high, n_bins)
    want = twins.rebinned(rows, low, high, n_bins)
    np.testing.assert_allclose(np.cumsum(got, dtype=float), np.cumsum(want), atol=1e-4)
    assert table(rows).range(0, 1) == twins.span([rows])


@settings(max_examples=100, deadline=None)
@given(RISING, st.integers(1, 40))
def test_grid_over_the_range_keeps_the_total_count(widths_and_counts: Any, n_bins: int) -> None:
    rows = rising(widths_and_counts)
    span = table(rows).range(0, 1)
    if span is None:
        assert sum(n for *_, n in rows) == 0
        return
    made = table(rows).grid(0, 1, *span, n_bins)
    assert made.sum(dtype=float) == pytest.approx(sum(n for *_, n in rows), rel=1e-5)
    assert (made >= 0).all()


@settings(max_examples=200, deadline=None)
@given(RISING, st.lists(st.floats(0, 10_000), min_size=1, max_size=9))
def test_percentiles_match_the_twin(widths_and_counts: Any, points: list[float]) -> None:
    rows = rising(widths_and_counts)
    np.testing.assert_allclose(
        percentiles(rows, points), twins.percentiles(rows, points), rtol=1e-9, atol=1e-9
    )
    ordered = percentiles(rows, sorted(points))
    assert np.isnan(ordered).all() or (np.diff(ordered) >= -1e-9).all()


NUMBERS = st.one_of(st.integers(-3, 40).map(float), st.sampled_from([math.nan, math.inf]))
LOGGED = st.none() | st.tuples(*[NUMBERS] * 5, st.integers(0, 3).map(float), st.integers(0, 3).map(float))


@settings(max_examples=200, deadline=None)
@given(BUCKETS, LOGGED)
def test_facts_match_the_twin(rows: Any, logged: Any) -> None:
    got = table(rows, logged=[logged]).facts()
    for name, want in twins.facts(rows, logged).items():
        np.testing.assert_allclose(got[name][0], want, rtol=1e-9, atol=1e-9, err_msg=name)


WINDOWS = st.none() | st.tuples(st.integers(-2, 30), st.integers(-2, 30)).map(
    lambda ends: tuple(sorted(ends))
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25), st.booleans()), min_size=1, max_size=40),
    st.tuples(WINDOWS, WINDOWS, WINDOWS),
    st.integers(1, 12),
    st.none() | st.integers(-5, 30),
)
def test_shown_rows_match_the_twin(rows: Any, windows: Any, max_rows: int, step: int | None) -> None:
    steps, times, superseded = ([row[i] for row in rows] for i in range(3))
    names = ("step_window", "time_window", "second_window")
    got, total = _native.shown_rows(
        np.array(steps, np.int64),
        np.array(times, float),
        np.array(superseded, np.uint8),
        **dict(zip(names, windows, strict=True)),
        max_rows=max_rows,
        step=step,
    )
    assert (got.tolist(), total) == twins.shown_rows(steps, times, superseded, windows, max_rows, step)
