"""Smoothing against its twins."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline import _native
from twins import smooth as twins

VALUES = st.lists(
    st.one_of(
        st.floats(width=32), st.sampled_from([math.nan, math.inf, -math.inf, 0.0, -0.0, 1e300, 5e-324])
    ),
    max_size=60,
)


def native(values: Sequence[float], kind: str, amount: float, n_chunks: int = 2) -> np.ndarray:
    series = _native.SeriesSet()
    parts = np.array_split(np.array(values, np.float64), n_chunks)
    series.add([(np.arange(len(part)), np.zeros(len(part)), part) for part in parts])
    return _native.smoothed(series, 0, kind, amount)


def compare(got: np.ndarray, want: Sequence[float], values: Sequence[float]) -> None:
    scale = max((abs(v) for v in values if math.isfinite(v)), default=0.0)
    np.testing.assert_allclose(got, want, rtol=1e-9, atol=scale * 1e-12 + 1e-300)


@settings(max_examples=60, deadline=None)
@given(VALUES, st.floats(0, 0.999))
def test_ema_matches_the_twin(values: list[float], past: float) -> None:
    compare(native(values, "ema", past), twins.ema(values, past), values)


@settings(max_examples=60, deadline=None)
@given(VALUES, st.integers(1, 200))
def test_window_mean_matches_the_twin(values: list[float], amount: int) -> None:
    compare(native(values, "window", amount), twins.window(values, amount), values)


@settings(max_examples=60, deadline=None)
@given(VALUES, st.floats(0.05, 30))
def test_gaussian_matches_the_twin(values: list[float], sigma: float) -> None:
    compare(native(values, "gaussian", sigma), twins.gaussian(values, sigma), values)


def debiased_as_tensorboard_draws_it(values: np.ndarray, past: float) -> np.ndarray:
    """The published rule of the rival's page: last = last * w + (1 - w) * v, divided by 1 - w ** n."""
    out, last, n = values.copy(), 0.0, 0
    for i, value in enumerate(values):
        if np.isfinite(value):
            last, n = last * past + (1 - past) * value, n + 1
            out[i] = last / (1 - past**n)
    return out


@pytest.mark.parametrize("past", [0.0, 0.6, 0.9, 0.99, 0.999])
def test_ema_is_what_people_know_from_tensorboard(past: float) -> None:
    rng = np.random.default_rng(3)
    values = np.cumsum(rng.normal(size=3000))
    values[rng.integers(0, 3000, 20)] = math.nan
    got = native(values, "ema", past)
    np.testing.assert_allclose(got, debiased_as_tensorboard_draws_it(values, past), rtol=1e-9, atol=1e-9)


def test_constant_series_stays_exactly_itself() -> None:
    assert set(native([0.1] * 1000, "ema", 0.97).tolist()) == {0.1}


def test_long_gaussian_by_threads_is_as_by_one() -> None:
    values = np.random.default_rng(1).normal(size=300_000)
    series = _native.SeriesSet()
    series.add([(np.arange(len(values)), np.zeros(len(values)), values)])
    one, two = (_native.smoothed(series, 0, "gaussian", 4.0, n) for n in (1, 2))
    np.testing.assert_array_equal(one, two)
