from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sightline.kinds.profile.analysis.pixel_curve import by_pixel


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(-100, 100)), min_size=1, max_size=60),
    st.integers(1, 20),
)
def test_pixels_keep_the_least_and_the_most_of_the_curve(points: list[tuple[int, int]], width: int) -> None:
    times = np.sort(np.array([time for time, _ in points]))
    values = np.array([value for _, value in points])
    found = by_pixel(times, values, 0, 50, width)
    assert found.least.min() == values.min()
    assert found.most.max() == values.max()
    assert found.last[-1] == values[-1]
    assert len(found.pixel) <= width + 1
    assert (found.least <= found.last).all()
    assert (found.last <= found.most).all()


def test_a_window_begins_with_the_value_before_it() -> None:
    found = by_pixel(np.array([0, 10, 20]), np.array([5, 9, 1]), 15, 30, 15)
    assert found.pixel.tolist() == [0, 5]
    assert found.last.tolist() == [9, 1]
    assert found.least.tolist() == [9, 1]
    assert found.most.tolist() == [9, 9]
