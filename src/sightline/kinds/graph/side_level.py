"""What the rows of a level say of one of two compared graphs: its own ops, shapes, counts and sizes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import Graph, Part
from sightline.kinds.graph.operation_text import node_def, tensor_text
from sightline.kinds.graph.side import GraphSide
from sightline.kinds.graph.subtree import members, n_parameters, parameter_bytes
from sightline.kinds.graph.tree_level import TreeLevel
from sightline.wire.columns import Column, Dictionary


def side_columns(side: GraphSide, level: TreeLevel, *, with_texts: bool) -> dict[str, Column]:
    """In place of the columns of both graphs as one. with_texts: shapes too."""
    own = side.own(level.entry).tolist()
    graph = side.graph
    return {
        "op": Dictionary.of(["" if each < 0 else graph.string(graph.op[each]) for each in own]),
        "shape": Dictionary.of([_shape(graph, each) if with_texts else "" for each in own]),
        "n_operations": side.sums(np.ones(len(graph)))[level.entry].astype(np.uint32),
        "n_members": _n_members(side, level.entry),
        "n_parameters": side.sums(n_parameters(graph))[level.entry],
        "parameter_bytes": side.sums(parameter_bytes(graph))[level.entry],
    }


def _shape(graph: Graph, entry: int) -> str:
    return tensor_text(node_def(graph, entry), 0) if entry >= 0 and graph.message_size[entry] else ""


def _n_members(side: GraphSide, entries: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """How many scopes of a series this graph has."""
    is_in, is_series = side.is_in(), side.both.part[entries] == Part.SERIES
    counts = np.ones(len(entries), np.uint32)
    counts[is_series] = [is_in[members(side.both, int(each))].sum() for each in entries[is_series]]
    return counts
