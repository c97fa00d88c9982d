"""The native bin table against numpy.histogram."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline._native import BinTable

floats = st.floats(allow_nan=True, allow_infinity=True)
edges = st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=12).map(sorted)


@given(edges, st.lists(floats, max_size=40))
def test_counts_as_numpy(edges, values):
    edges, values = np.array(edges), np.array(values)
    assert BinTable(edges).count(values).tolist() == np.histogram(values, edges)[0].tolist()


def test_values_at_and_beside_the_edges():
    edges = np.array([-3.0, -1.5, 0.0, 1.0, 1.0000001, 1.1, 50.0])
    values = np.concatenate([edges, np.nextafter(edges, -np.inf), np.nextafter(edges, np.inf), [-0.0]])
    assert BinTable(edges).count(values).tolist() == np.histogram(values, edges)[0].tolist()


@pytest.mark.parametrize("edges", [[], [1.0], [2.0, 1.0], [0.0, np.nan]])
def test_edges_must_rise(edges):
    with pytest.raises(ValueError, match="edges"):
        BinTable(np.array(edges))
