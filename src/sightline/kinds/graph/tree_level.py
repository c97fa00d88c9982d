"""Which entries of a graph's tree a view draws, and which row stands for each entry."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import ROOT, Graph, Part

# Rows that one view draws at most.
MAX_ROWS = 60_000
HIDDEN = -1
# A group is opened from the start if it holds this share of what is around it, while few rows are drawn.
_MAIN_SHARE = 0.6
_MAX_OPENED_ROWS = 120


@dataclass(frozen=True)
class TreeLevel:
    """Rows in the order of the tree.

    entry: what the row draws. first: where its chain of single children begins; the entry itself mostly.
    parent: the row of the open entry around it, or HIDDEN.
    row_of: by entry, the row that stands for it, or HIDDEN.
    open: the entries that are open, without those that only have one child.
    n_left_out: children of open entries beyond the rows that one view draws.
    """

    entry: NDArray[np.uint32]
    first: NDArray[np.uint32]
    parent: NDArray[np.int32]
    is_open: NDArray[np.bool_]
    row_of: NDArray[np.int32]
    open: tuple[int, ...]
    n_left_out: int


def tree_level(graph: Graph, open_entries: Collection[int] | None, *, with_set_aside: bool) -> TreeLevel:
    """What a view draws with these entries open; None opens those that make a useful start."""
    kids = _Kids(graph, with_set_aside)
    opened = frozenset(_start(graph, kids) if open_entries is None else open_entries)
    return _Walk(graph, kids, opened).level()


class _Kids:
    """The children of an entry that are drawn."""

    def __init__(self, graph: Graph, with_set_aside: bool) -> None:
        self._graph = graph
        self._with_set_aside = with_set_aside
        self._found: dict[int, list[int]] = {}

    def of(self, entry: int) -> list[int]:
        found = self._found.get(entry)
        if found is None:
            children = self._graph.children(entry)
            if not self._with_set_aside:
                aside = self._graph.set_aside
                children = [child for child in children if not aside[child]]
            found = self._found[entry] = children
        return found

    def end_of_chain(self, entry: int) -> int:
        """Down through entries that have a single child: the first that has several, or none."""
        while len(inside := self.of(entry)) == 1:
            entry = inside[0]
        return entry


def _start(graph: Graph, kids: _Kids) -> Iterator[int]:
    """Open the group that holds most of the graph, as long as there is one; of a series the first scope."""
    inside, n_rows = ROOT, 0
    while True:
        ends = [kids.end_of_chain(child) for child in kids.of(inside)]
        n_rows += len(ends)
        groups = [end for end in ends if graph.part[end] != Part.OPERATION]
        if not groups:
            return
        is_series = bool(graph.part[inside] == Part.SERIES)
        main = groups[0] if is_series else max(groups, key=lambda group: int(graph.n_operations[group]))
        is_most = bool(graph.n_operations[main] >= _MAIN_SHARE * graph.n_operations[inside])
        if not (is_most or is_series) or n_rows + len(kids.of(main)) > _MAX_OPENED_ROWS:
            return
        yield main
        if is_series:
            return
        inside = main


class _Walk:
    def __init__(self, graph: Graph, kids: _Kids, opened: frozenset[int]) -> None:
        self._graph, self._kids, self._opened = graph, kids, opened
        self._rows: list[tuple[int, int, int, bool]] = []
        self._open: list[int] = []
        self._n_left_out = 0

    def level(self) -> TreeLevel:
        self._draw(ROOT, HIDDEN)
        row_of = np.full(len(self._graph), HIDDEN, np.int32)
        extent = self._graph.extent
        for row, (entry, first, _, is_open) in enumerate(self._rows):
            if is_open:
                row_of[first : entry + 1] = row
            else:
                row_of[first : first + int(extent[first])] = row
        columns = list(zip(*self._rows, strict=True)) or [(), (), (), ()]
        return TreeLevel(
            np.array(columns[0], np.uint32),
            np.array(columns[1], np.uint32),
            np.array(columns[2], np.int32),
            np.array(columns[3], np.bool_),
            row_of,
            tuple(self._open),
            self._n_left_out,
        )

    def _draw(self, root: int, parent_row: int) -> None:
        # A list of its own instead of recursion: scopes may be nested thousands deep.
        waiting = [(child, parent_row) for child in reversed(self._kids.of(root))]
        while waiting:
            first, above = waiting.pop()
            if len(self._rows) >= MAX_ROWS:
                self._n_left_out += 1
                continue
            entry = self._kids.end_of_chain(first)
            inside = self._kids.of(entry) if entry in self._opened else []
            row = len(self._rows)
            self._rows.append((entry, first, above, bool(inside)))
            if inside:
                self._open.append(entry)
                waiting += [(child, row) for child in reversed(inside)]
