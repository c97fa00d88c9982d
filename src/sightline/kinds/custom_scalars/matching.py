"""Tags that the regular expressions of a layout match; a bad or slow one does not delay the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sightline.engine.pattern import PatternError, TextPattern


@dataclass(frozen=True)
class Match:
    """The tags of one expression in their order, or what is wrong with it."""

    tags: tuple[str, ...] = ()
    fault: str | None = None


def match(patterns: Sequence[str], tags: Sequence[str]) -> dict[str, Match]:
    """Every pattern with the tags it matches."""
    all_tags = tuple(tags)
    return {pattern: _matched(pattern, all_tags) for pattern in patterns}


@lru_cache(maxsize=256)
def _matched(pattern: str, tags: tuple[str, ...]) -> Match:
    try:
        # As in TensorBoard: a match begins at the tag's start, but need not reach its end.
        found = TextPattern(pattern, at_start=True)
        return Match(tuple(tag for tag in tags if found.search(tag)))
    except (PatternError, RecursionError) as error:
        return Match(fault=str(error))
