"""Tags that regular expressions match, run in a child with a deadline: a log may hold one that never ends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

SECONDS = 2.0
# As TensorBoard does it: the expression has to match from the tag's beginning on, not up to its end.
_CHILD = """
import json, re, sys
patterns, tags = json.load(sys.stdin)
for pattern in patterns:
    found = re.compile(pattern)
    print(json.dumps([place for place, tag in enumerate(tags) if found.match(tag)]), flush=True)
"""


@dataclass(frozen=True)
class Match:
    """The tags of one expression in their order, or what is wrong with it."""

    tags: tuple[str, ...] = ()
    fault: str | None = None


def match(patterns: Sequence[str], tags: Sequence[str]) -> dict[str, Match]:
    """Every pattern with the tags it matches; a bad or slow one does not hold up the others."""
    return dict(zip(patterns, _matched(tuple(patterns), tuple(tags)), strict=True))


@lru_cache(maxsize=32)
def _matched(patterns: tuple[str, ...], tags: tuple[str, ...]) -> tuple[Match, ...]:
    made = {pattern: _at_once(pattern, tags) for pattern in patterns}
    open_ones = [pattern for pattern, found in made.items() if found is None]
    while open_ones:
        answers = _run(open_ones, tags)
        made |= {pattern: Match(found) for pattern, found in zip(open_ones, answers, strict=False)}
        if len(answers) < len(open_ones):
            made[open_ones[len(answers)]] = Match(fault=f"takes longer than {SECONDS:g} s and was stopped")
        open_ones = open_ones[len(answers) + 1 :]
    return tuple(found or Match() for found in made.values())


def _at_once(pattern: str, tags: tuple[str, ...]) -> Match | None:
    """What needs no child: plain text, and what is no regular expression at all."""
    if re.escape(pattern) in (pattern, pattern.replace("-", r"\-")):
        return Match(tuple(tag for tag in tags if tag.startswith(pattern)))
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return Match(fault=f"is no regular expression: {error}")
    return None


def _run(patterns: Sequence[str], tags: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The tags of as many patterns as were done before the time was up."""
    child = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        output, _ = child.communicate(json.dumps([list(patterns), tags]).encode(), timeout=SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        output, _ = child.communicate()
    whole = output[: output.rfind(b"\n") + 1].splitlines()
    return [tuple(tags[place] for place in json.loads(line)) for line in whole]
