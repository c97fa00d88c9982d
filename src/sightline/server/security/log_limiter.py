"""Limits log lines: what a client can cause again and again is logged a few times a minute."""

from __future__ import annotations

import logging
from collections import deque

_WINDOW_SECS = 60.0
_MAX_LINES = 10


class LogLimiter(logging.Filter):
    """Lets ten lines a minute through; the tenth adds that the rest of the minute is left out."""

    def __init__(self) -> None:
        super().__init__()
        self._times: deque[float] = deque(maxlen=_MAX_LINES)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        if len(self._times) == _MAX_LINES and record.created - self._times[0] < _WINDOW_SECS:
            return False
        self._times.append(record.created)
        if len(self._times) == _MAX_LINES and record.created - self._times[0] < _WINDOW_SECS:
            record.msg = f"{record.getMessage()} (more lines of this minute are left out)"
            record.args = None
        return True
