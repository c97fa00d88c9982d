"""Packed columns: equal bit by bit, within their bytes a point, and safe against damage."""

from __future__ import annotations

import base64
import gzip
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from sightline import _native

DTYPES = (np.int64, np.float64, np.float32, np.uint8)
columns = st.dictionaries(
    st.text(max_size=8),
    st.sampled_from(DTYPES).flatmap(lambda dtype: arrays.arrays(dtype, st.integers(0, 40))),
    max_size=4,
)


@given(st.lists(st.tuples(st.text(max_size=8), columns), max_size=5))
def test_packed_columns_are_equal_bit_by_bit_when_read_back(items):
    read = _native.unpack_columns(_native.pack_columns(items))

    assert [name for name, _ in read] == [name for name, _ in items]
    for (_, before), (_, after) in zip(items, read, strict=True):
        assert list(before) == list(after)
        for name, values in before.items():
            assert after[name].dtype == values.dtype
            assert after[name].tobytes() == values.tobytes()


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    with suppress(ValueError):
        _native.unpack_columns(b"SLP1" + data)


def test_damaged_bytes_are_refused():
    with pytest.raises(ValueError, match="the packed columns are damaged"):
        _native.unpack_columns(_native.pack_columns([("a", {"step": np.arange(3)})])[:-1])


def test_other_types_are_refused():
    with pytest.raises(TypeError, match="int64, float64, float32 or uint8"):
        _native.pack_columns([("a", {"step": np.zeros(3, np.int16)})])


@pytest.mark.parametrize("same_times", [True, False])
def test_a_noisy_scalar_point_costs_less_than_five_bytes_in_base64(same_times):
    random = np.random.default_rng(7)
    n, n_tags = 20_000, 12
    steps = np.arange(n, dtype=np.int64) * 10
    times = 1.7e9 + np.cumsum(0.05 + random.exponential(0.01, n))
    items = []
    for i in range(n_tags):
        values = (np.exp(-steps / 5e4) * (i + 1) + random.normal(0, 0.1, n)).astype(np.float32)
        own = times if same_times else times + i * 1.2e-5 + random.exponential(2e-6, n)
        items.append((f"loss/{i}", {"step": steps, "wall_time": own, "value": values}))

    text = base64.b64encode(gzip.compress(_native.pack_columns(items), 6))

    assert len(text) / (n * n_tags) < (5 if same_times else 6.5)
