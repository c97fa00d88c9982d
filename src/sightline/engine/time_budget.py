"""A budget of processor time for many short pieces of work, checked at the cost of reading the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

# Reading the processor time is a system call: it is read once per this much time by the clock.
_CHECK_SECS = 0.01


class TimeBudget:
    """Counts what a thread does within `with budget:`.

    A busy machine lets the clock run on while the thread waits for a processor; that does not count.
    """

    def __init__(
        self,
        secs: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        processor_time: Callable[[], float] = time.thread_time,
    ) -> None:
        self._left_secs = secs
        self._clock, self._processor_time = clock, processor_time
        self._checked_at = processor_time()
        self._unchecked_secs = 0.0
        self._began = 0.0

    @property
    def is_used_up(self) -> bool:
        """Whether all of it was spent."""
        return self._left_secs <= 0

    def __enter__(self) -> None:
        self._began = self._clock()

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._unchecked_secs += self._clock() - self._began
        if self._unchecked_secs >= _CHECK_SECS:
            now = self._processor_time()
            spent_secs = now - self._checked_at
            # Other work in between, or another thread: the clock bounds what was spent, too.
            self._left_secs -= spent_secs if 0 <= spent_secs <= self._unchecked_secs else self._unchecked_secs
            self._checked_at, self._unchecked_secs = now, 0.0
