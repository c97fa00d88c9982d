"""Picks runs and tags by what a caller gave: nothing, a glob, a name, or several of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import translate
from typing import TypeAlias

Selection: TypeAlias = "str | Iterable[str] | None"


def matcher(selection: Selection) -> Callable[[str], bool]:
    """A test of names. `*` matches any characters, `/` too; a name always matches itself."""
    if selection is None:
        return lambda name: True
    wanted = [selection] if isinstance(selection, str) else list(selection)
    exact = frozenset(wanted)
    pattern = re.compile("|".join(translate(each) for each in wanted) or r"(?!)")
    return lambda name: name in exact or pattern.match(name) is not None
