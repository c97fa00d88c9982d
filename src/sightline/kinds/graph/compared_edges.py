"""The edges of two compared graphs between the rows of one view, each with what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline.kinds.graph.compare import Status
from sightline.kinds.graph.level_edges import LevelEdges, edge_texts, level_edges
from sightline.kinds.graph.side import GraphSide
from sightline.kinds.graph.tree_level import TreeLevel


class ComparedEdges(NamedTuple):
    """Edges that either graph has; `texts` and `status` are by edge."""

    edges: LevelEdges
    texts: list[str]
    status: NDArray[np.uint8]


def compared_edges(base: GraphSide, own: GraphSide, level: TreeLevel, *, with_control: bool) -> ComparedEdges:
    """All edges of the run's own graph, then those that only the base has: they vanished."""
    new = level_edges(own.graph, own.edge_level(level), with_control=with_control)
    old = level_edges(base.graph, base.edge_level(level), with_control=with_control)
    new_pair, old_pair = _pairs(new, level), _pairs(old, level)
    vanished = np.flatnonzero(~np.isin(old_pair, new_pair))
    status = np.where(np.isin(new_pair, old_pair), Status.SAME, Status.ADDED)
    status = np.concatenate([status, np.full(len(vanished), Status.REMOVED)]).astype(np.uint8)
    texts = edge_texts(own.graph, new)
    old_texts = edge_texts(base.graph, old)
    texts += [old_texts[edge] for edge in vanished.tolist()]
    order = np.argsort(np.concatenate([new_pair, old_pair[vanished]]), kind="stable")
    edges = LevelEdges(*(column[order] for column in _joined(new, old, vanished)))
    return ComparedEdges(edges, [texts[edge] for edge in order.tolist()], status[order])


def _joined(
    new: Sequence[NDArray[Any]], old: Sequence[NDArray[Any]], old_rows: NDArray[np.intp]
) -> list[NDArray[Any]]:
    return [np.concatenate([mine, theirs[old_rows]]) for mine, theirs in zip(new, old, strict=True)]


def _pairs(edges: LevelEdges, level: TreeLevel) -> NDArray[np.int64]:
    """A number for each pair of rows, in the order in which edges are sent."""
    pairs: NDArray[np.int64] = edges.to_row * max(1, len(level.entry)) + edges.from_row
    return pairs
