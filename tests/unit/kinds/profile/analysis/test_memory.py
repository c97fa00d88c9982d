from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sightline.kinds.profile.analysis.memory import (
    NONE,
    alive_after,
    by_pixel,
    by_size,
    by_step,
    paired,
)

# a is allocated, b, a is freed, a's address is used again; c was there before.
ADDRESSES = np.array([10, 20, 10, 10, 30])
SIZES = np.array([4, 8, -4, 16, -2])


def test_an_address_that_is_used_again_pairs_each_use_by_itself() -> None:
    assert paired(ADDRESSES, SIZES).tolist() == [2, NONE, 0, NONE, NONE]


def test_alive_are_allocations_that_are_not_freed_yet() -> None:
    partner = paired(ADDRESSES, SIZES)
    assert alive_after(1, SIZES, partner).tolist() == [0, 1]
    assert alive_after(4, SIZES, partner).tolist() == [1, 3]


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


def test_steps_count_what_their_allocations_leave() -> None:
    times = np.array([1, 2, 5, 11, 14])
    sizes = np.array([100, 50, -50, 30, -100])
    partner = paired(np.array([1, 2, 2, 3, 1]), sizes)
    found = by_step(times, sizes, np.cumsum(sizes), partner, np.array([0, 10]), np.array([10, 20]))
    assert found.left_bytes.tolist() == [100, 30]
    assert found.left_count.tolist() == [1, 1]
    assert found.lowest.tolist() == [100, 30]
    assert found.highest.tolist() == [150, 130]


def test_sizes_are_counted_by_powers_of_two_without_gaps() -> None:
    found = by_size(np.array([4, 7, -7, 16]))
    assert found.least.tolist() == [4, 8, 16]
    assert found.n.tolist() == [2, 0, 1]
    assert found.total.tolist() == [11, 0, 16]
    assert by_size(np.array([-3])).least.size == 0
