"""Means of two profiles, name by name."""

from __future__ import annotations

import numpy as np
import pytest

from sightline.kinds.profile.analysis.compare import STATES, Comparison, MeanTimes, compare_means, mean_times


def means(n_steps: int, **durations: list[list[int]]) -> MeanTimes:
    """Durations of each name's calls, step by step."""
    calls = [
        (row, step, value)
        for row, steps in enumerate(durations.values())
        for step, values in enumerate(steps)
        for value in values
    ]
    row, step, value = (np.array(column, np.int64) for column in zip(*calls, strict=True))
    return mean_times(list(durations), row, step, value, np.ones_like(row), n_steps=n_steps)


def states(found: Comparison) -> dict[str, str]:
    return {name: STATES[state] for name, state in zip(found.names, found.state, strict=True)}


def test_mean_times_are_per_step_and_have_the_variance_of_the_mean() -> None:
    found = means(2, mm=[[10, 20], [50]], add=[[], [4]])
    assert found.calls.tolist() == [1.5, 0.5]
    assert found.ns.tolist() == [40.0, 2.0]
    assert found.variance.tolist() == pytest.approx(
        [np.var([30, 50], ddof=1) / 2, np.var([0, 4], ddof=1) / 2]
    )


def test_one_step_has_no_variance() -> None:
    assert means(1, mm=[[10, 20]]).variance.tolist() == [0.0]


def test_rows_say_what_became_of_each_name_and_the_largest_difference_is_first() -> None:
    a = means(2, slow=[[100], [102]], fast=[[50], [52]], gone=[[7], [7]], steady=[[1000], [1000]])
    b = means(2, slow=[[300], [302]], fast=[[20], [22]], new=[[9], [9]], steady=[[1005], [1005]])
    found = compare_means(a, b)
    assert found.names == ["slow", "fast", "new", "gone", "steady"]
    assert found.difference_ns.tolist() == [200.0, -30.0, 9.0, -7.0, 5.0]
    assert states(found) == {
        "slow": "slower", "fast": "faster", "new": "appeared", "gone": "vanished", "steady": "same",
    }  # fmt: skip


def test_a_difference_within_the_noise_of_the_steps_counts_as_same() -> None:
    a = means(4, mm=[[80], [120], [90], [110]])
    assert states(compare_means(a, means(4, mm=[[100], [130], [90], [110]]))) == {"mm": "same"}
    assert states(compare_means(a, means(4, mm=[[180], [220], [190], [210]]))) == {"mm": "slower"}


def test_names_that_took_no_time_are_left_out() -> None:
    assert compare_means(means(1, idle=[[0]]), means(1, idle=[[0]])).names == []
