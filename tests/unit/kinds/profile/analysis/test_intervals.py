from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.kinds.profile.analysis.intervals import Intervals

Pairs = list[tuple[int, int]]
PAIRS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(-2, 12)).map(lambda p: (p[0], p[0] + p[1])), max_size=8
)


def intervals(pairs: Pairs) -> Intervals:
    return Intervals.union_of([start for start, _ in pairs], [end for _, end in pairs])


def instants(pairs: Pairs) -> set[int]:
    return {time for start, end in pairs for time in range(start, end)}


def covered(found: Intervals) -> set[int]:
    pairs = list(zip(found.starts.tolist(), found.ends.tolist(), strict=True))
    assert all(start < end for start, end in pairs), "no empty interval"
    assert all(end < start for (_, end), (start, _) in itertools.pairwise(pairs)), "sorted and apart"
    return instants(pairs)


@given(PAIRS)
def test_union_covers_each_instant_of_any_interval(pairs: Pairs) -> None:
    assert covered(intervals(pairs)) == instants(pairs)
    assert intervals(pairs).length == len(instants(pairs))


@given(PAIRS, PAIRS)
def test_combinations_equal_those_of_sets_of_instants(a: Pairs, b: Pairs) -> None:
    assert covered(intervals(a) & intervals(b)) == instants(a) & instants(b)
    assert covered(intervals(a) - intervals(b)) == instants(a) - instants(b)
    assert covered(intervals(a) | intervals(b)) == instants(a) | instants(b)


@given(PAIRS, st.lists(st.tuples(st.integers(-5, 60), st.integers(0, 30)), min_size=1, max_size=6))
def test_covered_within_counts_the_instants_of_each_window(
    pairs: Pairs, windows: list[tuple[int, int]]
) -> None:
    starts = np.array([start for start, _ in windows])
    ends = starts + np.array([length for _, length in windows])
    found = intervals(pairs).covered_within(starts, ends)
    expected = [len(instants(pairs) & set(range(a, b))) for a, b in zip(starts, ends, strict=True)]
    assert found.tolist() == expected


def test_gaps_are_between_intervals_only() -> None:
    gaps = intervals([(0, 5), (7, 9), (20, 21)]).gaps()
    assert list(zip(gaps.starts.tolist(), gaps.ends.tolist(), strict=True)) == [(5, 7), (9, 20)]


@pytest.mark.parametrize("combine", [Intervals.__and__, Intervals.__sub__, Intervals.__or__])
def test_no_time_combines_with_no_time(combine: object) -> None:
    assert combine(Intervals.empty(), Intervals.empty()).length == 0  # type: ignore[operator]
    assert Intervals.empty().covered_within([0, 5], [5, 9]).tolist() == [0, 0]
    assert Intervals.of_all([]).length == 0


def test_the_longest_intervals_and_those_near_a_window() -> None:
    intervals = Intervals.union_of([0, 10, 30], [5, 20, 31])
    longest = intervals.longest(2)
    assert (longest.starts.tolist(), longest.ends.tolist()) == ([0, 10], [5, 20])
    near = intervals.near(4, 30)
    assert (near.starts.tolist(), near.ends.tolist()) == ([0, 10], [5, 20])
    assert intervals.near(5, 10).starts.size == 0
