"""Stacks merged into one tree: equal frames below equal callers are one node with the sum of their times."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]

ROOT = 0
NO_FRAME = -1
# In `place`: the node of the slice's parent is where it stands.
OF_PARENT = -1
# Deeper slices count for the frame at this depth: nobody reads them, and each level costs time.
MAX_DEPTH = 1_000


class StackTree:
    """Nodes with a parent and a frame; node 0 is the root. A parent has a lower number than its children."""

    def __init__(self) -> None:
        self.parents: list[int] = [-1]
        self.frames: list[int] = [NO_FRAME]
        self.depths: list[int] = [0]
        self._known: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self.parents)

    def child(self, parent: int, frame: int) -> int:
        """The node of a frame below another node; made when it is first asked for."""
        found = self._known.get((parent, frame))
        if found is None:
            found = self._known[parent, frame] = len(self.parents)
            self.parents.append(parent)
            self.frames.append(frame)
            self.depths.append(self.depths[parent] + 1)
        return found

    def path(self, frames: list[int]) -> int:
        """The node at the end of a path of frames from the root."""
        node = ROOT
        for frame in frames[:MAX_DEPTH]:
            node = self.child(node, frame)
        return node

    def children(self, parents: Ids, frames: Ids) -> Ids:
        """`child` for many pairs; each distinct pair is looked up once."""
        if not parents.size:
            return np.empty(0, np.int64)
        span = int(frames.max()) + 1
        pairs, inverse = np.unique(parents * span + frames, return_inverse=True)
        nodes = [self.child(*divmod(int(pair), span)) for pair in pairs]
        return np.array(nodes, np.int64)[inverse]

    def place(self, parents: Ids, depths: Ids, frames: Ids, bases: Ids) -> Ids:
        """The node of each slice.

        Slices stand as in a trace: all that is below a slice follows it. A slice without a frame stands where
        its parent does. `bases` has a node where a slice's frame does not stand below its parent's.
        """
        nodes = np.zeros(parents.size, np.int64)
        order = np.argsort(depths, kind="stable")
        ends = np.searchsorted(depths[order], np.arange(min(int(depths.max(initial=-1)), MAX_DEPTH) + 2))
        for first, end in pairwise(ends):
            level = order[first:end]
            above = np.where(parents[level] >= 0, nodes[np.maximum(parents[level], 0)], ROOT)
            base = np.where(bases[level] == OF_PARENT, above, bases[level])
            has_frame = frames[level] != NO_FRAME
            base[has_frame] = self.children(base[has_frame], frames[level][has_frame])
            nodes[level] = base
        is_placed = depths <= MAX_DEPTH
        last_placed = np.maximum.accumulate(np.where(is_placed, np.arange(parents.size), 0))
        return nodes[last_placed]

    def totals(self, own: Ids) -> Ids:
        """Sums of each node and all below it."""
        totals: Ids = own.copy()
        parents = np.array(self.parents, np.int64)
        for level in self._levels()[:0:-1]:
            np.add.at(totals, parents[level], totals[level])
        return totals

    def _levels(self) -> list[Ids]:
        """The nodes of each depth."""
        depths = np.array(self.depths, np.int64)
        order = np.argsort(depths, kind="stable")
        return np.split(order, np.searchsorted(depths[order], np.arange(1, int(depths.max()) + 1)))

    def by_weight(self, totals: Ids) -> TreeOrder:
        """The order in which callers stand before callees and the heaviest of siblings comes first."""
        parents, levels = np.array(self.parents, np.int64), self._levels()
        sizes = self.totals(np.ones(len(self), np.int64))
        places = np.zeros(len(self), np.int64)
        for level in levels[1:]:
            siblings = level[np.lexsort((level, -totals[level], parents[level]))]
            above = parents[siblings]
            before = np.cumsum(sizes[siblings]) - sizes[siblings]
            is_first = np.concatenate(([True], above[1:] != above[:-1]))
            offset = np.maximum.accumulate(np.where(is_first, before, 0))
            places[siblings] = places[above] + 1 + before - offset
        return TreeOrder(np.argsort(places), places, sizes)


class HeaviestNodes(NamedTuple):
    """Some nodes of a tree in order: for each the row of its caller, -1 where that is not among them.

    left_out: the weight of nodes that are not among them, but whose callers are.
    """

    nodes: Ids
    parent_rows: Ids
    left_out: int


def heaviest_nodes(parents: Ids, weights: Ids, nodes: Ids, limit: int) -> HeaviestNodes:
    """At most so many of some nodes, callers before callees. A node is no heavier than its caller."""
    kept = np.sort(nodes[np.argsort(-weights[nodes], kind="stable")[:limit]])
    row = np.full(weights.size + 1, -1, np.int64)  # the last for the parent of the root, which is none
    row[kept] = np.arange(kept.size)
    is_left_out = (row[nodes] < 0) & (row[parents[nodes]] >= 0)
    return HeaviestNodes(kept, row[parents[kept]], int(weights[nodes][is_left_out].sum()))


class TreeOrder(NamedTuple):
    """An order of nodes in which all that is below a node follows it: `order` has the nodes, `places` the
    place of each node, `sizes` how many nodes it and all below it are."""

    order: Ids
    places: Ids
    sizes: Ids
