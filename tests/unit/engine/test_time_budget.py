"""What counts against a budget of processor time."""

from __future__ import annotations

from sightline.engine.time_budget import TimeBudget


class Clocks:
    """A clock and the processor time of one thread, moved by hand."""

    def __init__(self) -> None:
        self.now = self.computed = 100.0

    def budget(self, secs: float) -> TimeBudget:
        return TimeBudget(secs, clock=lambda: self.now, processor_time=lambda: self.computed)

    def work(self, secs: float) -> None:
        self.now += secs
        self.computed += secs


def test_budget_is_used_up_by_many_short_pieces() -> None:
    clocks = Clocks()
    budget = clocks.budget(1.0)
    n = 0
    while not budget.is_used_up:
        with budget:
            clocks.work(0.001)
        n += 1
    assert 990 <= n <= 1020


def test_budget_does_not_count_waiting_for_a_processor() -> None:
    clocks = Clocks()
    budget = clocks.budget(1.0)
    for _ in range(10):
        with budget:
            clocks.now += 60
            clocks.work(0.05)
    assert not budget.is_used_up
    with budget:
        clocks.work(0.6)
    assert budget.is_used_up


def test_budget_does_not_count_work_in_between() -> None:
    clocks = Clocks()
    budget = clocks.budget(1.0)
    for _ in range(10):
        clocks.work(60)
        with budget:
            clocks.work(0.05)
    assert not budget.is_used_up
