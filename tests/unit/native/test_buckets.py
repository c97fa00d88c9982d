"""The view kernel against its twin, on random and hostile series."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sightline import _native
from support.event_logs import scalar
from support.records import frame_fast
from twins.buckets import Shown, select

INF, NAN = math.inf, math.nan
HOSTILE = [0.0, -0.0, NAN, INF, -INF, 5e-324, -5e-324, 1.7e308, -1.7e308, 1e-310, 1.0, 1.0, 2.0]
HUGE = [2**63 - 1, -(2**63), 2**62, 2**53 + 1, 2**53, 0, -1]

values = st.one_of(st.sampled_from(HOSTILE), st.integers(-3, 3).map(float), st.floats(width=64))
wall_times = st.one_of(st.floats(0, 100), st.sampled_from([1e9, 1e9 + 1, NAN, INF, -1.7e308, 1.7e308]))
steps = st.one_of(st.integers(0, 20), st.sampled_from(HUGE))


@st.composite
def points(draw: st.DrawFn) -> tuple[list[int], list[float], list[float]]:
    rows = draw(st.lists(st.tuples(steps, wall_times, values), max_size=80))
    if draw(st.booleans()):
        rows.sort(key=lambda row: row[0])
    return [r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows]


def cut(
    columns: tuple[list[int], list[float], list[float]], at: list[int], dtype: Any = np.float64
) -> list[Any]:
    """The columns in chunks that end at the given places."""
    s, w, v = np.array(columns[0], np.int64), np.array(columns[1], np.float64), np.array(columns[2], dtype)
    edges = [0, *sorted(min(a, len(s)) for a in at), len(s)]
    return [(s[a:b], w[a:b], v[a:b]) for a, b in pairwise(edges)]


def xs_of(columns: tuple[list[int], list[float], list[float]], x: str) -> list[float]:
    if x == "step":
        return [float(step) for step in columns[0]]
    origin = next((w for w in columns[1] if math.isfinite(w)), 0.0) if x == "relative" else 0.0
    return [w - origin for w in columns[1]]


def check(columns: Any, chunks: list[Any], x: str, within: Any, n: int, threads: int = 1) -> Shown:
    series = _native.SeriesSet()
    series.add(chunks)
    got = _native.view(series, x=x, range=within, n_buckets=n, n_threads=threads)
    xs = xs_of(columns, x)
    want = select(xs, columns[2], within, n, columns[0] if x == "step" else xs)
    assert got["step"].tolist() == [columns[0][p] for p in want.positions]
    np.testing.assert_array_equal(got["wall_time"], [columns[1][p] for p in want.positions])
    np.testing.assert_array_equal(got["value"].astype(float), [columns[2][p] for p in want.positions])
    for name in ("in_range", "nan", "pos_inf", "neg_inf", "unplaced", "before", "after", "exact"):
        assert got[name][0] == getattr(want, name), name
    assert got["total"][0] == len(xs)
    marks = {want.positions[row]: count for row, count in got["marks"].get(0, [])}
    assert marks == want.marks
    if x == "relative":
        np.testing.assert_array_equal(got["x"], [xs[p] for p in want.positions])
    return want


CUTS = st.lists(st.integers(0, 80), max_size=4)
AXES = st.sampled_from(["step", "wall", "relative"])
ranges = st.one_of(
    st.none(),
    st.tuples(st.floats(-5, 25), st.floats(-5, 25)).map(sorted).map(tuple),
    st.sampled_from([(-1.7e308, 1.7e308), (5.0, 5.0), (1e300, 1e301), (-9.3e18, 9.3e18)]),
)


@settings(max_examples=150, deadline=None)
@given(points(), CUTS, AXES, ranges, st.integers(1, 12))
@example(([], [], []), [], "step", None, 3)
@example(([1], [0.0], [NAN]), [], "step", None, 1)
@example(([1, 2, 3], [0.0] * 3, [1.0, 2.0, 3.0]), [], "step", (2.4, 2.6), 4)
def test_view_is_as_its_twin(columns: Any, at: list[int], x: str, within: Any, n: int) -> None:
    check(columns, cut(columns, at), x, within, n)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("odd", [0.0, 0.001])
@pytest.mark.parametrize("order", ["rising", "back once", "jumps"])
def test_buckets_of_a_long_series_match_the_twin(dtype: Any, odd: float, order: str) -> None:
    """Long enough for whole vector blocks, several threads and all three ways of grouping."""
    rng = np.random.default_rng(7)
    n = 12_000
    values = rng.integers(-50, 50, n).astype(dtype)
    values[rng.random(n) < odd] = rng.choice([NAN, INF, -INF])
    steps = np.sort(rng.integers(0, n, n))
    if order == "back once":
        steps = np.concatenate([steps[: n // 2], steps[n // 4 : n // 4 + n // 2]])
    if order == "jumps":
        steps = rng.integers(0, n, n)
    columns = (steps.tolist(), np.arange(n).astype(float).tolist(), values.astype(float).tolist())
    chunks = cut(columns, [1000, 1001, 7000], dtype)
    for within in (None, (100.5, 9_000.0)):
        for n in (100, 3):
            want = check(columns, chunks, "step", within, n, threads=2)
            assert not want.exact
            assert len(want.positions) <= 7 * 8 * n


def test_zones_of_a_scanned_file_change_no_answer() -> None:
    """A file of several batches: its chunks come with zones, the same points as plain arrays without."""
    n = 70_000
    numbers = np.random.default_rng(2).normal(size=n).astype(np.float32)
    numbers[40_000:40_003] = [NAN, INF, NAN]
    events = [scalar("loss", i, float(value), float(i)) for i, value in enumerate(numbers)]
    segment = _native.Segment()
    segment.read(_native.WindowSource(b"".join(map(frame_fast, events))))
    scanned, plain = _native.SeriesSet(), _native.SeriesSet()
    mask = np.arange(n) % 9_001 < 3_000
    for superseded in (None, mask):
        scanned.add([segment.chunks(0)], superseded)
        plain.add([segment.scalars(0)], superseded)
    for n in (16_384, 50_000):  # the end of a chunk, and within one: its zones cover more than is requested
        scanned.add([segment.chunks(0).first(n)])
        plain.add([tuple(column[:n] for column in segment.scalars(0))])
    assert segment.chunks(0).n_chunks > 3
    assert len(segment.chunks(0).first(n + 1)) == n + 1
    assert len(segment.chunks(0).first(10**9)) == len(segment.chunks(0))
    for question in (
        {},
        {"smoothing": "window", "amount": 30.0},
        {"x": "wall"},
        {"range": (5.0, 61_000.0)},
        {"n_buckets": 900},
    ):
        got, want = (_native.view(series, **{"n_buckets": 4, **question}) for series in (scanned, plain))
        for name in ("step", "value", "nan", "pos_inf"):
            np.testing.assert_array_equal(got[name], want[name])
    for name, column in _native.summaries(plain).items():
        np.testing.assert_array_equal(_native.summaries(scanned)[name], column)


def test_many_series_lie_one_after_the_other() -> None:
    series = _native.SeriesSet()
    for i in range(5):
        series.add([(np.arange(i), np.zeros(i), np.full(i, float(i)))])
    got = _native.view(series)
    assert got["offsets"].tolist() == [0, 0, 1, 3, 6, 10]
    assert got["value"].tolist() == [float(i) for i in range(5) for _ in range(i)]
    assert got["total"].tolist() == [0, 1, 2, 3, 4]


@settings(max_examples=50, deadline=None)
@given(points(), st.data())
def test_superseded_points_are_as_if_not_there(columns: Any, data: st.DataObject) -> None:
    n = len(columns[0])
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), np.bool_)
    series, without = _native.SeriesSet(), _native.SeriesSet()
    series.add(cut(columns, [n // 3, n // 2]), mask)
    remaining = tuple([c for c, gone in zip(column, mask, strict=True) if not gone] for column in columns)
    without.add(cut(remaining, []))  # type: ignore[arg-type]
    got, want = _native.view(series, n_buckets=3), _native.view(without, n_buckets=3)
    for name in ("step", "wall_time", "value", "total", "nan"):
        np.testing.assert_array_equal(got[name], want[name])
    assert series.count(0) == n - int(mask.sum())


def test_narrow_and_wide_values_together_are_wide() -> None:
    series = _native.SeriesSet()
    series.add(
        [
            (np.arange(1), np.zeros(1), np.array([0.1], np.float32)),
            (np.arange(1), np.zeros(1), np.array([0.1])),
        ]
    )
    assert _native.view(series)["value"].tolist() == [float(np.float32(0.1)), 0.1]
    series = _native.SeriesSet()
    series.add([(np.arange(1), np.zeros(1), np.array([0.1], np.float32))])
    assert _native.view(series)["value"].dtype == np.float32


def test_smoothed_and_raw_extremes_are_both_shown() -> None:
    n = 10_000
    values = np.sin(np.arange(n) / 500)
    values[5000] = 9.0
    series = _native.SeriesSet()
    series.add([(np.arange(n), np.zeros(n), values)])
    smooth = _native.smoothed(series, 0, "ema", 0.99)
    got = _native.view(series, n_buckets=20, smoothing="ema", amount=0.99)
    assert 9.0 in got["value"]
    assert smooth.max() in got["smoothed"]
    np.testing.assert_array_equal(got["smoothed"], smooth[got["step"]])
    alone = _native.view(series, n_buckets=20, smoothing="ema", amount=0.99, raw=False)
    assert 0 < len(alone["step"]) < len(got["step"])


@pytest.mark.parametrize(
    "arguments",
    [
        {"x": "column"},
        {"x": "time"},
        {"n_buckets": 0},
        {"range": (0.0, NAN)},
        {"smoothing": "ema", "amount": 1.0},
        {"smoothing": "window", "amount": 0.5},
        {"smoothing": "gaussian", "amount": 0.0},
        {"smoothing": "magic", "amount": 0.5},
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|out of range"):
        _native.view(_native.SeriesSet(), **arguments)


def test_columns_must_fit_together() -> None:
    series = _native.SeriesSet()
    with pytest.raises(ValueError, match="differ in length"):
        series.add([(np.arange(2), np.zeros(1), np.zeros(2))])
    with pytest.raises(ValueError, match="one entry a point"):
        series.add([(np.arange(2), np.zeros(2), np.zeros(2))], np.zeros(3, np.bool_))
    assert len(series) == 0
