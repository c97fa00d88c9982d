from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import _native
from sightline.formats.trace import NO_SLICE, Category, Trace, TrackKind
from sightline.kinds.profile.analysis.intervals import Intervals
from support.traces import read_events

SPANS = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 50), st.integers(0, 20), st.integers(1, 3)), max_size=12
)


def trace_of(spans: list[tuple[str, int, int, int]]) -> Trace:
    return read_events(
        *(
            {"ph": "X", "cat": "cpu_op", "name": name, "pid": 1, "tid": tid, "ts": start, "dur": length}
            for name, start, length, tid in spans
        )
    )


@given(SPANS)
def test_selections_agree_with_the_columns(spans: list[tuple[str, int, int, int]]) -> None:
    trace = trace_of(spans)
    slices = trace.slices
    every = trace.select([Category.CPU_OP])
    assert every.tolist() == list(range(len(slices)))
    union = Intervals.union_of(slices.start_ns, slices.end_ns)
    assert [each.tolist() for each in trace.covered(every)] == [union.starts.tolist(), union.ends.tolist()]
    assert trace.names(every).tolist() == sorted(set(slices.name.tolist()))
    longest = sorted(range(len(slices)), key=lambda i: (-int(slices.dur_ns[i]), i))[:3]
    assert trace.longest(every, 3).tolist() == longest
    chosen = np.zeros(int(slices.name.max(initial=0)) + 1, np.bool_)
    chosen[slices.name[:1]] = True
    assert trace.named(every, chosen).tolist() == chosen[slices.name].tolist()
    later = [int(start) for start in slices.start_ns if start >= 10_000]
    found = trace.first_from(10_000)
    assert (int(slices.start_ns[found]) if found != NO_SLICE else None) == min(later, default=None)


def test_step_marks_are_slices_that_begin_and_end_with_a_step() -> None:
    step = {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": 1, "tid": 1}
    inner = {"ph": "X", "cat": "user_annotation", "name": "inner", "pid": 1, "tid": 1}
    trace = read_events({**step, "ts": 0, "dur": 10}, {**inner, "ts": 0, "dur": 5})
    assert trace.step_marks().tolist() == [0]
    kept = trace.select([Category.USER_ANNOTATION], [TrackKind.HOST], with_step_marks=False)
    assert kept.tolist() == [1]
    assert trace.select([Category.USER_ANNOTATION], [TrackKind.DEVICE]).size == 0


def test_slices_that_are_not_there_are_refused() -> None:
    trace = trace_of([("a", 0, 1, 1)])
    for wrong in ([1], [-1]):
        with pytest.raises(IndexError, match="no such slice"):
            trace.covered(np.array(wrong))


PAIRS = st.lists(st.tuples(st.integers(0, 90), st.integers(1, 40)), max_size=6)


@given(st.lists(PAIRS, max_size=4), st.lists(st.tuples(st.integers(0, 9), st.integers(1, 30)), max_size=4))
def test_windows_are_divided_as_sets_are(
    sets: list[list[tuple[int, int]]], windows: list[tuple[int, int]]
) -> None:
    roles = [Intervals.union_of([a for a, _ in each], [a + n for a, n in each]) for each in sets]
    ends = np.cumsum([gap + length for gap, length in windows], dtype=np.int64)
    starts = ends - np.array([length for _, length in windows], np.int64)
    free, expected = Intervals.union_of(starts, ends), []
    for role in roles:
        part = role & free
        free = free - part
        expected.append(part.covered_within(starts, ends).tolist())
    expected.append(free.covered_within(starts, ends).tolist())
    found = _native.divide_windows([(role.starts, role.ends) for role in roles], starts, ends)
    assert found.reshape(len(sets) + 1, -1).tolist() == expected
