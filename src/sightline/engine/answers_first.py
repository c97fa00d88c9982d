"""Answers first: work in the background gives way while somebody waits for an answer.

Python runs one thread at a time: a walk through very many folders takes half of the time that a first list of
runs needs.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

# Some answers take long, and one follows the other: the work goes on meanwhile, piece by piece.
_MAX_PAUSE_SECS = 0.05


class AnswersFirst:
    """Counts the answers that are being computed; safe in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._n = 0
        self._none = threading.Event()
        self._none.set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Somebody waits for what is computed in this block."""
        with self._lock:
            self._n += 1
            self._none.clear()
        try:
            yield
        finally:
            with self._lock:
                self._n -= 1
                if self._n == 0:
                    self._none.set()

    def give_way(self) -> None:
        """Pause between two pieces of work, not for long, while an answer is computed."""
        self._none.wait(_MAX_PAUSE_SECS)
