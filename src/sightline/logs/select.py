"""Picks runs and tags by what a caller gave: nothing, a glob, a name, or several of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import translate
from typing import TypeAlias

Selection: TypeAlias = "str | Iterable[str] | None"

# Writers of text add it to the tag that they were given.
_TEXT_SUFFIX = "/text_summary"


def matcher(selection: Selection) -> Callable[[str], bool]:
    """A test of names. `*` matches any characters, `/` too; a name always matches itself."""
    if selection is None:
        return lambda name: True
    wanted = [selection] if isinstance(selection, str) else list(selection)
    exact = frozenset(wanted)
    pattern = re.compile("|".join(translate(each) for each in wanted) or r"(?!)")
    return lambda name: name in exact or pattern.match(name) is not None


def tag_matcher(selection: Selection) -> Callable[[str], bool]:
    """A test of tags: as they are in the log, or as a writer of text was given them."""
    matches = matcher(selection)
    return lambda tag: matches(tag) or matches(shown_tag(tag))


def shown_tag(tag: str) -> str:
    """The tag as a writer of text was given it; others are as they are."""
    return tag.removesuffix(_TEXT_SUFFIX) or tag
