"""One of two compared graphs, drawn with the entries of both: its own operations, edges, texts and counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import Graph, Part
from sightline.kinds.graph.compare import GraphComparison
from sightline.kinds.graph.tree_level import HIDDEN, TreeLevel

Side = Literal["base", "own"]
_NONE = -1


@dataclass(frozen=True)
class GraphSide:
    """own_entry: by entry of both, that of the operation in `graph`; -1 where there is none."""

    both: Graph
    graph: Graph
    own_entry: NDArray[np.int64]

    def is_in(self) -> NDArray[np.bool_]:
        """By entry of both: whether this graph has it, or something in it."""
        return self.sums(np.ones(len(self.graph))) > 0

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """By entry of both: the values of this graph's operations below it together."""
        own = np.where(self.own_entry == _NONE, 0.0, values[np.maximum(self.own_entry, 0)])
        running = np.concatenate(([0.0], np.cumsum(own)))
        entries = np.arange(len(self.both))
        found: NDArray[np.float64] = running[entries + self.both.extent] - running[entries]
        return found

    def level(self, level: TreeLevel) -> TreeLevel:
        """The rows of a level of both that this graph has; the same groups are open."""
        kept = np.flatnonzero(self.is_in()[level.entry])
        row_of_row = np.full(len(level.entry) + 1, HIDDEN, np.int32)
        row_of_row[kept] = np.arange(len(kept))
        parent = row_of_row[level.parent[kept]]
        # A group may have nothing to draw here, where all in it is set aside.
        has_rows = np.isin(np.arange(len(kept)), parent)
        return replace(
            level,
            entry=level.entry[kept],
            first=level.first[kept],
            parent=parent,
            is_open=level.is_open[kept] & has_rows,
            row_of=row_of_row[level.row_of],
        )

    def edge_level(self, level: TreeLevel) -> TreeLevel:
        """A level with the rows of this graph's own entries, to find its own edges by."""
        row_of = np.full(len(self.graph), HIDDEN, np.int32)
        known = np.flatnonzero(self.own_entry != _NONE)
        row_of[self.own_entry[known]] = level.row_of[known]
        return replace(level, row_of=row_of)

    def own(self, entries: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The entries of this graph for operations of both, -1 for groups."""
        is_operation = self.both.part[entries] == Part.OPERATION
        found: NDArray[np.int64] = np.where(is_operation, self.own_entry[entries], _NONE)
        return found


def base_side(base: Graph, comparison: GraphComparison) -> GraphSide:
    """What there was."""
    return GraphSide(comparison.graph, base, comparison.a_entry)


def own_side(own: Graph, comparison: GraphComparison) -> GraphSide:
    """What there is."""
    return GraphSide(comparison.graph, own, comparison.b_entry)
