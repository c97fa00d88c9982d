"""Collectives across workers: matching, clocks, waiting."""

from __future__ import annotations

import numpy as np
import pytest

from sightline.kinds.profile.analysis.collectives import (
    Collectives,
    bus_bandwidth,
    call_keys,
    clock_shifts,
    match,
    straggler,
    waits,
)

EPOCH = 1_700_000_000_000_000_000


def worker(*calls: tuple[str, int, int, int]) -> Collectives:
    """Calls as (name, sequence, start, end)."""
    names, sequences, starts, ends = zip(*calls, strict=True)
    keys = call_keys(["0"] * len(calls), list(names), list(sequences))
    return Collectives(keys, np.array(starts) + EPOCH, np.array(ends) + EPOCH)


def test_calls_are_matched_by_sequence_number_where_one_worker_misses_some() -> None:
    whole = worker(("all_reduce", 7, 0, 10), ("all_reduce", 8, 20, 30), ("all_reduce", 9, 40, 50))
    late = worker(("all_reduce", 8, 21, 30), ("all_reduce", 9, 41, 50))
    assert match([whole, late]).place.tolist() == [[1, 0], [2, 1]]


def test_calls_without_numbers_are_matched_by_order_and_name() -> None:
    a = worker(("all_reduce", -1, 0, 10), ("broadcast", -1, 20, 30), ("all_reduce", -1, 40, 50))
    b = worker(("broadcast", -1, 20, 30), ("all_reduce", -1, 40, 50), ("all_reduce", -1, 60, 70))
    assert match([a, b]).place.tolist() == [[0, 1], [1, 0], [2, 2]]


def test_shifted_clocks_do_not_look_like_waiting() -> None:
    a = worker(("all_reduce", 0, 0, 100), ("all_reduce", 1, 200, 300))
    ahead = worker(("all_reduce", 0, 5_040, 5_100), ("all_reduce", 1, 5_240, 5_300))
    matched = match([a, ahead])
    shift, spread, n_common = clock_shifts([a, ahead], matched)
    assert (shift.tolist(), spread.tolist(), n_common.tolist()) == ([0.0, 5_000.0], [0.0, 0.0], [2, 2])
    found = waits([a, ahead], matched, shift)
    assert found.transfer_ns.tolist() == [60.0, 60.0]
    assert found.waiting_ns.tolist() == [[40.0, 0.0], [40.0, 0.0]]
    assert found.last.tolist() == [1, 1]
    assert found.skew_ns.tolist() == [20.0, 20.0]


def test_one_worker_alone_has_nothing_to_match() -> None:
    alone = worker(("all_reduce", 0, 0, 100))
    matched = match([alone])
    assert matched.keys == []
    assert waits([alone], matched, np.array([np.nan])).transfer_ns.size == 0


@pytest.mark.parametrize(
    ("waiting", "late"),
    [([50, 48, 3, 52], 2), ([50, 48, 47, 52], None), ([5, 4, 0, 5], None), ([50], None)],
)
def test_straggler_is_who_hardly_waits_while_the_others_do(waiting: list[float], late: int | None) -> None:
    assert straggler(np.array(waiting, np.float64), 1000.0) == late


def test_bus_bandwidth_counts_what_crosses_each_link() -> None:
    assert bus_bandwidth("all_reduce", 1e9, 4, 1e9) == pytest.approx(1.5)
    assert bus_bandwidth("all_gather", 1e9, 4, 1e9) == pytest.approx(0.75)
    assert bus_bandwidth("broadcast", 1e9, 4, 1e9) == pytest.approx(1.0)
    assert bus_bandwidth("all_reduce", float("nan"), 4, 1e9) is None
