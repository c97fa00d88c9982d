from __future__ import annotations

import numpy as np

from sightline.kinds.profile.analysis.idle import (
    HOST_WAIT,
    KERNEL_WAIT,
    OTHER,
    gaps_of_stream,
    queue_length,
)


def test_gaps_are_named_by_what_the_stream_waited_for() -> None:
    starts = np.array([0, 10_000, 25_500, 90_000])
    ends = np.array([5_000, 25_000, 30_000, 91_000])
    launches = np.array([-10, 7_000, 1_000, 2_000])
    gaps = gaps_of_stream(starts, ends, launches, np.ones(4, np.bool_))
    assert gaps.starts.tolist() == [5_000, 25_000, 30_000]
    assert gaps.ends.tolist() == [10_000, 25_500, 90_000]
    assert gaps.cause.tolist() == [HOST_WAIT, KERNEL_WAIT, OTHER]
    assert gaps.slice.tolist() == [1, 2, 3]


def test_a_kernel_without_a_known_launch_is_not_blamed_on_the_host() -> None:
    gaps = gaps_of_stream(
        np.array([0, 9_000]), np.array([1_000, 9_500]), np.array([0, 5_000]), np.array([True, False])
    )
    assert gaps.cause.tolist() == [OTHER]


def test_overlapping_slices_of_a_stream_leave_no_gap() -> None:
    gaps = gaps_of_stream(
        np.array([0, 10, 60]), np.array([100, 20, 70]), np.zeros(3, np.int64), np.ones(3, np.bool_)
    )
    assert gaps.starts.size == 0


def test_queue_length_counts_what_was_launched_and_has_not_begun() -> None:
    times, lengths = queue_length(np.array([0, 1, 5]), np.array([2, 5, 9]))
    assert times.tolist() == [0, 1, 2, 5, 5, 9]
    assert lengths.tolist() == [1, 2, 1, 2, 1, 0]
