"""A pattern that ends with a lookahead, which RE2 lacks and TensorBoard's example has: `loss(?!.*margin.*)`.

What comes before must match up to some place; what is ahead must match from there on, or must not. Each place
of the text is tried, so the time grows with the square of its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

Search = Callable[[str], object]

_MAX_TEXT_CHARS = 1000
# What would mean something else in a part that stands alone: alternatives, flags for what follows, the ends
# of the text, word boundaries.
_TIED_BEFORE = re.compile(r"\||\(\?[a-zA-Z]+\)|\\[bBz]|\$")
_TIED_AHEAD = re.compile(r"\(\?[a-zA-Z]+\)|\\[bBA]|(?<!\[)\^")


class Parts(NamedTuple):
    """What must match up to a place, and what must match from there on, or must not."""

    before: str
    ahead: str
    is_negative: bool


def take_apart(pattern: str) -> Parts | None:
    """Return the parts of a pattern that ends with a lookahead, still to be compiled; else None."""
    begin = max(pattern.rfind("(?!"), pattern.rfind("(?="))
    if begin < 0 or not pattern.endswith(")"):
        return None
    before, ahead = pattern[:begin], pattern[begin + 3 : -1]
    if _TIED_BEFORE.search(before) or _TIED_AHEAD.search(ahead):
        return None
    return Parts(before, ahead, pattern[begin + 2] == "!")


def find_before(text: str, *, before: Search, ahead: Search, is_negative: bool) -> Any:
    """Return what matches up to the first place that fits what is ahead; None where there is none."""
    if len(text) > _MAX_TEXT_CHARS:
        return None
    for place in range(len(text) + 1):
        found = before(text[:place])
        if found is not None and (ahead(text[place:]) is None) == is_negative:
            return found
    return None
