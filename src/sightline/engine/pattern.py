"""Regular expressions from users: RE2 takes time linear in the text, and other threads continue.

Python's own engine blocks every thread while it matches, for hours where a repeat is repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from sightline.engine.lookahead import find_before, take_apart
from sightline.engine.time_budget import TimeBudget

# Processor time for all texts that one pattern is tried on; a usual pattern takes microseconds for each.
BUDGET_SECS = 1.0
# One search takes at most about (size of the pattern) × (length of the text) × (number of groups) steps.
_MAX_PATTERN_CHARS = 2000
_MAX_TEXT_CHARS = 10_000
_MAX_GROUPS = 20
_MAX_MEMORY_BYTES = 1 << 20
_REASONS = {
    "invalid perl operator: (?=": "lookahead is supported at the end of a pattern only",
    "invalid perl operator: (?!": "lookahead is supported at the end of a pattern only",
    "invalid perl operator: (?<": "lookbehind is not supported",
    "invalid perl operator: (?P": "backreferences are not supported",
    "invalid escape sequence: \\Z": "write \\z for the end of the text",
    "invalid repetition size": "a repeat count may be at most 1000",
    "pattern too large": "the pattern is too large",
}


class PatternError(ValueError):
    """A pattern that cannot be read, or takes too long; ``position`` is the character where the error is."""

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

    def __init__(
        self, text: str, *, ignore_case: bool = False, captures: bool = False, at_start: bool = False
    ) -> None:
        if len(text) > _MAX_PATTERN_CHARS:
            raise PatternError(f"not a regular expression: longer than {_MAX_PATTERN_CHARS} characters")
        start = r"\A" if at_start else ""

        def compile_one(pattern: str) -> Any:
            return _compiled(pattern, ignore_case, captures)

        self._search: Callable[[str], Match | None]
        parts = None if captures else take_apart(text)
        if parts is None:
            compiled = compile_one(f"{start}(?:{text})" if at_start else text)
            if compiled.groups > _MAX_GROUPS:
                raise PatternError(f"not a regular expression: more than {_MAX_GROUPS} groups")
            self._search = compiled.search
        else:
            compile_one(parts.before)
            compile_one(parts.ahead)
            before = compile_one(rf"{start}(?:{parts.before})\z").search
            ahead = compile_one(rf"\A(?:{parts.ahead})").search
            self._search = partial(find_before, before=before, ahead=ahead, is_negative=parts.is_negative)
        self._budget = TimeBudget(BUDGET_SECS)

    def search(self, text: str) -> Match | None:
        """The first match, in texts of up to 10,000 characters; PatternError when its time is up."""
        if self._budget.is_used_up:
            raise PatternError("this pattern takes too long; use a shorter one")
        if len(text) > _MAX_TEXT_CHARS:
            return None
        with self._budget:
            return self._search(_encodable(text))


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
    """Names that are not UTF-8 have surrogates, which RE2 cannot read: replace each by "?"."""
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
