"""Regular expressions that strangers write: their time is bounded, and other threads run meanwhile.

Python's own engine holds every thread while it matches, for hours where a pattern repeats a repeat.
"""

from __future__ import annotations

import time

import regex

# For all texts that one pattern is tried on; a usual pattern takes microseconds for each.
BUDGET_SECS = 1.0


class PatternError(ValueError):
    """A pattern that cannot be read, or takes too long; ``position`` is the character it stumbled on."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


class TextPattern:
    """A regular expression with a budget of time for all its searches together."""

    def __init__(self, text: str, *, ignore_case: bool = False) -> None:
        try:
            self._compiled = regex.compile(text, regex.IGNORECASE if ignore_case else 0)
        except regex.error as error:
            message, place = getattr(error, "msg", str(error)), getattr(error, "pos", None)
            raise PatternError(f"not a regular expression: {message}", place or 0) from None
        self._left_secs = BUDGET_SECS

    def search(self, text: str) -> regex.Match[str] | None:
        """The first place where it matches; PatternError when its time is up."""
        began = time.monotonic()
        try:
            return self._compiled.search(text, timeout=max(self._left_secs, 1e-3))
        except TimeoutError:
            raise PatternError("this pattern takes too long; avoid repeats within repeats") from None
        finally:
            self._left_secs -= time.monotonic() - began
