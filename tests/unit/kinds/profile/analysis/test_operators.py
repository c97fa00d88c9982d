from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sightline.kinds.profile.analysis.operators import operator_times, sums_by


def test_own_time_is_without_direct_children() -> None:
    #            a   a.b  a.c  b.d
    parents = np.array([-1, 0, 0, 1])
    found = operator_times(
        parents, np.array([0, 1, 2, 3]), np.array([100, 40, 30, 15]), np.array([0, 5, 7, 2])
    )
    assert found.host_self.tolist() == [30, 25, 30, 15]
    assert found.device_self.tolist() == [0, 5, 7, 2]
    assert found.device_total.tolist() == [14, 7, 7, 2]
    assert found.counts.all()


def test_an_only_child_of_the_same_name_is_merged_with_its_children_and_kernels() -> None:
    # sum > sum > sum > fill, as torch logs an overload that calls another.
    parents = np.array([-1, 0, 1, 2])
    found = operator_times(
        parents, np.array([7, 7, 7, 8]), np.array([100, 90, 80, 10]), np.array([0, 0, 6, 1])
    )
    assert found.counts.tolist() == [True, False, False, True]
    assert found.owner.tolist() == [0, 0, 0, 3]
    assert found.host_self.tolist() == [90, 0, 0, 10]
    assert found.device_self.tolist() == [6, 0, 0, 1]
    assert found.device_total.tolist() == [7, 0, 0, 1]


def test_one_of_several_children_of_the_same_name_stays() -> None:
    found = operator_times(
        np.array([-1, 0, 0]), np.array([1, 1, 1]), np.array([10, 4, 4]), np.zeros(3, np.int64)
    )
    assert found.counts.all()
    assert found.host_self.tolist() == [2, 4, 4]


def test_no_calls_give_no_rows() -> None:
    none = np.zeros(0, np.int64)
    assert operator_times(none, none, none, none).counts.size == 0


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3), st.integers(0, 9)), max_size=30))
def test_device_time_is_neither_lost_nor_doubled(calls: list[tuple[int, int, int]]) -> None:
    parents = np.array([min(parent, index) - 1 for index, (parent, _, _) in enumerate(calls)], np.int64)
    names, device = (np.array([call[column] for call in calls], np.int64) for column in (1, 2))
    found = operator_times(parents, names, np.full(len(calls), 10), device)
    assert found.device_self.sum() == device.sum()
    assert found.device_total[parents < 0].sum() == device.sum()


def test_sums_by_key_count_calls() -> None:
    found = sums_by(np.array([3, 1, 3]), np.array([10, 20, 30]))
    assert found.keys.tolist() == [1, 3]
    assert found.calls.tolist() == [1, 2]
    assert found.sums[0].tolist() == [20, 40]
