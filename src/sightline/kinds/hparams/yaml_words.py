"""What is wrong with a YAML text as one short line: the place, and a reason that its author understands."""

from __future__ import annotations

import re
from typing import Any

# The messages of libyaml and PyYAML, and the usual mistake behind each.
_WORDS = (
    (r"node content|expected ',' or '[\]}]'", "a bracket is not closed, or a value is missing"),
    (
        r"mapping values are not allowed",
        "a colon that begins no value; quotes or another indentation help",
    ),
    (r"tab character|character '\\t'", "a tab where spaces belong"),
    (r"cannot start any token", "a value begins with a sign that needs quotes"),
    (r"unexpected end of stream", "a quote is not closed"),
    (r"expected key|expected <block end>|expected '-'", "the indentation does not fit what is above"),
    (r"could not find expected ':'", "a name without a colon"),
    (r"another document", "a second document begins; one is read"),
    (r"unhashable key", "a list or a mapping is used as a name"),
    (r"recursion depth", "nested too deep"),
)
_MOST_CHARS = 120


def what_is_wrong(error: Exception, n_lines: int) -> str:
    """The place, counted from 1 and within the text, and the problem."""
    problem = getattr(error, "problem", None) or _unreadable(error) or str(error)
    line = _line(error, problem, n_lines)
    return _in_words(problem) if line is None else f"line {line}: {_in_words(problem)}"


def _line(error: Any, problem: str, n_lines: int) -> int | None:
    """Where something stays open it is the line that opens it, else the one where reading stopped."""
    is_open = re.search(_WORDS[0][0], problem) or "end of stream" in problem
    mark = (is_open and getattr(error, "context_mark", None)) or getattr(error, "problem_mark", None)
    return None if mark is None else max(1, min(mark.line + 1, n_lines))


def _unreadable(error: Any) -> str | None:
    """Bytes that are no text have a position and no line."""
    reason = getattr(error, "reason", None)
    return None if reason is None else f"no text at byte {error.position}: {reason}"


def _in_words(problem: str) -> str:
    for pattern, words in _WORDS:
        if re.search(pattern, problem):
            return words
    text = " ".join(problem.split())
    return text if len(text) <= _MOST_CHARS else text[: _MOST_CHARS - 1] + "…"
