"""Regular expressions that strangers write: RE2 takes time linear in the text, and other threads run on.

Python's own engine holds every thread while it matches, for hours where a pattern repeats a repeat.
"""

from __future__ import annotations

import time
from typing import Any, Protocol

# For all texts that one pattern is tried on; a usual pattern takes microseconds for each.
BUDGET_SECS = 1.0
# One search takes at most about (size of the pattern) × (length of the text) × (number of groups) steps.
_MAX_PATTERN_CHARS = 2000
_MAX_TEXT_CHARS = 10_000
_MAX_GROUPS = 20
_MAX_MEMORY_BYTES = 1 << 20
_REASONS = {
    "invalid perl operator: (?=": "lookahead is not supported",
    "invalid perl operator: (?!": "lookahead is not supported",
    "invalid perl operator: (?<": "lookbehind is not supported",
    "invalid perl operator: (?P": "backreferences are not supported",
    "invalid escape sequence: \\Z": "write \\z for the end of the text",
    "invalid repetition size": "a repeat may ask for at most 1000",
    "pattern too large": "the pattern is too large",
}


class PatternError(ValueError):
    """A pattern that cannot be read, or takes too long; ``position`` is the character it stumbled on."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


class Match(Protocol):
    """The first place in a text that a pattern matches."""

    def group(self) -> str:
        """All that is matched."""
        ...

    def groups(self) -> tuple[str | None, ...]:
        """What each group of the pattern matched."""
        ...


class TextPattern:
    """A regular expression with a budget of time for all its searches together."""

    def __init__(self, text: str, *, ignore_case: bool = False, captures: bool = False) -> None:
        if len(text) > _MAX_PATTERN_CHARS:
            raise PatternError(f"not a regular expression: longer than {_MAX_PATTERN_CHARS} characters")
        self._compiled = _compiled(text, ignore_case, captures)
        if self._compiled.groups > _MAX_GROUPS:
            raise PatternError(f"not a regular expression: more than {_MAX_GROUPS} groups")
        self._left_secs = BUDGET_SECS

    def search(self, text: str) -> Match | None:
        """The first match, in texts of up to 10,000 characters; PatternError when its time is up."""
        if self._left_secs <= 0:
            raise PatternError("this pattern takes too long; use a shorter one")
        if len(text) > _MAX_TEXT_CHARS:
            return None
        began = time.monotonic()
        try:
            found: Match | None = self._compiled.search(_encodable(text))
            return found
        finally:
            self._left_secs -= time.monotonic() - began


def _compiled(text: str, ignore_case: bool, captures: bool) -> Any:
    import re2  # few commands and requests need it

    options = re2.Options()
    options.case_sensitive = not ignore_case
    options.never_capture = not captures
    options.max_mem = _MAX_MEMORY_BYTES
    options.log_errors = False
    try:
        return re2.compile(_encodable(text), options)
    except re2.error as error:
        raise _refusal(error.args[0].decode("utf-8", "replace"), text) from None


def _encodable(text: str) -> str:
    """Names that are no UTF-8 hold surrogates, which RE2 cannot take: one "?" for each."""
    return text.encode("utf-8", "replace").decode()


def _refusal(message: str, text: str) -> PatternError:
    problem, _, fragment = message.partition(": ")
    if fragment[:1] == "\\" and fragment[1:].isdigit():
        message = "backreferences are not supported"
    elif problem == "missing )":
        message, fragment = problem, "("
    message = next((reason for start, reason in _REASONS.items() if message.startswith(start)), message)
    return PatternError(
        f"not a regular expression: {message}", max(text.rfind(fragment), 0) if fragment else 0
    )
