"""All of a graph as one frame: a row per entry with the edges to it, of which a report's page makes views."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.formats.graph import Graph
from sightline.kinds.graph.devices import devices
from sightline.kinds.graph.level import entry_columns, graph_totals
from sightline.kinds.graph.level_edges import tensor_bytes
from sightline.kinds.graph.operation_text import node_def, tensor_text
from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame


def whole_graph(graph: Graph) -> Frame:
    """Row i is entry i; the columns `from…` have the edges that lead to it, sorted by source and output."""
    entries = np.arange(len(graph), dtype=np.uint32)
    order = np.lexsort((graph.edge_output, graph.edge_from, graph.edge_to))
    texts = Dictionary.of(_edge_texts(graph, order))
    offsets = np.searchsorted(graph.edge_to[order], np.arange(len(graph) + 1))
    edges: dict[str, NDArray[Any]] = {
        "from": graph.edge_from[order],
        "from_output": graph.edge_output[order],
        "from_control": graph.edge_is_control[order],
        "from_bytes": np.nan_to_num(tensor_bytes(graph)[order]),
        "from_text": texts.codes.astype(np.uint32),
    }
    columns: dict[str, Column] = {
        **entry_columns(graph, entries, entries, devices(graph)),
        "name": np.array([graph.string(name) for name in graph.name], object),
        "extent": graph.extent,
        "above": graph.parent,
        **{name: Lists(offsets, values) for name, values in edges.items()},
    }
    return Frame(columns, {**graph_totals(graph), "n_entries": len(graph), "edge_texts": list(texts.values)})


def _edge_texts(graph: Graph, edges: NDArray[np.intp]) -> list[str]:
    nodes: dict[int, Any] = {}
    texts = []
    for source, output in zip(
        graph.edge_from[edges].tolist(), graph.edge_output[edges].tolist(), strict=True
    ):
        if source not in nodes:
            nodes[source] = node_def(graph, source)
        texts.append(tensor_text(nodes[source], output))
    return texts
