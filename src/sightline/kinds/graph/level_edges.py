"""The edges between the rows of a view: each stands for all tensors that go from one row to the other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import Graph
from sightline.kinds.graph.operation_text import node_def, tensor_text
from sightline.kinds.graph.tree_level import HIDDEN, TreeLevel

# More texts than this cannot be read in one picture.
_MAX_TEXTS = 3000


class LevelEdges(NamedTuple):
    """Edges in order of the row they lead to, then of the row they come from.

    n_tensors: different outputs that the edge carries; 0 for control edges. n_bytes: their sizes together.
    largest: one edge of the graph, the one with the largest tensor.
    """

    from_row: NDArray[np.int64]
    to_row: NDArray[np.int64]
    n_tensors: NDArray[np.uint32]
    n_bytes: NDArray[np.float64]
    is_control: NDArray[np.bool_]
    largest: NDArray[np.int64]


def tensor_bytes(graph: Graph) -> NDArray[np.float64]:
    """By edge of the graph: the size of what it carries; NaN where that is unknown."""
    return np.where(graph.edge_n_bytes == 0, np.nan, graph.edge_n_bytes)


def level_edges(graph: Graph, level: TreeLevel, *, with_control: bool) -> LevelEdges:
    """The edges between the rows that are closed."""
    # Edges to a scope that is open end at what is in it; operations have no edges to scopes.
    from_row, to_row = level.row_of[graph.edge_from], level.row_of[graph.edge_to]
    is_drawn = (from_row != HIDDEN) & (to_row != HIDDEN) & (from_row != to_row)
    if not with_control:
        is_drawn &= graph.edge_is_control == 0
    edges = np.flatnonzero(is_drawn)
    n_rows = max(1, len(level.entry))
    pair = to_row[edges].astype(np.int64) * n_rows + from_row[edges]
    is_control = graph.edge_is_control[edges] != 0
    # One tensor that several operations of a row read is one; what control edges carry is none.
    tensor = np.where(
        is_control, -1, graph.edge_from[edges].astype(np.int64) << 16 | graph.edge_output[edges]
    )
    order = np.lexsort((tensor, pair))
    edges, pair, tensor = edges[order], pair[order], tensor[order]
    is_new = np.ones(len(pair), np.bool_)
    is_new[1:] = (pair[1:] != pair[:-1]) | (tensor[1:] != tensor[:-1])
    edges, pair, tensor = edges[is_new], pair[is_new], tensor[is_new]
    unique, begin = np.unique(pair, return_index=True)
    if not len(unique):
        none = np.empty(0, np.int64)
        return LevelEdges(none, none, none.astype(np.uint32), none.astype(float), none > 0, none)
    sizes = np.nan_to_num(tensor_bytes(graph)[edges]) * (tensor >= 0)
    n_tensors = np.add.reduceat((tensor >= 0).astype(np.uint32), begin)
    return LevelEdges(
        unique % n_rows,
        unique // n_rows,
        n_tensors,
        np.add.reduceat(sizes, begin),
        n_tensors == 0,
        edges[_largest_of_each(sizes, begin)],
    )


def edge_texts(graph: Graph, edges: LevelEdges) -> list[str]:
    """What an edge carries: shape and type of one tensor, how many where there are several."""
    if len(edges.from_row) > _MAX_TEXTS:
        return [""] * len(edges.from_row)
    texts = []
    for n_tensors, largest in zip(edges.n_tensors.tolist(), edges.largest.tolist(), strict=True):
        if n_tensors == 1:
            node = node_def(graph, int(graph.edge_from[largest]))
            texts.append(tensor_text(node, int(graph.edge_output[largest])))
        else:
            texts.append("control" if n_tensors == 0 else f"{n_tensors:,} tensors")
    return texts


def _largest_of_each(sizes: NDArray[np.float64], begin: NDArray[np.intp]) -> NDArray[np.intp]:
    """The place of the largest in each part that starts at `begin`."""
    part = np.repeat(np.arange(len(begin)), np.diff(np.append(begin, len(sizes))))
    order = np.lexsort((-sizes, part))
    return order[begin]
