"""Searches every logged text. Stops at a budget; the caller resumes from `after`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any

from msgspec import Meta

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.items import Found, read, series_of
from sightline.kinds.text.decode import decode
from sightline.wire.params import Params

# One answer reads at most this much; the next resumes from there.
BUDGET_BYTES = 16 << 20
MAX_HITS = 200
MAX_SNIPPETS = 3
_AROUND = 48


class Place(Params, frozen=True):
    """A value by run, tag and index."""

    run: int
    tag: str
    index: int


class SearchParams(Params, frozen=True):
    """The plain text to find, in which runs and tags (null: all); `after` resumes from a place."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    tags: tuple[str, ...] | None = None
    runs: tuple[int, ...] | None = None
    match_case: bool = False
    after: Place | None = None


@dataclass
class _Searched:
    """The answer so far."""

    hits: list[dict[str, Any]] = field(default_factory=list)
    n_values: int = 0
    n_unread: int = 0
    n_bytes: int = 0
    last: dict[str, Any] | None = None

    def is_full(self) -> bool:
        return self.n_bytes >= BUDGET_BYTES or len(self.hits) >= MAX_HITS

    def answer(self, after: dict[str, Any] | None) -> dict[str, Any]:
        return {"hits": self.hits, "n_values": self.n_values, "n_unread": self.n_unread, "after": after}


def search(view: StoreView, params: SearchParams) -> dict[str, Any]:
    """Values that contain the text, tag by tag, newest step first; `after` is null when all was searched."""
    # Plain text only: a regular expression could keep a thread busy forever.
    pattern = re.compile(re.escape(params.text), 0 if params.match_case else re.IGNORECASE)
    searched = _Searched()
    for run, tag, found in _values(view, params):
        if searched.is_full():
            return searched.answer(searched.last)
        searched.last = {"run": run.id, "tag": tag, "index": found.row}
        searched.n_values += 1
        searched.n_bytes += int(found.index.value_length[found.row])
        try:
            strings = read(view, found, decode)
        except LookupError:
            searched.n_unread += 1
            continue
        n_matches, snippets = _matches(pattern, strings.flat)
        if n_matches:
            counted = {"n_matches": n_matches, "snippets": snippets}
            searched.hits.append({**searched.last, **found.where(), **counted})
    return searched.answer(None)


def _values(view: StoreView, params: SearchParams) -> Iterator[tuple[RunView, str, Found]]:
    """What is to be searched, in an order that growing logs do not change, from `after` on."""
    series = sorted(series_of(view, "text", params.runs, params.tags), key=lambda one: (one[1], one[0].id))
    start = (params.after.tag, params.after.run) if params.after else ("", -1)
    for run, tag in series:
        if (tag, run.id) < start:
            continue
        index = run.items(tag, "text")
        rows = index.without_superseded()[::-1].tolist()
        if params.after and (tag, run.id) == start:
            rows = [row for row in rows if row < params.after.index]
        yield from ((run, tag, Found(index, row)) for row in rows)


def _matches(pattern: re.Pattern[str], strings: Any) -> tuple[int, list[list[str]]]:
    """How often the text occurs, and the first places as [before, match, after]."""
    n_matches = 0
    snippets: list[list[str]] = []
    for string in strings:
        found = pattern.finditer(string)
        first = list(islice(found, MAX_SNIPPETS - len(snippets)))
        snippets += [_snippet(string, *one.span()) for one in first]
        n_matches += len(first) + sum(1 for _ in found)
    return n_matches, snippets


def _snippet(string: str, begin: int, end: int) -> list[str]:
    return [string[max(0, begin - _AROUND) : begin], string[begin:end], string[end : end + _AROUND]]
