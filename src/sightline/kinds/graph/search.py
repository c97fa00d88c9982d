"""The entries of a graph whose names or ops hold a text or match a pattern, with what to open to see each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import numpy as np
from msgspec import Meta

from sightline.engine.pattern import PatternError, TextPattern
from sightline.formats.graph import ROOT, Graph
from sightline.kinds.graph.graph_params import GraphParams
from sightline.wire.columns import Lists
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError


class GraphSearchParams(GraphParams, frozen=True, kw_only=True):
    """What names and ops are searched for, without regard to letter case."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    regex: bool = False
    limit: Annotated[int, Meta(ge=1, le=10_000)] = 2000


def graph_search(graph: Graph, params: GraphSearchParams) -> Frame:
    """The first entries that match in the order of the tree; metadata `n_matches` counts all."""
    is_match = _pattern(params.text) if params.regex else _plain(params.text)
    try:
        found = _matches(graph, is_match)
    except PatternError as error:
        raise ParamsError(str(error)) from None
    shown = found[: params.limit]
    paths = [_path(graph, entry) for entry in shown]
    offsets = np.cumsum([0, *map(len, paths)])
    return Frame(
        {
            "entry": np.array(shown, np.uint32),
            "path": Lists(offsets, np.array([each for path in paths for each in path], np.uint32)),
        },
        {"n_matches": len(found)},
    )


def _matches(graph: Graph, is_match: Callable[[str], bool]) -> list[int]:
    """Names are tried on their last part, so that a scope's name does not find all that is in it."""
    by_string: dict[int, bool] = {}

    def matches(string: int) -> bool:
        known = by_string.get(string)
        if known is None:
            known = by_string[string] = is_match(graph.string(string))
        return known

    labels, ops, names = graph.label.tolist(), graph.op.tolist(), graph.name.tolist()
    found = [
        entry
        for entry in range(1, len(graph))
        if matches(labels[entry]) or (ops[entry] and matches(ops[entry]))
    ]
    # A text with a slash is a part of a whole name.
    return found or [entry for entry in range(1, len(graph)) if matches(names[entry])]


def _plain(text: str) -> Callable[[str], bool]:
    folded = text.casefold()
    return lambda name: folded in name.casefold()


def _pattern(text: str) -> Callable[[str], bool]:
    try:
        pattern = TextPattern(text, ignore_case=True)
    except PatternError as error:
        raise ParamsError(str(error)) from None
    return lambda name: pattern.search(name) is not None


def _path(graph: Graph, entry: int) -> list[int]:
    """What must be open for the entry to be drawn, from the outside in."""
    path = []
    while (entry := int(graph.parent[entry])) != ROOT:
        path.append(entry)
    return path[::-1]
