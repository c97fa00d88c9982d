from __future__ import annotations

import numpy as np

from sightline.kinds.profile.analysis.memory import (
    NONE,
    alive_after,
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
