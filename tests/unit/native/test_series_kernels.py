"""Summaries, joins on step and grids against their twins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline import _native
from twins import series as twins

VALUES = st.one_of(
    st.integers(-4, 4).map(float), st.sampled_from([math.nan, math.inf, -math.inf, -0.0, 1.7e308])
)
ROWS = st.lists(st.tuples(st.integers(-5, 30), st.floats(0, 50), VALUES), max_size=50)


def series_of(rows: Any, n_chunks: int = 3) -> _native.SeriesSet:
    out = _native.SeriesSet()
    steps, walls, values = (np.array([r[i] for r in rows], t) for i, t in enumerate((np.int64, float, float)))
    splits = [np.array_split(column, n_chunks) for column in (steps, walls, values)]
    out.add(list(zip(*splits, strict=True)))
    return out


@settings(max_examples=100, deadline=None)
@given(ROWS, st.integers(1, 12))
def test_summaries_match_the_twin(rows: Any, k: int) -> None:
    got = _native.summaries(series_of(rows), k=k)
    want = twins.summary([r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows], k)
    for name, value in want.items():
        np.testing.assert_allclose(got[name][0], value, rtol=1e-12, atol=1e-12, err_msg=name)


@settings(max_examples=100, deadline=None)
@given(ROWS, ROWS)
def test_join_on_step(rows: Any, others: Any) -> None:
    series = series_of(rows)
    series.join(series_of(others))
    want = twins.join_on_step([r[0] for r in rows], [r[0] for r in others], [r[2] for r in others])
    got = _native.view(series, x="column", n_buckets=1000)
    np.testing.assert_array_equal(got["x"], [x for x in want if math.isfinite(x)])
    assert got["unplaced"][0] == sum(not math.isfinite(x) for x in want)


@settings(max_examples=100, deadline=None)
@given(ROWS, st.lists(st.floats(-6, 31), max_size=12), st.booleans())
def test_on_grid_matches_the_twin(rows: Any, grid: list[float], on_steps: bool) -> None:
    if on_steps:
        grid += [float(r[0]) for r in rows[::2]]
    grid = sorted({g + 0.0 for g in grid})
    got = _native.on_grid(series_of(rows), x="step", grid=np.array(grid, np.float64))
    want = twins.to_grid([float(r[0]) for r in rows], [r[2] for r in rows], grid)
    for mine, twin in zip(got, want, strict=True):
        np.testing.assert_array_equal(mine[0], twin)


@settings(max_examples=100, deadline=None)
@given(ROWS, ROWS, st.integers(0, 40), st.one_of(st.none(), st.just((0.0, 12.5))))
def test_occurring_xs_are_sorted_and_distinct(rows: Any, others: Any, limit: int, within: Any) -> None:
    series = _native.SeriesSet()
    for each in (rows, others):
        steps = np.array([r[0] for r in each], np.int64)
        series.add([(steps, np.zeros(len(steps)), np.zeros(len(steps)))])
    low, high = within or (-math.inf, math.inf)
    want = sorted({float(r[0]) for r in rows + others if low <= r[0] <= high})
    xs, lowest, highest = _native.occurring_xs(series, x="step", range=within, limit=limit)
    assert (None if xs is None else xs.tolist()) == (want if len(want) <= limit else None)
    assert (lowest, highest) == (min(want, default=math.inf), max(want, default=-math.inf))


def test_occurring_xs_of_a_long_series_with_few() -> None:
    series = _native.SeriesSet()
    steps = np.tile(np.arange(7), 5000)
    series.add([(steps, np.zeros(len(steps)), np.zeros(len(steps)))])
    assert _native.occurring_xs(series, x="step", limit=10)[0].tolist() == list(range(7))  # type: ignore[union-attr]


def test_joined_x_orders_a_view() -> None:
    series = series_of([(1, 0.0, 10.0), (2, 0.0, 20.0), (3, 0.0, 30.0)])
    series.join(series_of([(1, 0.0, 0.5), (3, 0.0, 0.1)]))
    got = _native.view(series, x="column")
    assert got["x"].tolist() == [0.5, 0.1]
    assert got["value"].tolist() == [10.0, 30.0]
    assert got["unplaced"].tolist() == [1]
