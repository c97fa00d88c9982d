"""What leads to an entry of a graph, or what it leads to, as rows of the view on screen."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from sightline.formats.graph import Graph
from sightline.kinds.graph.graph_params import GraphParams
from sightline.kinds.graph.tree_level import HIDDEN, tree_level
from sightline.wire.frame import Frame


class GraphTraceParams(GraphParams, frozen=True, kw_only=True):
    """From which entry in which direction, and the entries that are open in the view."""

    entry: Annotated[int, Meta(ge=0)]
    to: Literal["sources", "sinks"]
    open: tuple[int, ...] | None = None
    aside: bool = False


def graph_trace(graph: Graph, params: GraphTraceParams) -> Frame:
    """The entries of the view that hold operations on the way, and how many of them each."""
    is_reached = graph.reach(params.entry, to_sources=params.to == "sources")
    level = tree_level(graph, params.open, with_set_aside=params.aside)
    rows = level.row_of[np.flatnonzero(is_reached)]
    counts = np.bincount(rows[rows != HIDDEN], minlength=len(level.entry))
    found = np.flatnonzero(counts)
    return Frame(
        {"entry": level.entry[found], "n_operations": counts[found].astype(np.uint32)},
        {"n_operations": int(is_reached.sum())},
    )
