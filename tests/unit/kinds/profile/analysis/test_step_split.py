from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sightline.kinds.profile.analysis.intervals import Intervals
from sightline.kinds.profile.analysis.step_split import is_partial, split_steps, step_bounds


def times(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


def test_an_instant_belongs_to_the_first_role_at_work() -> None:
    roles = {
        "kernel": Intervals.union_of([10], [30]),
        "communication": Intervals.union_of([20], [50]),
        "cpu": Intervals.union_of([0], [60]),
    }
    parts = split_steps(roles, times(0, 60), times(60, 100))
    assert {role: parts[role].tolist() for role in ("kernel", "communication", "cpu", "other")} == {
        "kernel": [20, 0],
        "communication": [20, 0],
        "cpu": [20, 0],
        "other": [0, 40],
    }


PAIRS = st.lists(st.tuples(st.integers(0, 90), st.integers(1, 40)), max_size=5)


@given(
    st.dictionaries(st.sampled_from(("kernel", "memcpy", "cpu")), PAIRS),
    st.lists(st.integers(1, 30), min_size=1, max_size=4),
)
def test_roles_of_a_step_add_up_to_its_length(
    pairs: dict[str, list[tuple[int, int]]], lengths: list[int]
) -> None:
    ends = np.cumsum(lengths)
    starts = ends - lengths
    roles = {
        role: Intervals.union_of([start for start, _ in each], [start + length for start, length in each])
        for role, each in pairs.items()
    }
    parts = split_steps(roles, starts, ends)
    assert sum(parts.values()).tolist() == lengths  # type: ignore[union-attr]


def test_a_step_ends_with_the_device_work_it_launched_and_delays_the_next() -> None:
    starts, ends = step_bounds(
        times(0, 100), times(100, 200), times(0, 0, 1), times(20, 110, 150), times(40, 130, 190)
    )
    assert starts.tolist() == [0, 130]
    assert ends.tolist() == [130, 200]


def test_device_work_from_before_the_first_step_delays_it() -> None:
    starts, _ = step_bounds(times(0), times(100), times(-1, 0), times(-20, 30), times(15, 60))
    assert starts.tolist() == [15]


def test_a_step_overtaken_by_the_device_work_before_it_is_empty_not_negative() -> None:
    starts, ends = step_bounds(times(0, 100), times(100, 120), times(0), times(50), times(500))
    assert starts.tolist() == [0, 500]
    assert ends.tolist() == [500, 500]


def test_the_last_step_is_partial_where_it_launched_much_less_than_the_one_before() -> None:
    assert is_partial(np.repeat([0, 1], [10, 7]), 2).tolist() == [False, True]
    assert is_partial(np.repeat([0, 1], [10, 8]), 2).tolist() == [False, False]
    assert is_partial(times(0), 1).tolist() == [False]
    assert is_partial(times(), 0).tolist() == []
